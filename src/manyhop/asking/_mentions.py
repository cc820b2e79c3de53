"""Where notes and tables speak of a picture by its file's name, and how that fits a question."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise

import msgspec

from manyhop.asking._look import Look
from manyhop.asking._picture_questions import PICTURE
from manyhop.collection import question_terms, word_analyzer
from manyhop.sources import AnySource, CellAt, Citation, Snippet, Span, Table

MOST_ROWS = 20_000  # of one table that are looked through
LOOKED_INTO = 8  # sources that may mention a picture
TITLE = 0.6  # weight of a word that stands in the title, not in the line
LIST = 0.8  # weight of a date that says less than the question's

_NAME = re.compile(
    r"\b[\w()-]*\d[\w()-]*\.(?:jpe?g|png|gif|webp|heic)\b|\b(?:IMG|DSC[NF]?|PXL)[_-]?\d+\b", re.I
)
_MONTHS = "january february march april may june july august september october november december"
_MONTH = {
    form: number
    for number, month in enumerate(_MONTHS.split(), start=1)
    for form in (month, month[:3], f"{month[:4]}" if month == "september" else month)
}
_NAMED = rf"(?P<month>{'|'.join(sorted(_MONTH, key=len, reverse=True))})\b\.?"
_DATE = re.compile(
    r"\b(?P<year>\d{4})-(?P<number>\d\d)-(?P<day>\d\d)\b"
    rf"|\b(?:(?P<before>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? )?{_NAMED}"
    r"(?: (?P<after>\d{1,2})(?:st|nd|rd|th)?\b(?!\d))?(?:,? (?P<said>\d{4})\b)?",
    re.IGNORECASE,
)
_RANKS = {"first": "1", "second": "2", "third": "3", "fourth": "4", "fifth": "5"}
_WINNERS = dict.fromkeys(("winner", "winning", "won", "win"), "1")
_SAID_OF_PICTURES = re.compile(
    rf"\b{PICTURE}\b|\b(?:show[ns]?|see|seen|taken|took|photographed|kind|sort|animals?|food|colou?r"
    r"|vehicle|sport|doing|thing|prominent|likes?)\b",
    re.IGNORECASE,
)


class Mention(msgspec.Struct, frozen=True):
    """A row of a table or a stretch of a note that names pictures.

    ``start`` and ``end`` bound the stretch in a snippet's text; ``row`` is the row of a table.
    """

    names: tuple[str, ...]
    source: AnySource
    text: str
    start: int = 0
    end: int = 0
    row: int = -1

    def cite(self) -> Citation:
        """The cell that names the picture, or the stretch of the note."""
        if isinstance(self.source, Table):
            cells = [cell.text for cell in self.source.rows[self.row]]
            column = next((n for n, cell in enumerate(cells) if self.names[0] in cell), 0)
            return self.source.cite(CellAt(self.row, column))
        return self.source.cite(Span(self.start, self.end))


def mentions_of(look: Look, name: str) -> list[Mention]:
    """Where notes and tables name a picture, by its file's name with or without the ending."""
    stem = name.rsplit(".", 1)[0]
    found = []
    for kind in ("table", "snippet"):
        if kind in look.finder.kinds:
            hits = look.finder.find(stem, kind, LOOKED_INTO, quick=True)
            found += [each for hit in hits for each in mentions_in(hit.source)]
    plain = stem.lower()
    return [each for each in found if plain in {stem_of(said) for said in each.names}]


def stem_of(name: str) -> str:
    """A file's name without its ending, in small letters."""
    return name.rsplit(".", 1)[0].lower()


def all_mentions(look: Look) -> list[Mention]:
    """Every mention of any picture in what was found for the question."""
    found = [*look.sources("table"), *look.sources("snippet")]
    return [mention for source in found for mention in mentions_in(source)]


def mentions_in(source: AnySource) -> Iterator[Mention]:
    """The rows or stretches of a source that name pictures."""
    if isinstance(source, Table):
        for number, row in enumerate(source.rows[:MOST_ROWS]):
            names = [name for cell in row for name in _NAME.findall(cell.text)]
            if names:
                cells = " ".join(cell.text for cell in row)
                yield Mention(tuple(names), source, cells, row=number)
    elif isinstance(source, Snippet):
        at = 0
        for line in source.text.split("\n"):
            yield from _stretches(source, line, at)
            at += len(line) + 1


def _stretches(source: Snippet, line: str, at: int) -> Iterator[Mention]:
    """A line with one picture is one stretch; others are cut where the next picture's begins."""
    found = list(_NAME.finditer(line))
    if not found:
        return
    names = tuple(each[0] for each in found)
    lead = line[: found[0].start()].strip(" -*•\t")
    between = [line[a.end() : b.start()] for a, b in pairwise(found)]
    if len(found) == 1 or all(not re.search(r"[A-Za-z]{3}", each) for each in between):
        yield Mention(names, source, line.strip(), at, at + len(line))
        return
    first = not lead  # the picture's name comes before what is said of it
    for place, each in enumerate(found):
        if first:
            start = each.start()
            end = found[place + 1].start() if place + 1 < len(found) else len(line)
        else:
            start, end = (found[place - 1].end() if place else 0), each.end()
        text = line[start:end].strip(" ,;")
        start += line[start:end].find(text)
        yield Mention((each[0],), source, text, at + start, at + start + len(text))


class Fit(msgspec.Struct, frozen=True):
    """A mention with how much of what the question says of it stands there."""

    mention: Mention
    score: float
    share: float


def fitting(question: str, mentions: Sequence[Mention]) -> list[Fit]:
    """The mentions by how much of the question they say: its rare words and its dates.

    Example: ``fitting("What won first prize?", mentions)[0].mention.names``
    """
    asked = terms(_SAID_OF_PICTURES.sub(" ", question), asking=True)
    said = [terms(each.text) for each in mentions]
    sources = {each.source.id: each.source for each in mentions}
    titles = {id: terms(f"{each.title} {each.origin}") for id, each in sources.items()}
    often = Counter(term for each in said for term in each)
    often.update(term for each in titles.values() for term in each)
    worth = {term: math.log(1 + (len(mentions) + 1) / (1 + often[term])) for term in asked}
    total = sum(worth.values()) or 1.0
    fits = []
    for mention, here in zip(mentions, said, strict=True):
        title = titles[mention.source.id]
        score = sum(
            worth[term] * (1.0 if term in here else TITLE if term in title else 0.0)
            for term in asked
        )
        score += LIST * sum(worth[term] for term in asked if _same_day(term, here))
        fits.append(Fit(mention, score, min(score / total, 1.0)))
    return sorted(fits, key=lambda fit: -fit.score)


def _same_day(term: str, here: Iterable[str]) -> bool:
    """Whether a full date is only said in part: "22 Feb" for 22 February 2025."""
    parts = term.split("-")
    full = term.startswith("d") and len(parts) == 3
    return full and term not in here and f"m{parts[1]}-{parts[2]}" in here


@cache
def terms(text: str, *, asking: bool = False) -> frozenset[str]:
    """Stems and dates of a text; dates in one form, however they are written."""
    found: set[str] = set()
    for each in _DATE.finditer(text):
        month = int(each["number"]) if each["number"] else _MONTH[each["month"].lower()]
        day, year = each["day"] or each["before"] or each["after"], each["year"] or each["said"]
        if asking:  # the fullest form counts, once
            found.add(_date_forms(month, day, year)[0])
        else:
            found.update(_date_forms(month, day, year))
    rest = _DATE.sub(" ", text)
    words = question_terms(rest) if asking else word_analyzer().analyze(rest)
    found.update(words)
    plain = text.lower().split()
    ranks = {word: rank for word, rank in _RANKS.items() if word in plain}
    ranks |= {} if ranks else {word: rank for word, rank in _WINNERS.items() if word in plain}
    if asking:
        found -= {stem for word in (*ranks, *_WINNERS) for stem in question_terms(word)}
    return frozenset(found | set(ranks.values()))


def _date_forms(month: int, day: str | None, year: str | None) -> list[str]:
    """A date as fully as it is said, then in parts."""
    forms = []
    if day and year:
        forms.append(f"d{year}-{month:02}-{int(day):02}")
    if day:
        forms.append(f"m{month:02}-{int(day):02}")
    if year:
        forms.append(f"y{year}-{month:02}")
    return [*forms, f"m{month:02}"]
