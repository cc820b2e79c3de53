"""What a large reader is shown: numbered passages, and where in them its answer stands."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from manyhop.asking._gathered import Text, gather_texts
from manyhop.asking._look import Look
from manyhop.asking._passages import UNITS, Unit, judge_units
from manyhop.collection import question_terms
from manyhop.readers import sentences, step_text
from manyhop.sources import AnySource, CellAt, Citation, Place, Procedure, Span, StepAt, Table

LETTERS = 2600  # of all passages together: about 600 tokens
_LONGEST = 900  # letters of one text
_TEXTS = 6
_PROCEDURE = 1400  # letters of a procedure that is shown whole
_CELLS = 48  # of a table that is shown whole
_WORD = re.compile(r"[^\W_]+(?:[.,]\d+)*")


class Piece(NamedTuple):
    """Words of a passage that stand at one place; a span of a text counts from ``start``."""

    text: str
    place: Place | None = None
    start: int = 0


class Passage(NamedTuple):
    """A source as it is shown: a heading, its words, and the pieces that these are made of."""

    source: AnySource
    heading: str
    body: str
    pieces: tuple[Piece, ...]
    rank: int

    def __str__(self) -> str:
        return f"{self.heading}\n{self.body}" if self.heading else self.body

    def cite(self, piece: Piece, start: int, end: int) -> Citation:
        """The words of a piece from ``start`` to ``end`` as a place in the source."""
        if isinstance(piece.place, CellAt):
            return self.source.cite(piece.place)
        span = Span(piece.start + start, piece.start + end)
        if isinstance(piece.place, StepAt):
            return self.source.cite(StepAt(piece.place.step, span))
        return self.source.cite(span)


class Support(NamedTuple):
    """Where an answer stands: what share of its words is there, and whether word for word."""

    share: float
    verbatim: bool
    citation: Citation
    passage: Passage


def shown_passages(look: Look) -> list[Passage]:
    """The best texts, the best procedure and small tables whole, as many as there is room for."""
    found: list[Passage] = []
    texts = gather_texts(look)
    units = judge_units(look, texts[:UNITS]) if texts else []
    whole = _whole_procedure(look)
    if whole:
        texts = [each for each in texts if each.source.id != whole.source.id]
    for rank, text in enumerate(texts[:_TEXTS]):
        start, end = _window(text, units)
        place = None if text.step is None else StepAt(text.step)
        heading = " › ".join(line for line in text.context.splitlines() if line.strip())
        piece = Piece(text.text[start:end], place, start)
        found.append(Passage(text.source, heading, piece.text, (piece,), rank))
    tables = [source for source in look.sources("table")[:3] if isinstance(source, Table)]
    small = [_small_table(table, rank) for rank, table in enumerate(tables[:2]) if _small(table)]
    order = [*found[:2], *([whole] if whole else []), *small[:1], *found[2:], *small[1:]]
    kept: list[Passage] = []
    room = LETTERS
    for passage in order:
        room -= len(str(passage))
        if room < 0 and kept:
            break
        kept.append(passage._replace(rank=len(kept)))
    return kept


def supported(answer: str, passages: Sequence[Passage], preferred: int | None) -> Support | None:
    """Where an answer stands, the named passage first; nothing where hardly a word of it does."""
    order = sorted(range(len(passages)), key=lambda number: number != preferred)
    for number in order:
        for piece in passages[number].pieces:
            if match := _verbatim(answer, piece.text):
                cited = passages[number].cite(piece, *match)
                return Support(1.0, True, cited, passages[number])
    best: Support | None = None
    for number in order:
        found = _overlapping(answer, passages[number])
        if found and (best is None or found.share > best.share + 0.2):
            best = found
    return best


def _verbatim(answer: str, text: str) -> tuple[int, int] | None:
    words = _WORD.findall(answer)
    if not words:
        return None
    pattern = r"[\W_]+".join(map(re.escape, words))
    found = re.search(rf"(?<![^\W_]){pattern}(?![^\W_])", text, re.IGNORECASE)
    return found.span() if found else None


def _overlapping(answer: str, passage: Passage) -> Support | None:
    """The sentence that shares most with an answer, and the share that the whole passage has."""
    wanted = set(question_terms(answer, 2_000)) or {word.lower() for word in _WORD.findall(answer)}
    if not wanted:
        return None
    there = set(question_terms(str(passage), 10_000))
    share = len(wanted & there) / len(wanted)
    best: tuple[float, Piece, Span] | None = None
    for piece in passage.pieces:
        for span in sentences(piece.text) or [Span(0, len(piece.text))]:
            said = set(question_terms(piece.text[span.start : span.end], 5_000))
            worth = len(wanted & said) - 0.02 * len(said)
            if span.end > span.start and (best is None or worth > best[0]):
                best = worth, piece, span
    if best is None:
        return None
    _, piece, span = best
    return Support(share, False, passage.cite(piece, span.start, span.end), passage)


def _window(text: Text, units: Sequence[Unit]) -> tuple[int, int]:
    """All of a short text; of a long one the sentences around the best."""
    if len(text.text) <= _LONGEST:
        return 0, len(text.text)
    spans = sentences(text.text)
    best = next((unit.span.start for unit in units if unit.text is text), 0)
    first = last = next((n for n, span in enumerate(spans) if span.start == best), 0)
    while True:
        size = spans[last].end - spans[first].start
        if last + 1 < len(spans) and size + _length(spans[last + 1]) <= _LONGEST:
            last += 1
        elif first and size + _length(spans[first - 1]) <= _LONGEST:
            first -= 1
        else:
            return spans[first].start, min(spans[last].end, spans[first].start + _LONGEST)


def _length(span: Span) -> int:
    return span.end - span.start


def _whole_procedure(look: Look) -> Passage | None:
    for source in look.sources("procedure")[:1]:
        if isinstance(source, Procedure) and source.steps:
            body = "\n".join(
                f"{number + 1}. {step_text(source, number)}"
                for number, _ in enumerate(source.steps)
            )
            pieces = tuple(
                Piece(step.text, StepAt(number))
                for number, step in enumerate(source.steps)
                if step.text.strip()
            )
            if len(body) <= _PROCEDURE:
                return Passage(source, source.title, body, pieces, 0)
    return None


def _small(table: Table) -> bool:
    return table.whole is None and 0 < len(table.rows) * len(table.columns) <= _CELLS


def _small_table(table: Table, rank: int) -> Passage:
    names = " | ".join(column.name for column in table.columns)
    body = "\n".join(" | ".join(cell.text for cell in row) for row in table.rows)
    heading = f"Table {table.title}: {names}"
    return Passage(table, heading, body, tuple(_table_pieces(table)), rank)


def _table_pieces(table: Table) -> Iterator[Piece]:
    for row, cells in enumerate(table.rows):
        for column, cell in enumerate(cells):
            if cell.text.strip():
                yield Piece(cell.text, CellAt(row, column))
