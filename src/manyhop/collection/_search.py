"""From a question to hits: look up, fuse, rerank, explain."""

import sqlite3
from collections.abc import Callable
from functools import partial
from typing import Literal

import msgspec

from manyhop.collection._fusion import best_first, fuse
from manyhop.collection._hit import Explanation, Hit
from manyhop.collection._reader import Reader, keys_of, living, records
from manyhop.models import Reranker, TextEncoder, question_kinds
from manyhop.sources import Kind

Mode = Literal["hybrid", "words", "meaning"]

_POOL = 5  # candidates that each index gives for one wanted hit
_AT_LEAST = 50
_RERANKED = 20  # hits that a reranker looks at, or as many as are wanted


class Query(msgspec.Struct, frozen=True):
    """What is asked for: kinds of source, how many, how, and among which ids."""

    question: str
    k: int = 10
    mode: Mode = "hybrid"
    kinds: tuple[Kind, ...] = ()
    within: tuple[str, ...] | None = None
    explain: bool = False


def search(
    reader: Reader,
    database: sqlite3.Connection,
    encoder: TextEncoder,
    reranker: Reranker | None,
    query: Query,
) -> list[Hit]:
    """The best sources for a question, best first, all as of one commit."""
    wanted = max(query.k, _RERANKED) if reranker else query.k
    words, meanings, kinds = _candidates(reader, database, encoder, query, wanted)
    leaning: dict[Kind, float] = {}
    if query.mode == "hybrid":
        if len(set(kinds.values())) > 1:
            leaning = question_kinds(query.question)
        scores = fuse(words, meanings, kinds, leaning)
    else:
        scores = words if query.mode == "words" else meanings
    order = best_first(scores, kinds.keys() & scores.keys(), wanted)
    sources = records(database, order)
    reranked: dict[int, float] = {}
    if reranker:
        passages = [f"{sources[key].title}\n{sources[key].passage}" for key in order]
        reranked = dict(zip(order, reranker.score(query.question, passages), strict=True))
        order = best_first(reranked, order, query.k)
    hits = []
    for key in order:
        explanation = None
        if query.explain:
            explanation = Explanation(
                words=words.get(key, 0.0),
                terms=reader.words.explain(query.question, key),
                meaning=meanings.get(key, 0.0),
                kind=leaning.get(kinds[key], 0.0),
                rerank=reranked.get(key),
            )
        hits.append(Hit(sources[key], reranked.get(key, scores[key]), explanation))
    return hits


Scores = dict[int, float]


def _candidates(
    reader: Reader,
    database: sqlite3.Connection,
    encoder: TextEncoder,
    query: Query,
    wanted: int,
) -> tuple[Scores, Scores, dict[int, Kind]]:
    """BM25 scores, cosines and kinds of the sources worth a look."""
    within = None if query.within is None else keys_of(database, query.within)
    words: Scores = {}
    meanings: Scores = {}
    hybrid = query.mode == "hybrid"
    limit = max(_POOL * wanted, _AT_LEAST) if hybrid else wanted
    vector = encoder.encode([query.question])[0]
    for kinds in _pools(database, query):
        if query.mode != "meaning":
            find = partial(reader.words.search, query.question, kinds=kinds, keys=within)
            words |= _alive(database, limit, find)
        if query.mode != "words" and within is None:
            find = partial(reader.vectors.search, vector, kinds=kinds)
            meanings |= _alive(database, limit, find)
    if query.mode != "words" and within is not None:
        meanings |= reader.vectors.scores_of(within, vector)
    if hybrid:
        words |= reader.words.search(query.question, limit, None, meanings.keys() - words.keys())
        meanings |= reader.vectors.scores_of(words.keys() - meanings.keys(), vector)
    found = living(database, words.keys() | meanings.keys())
    return words, meanings, {k: v for k, v in found.items() if not query.kinds or v in query.kinds}


def _pools(database: sqlite3.Connection, query: Query) -> list[list[Kind] | None]:
    """The kinds to look through together; None means all, which needs no filter.

    For fusion each kind sends its own best, so that none is crowded out before it.
    """
    present = [kind for (kind,) in database.execute("SELECT kind FROM kinds WHERE number > 0")]
    asked = [kind for kind in present if not query.kinds or kind in query.kinds]
    if not asked:
        return []
    if asked == present and (len(present) == 1 or query.mode != "hybrid"):
        return [None]
    return [[kind] for kind in asked] if query.mode == "hybrid" else [asked]


def _alive(database: sqlite3.Connection, limit: int, look_up: Callable[[int], Scores]) -> Scores:
    """Up to ``limit`` existing sources; an index may still know removed ones, so ask on."""
    number = limit
    while True:
        found = look_up(number)
        alive = living(database, found)
        if len(alive) >= limit or len(found) < number:
            return {key: score for key, score in found.items() if key in alive}
        number *= 4
