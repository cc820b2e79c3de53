"""A question and its value as one statement, by rules."""

import re
from collections.abc import Sequence

from manyhop.english._circumstances import circumstance, counted, difference, phrase_for
from manyhop.english._clauses import Clause, finite_at, uninverted
from manyhop.english._phrasing import lowered, sentence, tidy
from manyhop.english._verbs import is_form, is_participle
from manyhop.english._which import identified, in_its_place, placed
from manyhop.english._words import (
    ADJECTIVES,
    ARTICLES,
    ASKING,
    AUXILIARIES,
    BE,
    CONJUNCTIONS,
    DETERMINERS,
    DO,
    FUNCTION,
    MANNER,
    MODAL,
    PREPOSITIONS,
    PRONOUNS,
    bare,
    is_name,
    word_set,
)


def statement(question: str, value: str) -> str | None:
    """The question turned round with the value in it; None where no rule fits.

    Example: ``statement("When did the tunnel open?", "1994")`` is
    ``"The tunnel opened in 1994."``
    """
    text = _to_the_asker(tidy(question)).rstrip("?. ")
    written = mention(text, value)
    if written is None and _is_clause(value):
        return sentence(value)
    named = bare(text.split()[0]) in {"who", "where", "whose"} if text else False
    value = written or lowered(value, common=_asks_for_a_kind(text), named=named)
    lead, core = _lead(text, value)
    words = core.split()
    if not words:
        return None
    said = _core_statement(words, value, written is not None)
    if not said:
        return None
    if lead and said.startswith(("yes, ", "no, ")):
        word, _, rest = said.partition(", ")
        return sentence(f"{word}, {_small_start(lead)} {rest}")
    return sentence(f"{lead} {said}")


def _to_the_asker(question: str) -> str:
    """A question as if another had asked it: what I need is what you need."""
    text = re.sub(r"\bam I\b", "are you", question)
    text = re.sub(
        r"\b((?i:do|did|have|had|should|could|would|must|may|can|will)) I\b", r"\1 you", text
    )
    return re.sub(r"\bmy\b", "your", text) if text != question else text


def _core_statement(words: list[str], value: str, mentioned: bool) -> str | None:
    words = [_small(words[0]), *words[1:]]
    first, second = bare(words[0]), bare(words[1]) if len(words) > 1 else ""
    if first in AUXILIARIES:
        if bare(value) in {"yes", "no"}:
            return yes(words) if bare(value) == "yes" else no(words)
        return chosen(words, value)
    if first in {"what's", "who's", "where's"}:
        return _core_statement([first[:-2], "is", *words[1:]], value, mentioned)
    if bare(value) in {"yes", "no"}:
        return _declared(words, bare(value))
    if first == "how" and second in {"many", "much"}:
        return difference(words, value) or counted(words, value)
    if first in {"when", "where", "why", "how"}:
        return circumstance(words, value)
    if first in ASKING:
        return identified(
            without_choices(" ".join(words), value).split(), value, mentioned=mentioned
        )
    if first in PREPOSITIONS and second in {"what", "which", "whose"}:
        return placed(without_choices(" ".join(words), value).split(), value, mentioned=mentioned)
    if bare(words[-1]) in {"when", "where"}:
        return " ".join([*words[:-1], phrase_for(bare(words[-1]), value)])
    return in_its_place(without_choices(" ".join(words), value).split(), value)


def _declared(words: list[str], value: str) -> str | None:
    """Yes or no to a question in the order of a statement: "The gate is open?"."""
    at = finite_at(words, 1)
    if bare(words[0]) in ASKING or at is None or bare(words[at]) not in BE | MODAL:
        return None
    negation = ["not"] if value == "no" else []
    if negation and bare(words[at + 1 : at + 2][0] if words[at + 1 :] else "") in {"no", "not"}:
        return None
    small = bare(words[0]) in DETERMINERS | PRONOUNS
    start = [words[0].lower() if small else words[0]]
    return f"{value}, " + " ".join([*start, *words[1 : at + 1], *negation, *words[at + 1 :]])


def _asks_for_a_kind(text: str) -> bool:
    """Whether the answer is a kind of thing, so that a capital in it means nothing."""
    words = [bare(word) for word in text.split()]
    asks = next((i for i, word in enumerate(words) if word in {"what", "which", "how"}), None)
    if asks is None:
        return not {"who", "where", "whose"} & {*words}
    noun = {*words[asks + 1 : asks + 5]}
    if {*words[asks + 1 : asks + 4]} & {"brand", "name", "title", "company", "team"}:
        return False
    if noun & _THINGS:
        return True
    opens = asks + 1 < len(words) and asks == 0 and words[0] == "what"
    opens = opens and words[1] not in DO
    if opens and (words[1] not in BE or (len(words) > 2 and words[2] in PREPOSITIONS)):
        return is_form(words[1], "third") or words[1] in BE or words[1] in {"'s", "s"}
    if opens and len(words) > 2 and is_participle(words[2]):
        return True
    return any(word in _HANDLING for word in words)


def _lead(text: str, value: str) -> tuple[str, str]:
    """What stands before the question itself, and the question: "In 1990, | who was mayor"."""
    for mark in re.finditer(r",? (?=(\w+)\b)", text):
        word = mark[1].lower()
        comma = mark[0].startswith(",")
        before = text[: mark.start()]
        asks = word in {"what", "how", "why"} or (word in ASKING and (_opens(text) or _lists(text)))
        fits = comma and (asks or (word in AUXILIARIES and _opens(text)))
        fits = fits or (comma and _asks_with_preposition(text[mark.end() :]))
        if fits or (word in {"which", "what", "who", "how"} and _lists(text)):
            drop = _lists(text) and not re.match(r"(?i)(among|of)\b.*\ball\b", before)
            return ("" if drop else before + ",", text[mark.end() :])
        if word in ASKING and not comma and not _opens(text):
            break
    return "", text


def _opens(text: str) -> bool:
    first = bare(text.split()[0])
    if _asks_with_preposition(text):
        return False
    return first in PREPOSITIONS | {
        "when",
        "if",
        "while",
        "looking",
        "as",
        "based",
        "relative",
        "given",
    }


def _asks_with_preposition(text: str) -> bool:
    first, _, rest = text.partition(" ")
    return first.lower() in PREPOSITIONS and rest.lower().startswith(("which ", "what "))


def _lists(text: str) -> bool:
    """Whether a question begins with the answers to choose from: between A and B, …"""
    return bare(text.split()[0]) in {"between", "among", "of", "comparing"}


_THINGS = word_set(
    "many color colors colour shape material pattern kind type sort animal object objects "
    "item instrument weapon fruit vehicle thing direction clothing garment headwear body "
    "geometric hand position long tall high large big structure accessory side"
)
_HANDLING = word_set(
    "holding wearing standing sitting carrying made riding playing wear hold carry look grow "
    "covering surrounding eating"
)


def _is_clause(value: str) -> bool:
    """Whether a value is a sentence already: "It is made of stone" says all by itself."""
    words = [bare(word) for word in value.split()]
    starts = len(words) > 2 and words[0] in PRONOUNS - {"people", "both"} | {"this", "these"}
    if starts and any(word in AUXILIARIES for word in words[1:4]):
        return True
    if re.match(r"(?i)(yes|no)[,;] ", value):
        return True
    said = value.split()
    finite = [
        i
        for i, word in enumerate(said)
        if (word in AUXILIARIES or (is_form(word, "past") and not is_form(word, "participle")))
        and 0 < i < len(said) - 1
    ]
    relative = {"that", "which", "who", "where", "when", "as", "what"}
    return len(said) > 3 and any(not relative & {*words[:i]} for i in finite)


def _small_start(lead: str) -> str:
    first, space, rest = lead.partition(" ")
    return _small(first) + space + rest


def _small(word: str) -> str:
    low = word.lower()
    return low if bare(low) in ASKING | AUXILIARIES | PREPOSITIONS or "'" in word else word


# Questions that name their answers: "Is it taller or shorter?", "Which is older: A or B?"

_DESCRIBED = re.compile(r"\bor (?:the ones?|that|those)\b")  # a choice that is not named


def mention(question: str, value: str) -> str | None:
    """How a question itself writes a value, its article before it; None where it does not.

    Example: ``mention("Is the oak or the elm taller?", "Elm")`` is ``"the elm"``
    """
    article = "" if bare(value.split()[0]) in DETERMINERS else r"(?:(?:the|a|an)\s+)?"
    found = re.search(rf"(?i)(?<!\w){article}{re.escape(value)}(?!\w)", question)
    return found[0] if found else None


def chosen(words: Sequence[str], value: str) -> str | None:
    """A question that begins with an auxiliary and holds "A or B", with the value in their place.

    Example: ``chosen("is the fence taller or shorter than a car".split(), "taller")``
    """
    for at, word in enumerate(words):
        if bare(word) == "or" and at + 1 < len(words):
            said = (
                _between_words(words, at, value)
                or _between_subjects(words, at, value)
                or _between_endings(words, at, value)
            )
            if said:
                return said
    return None


def without_choices(text: str, value: str) -> str:
    """A question less the list of answers after it, where the value is one of them.

    Example: ``without_choices("Which is older, the oak or the elm", "the elm")``
    """
    marks = [*re.finditer(r"\s*[;:?]\s+", text), *re.finditer(r",\s+|\s+[-–—]+\s+", text)]
    for mark in marks:
        head, tail = text[: mark.start()], text[mark.end() :]
        parted = mark[0].strip() in {";", ":", "?"} or _DESCRIBED.search(tail) is not None
        if re.search(r"\bor\b", tail) and (parted or _overlap(tail, value)) and " " in head:
            return re.sub(r",? (out of|between)$", "", head)
    return _without_names(text, value)


def _without_names(text: str, value: str) -> str:
    """The same where nothing parts question and answers: "… is taller Big Ben or the Shard"."""
    words = text.split()
    at = next((i for i, word in enumerate(words) if bare(word) == "or"), None)
    if at is None or not _overlap(" ".join(words[at - 6 :]), value):
        return text
    start = at
    while start > 2 and (is_name(words[start - 1]) or bare(words[start - 1]) in FUNCTION):
        start -= 1
    while start < at and bare(words[start]) in FUNCTION - ARTICLES:
        start += 1
    return " ".join(words[:start]) if start < at else text


def _between_words(words: Sequence[str], at: int, value: str) -> str | None:
    """One word or another: taller or shorter."""
    low = bare(value)
    left, right = bare(words[at - 1]), bare(words[at + 1])
    after = bare(words[at + 2]) if at + 2 < len(words) else ""
    closes = not after or after in PREPOSITIONS | {"than", "as", "when", "while"}
    if low not in {left, right} or not ({left, right} <= ADJECTIVES or closes):
        return None
    return _statement([*words[: at - 1], value, *words[at + 2 :]], at - 1)


def _between_subjects(words: Sequence[str], at: int, value: str) -> str | None:
    """One subject or another, before the verb: does A or B open."""
    clause = uninverted(words)
    if clause is None or at > len(clause.subject) or not _overlap(" ".join(clause.subject), value):
        return None
    first = clause.subject[0]
    kept = [first] if bare(first) in PREPOSITIONS else []
    return " ".join([*kept, value, *clause._replace(subject=[value]).verbal])


def _between_endings(words: Sequence[str], at: int, value: str) -> str | None:
    """One ending or another: on the left side or on the right side."""
    low, wanted = [bare(word) for word in words], [bare(word) for word in value.split()]
    size = len(wanted)
    for start in range(at - size, max(at - size - 4, 1), -1):
        if low[start : start + size] == wanted:
            return _statement(list(words[:at]), start)
    right = at + 1
    if low[right] in ARTICLES | PREPOSITIONS and low[right] not in wanted[:1]:
        right += 1
    if low[right : right + size] != wanted:
        return None
    rest = list(words[right + size :])
    shared = 0
    while shared < len(rest) and low[at - 1 - shared] == bare(rest[len(rest) - 1 - shared]):
        shared += 1
    opener = [i for i in range(1, at) if low[i] == low[at + 1] and low[i] in FUNCTION]
    single = low[at - 1] in ADJECTIVES or is_participle(low[at - 1])
    start = opener[-1] if opener else at - 1 if single else at - size - shared
    if start < 2:
        return None
    return _statement([*words[:start], *words[at + 1 : right], *value.split(), *rest], start)


def _statement(words: Sequence[str], start: int) -> str | None:
    """The statement once the choice is made; ``start`` is where the chosen words stand."""
    if "or" in words:
        return None
    clause = uninverted(words)
    before = bare(words[start - 1])
    bound = before in PREPOSITIONS | DETERMINERS | CONJUNCTIONS | MANNER or is_participle(before)
    if bare(words[0]) in BE and start > 1 and not bound and bare(words[1]) != "there":
        clause = Clause([*words[1:start]], bare(words[0]), [*words[start:]])
    return " ".join([*clause.subject, *clause.verbal]) if clause else None


def _overlap(text: str, value: str) -> bool:
    mine = {bare(word) for word in value.split()} - ARTICLES
    theirs = {bare(word) for word in text.split()}
    return bool(mine) and len(mine & theirs) * 2 >= len(mine)


# Answers to yes-or-no questions: "Yes, the gate is open." and "No, the gate is not open."

_QUANTITIES = word_set("more less fewer enough exactly only both at over two three")


def yes(words: Sequence[str]) -> str | None:
    """That it is so. Example: ``yes("does the oak bear acorns".split())``"""
    clause = uninverted(words)
    if clause is None:
        return None
    said = [*clause.subject, *clause.verbal]
    return "yes, " + " ".join(word for word in said if bare(word) not in {"any", "ever"})


def no(words: Sequence[str]) -> str | None:
    """That it is not so. Example: ``no("is the gate open".split())``"""
    clause = uninverted(words)
    if clause is None:
        return None
    first = bare(clause.subject[0])
    if first == "there":
        return "no, " + " ".join(_absent(clause))
    if first == "any":
        none = "none" if bare(clause.subject[1]) == "of" else "no"
        return "no, " + " ".join([none, *clause.subject[1:], *clause.verbal])
    if first in {"all", "every", "everyone", "only", "each", "everything", "most"}:
        return "no, not " + " ".join([*clause.subject, *clause.verbal])
    predicate = list(clause.predicate)
    subject = list(clause.subject)
    if first == "both" and any(bare(word) == "and" for word in subject):
        subject = subject[1:]
        predicate = predicate if bare(predicate[0]) == "both" else ["both", *predicate]
    floated = [word for word in predicate[:1] if bare(word) in MANNER]
    negation = [] if floated == ["not"] else ["not"]
    auxiliary = "do" if clause.auxiliary == "does" and floated == ["both"] else clause.auxiliary
    return "no, " + " ".join([*subject, auxiliary, *negation, *predicate])


def _absent(clause: Clause) -> list[str]:
    start, rest = [*clause.subject, clause.auxiliary], list(clause.predicate)
    if rest and bare(rest[0]) == "any":
        return [*start, "no", *rest[1:]]
    if rest and bare(rest[0]) in {"a", "an", "the", *_QUANTITIES}:
        return [*start, "not", *rest]
    shared = {"both", "all", "each", "every", "as"} & {bare(word) for word in rest}
    return [*start, "not" if shared else "no", *rest]
