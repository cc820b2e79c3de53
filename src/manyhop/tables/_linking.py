"""Which columns and which cells the words of a question may mean."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from manyhop.sources import table_engine
from manyhop.tables._asked import Asked, stem
from manyhop.tables._opening import OpenColumn, OpenTable
from manyhop.tables._query import Filter, Relation

Cover = NDArray[np.float32]

_CANDIDATES = 300  # cells that share letters with the question and are looked at
_FROM_CELLS = 14  # links to cells that a table keeps
_A_COLUMN = 4  # and of them from one column
_LIKE, _SPREAD = 0.30, 0.45  # cosines: what counts as no likeness, and from there to full
_LIKELY_CELL = 0.62  # cosine from which a word may mean a cell it does not name

_SPLIT = re.compile(r"[^\W_]+")
_NEGATING_WORDS = "no not never without missing lack lacks lacking none nobody empty"
_MORE_WORDS = "more over above exceed exceeds exceeded exceeding after since greater higher later"
_LESS_WORDS = "less under below before fewer smaller lower shorter earlier until younger cheaper"
_NEGATING = frozenset(_NEGATING_WORDS.split())
_MORE = frozenset(_MORE_WORDS.split())
_LESS = frozenset(_LESS_WORDS.split())


class ColumnLink(NamedTuple):
    """How well a column fits the question: by letters, by meaning, and which words it covers."""

    column: OpenColumn
    letters: float
    meaning: float
    whole: float
    cover: Cover

    @property
    def score(self) -> float:
        """One figure to order columns by."""
        return max(self.letters, self.meaning) + 0.3 * self.whole


class CellLink(NamedTuple):
    """A condition that some words of the question may mean."""

    filter: Filter
    score: float
    exact: bool
    places: frozenset[int]
    cover: Cover
    sort: str  # cell, holds, number, time, flag, empty, meaning


class Links(NamedTuple):
    """All links of a question into one table; ``title`` is how its name covers the words."""

    table: OpenTable
    columns: list[ColumnLink]
    cells: list[CellLink]
    title: Cover
    meaning: float  # how like the question its name and columns are


def link(asked: Asked, table: OpenTable) -> Links:
    """Link a question to a table.

    Example: ``link(asked, opened(table)).cells[0].filter``
    """
    columns = column_links(asked, table)
    cells = [
        *_named_cells(asked, table),
        *_numbers(asked, table),
        *_times(asked, table),
        *_flags(asked, columns),
        *_meant_cells(asked, table),
    ]
    cells.sort(key=lambda each: -each.score * (1 + 0.1 * len(each.places)))
    meaning = float(_schema_vector(asked, table) @ asked.vector)
    return Links(table, columns, cells[:_FROM_CELLS], _title_cover(asked, table), meaning)


def _schema_vector(asked: Asked, table: OpenTable) -> NDArray[np.float32]:
    if "schema" not in table.joins:
        names = ", ".join(" ".join(column.words) for column in table.columns)
        table.joins["schema"] = asked.encoder.encode([f"{table.source.title}: {names}"[:300]])[0]
    vector: NDArray[np.float32] = table.joins["schema"]
    return vector


# ------------------------------------------------------------------------------------- columns


def column_links(asked: Asked, table: OpenTable) -> list[ColumnLink]:
    """A link for every column, in the order of the table."""
    vectors = _column_vectors(asked, table)
    near = vectors @ asked.gram_vectors.T if len(asked.grams) else np.zeros((len(vectors), 0))
    whole = vectors @ asked.vector
    found = []
    for number, column in enumerate(table.columns):
        letters, cover = _letters(asked, column.words)
        meaning = 0.0
        for gram, cosine in zip(asked.grams, near[number], strict=True):
            like = float(np.clip((cosine - _LIKE) / _SPREAD, 0.0, 1.0))
            meaning = max(meaning, like)
            for place in gram:
                cover[place] = max(cover[place], like)
        found.append(ColumnLink(column, letters, meaning, float(whole[number]), cover))
    return found


def _column_vectors(asked: Asked, table: OpenTable) -> NDArray[np.float32]:
    if "vectors" not in table.joins:
        names = [" ".join(column.words) or column.name for column in table.columns]
        table.joins["vectors"] = asked.encoder.encode(names)
    vectors: NDArray[np.float32] = table.joins["vectors"]
    return vectors


def _letters(asked: Asked, words: Sequence[str]) -> tuple[float, Cover]:
    """The share of a name's words that the question says, and where."""
    cover = np.zeros(len(asked.words), np.float32)
    said = total = 0.0
    for word in words:
        weight = min(len(word), 6)
        best = 0.0
        for place, each in enumerate(asked.words):
            if like := _alike(word, each.stem, each.text):
                cover[place] = max(cover[place], like)
                best = max(best, like * (1.0 if each.telling else 0.5))
        said, total = said + weight * best, total + weight
    return (said / total if total else 0.0), cover


def _alike(word: str, other_stem: str, other: str) -> float:
    mine = stem(word)
    if mine == other_stem:
        return 1.0
    short, long = sorted((mine, other_stem), key=len)
    if len(short) >= 5 and long.startswith(short):
        return 0.8
    if len(word) >= 3 and other.startswith(word) and not word.isdigit():
        return 0.7  # an abbreviated name: temp, dep, mag
    return 0.0


def _title_cover(asked: Asked, table: OpenTable) -> Cover:
    source = table.source
    names = " ".join(
        [source.title, source.caption, source.origin.rsplit("/", 1)[-1], *source.headings]
    )
    words = [word.lower() for word in _SPLIT.findall(names)]
    _, cover = _letters(asked, words)
    for place, each in enumerate(asked.words):
        if each.telling and len(each.text) > 3 and any(each.stem in word for word in words):
            cover[place] = max(cover[place], 0.8)  # "pizza" in "pizzaplace"
    if len(asked.grams):
        if "title" not in table.joins:
            table.joins["title"] = asked.encoder.encode([source.title or names])[0]
        near = asked.gram_vectors @ table.joins["title"]
        for gram, cosine in zip(asked.grams, near, strict=True):
            like = float(np.clip((cosine - _LIKE) / _SPREAD, 0.0, 1.0))
            for place in gram:
                cover[place] = max(cover[place], like)
    return cover


# --------------------------------------------------------------------------------------- cells


def _values_table(table: OpenTable) -> str:
    """The different texts of all text columns, to look words up in."""
    name = f"{table.name}_texts"
    if "texts" not in table.joins:
        columns = [column for column in table.columns if column.sort == "text"]
        parts = [
            f"SELECT {column.number} AS place, {column.text} AS text, count(*) AS n, "
            f"strip_accents(lower({column.text})) AS low FROM {table.name} "
            f"WHERE {column.text} IS NOT NULL AND length({column.text}) < 120 GROUP BY 2"
            for column in columns
            if column.different <= 200_000
        ]
        nothing = "SELECT 0 AS place, '' AS text, 0 AS n, '' AS low WHERE false"
        table_engine().execute(
            f"CREATE OR REPLACE TABLE {name} AS {' UNION ALL '.join(parts) or nothing}"
        )
        table.joins["texts"] = name
    return name


def _named_cells(asked: Asked, table: OpenTable) -> Iterator[CellLink]:
    """Cells, or parts of cells, whose words stand in the question."""
    needles = {
        each.stem if len(each.stem) > 2 else each.text for each in asked.words if each.telling
    }
    needles |= {each.text for each in asked.words if each.telling and len(each.text) > 2}
    if not needles:
        return
    listed = sorted(needles)
    hits = " + ".join(["contains(low, ?)::INT"] * len(listed))
    found = table_engine().execute(
        f"SELECT place, text, n, ({hits}) AS hits FROM {_values_table(table)} "
        f"WHERE hits > 0 ORDER BY hits * 24 - length(text) DESC LIMIT {_CANDIDATES}",
        listed,
    )
    best: dict[int, list[CellLink]] = {}
    parts: dict[tuple[int, frozenset[int]], list[tuple[str, float]]] = {}
    for place, text, _, _ in found.fetchall():
        column = table.columns[place]
        matched = _matched(asked, text)
        if matched is None:
            continue
        share, exact, places, cover = matched
        if share >= 0.999 or (share >= 0.5 and len(places) > 1):
            link = CellLink(Filter(column, "=", text), share, exact, places, cover, "cell")
            best.setdefault(place, []).append(link)
        if share < 0.999:
            parts.setdefault((place, places), []).append((text, share))
    for links in best.values():
        links.sort(key=lambda each: -each.score * (1 + 0.2 * len(each.places)))
        yield from links[:_A_COLUMN]
    yield from _held(asked, table, parts)


def _matched(asked: Asked, text: str) -> tuple[float, bool, frozenset[int], Cover] | None:
    """How much of a cell the question says: the share, whether in a row, and where."""
    words = _SPLIT.findall(text)
    if not words or len(words) > 20:
        return None
    cover = np.zeros(len(asked.words), np.float32)
    places: list[int] = []
    said = total = 0.0
    for word in words:
        lower = word.lower()
        weight = len(word) ** 0.5
        total += weight
        mine = stem(lower)
        like, at = 0.0, -1
        for place, each in enumerate(asked.words):
            if place in places:
                continue
            if each.text == lower:
                this = 1.0
            elif mine == each.stem:
                this = 0.95
            elif min(len(mine), len(each.stem)) >= 5 and (
                mine.startswith(each.stem) or each.stem.startswith(mine)
            ):
                this = 0.75
            else:
                continue
            if this > like:
                like, at = this, place
        if at >= 0:
            places.append(at)
            said += weight * like
            cover[at] = like
    telling = [place for place in places if asked.words[place].telling]
    if not telling:
        return None
    in_a_row = len(places) == len(words) and all(
        after == before + 1 for before, after in pairwise(places)
    )
    return said / total, in_a_row and said > 0.98 * total, frozenset(places), cover


def _held(
    asked: Asked, table: OpenTable, parts: dict[tuple[int, frozenset[int]], list[tuple[str, float]]]
) -> Iterator[CellLink]:
    """Conditions that a cell holds some words: a part of a name, one of several in a cell."""
    kept: dict[int, int] = {}
    order = sorted(parts.items(), key=lambda item: (-len(item[0][1]), -max(s for _, s in item[1])))
    for (number, places), cells in order:
        if kept.get(number, 0) >= 3:
            continue
        run = sorted(places)
        words = [asked.words[place] for place in run if asked.words[place].telling]
        if run[-1] - run[0] != len(run) - 1 or not words:
            words = words[:1] if len(words) == 1 else []
        if not words:
            continue
        kept[number] = kept.get(number, 0) + 1
        phrase = asked.text[words[0].start : words[-1].end]
        cover = np.zeros(len(asked.words), np.float32)
        cover[run] = 0.9
        share = max(score for _, score in cells)
        column = table.columns[number]
        yield CellLink(
            Filter(column, "holds", phrase), 0.35 + 0.5 * share, False, places, cover, "holds"
        )


def _meant_cells(asked: Asked, table: OpenTable) -> Iterator[CellLink]:
    """Cells of columns of few values that mean what a word of the question means."""
    if not len(asked.grams):
        return
    for column in table.columns:
        if column.sort != "text" or not 2 <= column.different <= 40 or not column.few:
            continue
        texts = [text for text, _ in column.few]
        if np.mean([len(text) for text in texts]) > 40:
            continue
        key = f"few{column.number}"
        if key not in table.joins:
            plain = [re.sub(r"[_\W]+", " ", text).strip() or text for text in texts]
            table.joins[key] = asked.encoder.encode(plain)
        near = table.joins[key] @ asked.gram_vectors.T
        for row in np.argsort(-near.max(axis=1))[:2]:
            gram = int(near[row].argmax())
            cosine = float(near[row, gram])
            if cosine < _LIKELY_CELL:
                continue
            cover = np.zeros(len(asked.words), np.float32)
            cover[list(asked.grams[gram])] = min(1.0, cosine)
            places = frozenset(asked.grams[gram])
            chosen = Filter(column, "=", texts[int(row)])
            yield CellLink(chosen, 0.75 * cosine, False, places, cover, "meaning")


def _numbers(asked: Asked, table: OpenTable) -> Iterator[CellLink]:
    """Numbers of the question in columns of numbers: equal, or more or less than that."""
    columns = [column for column in table.columns if column.sort == "number"]
    for named in asked.numbers:
        relation = _relation(asked, named.places)
        cover = _cover(asked, named.places)
        within = [
            column
            for column in columns
            if column.lowest <= named.value <= column.highest or relation != "="
        ]
        if not within:
            continue
        counts = ", ".join(f"count_if({column.value} = {named.value!r})" for column in within)
        query = f"SELECT {counts} FROM {table.name}"
        there = table_engine().execute(query).fetchone() or ()
        for column, number in zip(within, there, strict=True):
            share = 0.9 if column.is_key else 0.7
            if number:
                yield CellLink(
                    Filter(column, "=", named.value), share, True, named.places, cover, "number"
                )
            if relation != "=" and column.lowest <= named.value <= column.highest:
                places = named.places | _near(asked, named.places)
                yield CellLink(
                    Filter(column, relation, named.value),
                    0.75,
                    True,
                    places,
                    _cover(asked, places),
                    "number",
                )


def _relation(asked: Asked, places: frozenset[int]) -> Relation:
    """What the words around a number say of it."""
    before = [each.text for each in asked.words[: min(places)]][-3:]
    after = [each.text for each in asked.words[max(places) + 1 :]][:2]
    if before[-2:] == ["at", "least"] or (after[:1] == ["or"] and {*after} & _MORE):
        return ">="
    if before[-2:] == ["at", "most"] or (after[:1] == ["or"] and {*after} & _LESS):
        return "<="
    if before[-1:] == ["than"]:
        return "<" if {*before} & _LESS else ">"
    if before[-1:] and before[-1] in ("since", "until"):
        return ">=" if before[-1] == "since" else "<="
    if {*before[-1:]} & _MORE:
        return ">"
    return "<" if {*before[-1:]} & _LESS else "="


def _near(asked: Asked, places: frozenset[int]) -> frozenset[int]:
    return frozenset(
        place
        for place in range(max(0, min(places) - 3), min(len(asked.words), max(places) + 3))
        if asked.words[place].text in _MORE | _LESS
    )


def _times(asked: Asked, table: OpenTable) -> Iterator[CellLink]:
    for period in asked.periods:
        relation = _relation(asked, period.places)
        for column in table.columns:
            if column.sort != "date":
                continue
            when = Filter(column, "when", (period.low, period.high))
            if relation in (">", ">="):
                when = Filter(
                    column, "when", (period.high if relation == ">" else period.low, "9999-01-01")
                )
            elif relation in ("<", "<="):
                when = Filter(
                    column, "when", ("0001-01-01", period.low if relation == "<" else period.high)
                )
            places = period.places | (
                _near(asked, period.places) if relation != "=" else frozenset()
            )
            yield CellLink(when, 0.8, True, places, _cover(asked, places), "time")


def _flags(asked: Asked, columns: Sequence[ColumnLink]) -> Iterator[CellLink]:
    """Columns of yes and no that the question names, and empty cells where it says "no"."""
    negated = frozenset(place for place, word in enumerate(asked.words) if word.text in _NEGATING)
    for each in columns:
        column = each.column
        strength = max(each.letters, 0.9 * each.meaning)
        if strength < 0.35:
            continue
        places = frozenset(np.flatnonzero(each.cover > 0.3).tolist())
        is_flag = column.sort == "truth" or (
            column.sort == "number"
            and column.different == 2
            and (column.lowest, column.highest) == (0, 1)
        )
        if is_flag:
            true, false = (True, False) if column.sort == "truth" else (1.0, 0.0)
            yield CellLink(
                Filter(column, "=", true), 0.5 + 0.4 * strength, False, places, each.cover, "flag"
            )
            cover = np.maximum(each.cover, _cover(asked, negated))
            score = (0.5 if negated else 0.3) + 0.3 * strength
            yield CellLink(
                Filter(column, "=", false), score, False, places | negated, cover, "flag"
            )
        elif negated and column.filled < column.table.count:
            cover = np.maximum(each.cover, _cover(asked, negated))
            yield CellLink(
                Filter(column, "is empty"),
                0.3 + 0.4 * strength,
                False,
                places | negated,
                cover,
                "empty",
            )


def _cover(asked: Asked, places: frozenset[int]) -> Cover:
    cover = np.zeros(len(asked.words), np.float32)
    cover[list(places)] = 1.0
    return cover
