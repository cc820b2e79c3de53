"""Clause after clause about one subject: "is a 1991 film directed by A and starring B"."""

import re

import msgspec

from manyhop.generation.texts._clauses import BY, CLAUSES, WHEN
from manyhop.generation.texts._grammar import DAY, ITEM, YEAR
from manyhop.generation.texts._words import words

Places = tuple[tuple[int, int], ...]

_ADVERB = (
    r"(?:(?:also|currently|now|originally|first|later|initially|officially|formally|then|both"
    r"|subsequently|presently|primarily|mainly|mostly|widely|well|perhaps|internationally|eventually|finally|simultaneously|theatrically"
    r"|privately|publicly|jointly|historically|previously|best|the)\s)*"
)
_MODIFIER = (
    r"(?:(?:total|estimated|seating|current|maximum|provincial|regional|administrative"
    r"|national|state|founding|charter|right|left|major|main|principal|former|left-bank|an"
    r"|right-bank|northern|southern|eastern|western|resident|spectator|minor|league|triple-a"
    r"|class|double-a|surface|land|average|longtime|original)\s)*"
)
_BETWEEN = (
    r"\s?(?:\([^()]{0,80}\)\s?)?(?:,\s)?"
    r"%s(?:(?:is|was|are|were|has\sbeen|had\sbeen|being)\s)?"
    rf"{_ADVERB}(?:(?:has|had|have|having|with)\s)?(?:(?:an?|the|its|one\sof\sthe)\s)?{_MODIFIER}"
    r"(?P<word>[a-z-]+)"
)
_GO_ON = re.compile(_BETWEEN % r"(?:(?:and|but|with|who|which|that)\s){0,2}")
_BEGIN = re.compile(_BETWEEN % "")
_WHO = re.compile(r"\s?,?\s(?:who|which|that)\s")
_RESUME = re.compile(
    r"\sand\s(?=(?:(?:is|was|has|had|are)\s|opened|stars\s|plays\s|attended\s|graduated\s|died\s"
    r"|premiered\s|played\s|won\s|competed\s))"
)
_TURN = re.compile(r"\s(?:who|which|that|whose|where|whom|when|while|because|if|but)\s|;|\"|“")
_STATES = words(
    "owned-by operated-by capital-of seat-of member-of part-of home-of affiliate-of plays-for"
    " plays-in home-ground based-in coached-by hosted-by lives-in"
)
_SEVERAL = words(
    "played-for educated-at represented won stars home-of competed-at member-of written-by spouse"
    " produced-by directed-by named-after inducted-into aired-on served-as elected-to known-for"
)
_WAS = re.compile(r"\b(?:was|were|been|had)\b")
_BY_ONE = words("home-of owned-by operated-by succeeded-by published-by distributed-by built-by")
_IS = re.compile(r"\b(?:is|was|are|were|has|had|with)\b")
_APPOSED = words("capital-of seat-of part-of home-of member-of")
_ONE_OF_SEVERAL = re.compile(r"\b(?:also|has|have|had|previously)\b")
_FOR_A_TIME = re.compile(r"\s?,?\s(?:from|until|between|till|during)\s")
_SCHOOL = re.compile(
    r"School|College|Universi|Academy|Institut|Conservator|Seminary|Gymnasium|Lycée|Polytechnic"
    r"|École|High|Tech|Oxford|Cambridge|Yale|Harvard|Princeton|Stanford|Law|State"
)
_ITEM = re.compile(ITEM)
_DAY = re.compile(DAY)
_YEAR = re.compile(YEAR)
_TEAM = re.compile(r"\sof\sthe\s(?=.*(?:League|Conference|Association|Division|[A-Z]{3,4})\b)")
_LEAGUE = re.compile(r"[^,]{0,50}?(?:League|Baseball|Association|Conference)\s?['’]s\s")
_HALVES = words(
    "City County University Department Ministry Bureau State Town Board President Chairman"
    " Director General Secretary CEO Executive Jr. Jr Sr. Sr Inc Inc."
)
_TEAMS = frozenset(
    ("plays-for", "drafted-by", "signed-by", "affiliate-of", "home-ground", "college", "played-for")
)


class Found(msgspec.Struct, frozen=True):
    """One statement: a relation, and where its values stand."""

    relation: str
    spans: Places
    subject: str


def chain(
    text: str,
    start: int,
    end: int,
    *,
    subject: str,
    first: bool = False,
    people: bool = True,
    past: bool = False,
    settlement: bool = False,
) -> list[Found]:
    """The statements from ``start`` on, as far as clauses that are known follow one another.

    ``first`` says that the subject stands right before; ``people`` that "who" means it, and
    ``past`` that it is no more, so that what it was it has not ceased to be. Of a ``settlement``
    "…, capital of Moss" is said; after another noun it is said of a place just named.
    """
    found: list[Found] = []
    position, begun = start, not first
    while position < end:
        link = (_GO_ON if begun else _BEGIN).match(text, position, end)
        if link is None:
            break
        if begun and found and _WHO.match(text, position) and not people:
            break
        step = clause_at(text, link.start("word"), end, subject)
        if step is None:
            resumed = _resumed(text, position, end)
            if resumed is None:
                break
            position, begun = resumed, True
            continue
        statements, position = step
        found += [
            statement
            for statement in statements
            if not _doubtful(statement.relation, link[0], text, position, past)
            and (settlement or statement.relation not in _APPOSED or _IS.search(link[0]))
        ]
        begun = True
    return found


def _doubtful(relation: str, link: str, text: str, end: int, past: bool) -> bool:
    """Whether it held for a time only, or is one of several that are not all told."""
    if relation in _STATES and (_FOR_A_TIME.match(text, end) or (not past and _WAS.search(link))):
        return True
    return relation in _SEVERAL and _ONE_OF_SEVERAL.search(link) is not None


def clause_at(text: str, start: int, end: int, subject: str) -> tuple[list[Found], int] | None:
    """The statements of the clause that begins exactly at ``start``, and where it ends."""
    word_end = start
    while word_end < end and (text[word_end].isalpha() or text[word_end] == "-"):
        word_end += 1
    for clause in CLAUSES.get(text[start:word_end], ()):
        match = clause.pattern.match(text, start, end)
        if match is not None:
            return statements_of(text, match, clause.relations, subject), match.end()
    return None


def statements_of(
    text: str, match: re.Match[str], relations: dict[str, str], subject: str
) -> list[Found]:
    """What the groups of a match say."""
    groups = match.groupdict()
    found: list[Found] = []
    if deeds := groups.get("deeds"):
        verbs = re.findall(r"[a-z-]+", deeds)
        if groups.get("list") and (spans := _items(text, match)):
            by = dict.fromkeys(BY[verb] for verb in verbs if verb in BY)
            found += [
                Found(relation, spans, subject)
                for relation in by
                if len(spans) == 1 or relation not in _BY_ONE
            ]
        if groups.get("date"):
            for relation in dict.fromkeys(WHEN[verb] for verb in verbs if verb in WHEN):
                found += dated(text, match.span("date"), relation, subject)
        return found
    for group, relation in relations.items():
        if not groups.get(group):
            continue
        if group == "date":
            found += dated(text, match.span("date"), relation, subject)
        elif group == "list":
            spans = _items(text, match)
            if relation == "educated-at":
                spans = tuple(span for span in spans if _SCHOOL.search(text, *span))
            if spans and (len(spans) == 1 or relation not in _BY_ONE):
                found.append(Found(relation, spans, subject))
        else:
            span = match.span(group)
            if relation in _TEAMS:
                span = _team(text, *span)
            found.append(Found(relation, (span,), subject))
    return found


def dated(text: str, span: tuple[int, int], relation: str, subject: str) -> list[Found]:
    """The day, where it is told, and the year of something."""
    found = []
    if _DAY.match(text, *span):
        found.append(Found(f"{relation}-on", (span,), subject))
    year = _YEAR.search(text, *span)
    if year is not None:
        name = f"{relation}-year" if relation in ("born", "died", "held") else f"{relation}-in"
        found.append(Found(name, (year.span(),), subject))
    return found


def _team(text: str, start: int, end: int) -> tuple[int, int]:
    """Where a team stands without its league: "the Lions of the Moss League"."""
    league = _LEAGUE.match(text, start, end)
    cut = _TEAM.search(text, start, end)
    return league.end() if league else start, cut.start() if cut else end


def _items(text: str, match: re.Match[str]) -> Places:
    """Where the names of a list stand; nowhere where an "and" may be part of a name."""
    spans = tuple(item.span("item") for item in _ITEM.finditer(text, *match.span("list")))
    names = [text[start:end] for start, end in spans]
    spans = tuple(_team(text, start, end) for start, end in spans)
    halves = any(name in _HALVES for name in names) or any(" of " in name for name in names[:-1])
    one_surname = len(names) == 2 and " " not in names[0] and " " in names[1]
    return () if halves or one_surname else spans


def _resumed(text: str, position: int, end: int) -> int | None:
    resume = _RESUME.search(text, position + 1, min(end, position + 160))
    if resume is None or _TURN.search(text, position, resume.start()):
        return None
    return resume.start()
