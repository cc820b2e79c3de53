"""Closed classes of English words, by which the parts of a question are told apart."""


def word_set(text: str) -> frozenset[str]:
    """Words between spaces. Example: ``word_set("a an the")``"""
    return frozenset(text.split())


BE = word_set("is are was were")
DO = word_set("do does did")
MODAL = word_set("can could will would should may might must shall")
HAVE = word_set("has have had")
AUXILIARIES = BE | DO | MODAL | HAVE
ASKING = word_set("what which who whom whose when where why how")
ARTICLES = word_set("a an the")
DETERMINERS = ARTICLES | word_set(
    "this that these those his her its their our my your each every some any no all both either "
    "neither many several few most one two three four five six seven eight nine ten"
)
PRONOUNS = word_set("it they he she we you i there someone anyone everyone people both")
CONJUNCTIONS = word_set("and or nor but as than if when while where that which who whose because")
PREPOSITIONS = word_set(
    "in on at of by for with from to into onto over under above below between among behind beside "
    "near inside outside through during before after along across around against about without "
    "within upon toward towards past beneath underneath amid like off up down out since until via "
    "per throughout beyond opposite alongside atop"
)
MANNER = word_set(
    "ever also usually always never typically generally often currently originally really actually "
    "still both all only not once already sometimes normally commonly mostly primarily completely "
    "entirely mainly predominantly first last finally directly"
)
ADJECTIVES = word_set(
    "visible invisible identical similar different same able available alive famous common rare "
    "open closed empty full flat round square circular rectangular triangular oval curved straight "
    "symmetrical tall short long wide narrow thick thin high low large small big tiny huge old new "
    "young modern ancient smooth rough bright dark light shiny dull clear opaque transparent red "
    "blue green yellow white black brown orange purple pink grey gray gold golden silver tan beige "
    "colorful colourful striped spotted solid bare clean dirty wet dry hot cold warm cool hard "
    "soft heavy empty busy quiet crowded present absent part native edible poisonous fictional "
    "real dead related adjacent parallel perpendicular vertical horizontal wooden metal "
    "multicolored more less taller shorter longer wider narrower thicker thinner higher lower "
    "larger smaller bigger older newer younger closer farther further nearer brighter darker "
    "lighter rounder flatter deeper steeper heavier fewer better worse likely unlikely equal "
    "evenly responsible popular located situated due uniform barefoot left right"
)
NUMBERS = word_set(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety "
    "hundred thousand million none"
)
FUNCTION = (
    AUXILIARIES
    | DETERMINERS
    | PRONOUNS
    | CONJUNCTIONS
    | PREPOSITIONS
    | word_set(
        "be been being not yes s t him them himself herself itself themselves same so because"
    )
)


def bare(word: str) -> str:
    """A word in lower case without the punctuation around it.

    Example: ``bare("(Hall),")`` is ``"hall"``.
    """
    return word.strip(".,;:!?()[]\"'“”‘’").lower()


def is_name(word: str) -> bool:
    """Whether a word in the middle of a sentence looks like a name."""
    stripped = word.strip("\"'“”‘’(")
    return stripped[:1].isupper() or stripped[:1].isdigit()
