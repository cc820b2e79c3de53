"""A topic's table as questions speak of it: what it lists, which columns say what of it."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cached_property, lru_cache

import msgspec

from manyhop.generation._topic import Thing, Topic
from manyhop.generation.cells._cell_words import called, folded, is_answer, is_quotable, tidy
from manyhop.generation.cells._context import context_of
from manyhop.generation.cells._moments import Happening, happening
from manyhop.generation.cells._nouns import Noun, is_counted, noun_of, plural, said_unit, singular
from manyhop.generation.cells._sorts import Sort, is_generic, listed_noun, sort_of
from manyhop.generation.tables import TableView, view_of
from manyhop.sources import Snippet, Table, is_rank, parse_number

_VIEWS = 1_024  # tables whose cells stay read

_LIVED = re.compile(
    r"\b(?:born|né|née)\b|\((?:[^()]* )?"
    r"(?:\d{1,2} [A-Z][a-z]+,? \d{4}|[A-Z][a-z]+ \d{1,2} ?, \d{4})\s*[-–—]"
    r"|\((?:c\. ?)?1\d{3} ?[-–—] ?1\d{3}\)"
)
_YEAR = re.compile(r"\b(?:1[0-9]\d\d|20[0-2]\d)\b")
_PAST_HEADER = re.compile(
    r"\b(?:result|score|medal|winner|champion|year|season|date|votes|opponent|runner-up|points|pos"
    r"|position|rank|time|role|draft|pick|class year|lap|constructor)\b",
    re.IGNORECASE,
)
_NO_QUANTITY = re.compile(
    r"district|type|frequency|channel|route|postcode.*|zip.*|day|month|week|round|draft.*"
    r"|season|series|episode|stage|group|heat|lane|grade|jersey.*|squad.*|shirt.*|car|model"
    r"|.*\bcode|.*\bnumber|ward|pick.*|date|time|start|grid|seed|result|event|level|tier|term|year"
    r"|class.*|.*\bpick|kw|virtual.*|title|name|player|team|club|.*\bchange|change.*|(?:highest|lowest|best|worst)\b.*|(?:.* )?race|issue|volume|chapter|record",
    re.IGNORECASE,
)


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
_DONE = re.compile(
    r"(?:.* )?(?:(?!s?p?eed|bed|breed|shed)\w+ed|began|built|held|left|born)(?: .*)?|took .*"
)
_NO_MAIN = re.compile(
    r"years?|seasons?|dates?|time|Games|score|result|medal|position|rank|period|genre|type|status|format"
    r"|nationality|round|frequency|term|tenure|location|venue|place|runner-up|third-place finisher"
    r"|notability|notes|I[A-Z]+ code|.*\bclass"
)


class Words(msgspec.Struct, frozen=True):
    """One column: its place, its noun, and the sort of thing that it names."""

    column: int
    noun: Noun
    sort: Sort
    kind: str
    counted: bool
    rank: bool


@lru_cache(maxsize=_VIEWS)
def view_for(table: Table) -> TableView:
    """The view of a table, kept for the next question over it."""
    return view_of(table)


class Sheet:
    """What a table lists (``main``), and the words of its other columns.

    Example: ``Sheet(topic).main.noun`` → ``Noun("player", "players")``
    """

    def __init__(self, topic: Topic) -> None:
        if topic.table is None:
            raise ValueError("a sheet needs a topic that has a table")
        self.topic, self.table = topic, topic.table
        self.view = view_for(topic.table)
        self.title, self.caption = tidy(topic.table.title), tidy(topic.table.caption)
        self.columns = self._columns()

    def __len__(self) -> int:
        return len(self.view)

    @cached_property
    def main(self) -> Words | None:
        """The column whose cells name what the rows are about."""
        best = max(self._candidates(), key=self._mainness, default=None)
        if best is None or self._mainness(best) <= 0:
            return None
        headers = [words.noun.one for words in self.columns.values()]
        people = self._are_people(best.column)
        noun = listed_noun(best.noun, self.title, self.caption, headers, people)
        if noun is None:
            return None
        sort = sort_of(noun.one)
        if people and sort not in {"person", "player"}:
            sort = "person"
        return msgspec.structs.replace(best, noun=noun, sort=sort)

    @cached_property
    def others(self) -> list[Words]:
        """All columns with words but the main one."""
        return [
            words
            for column, words in self.columns.items()
            if self.main and column != self.main.column and self._says_something(words)
        ]

    def _says_something(self, words: Words) -> bool:
        """Whether a column says of the listed things what its noun says of them."""
        person = self.main is not None and self.main.sort in {"person", "player"}
        noun = words.noun.one
        if is_generic(noun) or (noun in {"medal", "Games"} and not person):
            return False
        if noun == "date" and self.main is not None and self.main.noun.one == "opponent":
            return False
        if _DONE.fullmatch(noun) and noun != "city served":
            return words.kind == "date" and self.happening(words) is not None
        if noun in {"episode", "appearance"} and words.kind == "text":
            return False
        occasion = {"date", "place", "time", "duration"}
        return noun not in occasion or not person or words.kind == "number"

    def happening(self, words: Words) -> Happening | None:
        """What happened to the listed things at a column's dates, where its noun says it."""
        if self.main is None:
            return None
        return happening(words.noun.one, self.main.noun.one, self.main.sort)

    def has_bare_figures(self, words: Words) -> bool:
        """Whether a column's cells leave the unit to the header."""
        numbers = (parse_number(row[words.column]) for row in self.view.texts[:8])
        return not any(number and number.unit for number in numbers)

    @cached_property
    def measures(self) -> list[Words]:
        """The number and date columns whose order means something."""
        return [words for words in self.others if self._is_measure(words)]

    @cached_property
    def past(self) -> bool:
        """Whether the table tells of what has been: "was", not "is"."""
        if _YEAR.search(f"{self.title} {self.caption}"):
            return True
        if self.main and self.main.sort == "place":
            return False
        if self.main and self.main.sort in {"player", "work", "event"}:
            return True
        return any(_PAST_HEADER.search(column.name) for column in self.table.columns)

    @cached_property
    def star(self) -> str:
        """Whose works the table lists, where the title names a person who played in them."""
        name = re.sub(
            r"\s*\([^)]*\)| (?:on screen|filmography)$|(?:'s|') filmography$", "", self.title
        )
        roles = any(words.noun.one in {"role", "character"} for words in self.columns.values())
        words = name.split()
        named = 1 < len(words) < 5 and all(word[0].isupper() for word in words)
        return name if roles and named and not re.search(r"\d|:|\bList\b|'s ", name) else ""

    @cached_property
    def context(self) -> str:
        """The phrase that says which table is meant."""
        return context_of(self.title, self.caption)

    @cached_property
    def things(self) -> dict[tuple[int, int], list[Thing]]:
        """The things in each cell."""
        found: dict[tuple[int, int], list[Thing]] = {}
        for thing in self.topic.things:
            for cell in thing.cells:
                found.setdefault((cell.row, cell.column), []).append(thing)
        return found

    def thing_at(self, row: int, column: int) -> Thing | None:
        """The thing that a cell names; none where it names several or only mentions one."""
        found = self.things.get((row, column), [])
        text = folded(self.view.text(row, column))
        same = [thing for thing in found if folded(thing.name) == text]
        if len(same) == 1:
            return same[0]
        return found[0] if len(found) == 1 and len(text) < 2 * len(found[0].name) + 4 else None

    def says(self, row: int, column: int) -> str:
        """A cell's text in the spelling of a sentence."""
        return called(self.view.text(row, column))

    def quotable(self, row: int, column: int) -> bool:
        """Whether a question may quote a cell, and quoting it means the rows that say the same."""
        text = self.view.text(row, column)
        if not self.view.is_filled(row, column) or not is_quotable(called(text)):
            return False
        if text == self.view.names[column]:
            return False
        return len(self._called[column].get(folded(text), ())) == 1

    def names_row(self, row: int, column: int) -> bool:
        """Whether a cell names its row and no other."""
        return (
            self.quotable(row, column)
            and len(self.view.rows_saying(column, self.view.text(row, column))) == 1
        )

    def repeats(self, column: int) -> list[int]:
        """The first row of each text that a column can be asked by."""
        return self._first_rows[column]

    @cached_property
    def _first_rows(self) -> dict[int, list[int]]:
        first: dict[int, list[int]] = {}
        for column in self.columns:
            seen: set[str] = set()
            rows = first.setdefault(column, [])
            for row in range(len(self.view)):
                text = self.view.text(row, column).lower()
                if text not in seen and self.quotable(row, column):
                    rows.append(row)
                seen.add(text)
        return first

    @cached_property
    def _called(self) -> list[dict[str, set[str]]]:
        """By column, the different texts that are called the same."""
        found: list[dict[str, set[str]]] = [{} for _ in self.view.names]
        for row in self.view.texts:
            for column, text in enumerate(row):
                found[column].setdefault(folded(text), set()).add(text.lower())
        return found

    def _columns(self) -> dict[int, Words]:
        found: dict[int, Words] = {}
        repeated = Counter(tidy(name).lower() for name in self.view.names)
        for column, name in enumerate(self.view.names):
            noun = noun_of(name)
            if noun is None or repeated[tidy(name).lower()] > 1 or not self._is_clean(column):
                continue
            kind = self.view.kinds[column]
            if noun.one == "nationality" and self._names_lands(column):
                noun = Noun("country", "countries")
            rank = kind != "date" and is_rank(noun.one) and kind == "number"
            if kind == "number":
                noun = self._number_noun(column, noun)
            counted = kind == "number" and noun.one == noun.many
            if kind == "text" and is_counted(noun):
                noun = _text_noun(noun)
            found[column] = Words(column, noun, sort_of(noun.one), kind, counted, rank)
        return _told_apart(found)

    def _number_noun(self, column: int, noun: Noun) -> Noun:
        """What the numbers of a column count: "Halls" are halls, "Winners" of a cup are wins."""
        if noun.one in _TIMES:
            return Noun(_TIMES[noun.one], _TIMES[noun.one])
        plainly = called(self.view.names[column]).lower().endswith(noun.many.lower())
        whole = all(key is None or key == int(key) for key in self.view.keys[column])
        return Noun(noun.many, noun.many, noun.unit) if plainly and whole else noun

    def _names_lands(self, column: int) -> bool:
        """Whether a column of nationalities names the lands and not the people."""
        texts = [row[column] for row in self.view.texts]
        return sum(_LANDS.fullmatch(text) is not None for text in texts) > 0.3 * len(texts)

    def _is_clean(self, column: int) -> bool:
        """Whether nearly all cells are filled and short enough to be answers."""
        texts = [row[column] for row in self.view.texts]
        fine = sum(
            self.view.is_filled(row, column) and is_answer(text) for row, text in enumerate(texts)
        )
        words = sum(len(text.split()) for text in texts)
        return fine >= 0.7 * len(texts) and words <= 5 * len(texts)

    def _candidates(self) -> list[Words]:
        """The first two columns that tell the rows apart; none if the first has no words."""
        found: list[Words] = []
        for column, name in enumerate(self.view.names):
            words = self.columns.get(column)
            noun = words.noun.one if words else (noun_of(name) or Noun(name.lower(), "")).one
            if self.view.kinds[column] != "text" or _NO_MAIN.fullmatch(noun):
                continue
            texts = {folded(row[column]) for row in self.view.texts}
            if len(texts) < 0.55 * len(self.view):
                continue
            if words is None:
                return found
            found.append(words)
            if len(found) == 2:
                break
        return found

    def _mainness(self, words: Words) -> float:
        if words.kind != "text" or _NO_MAIN.fullmatch(words.noun.one):
            return 0
        rows = len(self.view)
        texts = {folded(row[words.column]) for row in self.view.texts}
        quotable = sum(self.quotable(row, words.column) for row in range(rows)) / rows
        things = sum((row, words.column) in self.things for row in range(rows)) / rows
        if quotable < 0.6 or len(texts) < 0.55 * rows:
            return 0
        named = is_generic(words.noun.one) or words.noun.one.startswith("name ")
        person = words.sort in {"person", "player"}
        return (
            1.5 * len(texts) / rows
            + 0.5 * things
            + 0.5 * named
            + 0.5 * person
            + 0.2 * (words.sort != "thing")
            - 0.3 * sum(other.kind == "text" for other in self._before(words))
        )

    def _before(self, words: Words) -> list[Words]:
        return [
            other
            for column, other in self.columns.items()
            if column < words.column and not _NO_MAIN.fullmatch(other.noun.one)
        ]

    def _is_measure(self, words: Words) -> bool:
        if words.kind == "text" or words.column not in self.view.ordered_columns or words.rank:
            return False
        keys = self.view.keys[words.column]
        texts = [row[words.column] for row in self.view.texts]
        if words.kind == "number" and all(map(_YEAR.fullmatch, filter(None, texts))):
            return False
        filled = sum(key is not None for key in keys)
        return filled >= 0.9 * len(keys) and (
            words.kind == "date" or not _NO_QUANTITY.fullmatch(words.noun.one)
        )

    def _are_people(self, column: int) -> bool:
        """Whether most of what is written about a column's things tells of people."""
        told = [_lives(thing.snippets) for thing in self.topic.column(column)[:8] if thing.snippets]
        return bool(told) and sum(told) > 0.6 * len(told)


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


def _lives(snippets: Sequence[Snippet]) -> bool:
    return _LIVED.search(snippets[0].text[:300]) is not None
