"""A topic's table as questions speak of it: what it lists, which columns say what of it."""

import re
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property

import msgspec

from manyhop.generation._topic import Thing, Topic
from manyhop.generation.cells._cell_words import folded, tidy
from manyhop.generation.cells._columns import Words, columns_of
from manyhop.generation.cells._moments import Happening, happening
from manyhop.generation.cells._nouns import comes_from_a_land, noun_of
from manyhop.generation.cells._quoted_cells import QuotedCells
from manyhop.generation.cells._sorts import is_generic, listed_noun, sort_of
from manyhop.sources import Snippet, parse_number

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
    r"|class.*|.*\bpick|kw|virtual.*|title|name|player|team|club|.*\bchange|change.*"
    r"|(?:highest|lowest|best|worst)\b.*|(?:.* )?race|decade|issue|volume|chapter|record",
    re.IGNORECASE,
)


_DONE = re.compile(
    r"(?:.* )?(?:(?!s?p?eed|bed|breed|shed)\w+ed|began|built|held|left|born)(?: .*)?|took .*"
)


class Sheet(QuotedCells):
    """What a table lists (``main``), and the words of its other columns.

    Example: ``Sheet(topic).main.noun`` → ``Noun("player", "players")``
    """

    def __init__(self, topic: Topic) -> None:
        if topic.table is None:
            raise ValueError("a sheet needs a topic that has a table")
        super().__init__(topic.table)
        self.topic = topic
        self.title, self.caption = tidy(topic.table.title), tidy(topic.table.caption)
        self.columns = columns_of(self.view)

    @cached_property
    def main(self) -> Words | None:
        """The column whose cells name what the rows are about."""
        best = main_column(self, self.columns, self.things)
        if best is None:
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

    def _is_measure(self, words: Words) -> bool:
        if words.kind == "text" or words.column not in self.view.ordered_columns or words.rank:
            return False
        keys = self.view.keys[words.column]
        texts = [row[words.column] for row in self.view.texts]
        if words.kind == "number" and all(map(_YEAR.fullmatch, filter(None, texts))):
            return False
        filled = sum(key is not None for key in keys)
        return filled >= 0.9 * len(keys) and (
            self._is_timed(words)
            if words.kind == "date"
            else not _NO_QUANTITY.fullmatch(words.noun.one)
        )

    def _is_timed(self, words: Words) -> bool:
        """Whether a column's dates say when something was, and not only which one it was."""
        return bool(self.happening(words)) or words.noun.one.endswith(("year", "date", "season"))

    def _are_people(self, column: int) -> bool:
        """Whether most of what is written about a column's things tells of people."""
        told = [_lives(thing.snippets) for thing in self.topic.column(column)[:8] if thing.snippets]
        return bool(told) and sum(told) > 0.6 * len(told)


def _lives(snippets: Sequence[Snippet]) -> bool:
    return _LIVED.search(snippets[0].text[:300]) is not None


_DISTINCT = 0.55  # share of the rows that a main column must tell apart
_QUOTABLE = 0.6  # share of its cells that questions must be able to quote
_NAMED = frozenset(
    ("person", "candidate", "member", "representative", "senator", "recipient", "contestant")
)
_NO_MAIN = re.compile(
    r"years?|seasons?|dates?|time|Games|score|result|medal|position|rank|period|genre|type"
    r"|status|format|nationality|round|frequency|term|tenure|location|venue|place|runner-up"
    r"|third-place finisher|notability|notes|\w+ served|I[A-Z]+ code|.*\bclass"
)


def main_column(
    cells: QuotedCells, columns: Mapping[int, Words], linked: Collection[tuple[int, int]]
) -> Words | None:
    """The column whose cells name the rows best; None where none does.

    ``linked`` are the cells (row and column) that name things which other sources are about.
    """
    scored = [(_mainness(cells, words, linked), words) for words in _candidates(cells, columns)]
    best = [-0.3 * place + score for place, (score, _) in enumerate(scored) if score]
    kept = [words for score, words in scored if score]
    return kept[best.index(max(best))] if kept else None


def _candidates(cells: QuotedCells, columns: Mapping[int, Words]) -> list[Words]:
    """The first two columns that tell the rows apart; none after one that has no words."""
    found: list[Words] = []
    for column, name in enumerate(cells.view.names):
        words, noun = columns.get(column), noun_of(name)
        called = words.noun.one if words else noun.one if noun else name.lower()
        if cells.view.kinds[column] != "text" or _NO_MAIN.fullmatch(called):
            continue
        if len({folded(row[column]) for row in cells.view.texts}) < _DISTINCT * len(cells):
            continue
        if words is None or len(found) == 2:
            break
        found.append(words)
    return found


def _mainness(cells: QuotedCells, words: Words, linked: Collection[tuple[int, int]]) -> float:
    """How well a column names the rows; 0 where questions can quote too few of its cells."""
    rows = range(len(cells))
    if sum(cells.quotable(row, words.column) for row in rows) < _QUOTABLE * len(rows):
        return 0
    texts = {folded(row[words.column]) for row in cells.view.texts}
    things = sum((row, words.column) in linked for row in rows)
    return (
        (1.5 * len(texts) + 0.5 * things) / len(rows)
        + 0.5 * is_generic(words.noun.one)
        + 0.5 * (words.sort == "player" or words.noun.one in _NAMED)
        + 0.2 * (words.sort != "thing")
    )


_LIST = re.compile(r"(?:ranked )?(?:lists?|index) of (.+)", re.IGNORECASE)
_ASIDE = re.compile(r"\s*\([^()]*\)$")
_AT = re.compile(
    r"\b(?:championships?|games|olympics|paralympics|olympiad|grand prix|festival|awards"
    r"|masters|open|regatta|marathon|universiade|cup final|worlds|convention|(?:\d{3,4}))$",
    re.IGNORECASE,
)
_IN = re.compile(
    r"\b(?:season|draft|league|cup|tournament|election|elections|series|tour|race|war|congress"
    r"|parliament|assembly|bundesliga|division|conference|competition|contest|rally|playoffs"
    r"|premiership|trophy|campaign|legislature|handicap|derby|stakes|classic)$",
    re.IGNORECASE,
)
_CAREER = re.compile(r"\b(filmography|discography|bibliography|videography)\b", re.IGNORECASE)
_PARTICIPANT = re.compile(r"(.+) (?:at|in) the (.+)")
_REGISTER = re.compile(r"(.+?) listings in (.+)")
_YEAR_NAMED = re.compile(r"^(?:[12]\d{3})(?:[-–]\d{2,4})?\b|\b[12]\d{3}(?:[-–]\d{2,4})?$")
_PLAIN = re.compile(r"[^\W\d_][\w'’-]*(?: [\w'’&-]+){0,5}")
_SEVERAL = re.compile(r"\w+(?<!ian)(?<!can)s", re.IGNORECASE)
_SPORT = re.compile(
    r"[A-Z]\w+ing|[A-Z]\w+ [a-z][\w ]+|Athletics|Judo|\w*[Bb]all|Golf|Tennis|Gymnastics"
)
_VAGUE = re.compile(
    r"lists?|results?|overview|tables?|summary|current|history|details|statistics|(?:by )?year"
    r"|by .*|listings?|[a-z]|men|women|ladies|data|entries|notes|examples|other|others|general"
    r"|background|current listings|medal summary|former|awards|honou?rs",
    re.IGNORECASE,
)


def context_of(title: str, caption: str) -> str:
    """The phrase that says which table is meant; "" where there is none that reads well.

    Example: ``context_of("List of museums in Kent", "")`` → ``"in the list of museums in Kent"``
    """
    title, caption = tidy(title), tidy(caption)
    if len(title.split()) > 12:
        return ""
    bare = _ASIDE.sub("", title)
    if match := _CAREER.search(f"{caption} {bare}"):
        kind = match[1].lower()
        owner = re.sub(rf"(?:'s)? {kind}$", "", bare, flags=re.IGNORECASE)
        if _LIST.fullmatch(owner):
            return f"in the list of {_LIST.fullmatch(owner)[1]}"  # type: ignore[index]
        return f"in {owner}'s {kind}" if not owner.endswith("s") else f"in {owner}' {kind}"
    if match := _LIST.fullmatch(title):
        return f"in the list of {match[1]}"
    if match := _REGISTER.fullmatch(bare):
        return f"on the {match[1]} in {match[2]}"
    if re.match(r"[12]\d{3}(?:[-–]\d+)? in ", bare):
        return _generic(bare, caption)
    if (match := _PARTICIPANT.fullmatch(bare)) and _AT.search(bare):
        if _SPORT.fullmatch(match[1]):
            return f"in {match[1].lower()} at the {match[2]}"
        return f"for {match[1]} at the {match[2]}"
    if _AT.search(bare) and (_YEAR_NAMED.search(bare) or not bare[-1].isdigit()):
        return f"at {_the(bare)}"
    if _IN.search(bare) or _YEAR_NAMED.match(bare):
        return f"in {_the(bare)}"
    return _generic(bare, caption)


def _generic(title: str, caption: str) -> str:
    part = _ASIDE.sub("", caption.split(" -- ")[-1].strip())
    if match := _LIST.fullmatch(part):
        return f"in the list of {match[1]}"
    told = " " in part or _SEVERAL.fullmatch(part)
    if told and _PLAIN.fullmatch(part) and not _VAGUE.fullmatch(part) and part != title:
        return f"in the table of {_lowered(part)} for {title}"
    return f"in the table for {title}"


def _the(title: str) -> str:
    return title if re.match(r"(?:the|\w+['’]s) ", title, re.IGNORECASE) else f"the {title}"


def _lowered(part: str) -> str:
    """A caption inside a sentence: its first word small unless it looks like a name."""
    names = sum(word[:1].isupper() for word in part.split())
    named = names > 1 or part[1:2].isupper() or comes_from_a_land(part.split()[0])
    return part if named else part[0].lower() + part[1:]
