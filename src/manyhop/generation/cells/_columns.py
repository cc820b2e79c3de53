"""The columns of a table that have words: their nouns, and what their cells are."""

import re
from collections import Counter

import msgspec

from manyhop.english import plural, singular
from manyhop.generation.cells._cell_words import is_answer, tidy
from manyhop.generation.cells._nouns import Noun, is_counted, noun_of, said_unit
from manyhop.generation.cells._sorts import Sort, sort_of
from manyhop.generation.tables import TableView
from manyhop.sources import ColumnKind, is_rank

_LANDS = re.compile(
    r"Argentina|Australia|Austria|Belgium|Brazil|Bulgaria|Canada|Chile|China|Colombia|Croatia"
    r"|Cuba|Czech Republic|Denmark|Egypt|England|Ethiopia|Finland|France|Germany|Greece|Hungary"
    r"|India|Ireland|Italy|Jamaica|Japan|Kenya|Mexico|Netherlands|New Zealand|Nigeria|Norway"
    r"|Poland|Portugal|Romania|Russia|Scotland|Serbia|Slovakia|Slovenia|South Africa|South Korea"
    r"|Soviet Union|Spain|Sweden|Switzerland|Turkey|Ukraine|United Kingdom|United States|Wales"
)
_TIMES = {
    "winner": "wins",
    "champion": "wins",
    "runner-up": "runner-up finishes",
    "third-place finisher": "third-place finishes",
}


class Words(msgspec.Struct, frozen=True):
    """One column: its place, its noun, and the sort of thing that it names."""

    column: int
    noun: Noun
    sort: Sort
    kind: ColumnKind
    counted: bool
    rank: bool


def columns_of(view: TableView) -> dict[int, Words]:
    """The columns that can be spoken of: headers that are words, cells that are short and filled.

    Example: ``columns_of(view)[2].noun.one`` → ``"length"``
    """
    found: dict[int, Words] = {}
    repeated = Counter(tidy(name).lower() for name in view.names)
    for column, name in enumerate(view.names):
        noun = noun_of(name)
        if noun is None or repeated[tidy(name).lower()] > 1 or not _is_clean(view, column):
            continue
        kind = view.kinds[column]
        if noun.one == "nationality" and _names_lands(view, column):
            noun = Noun("country", "countries")
        if kind == "number":
            noun = _number_noun(view, column, noun)
        elif kind == "text" and is_counted(noun):
            noun = _text_noun(noun)
        counted = kind == "number" and noun.one == noun.many
        rank = kind == "number" and is_rank(noun.one)
        found[column] = Words(column, noun, sort_of(noun.one), kind, counted, rank)
    return _told_apart(found)


def _number_noun(view: TableView, column: int, noun: Noun) -> Noun:
    """What the numbers of a column count: "Halls" are halls, "Winners" of a cup are wins."""
    if noun.one in _TIMES:
        return Noun(_TIMES[noun.one], _TIMES[noun.one])
    plainly = re.search(rf"\b{re.escape(noun.many)}\b", tidy(view.names[column]), re.IGNORECASE)
    whole = all(key is None or key == int(key) for key in view.keys[column])
    return Noun(noun.many, noun.many, noun.unit) if plainly and whole else noun


def _names_lands(view: TableView, column: int) -> bool:
    """Whether a column of nationalities names the lands and not the people."""
    lands = sum(_LANDS.fullmatch(row[column]) is not None for row in view.texts)
    return lands > 0.3 * len(view)


def _is_clean(view: TableView, column: int) -> bool:
    """Whether nearly all cells are filled and short enough to be answers."""
    texts = [row[column] for row in view.texts]
    fine = sum(view.is_filled(row, column) and is_answer(text) for row, text in enumerate(texts))
    return fine >= 0.7 * len(texts) and sum(len(text.split()) for text in texts) <= 5 * len(texts)


def _text_noun(noun: Noun) -> Noun:
    """The noun of a column whose header speaks of several but whose cells are no counts."""
    if noun.one == "games":
        return Noun("Games", "Games")
    one = singular(noun.one)
    return Noun(one, plural(one), noun.unit)


def _told_apart(columns: dict[int, Words]) -> dict[int, Words]:
    """Columns of one noun by their units, "height in feet"; without units only the first stays."""
    taken: set[str] = set()
    kept: dict[int, Words] = {}
    shared = Counter(words.noun.one for words in columns.values())
    for column, words in columns.items():
        noun = words.noun
        if shared[noun.one] > 1 and noun.unit:
            noun = Noun(f"{noun.one} in {said_unit(noun)}", noun.many, noun.unit)
        if noun.one not in taken:
            kept[column] = msgspec.structs.replace(words, noun=noun)
        taken.add(noun.one)
    return kept
