"""What may be said after the subject: patterns, by the word that they begin with."""

import re

import msgspec

from manyhop.generation.texts._grammar import END, NAME, pattern

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
