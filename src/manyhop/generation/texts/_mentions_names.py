"""The names that a topic's table has: of things with pages, and of others."""

import re

import msgspec

from manyhop.english import plural
from manyhop.generation._topic import Topic
from manyhop.generation.cells._comparing import sheet_of
from manyhop.generation.linking import beside, key_of, name_in
from manyhop.generation.linking._naming import is_proper, words_in
from manyhop.generation.texts._grammar import NATIONALITIES, words
from manyhop.sources import CellAt, Snippet, Table

_LONG = 7  # letters of a name of one word
_CAPITALISED = re.compile(r"\b[A-ZÀ-Þ][\w'’-]*")


class ColumnName(msgspec.Struct, frozen=True):
    """A name in a column of the table.

    ``key`` is that of the thing, or of the name itself after "=" where no page is about it;
    ``beside`` are the keys of the table's title and of other names in its row.
    """

    text: str
    key: str
    column: int
    beside: tuple[str, ...] = ()


class Called(msgspec.Struct, frozen=True):
    """What one and several of a column's things are called, and of what sort they are.

    ``where`` says in which table they are: "in the list of museums in Kent".
    """

    noun: str
    nouns: str
    sort: str
    where: str = ""

    @property
    def person(self) -> bool:
        """Whether they are people."""
        return self.sort in {"person", "player"}


def names_of(topic: Topic) -> dict[str, ColumnName]:
    """The names in a topic's table, by their text.

    Example: ``names_of(topic)["Michele Soavi"].key`` → ``"=michele soavi"``
    """
    if topic.table is None:
        return {}
    keys = {(cell.row, cell.column): thing for thing in topic.things for cell in thing.cells}
    found: dict[str, ColumnName] = {}
    for at, row in enumerate(topic.table.rows):
        for column, cell in enumerate(row):
            thing = keys.get((at, column))
            text = thing.name if thing else name_in(cell.text)
            if text and text not in found and (thing or _is_name(text)):
                key = thing.key if thing else f"={key_of(text)}"
                found[text] = ColumnName(text, key, column, _beside(topic.table, at, column, key))
    return found


def called(topic: Topic, column: int) -> Called | None:
    """What the things of a column are called.

    Example: ``called(topic, 0)`` → actor, actors, and that they are people
    """
    sheet = sheet_of(topic)
    if sheet is None or sheet.main is None:
        return None
    words = sheet.main if sheet.main.column == column else sheet.columns.get(column)
    if words is None or words.kind != "text":
        return None
    one = words.noun.one.removesuffix(" title")
    many = words.noun.many if one == words.noun.one else plural(one)
    return Called(one, many, words.sort, sheet.context)


def _beside(table: Table, row: int, column: int, key: str) -> tuple[str, ...]:
    others = map(key_of, beside(table, CellAt(row, column)))
    return tuple(other for other in others if " " in other and other not in key)


def _is_name(text: str) -> bool:
    """Whether a text names one thing: two words with capitals, or a long one; no number."""
    words = len(_CAPITALISED.findall(text))
    long = words == 1 and len(text) >= _LONG and text not in NATIONALITIES
    return is_proper(text) and '"' not in text and (words > 1 or long)


_SETTLED = words("city town village municipality state country nation province")
_PEOPLE_OR_TEAMS = words("champion winner runner-up opponent competitor")
_WORK = (
    "films?|movies?|series|shows?|songs?|singles?|albums?|novels?|books?|games?|sitcoms?|musicals?"
    "|documentary|documentaries|plays?|episodes?|soundtracks?|tracks?"
)
_NAMED_AS_WORK = re.compile(
    rf"(?:[\"“‘]|\b(?:{_WORK})(?:\s?,?\s(?:including|such\sas|like|titled|called))?\s)$"
)
_DATED = re.compile(r"\s?\((?:[^()]{0,30}\s)?(?:1[89]|20)[0-9]{2}")


def means(name: ColumnName, what: Called, snippet: Snippet, at: int) -> bool:
    """Whether the name at this place of a snippet's text is that of the column's thing.

    People are known by two words, and so are places that have pages; works must be marked as such,
    by quotes, a year, or a word before the title. Of anything else the text must also say what
    stands beside it in the table.
    """
    several = " " in name.text.removeprefix("The ")
    noun = what.noun.rpartition(" ")[2]
    if what.person and noun not in _PEOPLE_OR_TEAMS:
        return several
    if noun in _SETTLED or (what.sort == "place" and several and not name.key.startswith("=")):
        return True
    if what.sort == "work":
        before = snippet.text[max(0, at - 30) : at]
        after = snippet.text[at + len(name.text) : at + len(name.text) + 40]
        return bool(_NAMED_AS_WORK.search(before) or _DATED.match(after))
    text = f" {' '.join(words_in(key_of(f'{snippet.title} . {snippet.text}')))} "
    return any(f" {' '.join(words_in(other))} " in text for other in name.beside)
