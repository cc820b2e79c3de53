"""What a table says of the things a procedure uses: "the battery for the car key fob".

The procedure says which battery, the table what it costs, where it is sold and on which shelf it
lies; where the procedure says how much of it, and the table what a pack holds, the whole costs as
much as the packs that it takes.
"""

import re
from collections.abc import Iterator, Sequence
from decimal import ROUND_CEILING, Decimal

import msgspec

from manyhop.asking._look import Look
from manyhop.asking._proposal import Proposal
from manyhop.asking._speaking_of import Mention, find_mentions, tokens
from manyhop.collection import question_terms
from manyhop.programs import (
    Arithmetic,
    Compose,
    Known,
    ProcedureQ,
    Program,
    Quantity,
    TableQ,
    Value,
    alike,
    quantity,
)
from manyhop.sources import CellAt, Citation, Number, Procedure, Table, cell_value

ROWS = 2_000  # of a table at most that is gone through
JUDGED = 8  # rows whose mention the reranker judges
_MONEY = re.compile(
    r"\b(?:costs?|prices?|pay|spend|euros?|dollars?|pounds|cheap\w*|expensive|dear\w*|come to)\b|"
    r"\bhow much (?:is|are|do|does|will)\b|[€$£]",
    re.IGNORECASE,
)
_MONEY_HEADER = re.compile(r"\b(?:price|cost|fee|eur|usd|gbp)\b|[€$£]", re.IGNORECASE)
_SOLD = re.compile(r"\b(?:where|shops?|stores?|sells?|sold|buy|bought)\b", re.IGNORECASE)
_SOLD_HEADER = re.compile(r"\b(?:shop|store|seller|supplier|where|vendor)\b", re.IGNORECASE)
_PACK_HEADER = re.compile(r"\b(?:pack\w*|unit|size|quantity|amount|per)\b", re.IGNORECASE)
_SEVERAL = re.compile(r"\b(?:and|both|together|each|plus)\b", re.IGNORECASE)
_CURRENCY = re.compile(r"\b(?:EUR|USD|GBP|CHF)\b|[€$£]")
_NUMBER = (
    r"(?:\d+(?:\.\d+)?(?:\s?/\s?\d+)?|one|two|three|four|five|six|seven|eight|nine|ten|twelve)"
)
_TIMES = re.compile(rf"({_NUMBER})\s*[-x×]\s*(\d+(?:\.\d+)?)\s*([a-z]+)", re.IGNORECASE)
_AHEAD = re.compile(rf"(?<![\d./-])({_NUMBER})\s*-?\s*([a-z]+)?[^\d.;:]{{0,30}}$", re.IGNORECASE)
_BEHIND = re.compile(r"^\w*\s*\((\d+)\)")
_PACK_OF = re.compile(r"\b(?:pack|box|set|bag|packet|dozen) of (\d+)\b", re.IGNORECASE)
_PACK = re.compile(r"^(\d+(?:\.\d+)?)?\s*([a-z]+)", re.IGNORECASE)
_UNITS = """g kg mg oz lb lbs pound pounds ml l cl dl liter liters litre litres quart quarts cup
cups gallon gallons pint pints tsp tbsp teaspoon teaspoons tablespoon tablespoons cm m mm inch
inches ft feet foot yard yards"""
_MEASURES = frozenset(_UNITS.split())


class Row(msgspec.Struct, frozen=True):
    """A row whose name the procedure uses, and how well both suit the question."""

    table: Table
    number: int
    mention: Mention
    asked: float  # share of the name's words in the question
    around: float  # share of the question's words beside the name in the procedure
    judged: float

    @property
    def score(self) -> float:
        """What rows are ordered by."""
        return 2 * self.asked + self.around + self.mention.share + self.judged / 4


def answer_from_rows(
    look: Look, likely: Sequence[tuple[Procedure, dict[str, float]]]
) -> Iterator[Proposal]:
    """Propose cells, amounts and sums of rows that the likeliest procedure uses."""
    for procedure, signs in likely[:1]:
        rows = _rows(look, procedure)
        if not rows:
            continue
        lead = rows[0].score - rows[1].score if len(rows) > 1 else 1.0
        for rank, row in enumerate(rows[:2]):
            known = signs | {
                "in question": row.asked,
                "around": row.around,
                "in procedure": row.mention.share,
                "row judged": row.judged / 4,
                "row lead": lead if rank == 0 else -lead,
            }
            yield from _cells(look, row, known, 2 if rank == 0 else 1)
            yield from _amounts(look, row, known)
        if _SEVERAL.search(look.text) and len(rows) > 1:
            yield from _together(look, rows, signs)


def _rows(look: Look, procedure: Procedure) -> list[Row]:
    own = {token.stem for token in tokens(procedure.title)}
    asked = set(question_terms(look.text)) - own
    found = []
    for table in look.sources("table"):
        if not isinstance(table, Table) or len(table.rows) > ROWS or len(table.columns) < 2:
            continue
        for number, row in enumerate(table.rows):
            name = row[0].text
            if not name or len(name.split()) > 6:
                continue
            mentions = find_mentions(procedure, name, 0.5)
            if mentions:
                best = max(mentions, key=lambda each: each.share + _beside(each, asked))
                stems = set(question_terms(name))
                share = len(stems & asked) / max(len(stems), 1)
                found.append(Row(table, number, best, share, _beside(best, asked), 0.0))
    found = sorted(found, key=lambda row: -row.score)[:JUDGED]
    judged = look.models.reranker.score(look.text, [_told(row) for row in found])
    found = [
        msgspec.structs.replace(row, judged=score) for row, score in zip(found, judged, strict=True)
    ]
    return sorted(found, key=lambda row: -row.score)


def _told(row: Row) -> str:
    name = row.table.rows[row.number][0].text
    return f"{row.mention.procedure.title}\n{name}: {row.mention.sentence}"


def _beside(mention: Mention, asked: set[str]) -> float:
    near = mention.sentence[max(mention.start - 40, 0) : mention.end + 40]
    return len({token.stem for token in tokens(near)} & asked) / max(len(asked), 1)


def _columns(look: Look, table: Table) -> list[tuple[float, int]]:
    """The columns after the first by how well their headers go with the question, best first."""
    headers = [column.name for column in table.columns]
    asked, *vectors = look.models.sentence_encoder.encode([look.text, *headers])
    stems = set(question_terms(look.text))
    scored = []
    for column, header in enumerate(headers):
        score = float(asked @ vectors[column]) + bool(stems & set(question_terms(header)))
        score += bool(_MONEY.search(look.text) and _MONEY_HEADER.search(header))
        score += bool(_SOLD.search(look.text) and _SOLD_HEADER.search(header))
        scored.append((score, column))
    return sorted(scored[1:], key=lambda each: -each[0])


def _program(look: Look, header: str) -> Program:
    return Compose(TableQ(f"{header} of [answer]"), ProcedureQ(look.text))


def _cited(row: Row, column: int) -> tuple[Citation, ...]:
    """The cell, the row's name, and where the procedure has it."""
    table = row.table
    cell, name = table.cite(CellAt(row.number, column)), table.cite(CellAt(row.number, 0))
    return cell, name, row.mention.cite()


def _is_needed(look: Look, row: Row) -> bool:
    """Whether the procedure says what the question and the table do not: which row is meant.

    "How many outings were there in July?" names its row; that a procedure also has the word
    "July" is no evidence, unless the question speaks of what that procedure is for.
    """
    asked = set(question_terms(look.text))
    name = set(question_terms(row.table.rows[row.number][0].text))
    said = {token.stem for token in tokens(f"{row.mention.procedure.title} {row.mention.sentence}")}
    return not name <= asked or bool((asked - name) & said)


def _cells(look: Look, row: Row, signs: dict[str, float], most: int) -> Iterator[Proposal]:
    columns = _columns(look, row.table)
    lead = columns[0][0] - columns[1][0] if len(columns) > 1 else 1.0
    for rank, (score, column) in enumerate(columns[:most]):
        cell = row.table.rows[row.number][column].text
        if cell:
            name, header = row.table.rows[row.number][0].text, row.table.columns[column].name
            cited = _cited(row, column)
            if not _is_needed(look, row):
                cited = cited[:2]
            yield Proposal(
                way="procedure row",
                values=(Value(cell, 1.0, cited, name),),
                program=_program(look, header),
                signs=signs
                | {
                    "column": score,
                    "column lead": lead if rank == 0 else -lead,
                    "number": float(any(map(str.isdigit, cell))),
                },
                sources=(row.table, row.mention.procedure),
                sentence=f"{name}, {header}: {cell}" if header else "",
            )


def _price(row: Row) -> tuple[int, Decimal, str] | None:
    """The column, the number and the currency of what a row costs."""
    for column, each in enumerate(row.table.columns):
        if column and _MONEY_HEADER.search(each.name):
            number = cell_value(row.table, row.number, column)
            if isinstance(number, Number):
                found = _CURRENCY.search(each.name)
                return column, Decimal(repr(number.value)), found[0] if found else number.unit
    return None


def _packs(row: Row) -> tuple[int, str] | None:
    """How many packs the procedure takes, and the words that say how much it needs."""
    mention = row.mention
    needed = _needed(mention)
    if needed is None:
        return None
    amount, told = needed
    held = Quantity(Decimal(1))
    for column, each in enumerate(row.table.columns):
        if column and _PACK_HEADER.search(each.name):
            held = _held(row.table.rows[row.number][column].text)
            break
    ratio = _ratio(amount, held)
    return None if ratio is None else (int(ratio.to_integral_value(ROUND_CEILING)), told)


def _needed(mention: Mention) -> tuple[Quantity, str] | None:
    """The amount before the name, or in brackets after it, with its words."""
    ahead = mention.sentence[max(mention.start - 60, 0) : mention.start]
    if behind := _BEHIND.search(mention.sentence[mention.end :]):
        return Quantity(Decimal(behind[1])), behind[1]
    times = _TIMES.search(ahead)
    if times and (count := quantity(times[1])):
        amount = count.amount * Decimal(times[2])
        return Quantity(amount, times[3].lower()), times[0]
    if (found := _AHEAD.search(ahead)) and (count := quantity(found[1].replace(" ", ""))):
        unit = (found[2] or "").lower()
        kept = unit if unit in _MEASURES else ""
        return Quantity(count.amount, kept), f"{found[1]} {kept}".strip()
    return None


def _held(pack: str) -> Quantity:
    """What one pack holds: "box of 10", "500 g bag", "piece"."""
    if several := _PACK_OF.search(pack):
        return Quantity(Decimal(several[1]))
    found = _PACK.match(pack.strip())
    if not found:
        return Quantity(Decimal(1))
    unit = found[2].lower()
    return Quantity(Decimal(found[1] or 1), unit if unit in _MEASURES else "")


def _ratio(amount: Quantity, held: Quantity) -> Decimal | None:
    def singular(unit: str) -> str:
        return unit.removesuffix("s") if len(unit) > 2 else unit

    if singular(amount.unit) == singular(held.unit):
        return amount.amount / held.amount if held.amount else None
    if amount.unit and held.unit and (same := alike([amount, held])):
        return same[0].amount / same[1].amount if same[1].amount else None
    return None


def _said(total: Decimal, currency: str) -> str:
    return f"{total:.2f} {currency}".strip()


def _amounts(look: Look, row: Row, signs: dict[str, float]) -> Iterator[Proposal]:
    price, packs = _price(row), _packs(row)
    if price is None or packs is None or packs[0] < 2 or not _MONEY.search(look.text):
        return
    column, each, currency = price
    total = _said(each * packs[0], currency)
    name = row.table.rows[row.number][0].text
    yield Proposal(
        way="procedure amount",
        values=(Value(total, 1.0, _cited(row, column), name),),
        program=Arithmetic(
            "product", _program(look, row.table.columns[column].name), Known(str(packs[0]))
        ),
        signs=signs,
        sources=(row.table, row.mention.procedure),
        sentence=f"{name}: {packs[0]} × {each:.2f} = {total}.",
        detail={"needed": packs[1]},
    )


def _together(look: Look, rows: Sequence[Row], signs: dict[str, float]) -> Iterator[Proposal]:
    """What the two best rows cost together."""
    pair = [row for row in rows if _price(row)][:2]
    if len(pair) < 2 or not _MONEY.search(look.text):
        return
    prices = [price for row in pair if (price := _price(row))]
    numbers = [packs[0] if (packs := _packs(row)) else 1 for row in pair]
    cited = tuple(c for row, price in zip(pair, prices, strict=True) for c in _cited(row, price[0]))
    sources = tuple({row.table.id: row.table for row in pair}.values())
    sums = {(1, 1), (numbers[0], numbers[1])}
    for counts in sorted(sums):
        total = sum((p[1] * n for p, n in zip(prices, counts, strict=True)), Decimal(0))
        parts = [f"{n} × {p[1]:.2f}" for p, n in zip(prices, counts, strict=True)]
        header = pair[0].table.columns[prices[0][0]].name
        yield Proposal(
            way="procedure rows together",
            values=(Value(_said(total, prices[0][2]), 1.0, cited),),
            program=Arithmetic("sum", _program(look, header), _program(look, header)),
            signs=signs
            | {
                "in question": min(row.asked for row in pair),
                "in procedure": min(row.mention.share for row in pair),
                "row judged": min(row.judged for row in pair) / 4,
                "next": pair[1].score - rows[2].score if len(rows) > 2 else 1.0,
                "counted": float(counts != (1, 1)),
            },
            sources=(*sources, pair[0].mention.procedure),
            sentence=f"{' + '.join(parts)} = {_said(total, prices[0][2])}.",
        )
