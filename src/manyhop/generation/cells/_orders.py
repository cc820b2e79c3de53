"""More and less, earlier and later: the words for the order of a column's values."""

import re
from typing import Literal

from manyhop.english import singular
from manyhop.generation.cells._cell_words import indefinite
from manyhop.generation.cells._columns import Words
from manyhop.generation.cells._sayings import (
    Saying,
    amount,
    are,
    be,
    has,
    have,
    is_bare_date,
    is_person,
    listed,
    who,
)
from manyhop.generation.cells._sheet import Sheet

Bound = Literal["more", "less", "from", "to"]

# (nouns of columns, sorts or nouns that are so, most, more, least, less)
_ADJECTIVES = tuple(
    (re.compile(nouns), re.compile(mains), degrees.split("|"))
    for nouns, mains, degrees in (
        (
            r"(?:total |main )?(?:length|span)|main span",
            r"place|bridge|river|tunnel|road|route|thing|railway",
            "longest|longer|shortest|shorter",
        ),
        (r"duration|running time|runtime|length", r"work", "longest|longer|shortest|shorter"),
        (r"height", r"person|player|place|building|thing", "tallest|taller|shortest|shorter"),
        (r"elevation|altitude|summit", r"place|mountain", "highest|higher|lowest|lower"),
        (r"(?:\w+ )?weight|mass", r"person|player|thing", "heaviest|heavier|lightest|lighter"),
        (r"age", r"person|player", "oldest|older|youngest|younger"),
        (r"(?:maximum |max )?depth", r"place|thing", "deepest|deeper|shallowest|shallower"),
        (r"(?:top |maximum )?speed", r"thing|player", "fastest|faster|slowest|slower"),
        (r"cost|price", r"thing|work|place", "most expensive|more expensive|cheapest|cheaper"),
        (r"width", r"thing|place", "widest|wider|narrowest|narrower"),
    )
)
_LARGE = re.compile(
    r"(?:.* )?(?:area|population|capacity|enrollment|enrolment|attendance|budget|tonnage|size|fleet"
    r"|displacement|revenue|volume|worth|gross|electorate|majority|length|width|turnout|fee|share"
    r"|weight|catchment|catchment area|mass|membership|seating|household)",
)
_LONG = re.compile(r"(?:.* )?(?:duration|time|runtime|length|span|distance)")
_VERBS = tuple(
    (re.compile(rf"(?:.* )?(?:{nouns})"), verb, base)
    for nouns, verb, base in (
        (r"points|goals|runs|tries|touchdowns", "scored", "score"),
        (r"medals|titles|championships|trophies|awards|wins|seats", "won", "win"),
        (r"votes|nominations", "received", "receive"),
        (r"games played|games|matches|caps", "played", "play"),
        (r"laps", "completed", "complete"),
        (r"assists|rebounds|steals|appearances|poles|podiums", "recorded", "record"),
    )
)


def did(sheet: Sheet, words: Words) -> tuple[str, str, str]:
    """What one and several of the table's things do with an amount, and the verb after "did"."""
    if is_person(sheet) or (sheet.main and sheet.main.sort == "team"):
        for nouns, verb, base in _VERBS:
            if nouns.fullmatch(words.noun.many):
                if verb == "won" and words.noun.many.endswith("wins"):
                    break
                if verb == "played" and words.noun.many == "games played":
                    break
                return verb, verb, base
    return has(sheet), have(sheet), "have"


def extreme(sheet: Sheet, words: Words, high: bool) -> Saying:
    """That a thing has the highest or lowest value of a column.

    Example: ``extreme(sheet, length, high=True).short`` → ``"longest {noun}"``
    """
    main = listed(sheet)
    if words.kind == "date":
        return _latest(sheet, words, high)
    if words.counted:
        most = f"the {'most' if high else 'fewest'} {words.noun.many}"
        one, many, _ = did(sheet, words)
        return Saying(
            f"with {most}" if one == "had" or one == "has" else f"{who(sheet)} {one} {most}",
            f"{one} {most}",
            f"{many} {most}",
            reduced=one in {"had", "has"},
            loose=True,
        )
    noun = words.noun.one
    if degrees := degrees_of(noun.split(" in ")[0], main):
        best = degrees[0 if high else 2]
        return Saying(
            relative=f"{who(sheet)} {be(sheet)} the {best}",
            one=f"{be(sheet)} the {best}",
            many=f"{are(sheet)} the {best}",
            short=f"the {best} {{noun}}",
            loose=True,
        )
    sizes = ("largest", "smallest") if _LARGE.fullmatch(noun) else ("highest", "lowest")
    if re.match(r"(?:highest|lowest|best|worst|maximum|minimum|average|max|min)\b", noun):
        sizes = ("highest", "lowest")
    most = f"the {sizes[not high]} {noun}"
    return Saying(
        f"with {most}", f"{has(sheet)} {most}", f"{have(sheet)} {most}", reduced=True, loose=True
    )


def bound(sheet: Sheet, words: Words, relation: Bound, text: str) -> Saying:
    """That a thing's value lies above or below another.

    Example: ``bound(sheet, opened, "less", "1937").relative`` → ``"that opened before 1937"``
    """
    if words.kind == "date":
        return _beyond(sheet, words, relation, text)
    value = amount(text, words)
    than = {"more": "more than", "less": "less than", "from": "at least", "to": "at most"}[relation]
    if words.counted:
        than = "fewer than" if relation == "less" else than
        thing = f"{than} {value} {singular(words.noun.one) if value == '1' else words.noun.many}"
        one, many, _ = did(sheet, words)
        plain = one in {"had", "has"}
        return Saying(
            f"with {thing}" if plain else f"{who(sheet)} {one} {thing}",
            f"{one} {thing}",
            f"{many} {thing}",
            reduced=plain,
            loose=True,
        )
    main = listed(sheet)
    degrees = degrees_of(words.noun.one, main)
    if degrees and relation in {"more", "less"} and words.noun.one != "age":
        more = f"{degrees[1 if relation == 'more' else 3]} than {value}"
        if "expensive" not in more and "cheap" not in more:
            return Saying(
                more, f"{be(sheet)} {more}", f"{are(sheet)} {more}", reduced=True, loose=True
            )
    if words.noun.one == "age":
        years = {
            "more": f"older than {value}",
            "less": f"younger than {value}",
            "from": f"aged {value} or over",
            "to": f"aged {value} or under",
        }[relation]
        return Saying(
            years, f"{be(sheet)} {years}", f"{are(sheet)} {years}", reduced=True, loose=True
        )
    thing = f"{indefinite(words.noun.one)} of {than} {value}"
    return Saying(
        f"with {thing}", f"{has(sheet)} {thing}", f"{have(sheet)} {thing}", reduced=True, loose=True
    )


def better(sheet: Sheet, words: Words, high: bool) -> tuple[str, ...]:
    """Questions which of two things has the higher or lower value, with {a} and {b} for them."""
    main = listed(sheet)
    noun = main.noun.one
    asks = ("Who", f"Which {noun}") if is_person(sheet) else (f"Which {noun}", "Which")
    if words.noun.one in {"person"} or noun == "person":
        asks = ("Who", "Which person")
    more = _more(sheet, words, high)
    return tuple(f"{ask} {more}, {{a}} or {{b}}?" for ask in asks)


def better_of(sheet: Sheet, words: Words, high: bool) -> tuple[str, ...]:
    """The same with the two things first."""
    which = "who" if is_person(sheet) else "which"
    more = _more(sheet, words, high)
    return f"Between {{a}} and {{b}}, {which} {more}?", f"Of {{a}} and {{b}}, {which} {more}?"


def comparative(sheet: Sheet, words: Words, high: bool) -> str:
    """The word for the higher or lower of two values: "longer", "earlier", "more goals"."""
    main = listed(sheet)
    if words.kind == "date":
        return "later" if high else "earlier"
    if words.counted:
        return f"{'more' if high else 'fewer'} {words.noun.many}"
    if degrees := degrees_of(words.noun.one.split(" in ")[0], main):
        return degrees[1 if high else 3]
    return greater(words.noun.one, high)


def _more(sheet: Sheet, words: Words, high: bool) -> str:
    main = listed(sheet)
    if words.kind == "date":
        found = sheet.happening(words)
        when = "later" if high else "earlier"
        if found is None and not is_bare_date(words):
            return f"{has(sheet)} the {when} {words.noun.one}"
        if found is None:
            if main.sort == "work":
                return f"{be(sheet)} from {indefinite(f'{when} {words.noun.one}')}"
            return f"{be(sheet)} listed for {indefinite(f'{when} {words.noun.one}')}"
        return f"{found.one} {when}"
    if words.counted:
        return f"{did(sheet, words)[0]} {comparative(sheet, words, high)}"
    if degrees := degrees_of(words.noun.one.split(" in ")[0], main):
        return f"{be(sheet)} {degrees[1 if high else 3]}"
    return f"{has(sheet)} the {greater(words.noun.one, high)} {words.noun.one}"


def greater(noun: str, high: bool) -> str:
    """The word for more or less of a measure: "larger" of areas, "higher" of prices."""
    if _LONG.fullmatch(noun):
        return "longer" if high else "shorter"
    if _LARGE.fullmatch(noun):
        return "larger" if high else "smaller"
    return "higher" if high else "lower"


def degrees_of(noun: str, main: Words) -> list[str] | None:
    """The adjective of a measure in its degrees: longest, longer, shortest, shorter."""
    for nouns, mains, degrees in _ADJECTIVES:
        if nouns.fullmatch(noun) and (mains.fullmatch(main.sort) or mains.fullmatch(main.noun.one)):
            return degrees
    return None


def _latest(sheet: Sheet, words: Words, high: bool) -> Saying:
    found = sheet.happening(words)
    if found is None and not is_bare_date(words):
        most = f"the {'most recent' if high else 'earliest'} {words.noun.one}"
        return Saying(
            f"with {most}",
            f"{has(sheet)} {most}",
            f"{have(sheet)} {most}",
            reduced=True,
            loose=True,
        )
    if found is None:
        most = "most recent" if high else "earliest"
        return Saying(
            relative=f"{who(sheet)} {be(sheet)} the {most}",
            one=f"{be(sheet)} the {most}",
            many=f"{are(sheet)} the {most}",
            short=f"the {most} {{noun}}",
            loose=True,
        )
    when = "most recently" if high else "first"
    if found.past in {"born", "died"}:
        when = "last" if high else "first"
    if found.past.startswith(("first", "made")):
        when = "most recently" if high else "earliest"
    return Saying(
        relative=f"{who(sheet)} {found.one} {when}",
        one=f"{found.one} {when}",
        many=f"{found.many} {when}",
        loose=True,
    )


def _beyond(sheet: Sheet, words: Words, relation: Bound, text: str) -> Saying:
    word = {"more": "after", "less": "before", "from": "in or after", "to": "in or before"}[
        relation
    ]
    found = sheet.happening(words)
    if found is None and not is_bare_date(words):
        thing = f"{indefinite(words.noun.one)} {word} {text}"
        return Saying(
            f"with {thing}",
            f"{has(sheet)} {thing}",
            f"{have(sheet)} {thing}",
            reduced=True,
            loose=True,
        )
    if found is None:
        listing = f"listed for {indefinite(words.noun.one)} {word} {text}"
        return Saying(
            listing, f"{be(sheet)} {listing}", f"{are(sheet)} {listing}", reduced=True, loose=True
        )
    return Saying(
        relative=f"{found.relative.replace('{who}', who(sheet))} {word} {text}",
        one=f"{found.one} {word} {text}",
        many=f"{found.many} {word} {text}",
        reduced=not found.base,
        loose=True,
    )
