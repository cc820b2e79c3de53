"""Cells that the words of a question name, say otherwise, or mean."""

import re
from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from manyhop.sources import table_engine
from manyhop.tables._asked import Asked, stem
from manyhop.tables._conditions import CellLink, Cover
from manyhop.tables._opening import OpenTable
from manyhop.tables._query import Filter

_CANDIDATES = 300  # cells that share letters with the question and are looked at
_A_COLUMN = 4  # links to cells of one column
_LIKELY_CELL = 0.62  # cosine from which a word may mean a cell it does not name
_SAID_OTHERWISE = 0.85  # how sure a cell is that says by another name what the question says

_CODE = 4  # letters of a code at most
_LISTED = 0.9  # and one that lists it among others

_BETWEEN = re.compile(r"[,;/|&]")
_SPLIT = re.compile(r"[^\W_]+")


def cell_links(asked: Asked, table: OpenTable) -> Iterator[CellLink]:
    """Conditions on cells of texts that the question names.

    Example: ``next(cell_links(asked, opened(table))).filter``
    """
    yield from _named_cells(asked, table)
    yield from _same_cells(asked, table)


def _same_cells(asked: Asked, table: OpenTable) -> Iterator[CellLink]:
    """Cells that say it by another name: an adjective's nation, a code, a flag's letter."""
    wanted: dict[str, frozenset[int]] = {}
    for places, forms in asked.otherwise:
        for form in forms:
            if len(places) > len(wanted.get(form, ())):
                wanted[form] = places
    if not wanted:
        return
    listed = sorted(wanted)
    found = table_engine().execute(
        f"SELECT place, text, low, n FROM {_values_table(table)} "
        f"WHERE low IN ({', '.join('?' * len(listed))}) LIMIT {_CANDIDATES}",
        listed,
    )
    for place, text, low, _ in found.fetchall():
        column = table.columns[place]
        if len(low) == 1 and column.different > 12:
            continue
        cover = np.zeros(len(asked.words), np.float32)
        cover[list(wanted[low])] = 0.95
        link = Filter(column, "=", text)
        yield CellLink(link, _SAID_OTHERWISE, True, wanted[low], cover, "same")


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
        if matched is None or _is_code_only(asked, text, matched[2]):
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


def _is_code_only(asked: Asked, text: str, places: frozenset[int]) -> bool:
    """Whether a cell is a code that a small word of the question only happens to spell."""
    if not (text.isupper() and text.isalpha() and len(text) <= _CODE):
        return False
    return not any(asked.text[asked.words[place].start].isupper() for place in places)


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
        listed = sum(_lists(text, phrase) for text, _ in cells) > 0.5 * len(cells)
        score = _LISTED if listed else 0.35 + 0.5 * share
        chosen = Filter(table.columns[number], "holds", phrase)
        yield CellLink(chosen, score, listed, places, cover, "holds")


def _lists(text: str, phrase: str) -> bool:
    """Whether a cell is a list, and the phrase one of its members."""
    members = [member.strip().lower() for member in _BETWEEN.split(text)]
    return len(members) > 1 and phrase.lower() in members


def meant_cells(asked: Asked, table: OpenTable) -> Iterator[CellLink]:
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
