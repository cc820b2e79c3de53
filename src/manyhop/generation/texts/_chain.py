"""Clause after clause about one subject: "is a 1991 film directed by A and starring B"."""

import re

import msgspec

from manyhop.generation.texts._grammar import DAY, END, ITEM, NAME, YEAR, pattern, words

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


# What may be said after the subject: patterns, by the word that they begin with.

_POSITION = (
    r"(?P<position>(?!(?:the|both|his|her|either)\s)(?:[a-z][a-z-]*\s){0,2}(?:goalkeeper|defender|midfielder|forward|striker|winger"
    r"|(?:centre-|center-|full-|half-)?back|fullback|prop|hooker|lock|flanker|wing|centre|center"
    r"|fly-half|scrum-half|pitcher|catcher|outfielder|infielder|shortstop|baseman|quarterback"
    r"|linebacker|guard|tackle|cornerback|safety|receiver|end|fielder|playmaker|setter|libero"
    r"|spiker|hitter|blocker|goaltender|defenceman|defenseman|swingman|sweeper|batsman|bowler"
    rf"|halfback|punter|kicker)){END}(?!\s?,?\s(?:and|or)\s)"
)
_ROLE = (
    r"(?P<role>(?:[0-9]+(?:st|nd|rd|th)\s)?(?:[A-Z][a-z-]*\s|(?!a\s|an\s)[a-z-]+\s){0,3}?(?:[Pp]resident"
    r"|[Gg]overnor|[Mm]ayor|[Mm]inister|[Ss]ecretary|[Cc]hairman|[Aa]mbassador|[Ss]peaker|[Cc]hancellor"
    r"|[Dd]irector|[Cc]hief\s[Jj]ustice|[Aa]ttorney\s[Gg]eneral|[Bb]ishop|[Aa]rchbishop|[Ss]enator)"
    rf"\s(?:of|for|to)\s(?:the\s)?{NAME}){END}(?!\s(?:and|&)\s)"
)

# A piece in angle brackets is <kind:relation>; a date gives the relation's day and year.
_SOURCES = (
    r"born (?:(?:on|in) )?<date:born>(?: ,)? (?:in|at) <place:born-in>",
    r"born (?:in|at) <place:born-in>(?: ,)? (?:on|in) <date:born>",
    r"born (?:(?:on|in) )?<date:born>",
    r"born (?:and raised )?in <place:born-in>",
    r"died (?:on|in) <date:died>(?: ,)? in <place:died-in>",
    r"died (?:in|at) <place:died-in>(?: ,)? (?:on|in) <date:died>",
    r"died (?:on|in) <date:died>",
    r"died in <place:died-in>",
    r"(?:lives|resides) in <place:lives-in>",
    r"grew up in <place:raised-in>",
    r"raised in <place:raised-in>",
    r"educated at <list:educated-at>",
    r"graduated from <list:educated-at>",
    r"attended <list:educated-at>",
    r"studied (?:[a-z]+ ){0,4}at <list:educated-at>",
    r"married (?:to )?<list:spouse>",
    r"nicknamed <name:nickname>",
    r"(?:located|situated) in <place:located-in>",
    r"lies in <place:located-in>",
    r"(?:north|south|east|west|northeast|northwest|southeast|southwest) of (?:[Dd]owntown )?"
    r"[A-Z]\w*(?: [A-Z]\w*){0,2} ?, in <place:located-in>",
    r"(?:based|headquartered) in <place:based-in>",
    r"named (?:after|for|in honou?r of) <list:named-after>",
    r"capital(?: city)?(?: and (?:the )?largest (?:city|town))? of <place:capital-of>",
    r"county (?:seat|town) of <place:seat-of>",
    r"seat of <place:seat-of>",
    r"tributary of <name:tributary-of>",
    r"flows (?:[a-z]+ ){0,2}into <name:flows-into>",
    r"(?:empties|drains|flows) into <name:flows-into>",
    r"member of <name:member-of>",
    r"members of <name:member-of>",
    r"part of <name:part-of>(?! ?, [A-Z])",
    r"home (?:ground|stadium|arena|venue|field|court) (?:of|to|for) <list:home-of>",
    r"home (?:of|to) <list:home-of>",
    r"(?:plays|play) (?:their|its) home (?:games|matches) (?:at|in) <name:home-ground>",
    r"plays (?:as|at) (?:an? )?<position:position> for (?:[a-z]+ )*<name:plays-for>",
    r"plays (?:as|at) (?:an? )?<position:position>",
    r"plays for (?:[a-z]+ )*<name:plays-for> as (?:an? )?<position:position>",
    r"plays for (?:[a-z]+ )*<name:plays-for>",
    r"(?:plays|competes|play|compete) in <name:plays-in>",
    r"played (?:as|at) (?:an? )?<position:played-position>",
    r"played college (?:[a-z]+ ){1,2}(?:at|for) <name:college>",
    r"played for <list:played-for>",
    r"(?:drafted|selected) by <name:drafted-by>",
    r"signed by <name:signed-by> as an undrafted free agent",
    r"inducted (?:in)?to <name:inducted-into>(?: in <date:inducted>)?",
    r"represented <name:represented> (?:at|in) the",
    r"competed (?:in|at|for [A-Z][a-z]+ (?:in|at)) <name:competed-at>",
    r"won <name:won>(?! (?:for|at|as|with|against|over|by|from|and) )",
    r"served as (?:the )?<role:served-as>",
    r"elected to <name:elected-to>",
    r"known for (?:playing|portraying|(?:his|her) (?:role|portrayal) (?:as|of)) <name:known-role>",
    r"known for (?:the (?:film|song|novel|book|series|album) )?<name:known-for>(?! ?,)",
    r"affiliate of <name:affiliate-of>",
    r"affiliated (?:with|to) <name:affiliate-of>",
    r"subsidiary of <name:owned-by>",
    r"(?:stars|starring) <list:stars>",
    r"(?:aired|airs|broadcast) on <name:aired-on>",
    r"(?:premiered|debuted) on <name:aired-on> (?:on|in) <date:premiered>",
    r"(?:premiered|debuted) (?:on|in) <date:premiered> on <name:aired-on>",
    r"released (?:on|in) <date:released> (?:by|through|via|on) <name:released-by>",
    r"released by <name:released-by>",
    r"from (?:his|her|their|its|the) (?:[a-z-]+ ){0,4}album ?,? <name:from-album>",
    r"based on the (?:[0-9]+ )?(?:[a-z]+ ){0,2}(?:novel|book|play) of the same name by"
    r" <list:based-on-work-by>",
    r"(?:filmed|shot) (?:on location )?in <place:filmed-in>",
    r"held (?:on|in) <date:held> ?,? (?:at|in) <place:held-in>",
    r"held (?:on|in) <date:held>",
    r"held (?:in|at) <place:held-in>",
    r"took place (?:on|in) <date:held> ?,? (?:at|in) <place:held-in>",
    r"took place (?:on|in) <date:held>",
    r"took place (?:in|at) <place:held-in>",
    r"county seat is <place:county-seat>",
    r"capital is <place:capital>",
    r"population (?:is|was|of) <count:population>",
    r"capacity (?:is|was|of) <count:capacity>",
    r"(?:holds|seats) <count:capacity>(?: people| spectators)",
    r"area (?:is|was|of) <measure:area>",
    r"elevation (?:is|was|of) <measure:elevation>",
    r"length (?:is|was|of) <measure:length>",
    r"height (?:is|was|of) <measure:height>",
)
_BY = {
    "directed co-directed": "directed-by",
    "written co-written penned authored": "written-by",
    "produced co-produced": "produced-by",
    "composed": "composed-by",
    "created co-created": "created-by",
    "developed": "developed-by",
    "designed": "designed-by",
    "published": "published-by",
    "hosted co-hosted emceed": "hosted-by",
    "built constructed manufactured": "built-by",
    "edited co-edited": "edited-by",
    "recorded performed": "performed-by",
    "owned": "owned-by",
    "operated": "operated-by",
    "founded co-founded established formed": "founded-by",
    "distributed": "distributed-by",
    "discovered": "discovered-by",
    "portrayed played": "played-by",
    "succeeded": "succeeded-by",
    "coached": "coached-by",
}
_WHEN = {
    "founded established formed": "founded",
    "built constructed erected": "built",
    "completed": "completed",
    "opened inaugurated": "opened",
    "released": "released",
    "published": "published",
    "launched": "launched",
    "incorporated": "incorporated",
    "demolished": "demolished",
    "dissolved": "dissolved",
    "discovered": "discovered",
    "introduced": "introduced",
    "premiered debuted": "premiered",
    "closed": "closed",
}


class Clause(msgspec.Struct, frozen=True):
    """A pattern and the relation that each of its groups gives.

    A pattern with a group ``deeds`` gives one for each verb in it: "written and directed by".
    """

    pattern: re.Pattern[str]
    relations: dict[str, str]


def _by_verb(table: dict[str, str]) -> dict[str, str]:
    return {verb: relation for verbs, relation in table.items() for verb in verbs.split()}


BY = _by_verb(_BY)
WHEN = _by_verb(_WHEN)
_RELATION = re.compile(r"<(\w+):([\w-]+)>")
_FIRST = re.compile(r"\(\?:([\w|-]+)\)|([\w-]+)")


def _deeds(verbs: dict[str, str]) -> str:
    verb = f"(?:{'|'.join(verbs)})"
    return rf"(?P<deeds>{verb}(?:(?:\s?,\s|\s?,?\sand\s){verb}){{0,3}})"


def _clauses() -> dict[str, tuple[Clause, ...]]:
    found: dict[str, list[Clause]] = {}
    both = {verb: verb for verb in WHEN if verb in BY}
    whole = (
        (both, rf"{_deeds(both)} by <list> (?:in|on) <date>"),
        (both, rf"{_deeds(both)} (?:in|on) <date> by <list>"),
        (BY, rf"{_deeds(BY)} by <list>"),
        (WHEN, rf"{_deeds(WHEN)} (?:(?:in|on) )?<date>"),
    )
    for verbs, source in whole:
        clause = Clause(pattern(source), {})
        for verb in verbs:
            found.setdefault(verb, []).append(clause)
    for source in _SOURCES:
        first = _FIRST.match(source)
        assert first
        compiled = pattern(_RELATION.sub(r"<\1>", source), position=_POSITION, role=_ROLE)
        clause = Clause(compiled, dict(_RELATION.findall(source)))
        for word in (first[1] or first[2]).split("|"):
            found.setdefault(word, []).append(clause)
    return {word: tuple(clauses) for word, clauses in found.items()}


CLAUSES = _clauses()
"""The clauses that begin with a word, the fullest first."""
