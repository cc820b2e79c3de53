"""The first sentence: what the page's thing is, and what stands in brackets after its name."""

import re

import msgspec

from manyhop.generation.texts._grammar import NATIONALITY, words

_COPULA = re.compile(r"(?<=\s)(?:is|was|are|were)(?=\s)")
_NOT_SUBJECT = re.compile(r"\s(?:who|which|that|where|when|because|although|while)\s")
_DISAMBIGUATION = re.compile(r"\s*\([^()]*\)\s*$|,.*$")
_WORDS = re.compile(r"\w{2,}")
_EMPTY = words("the of and in at for a an de la on")
_ADVERBS = r"(?:(?:also|currently|now|originally|presently|perhaps|today|either)\s)*"
_UNSAID = (
    r"(?:former|retired|professional|late|current|ex-professional|semi-professional|noted|famous"
    r"|prominent|veteran|renowned|leading|popular|well-known|award-winning|prolific|ex|then"
    r"|amateur|acclaimed|notable|celebrated|influential|internationally|successful)"
)
_BEFORE_NOUN = re.compile(
    rf"{_ADVERBS}(?P<article>an?|the|one\sof\sthe)\s(?:{_UNSAID}\s(?:,\s)?)*"
    rf"(?:(?P<year>(?:1[89]|20)[0-9]{{2}})\s)?(?:{_UNSAID}\s)*"
    rf"(?:(?P<nationality>{NATIONALITY})(?:\s|(?P<double>[-–/]\S+\s)))?(?:{_UNSAID}\s)*"
    rf"(?:(?P<late_year>(?:1[89]|20)[0-9]{{2}})\s)?"
)
_GAMES = re.compile(
    r"(?:football|rules|and\s[A-Z])\b|(?:[A-Z]\S*\s){0,3}?(?:League|Idol|Open|Cup|Super|Columbia"
    r"|Islands|Empire|Division|Association|Samoan|Cypriot|Indies|Premier|Football|Polynesian|Union)\b"
)
_NOT_ALONE = words("former retired professional late current young small large first great")
_NO_NOUN = (
    "who|which|that|in|of|from|for|by|on|at|to|with|as|located|situated|directed|written|produced"
    "|starring|released|based|born|known|and|or|created|developed|published|founded|set|about"
    "|near|under|between|within|who's|where|when|during|having|used|made|built|designed|formerly"
    "|specializing|specialising|composed|recorded|owned|operated|featuring|held|established|best"
    "|currently|competing|playing|serving|whose|named|consisting|led|is|was|are|were|has|had|into"
    "|associated|along|through|after|but|first|performed|broadcast|airing|originally|aired|played"
    "|presented|awarded|given|formed|turned|off|lying|straddling|opened|dedicated|co-written|co-produced|co-directed"
    r"|(?:north|south|east|west)(?:east|west)?\sof"
)
_NOUN = re.compile(
    r"(?:(?!American\sf|Canadian\sf|Australian\sr|Gaelic\sf)(?:[A-Z][\w'’.-]*|'s|[A-Z]+)\s)*"
    rf"(?P<noun>(?:(?:American|Canadian|Australian|Gaelic)\s(?=football|rules))?"
    rf"(?:track\sand\sfield\s)?(?!(?:{_NO_NOUN})\b)[a-z][a-z'’-]*+"
    rf"(?:\s(?!(?:{_NO_NOUN})\b)[a-z][a-z'’-]*+){{0,4}}+)(?!\s[A-Z])"
)
_MORE = re.compile(
    rf"(?:\s?,\sand\s|\s?,\s|\sand\s)(?:an?\s)?(?:{_UNSAID}\s)*"
    rf"(?P<noun>(?!(?:{_NO_NOUN})\b)[a-z][a-z'’-]*+(?:\s(?!(?:{_NO_NOUN})\b)[a-z][a-z'’-]*+){{0,2}}+)"
)


class Lead(msgspec.Struct, frozen=True):
    """What a first sentence says. Places are offsets in the text; (0, 0) is nowhere."""

    end_of_head: int
    after: int
    noun: str
    nouns_at: tuple[tuple[int, int], ...]
    article: str
    nationality_at: tuple[int, int]
    year_at: tuple[int, int]
    person: bool
    past: bool
    plural: bool
    the: bool


def lead(text: str, title: str, end: int) -> Lead | None:
    """The parts of a first sentence of the form "Name ( … ) is a …"; None where it is no such.

    Example: ``lead("Ann Bell is a Dutch poet.", "Ann Bell", 24)`` has the noun "poet"
    """
    copula = _copula(text, end)
    if copula is None or not same_subject(_named(text[: copula.start()]), title):
        return None
    before = _BEFORE_NOUN.match(text, copula.end() + 1, end)
    if before is None:
        return _without_noun(text, copula)
    nationality = before.span("nationality")
    start = before.end()
    if nationality[0] < 0 or before["double"] or _GAMES.match(text, start):
        nationality = (0, 0)
        if before["nationality"] and not before["double"]:
            start = before.start("nationality")
    noun = _NOUN.match(text, start, end)
    if noun is None or noun["noun"] in _NOT_ALONE:
        return _without_noun(text, copula)
    spans = [noun.span("noun")]
    person = _is_person(text, noun["noun"], text[: copula.start()])
    if person and not may_mean_person(noun["noun"]):
        return _without_noun(text, copula)
    after = noun.end()
    while person and (more := _MORE.match(text, after, end)) and may_mean_person(more["noun"]):
        spans.append(more.span("noun"))
        after = more.end()
    year = before.span("year") if before["year"] else before.span("late_year")
    return Lead(
        end_of_head=copula.start(),
        after=after,
        noun=noun["noun"],
        nouns_at=tuple(spans),
        article=before["article"],
        nationality_at=nationality,
        year_at=year if year[0] > 0 else (0, 0),
        person=person,
        past=copula[0] in ("was", "were"),
        plural=copula[0] in ("are", "were"),
        the=text.startswith("The ") and not title.startswith("The "),
    )


def same_subject(named: str, title: str) -> bool:
    """Whether the words at the start of a sentence name the thing of the title.

    Example: ``same_subject("Leslie Mark Hughes", "Mark Hughes")``
    """
    words = {word for word in _WORDS.findall(named.lower()) if word not in _EMPTY}
    wanted = _WORDS.findall(_DISAMBIGUATION.sub("", title).lower())
    return any(word in words for word in wanted)


def _named(head: str) -> str:
    for mark in ("(", ",", "/"):
        head = head.partition(mark)[0]
    return head if len(head) < 120 else ""


def _copula(text: str, end: int) -> re.Match[str] | None:
    for copula in _COPULA.finditer(text, 0, min(end, 600)):
        head = text[: copula.start()]
        if head.count("(") <= head.count(")"):
            return None if _NOT_SUBJECT.search(head) else copula
    return None


def _is_person(text: str, noun: str, head: str) -> bool:
    if head.startswith(("A ", "An ")):
        return False
    if means_person(noun):
        return True
    told = speaks_of_person(text) or "born " in head
    return told and (may_mean_person(noun) or "born " in head)


def _without_noun(text: str, copula: re.Match[str]) -> Lead:
    head = text[: copula.start()]
    return Lead(
        end_of_head=copula.start(),
        after=copula.start(),
        noun="",
        nouns_at=(),
        article="",
        nationality_at=(0, 0),
        year_at=(0, 0),
        person="( born" in head or "(born" in head,
        past=copula[0] in ("was", "were"),
        plural=copula[0] in ("are", "were"),
        the=text.startswith("The "),
    )


# The nouns that mean a person.

_NOUNS = """
academic activist actor actress admiral advocate ambassador analyst animator announcer
anthropologist archaeologist archbishop archer architect artist astronaut astronomer athlete
attorney author aviator ballerina bandleader banker baritone baron bassist biathlete billionaire
biochemist biographer biologist bishop blogger bobsledder bodybuilder botanist bowler boxer
broadcaster businessman businessperson businesswoman canoeist cardinal cartoonist cellist ceo
champion chancellor chef chemist choreographer cinematographer clergyman coach columnist comedian
comedienne commander commentator composer conductor congressman congresswoman contestant
correspondent councillor cricketer critic curler cyclist dancer dean dentist designer
detective dictator diplomat director dj doctor dramatist driver drummer duke earl economist editor
educator emperor empress engineer entertainer entrepreneur essayist evangelist executive explorer
fashion-designer fencer fighter figure-skater filmmaker financier fisherman footballer general
geographer geologist goalkeeper golfer governor guitarist gymnast handballer heiress hero
historian host humorist hurdler illustrator industrialist infielder inventor investor jockey
journalist judge judoka jurist keyboardist king kickboxer lawyer lecturer lieutenant linebacker
linguist luger lyricist magician manager mathematician mayor merchant mezzo-soprano midfielder
minister missionary model monarch monk mountaineer musician musicologist mystic nobleman
noblewoman novelist nun nurse officer official organist orientalist outfielder painter paralympian
pastor patron pediatrician pentathlete percussionist performer person personality philanthropist
philosopher photographer physician physicist pianist pilot pioneer pitcher player playwright poet
politician pope preacher presenter president priest prince princess principal producer professor
programmer promoter psychiatrist psychologist publisher quarterback queen rabbi racer racewalker
rapper recordist referee reporter researcher rider rower runner sailor saint scholar scientist
screenwriter sculptor secretary senator sergeant showjumper singer singer-songwriter skater
skeleton-racer skier snowboarder sociologist soldier songwriter soprano speaker specialist
speedskater spokesman sportscaster sportsman sportsperson sportswoman sprinter statesman
statistician strategist striker student stuntman sultan surgeon swimmer taekwondo-practitioner
teacher technician tenor theologian theorist trader trainer translator triathlete trumpeter umpire
vocalist violinist violist volleyballer warrior weightlifter winger wrestler writer youtuber
zoologist practitioner competitor goaltender defenceman defenseman catcher receiver cornerback
safety tackle halfback fullback shortstop baseman lineman end back guard forward defender centre
center footballer-turned-manager
"""
_PERSON = words(_NOUNS)
_AS_PERSON = re.compile(r"\b(?:[Hh]e|[Ss]he)\b")
_ALSO_THINGS = words(
    """
    host safety tackle end back guard forward centre center champion model publisher broadcaster
    fighter trader promoter pioneer specialist general officer runner executive manager
    """
)


def means_person(noun: str) -> bool:
    """Whether a noun alone says that it is a person.

    Example: ``means_person("film critic")``
    """
    last = noun.rsplit(" ", 1)[-1].lower()
    return last in _PERSON and last not in _ALSO_THINGS


def may_mean_person(noun: str) -> bool:
    """Whether it is a person where the text goes on with "he" or "she"."""
    return noun.rsplit(" ", 1)[-1].lower() in _PERSON


def speaks_of_person(text: str) -> bool:
    """Whether a text says "he" or "she"."""
    return _AS_PERSON.search(text) is not None
