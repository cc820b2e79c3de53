"""From a question to hits: look up, fuse, rerank, explain."""

import sqlite3
from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec
import numpy as np

from manyhop.collection._gallery import mentioned
from manyhop.collection._reader import Reader, keys_of, records
from manyhop.models import Reranker, TextEncoder, question_kinds, shared_judge
from manyhop.sources import KINDS, AnySource, Kind

# One order out of BM25 scores, cosines and what the question seems to ask for.

# Chosen on WebQA's recovered questions, which no reported figure uses: see
# `python bench/webqa_sources.py --tune`. A guessed kind weighs as much as a perfect word match.
MEANING_WEIGHT = 0.5
KIND_WEIGHT = 1.0
# The chance that a picture shows what is asked for is worth as much as words that all match.
PIXELS_WEIGHT = 1.0


def fuse(
    words: Mapping[int, float],
    meanings: Mapping[int, float],
    kinds: Mapping[int, Kind],
    leaning: Mapping[Kind, float],
    pixels: Mapping[int, float] | None = None,
) -> dict[int, float]:
    """A score for every key: its BM25 as a share of the best, its cosine, its kind's chance, and
    the chance that a picture shows what the question says.

    Shares make questions comparable whatever the length of the question; the kind's chance lets a
    short caption stand up to a long text when the question asks for something to be seen.
    Example: ``fuse({1: 8.0, 2: 4.0}, {1: 0.2, 2: 0.6}, kinds, {})`` → ``{1: 1.1, 2: 0.8}``
    """
    best = max(words.values(), default=0.0) or 1.0
    seen = pixels or {}
    return {
        key: words.get(key, 0.0) / best
        + MEANING_WEIGHT * meanings.get(key, 0.0)
        + KIND_WEIGHT * leaning.get(kind, 0.0)
        + PIXELS_WEIGHT * seen.get(key, 0.0)
        for key, kind in kinds.items()
    }


def leaning(picture: float) -> dict[Kind, float]:
    """How far a question leans to each kind, from the chance that it asks for a picture.

    Only pictures are set apart: texts, tables and procedures often hold the same answer, and which
    one does is better told by their words.
    """
    return {kind: picture if kind == "image" else 1 - picture for kind in KINDS}


def best_first(scores: Mapping[int, float]) -> list[int]:
    """Keys by score; ties go to the older source, so that an order is always the same."""
    return sorted(scores, key=lambda key: (-scores[key], key))


# What a search gives back.


class Explanation(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a source stands where it stands.

    ``words`` is its BM25 score with what each term of the question gave; ``meaning`` the cosine of
    its vector with the question's; ``kind`` how far the question seems to ask for its kind of
    source; ``pixels`` the chance that a picture shows what the question says; ``rerank`` the
    reranker's score where one was used.
    """

    words: float = 0.0
    terms: dict[str, float] = msgspec.field(default_factory=dict)
    meaning: float = 0.0
    kind: float = 0.0
    pixels: float = 0.0
    rerank: float | None = None


class Hit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A source that was found, and its score: higher is better, in one search only."""

    source: AnySource
    score: float
    explanation: Explanation | None = None


Mode = Literal["hybrid", "words", "meaning"]

_NAMED = 3.0  # in place of a chance, for a picture whose file is named: above all others
_POOL = 3  # candidates that each index gives for one wanted hit
_AT_LEAST = 30
_TIES = 10  # an index breaks ties by chance: with a few more hits we break them by age
_RERANKED = 20  # hits that a reranker looks at, or as many as are wanted


class Query(msgspec.Struct, frozen=True):
    """What is asked for: how many, how, of which kinds, among which ids."""

    question: str
    k: int = 10
    mode: Mode = "hybrid"
    kinds: tuple[Kind, ...] = ()
    within: tuple[str, ...] | None = None
    explain: bool = False


class Candidates(msgspec.Struct):
    """Keys with what is known of them: BM25, cosine, kind, and the scores that follow.

    Where a kind has more sources than were asked for, ``least_words`` bounds the BM25 of the rest.
    """

    words: dict[int, float] = msgspec.field(default_factory=dict)
    meanings: dict[int, float] = msgspec.field(default_factory=dict)
    kinds: dict[int, Kind] = msgspec.field(default_factory=dict)
    least_words: dict[Kind, float] = msgspec.field(default_factory=dict)
    leaning: dict[Kind, float] = msgspec.field(default_factory=dict)
    pixels: dict[int, float] = msgspec.field(default_factory=dict)
    scores: dict[int, float] = msgspec.field(default_factory=dict)


def search(
    reader: Reader,
    database: sqlite3.Connection,
    encoder: TextEncoder,
    reranker: Reranker | None,
    query: Query,
) -> list[Hit]:
    """The best sources for a question, best first, all as of one commit."""
    wanted = max(query.k, _RERANKED) if reranker else query.k
    limit = max(_POOL * wanted, _AT_LEAST) if query.mode == "hybrid" else wanted + _TIES
    while True:
        candidates = _candidates(reader, database, encoder, query, limit)
        found = _existing(database, best_first(candidates.scores), wanted)
        # An index may still know removed sources: when these use up the answer, ask for more.
        if len(found) >= min(wanted, len(candidates.scores)) or len(candidates.scores) < limit:
            break
        limit *= 4
    reranked: dict[int, float] = {}
    if reranker:
        passages = [source.gist(query.question) for source in found.values()]
        scores = reranker.score(query.question, passages)
        reranked = dict(zip(found, scores, strict=True))
        found = {key: found[key] for key in best_first(reranked)[: query.k]}
    return [
        Hit(
            source,
            reranked.get(key, candidates.scores[key]),
            _explanation(reader, query, candidates, key, reranked.get(key)),
        )
        for key, source in found.items()
    ]


def _candidates(
    reader: Reader, database: sqlite3.Connection, encoder: TextEncoder, query: Query, limit: int
) -> Candidates:
    found = Candidates()
    within = None if query.within is None else keys_of(database, query.within)
    vector = None if query.mode == "words" else encoder.encode([query.question])[0]
    for kinds, kind in _pools(database, query):
        words: dict[int, float] = {}
        meanings: dict[int, float] = {}
        if query.mode != "meaning":
            words = reader.words.search(query.question, limit, kinds, within)
        if vector is not None:
            meanings = reader.vectors.search(vector, limit, kinds, within)
        if words and vector is not None:
            meanings |= reader.vectors.scores_of(words.keys() - meanings.keys(), vector)
        if kind == "image" and query.mode == "hybrid" and vector is not None:
            found.pixels = _seen(
                reader, database, query.question, limit, words.keys() | meanings.keys(), within
            )
            meanings |= reader.vectors.scores_of(found.pixels.keys() - meanings.keys(), vector)
        if len(words) == limit:
            found.least_words[kind] = min(words.values())
        found.words |= words
        found.meanings |= meanings
        found.kinds |= dict.fromkeys(words.keys() | meanings.keys(), kind)
    if query.mode != "hybrid":
        found.scores = found.words | found.meanings
        return found
    if len(set(found.kinds.values())) > 1:
        found.leaning = leaning(question_kinds(query.question)["image"])
    found.scores = fuse(found.words, found.meanings, found.kinds, found.leaning, found.pixels)
    unsure = _unsure(found, limit // _POOL)
    if unsure:
        found.words |= reader.words.search(query.question, len(unsure), None, unsure)
        found.scores = fuse(found.words, found.meanings, found.kinds, found.leaning, found.pixels)
    return found


def _seen(
    reader: Reader,
    database: sqlite3.Connection,
    question: str,
    limit: int,
    known: Iterable[int],
    within: Iterable[int] | None,
) -> dict[int, float]:
    """The chances that pictures show what a question says: of the likeliest, and of those known."""
    gallery = reader.gallery(database)
    if not gallery.ids:
        return {}
    odds = shared_judge().odds(question, gallery.glances)
    chances = dict(zip(gallery.keys, (1 / (1 + np.exp(-odds))).tolist(), strict=True))
    if within is not None:
        chances = {key: chances[key] for key in within if key in chances}
    chances |= dict.fromkeys(set(mentioned(database, question)) & chances.keys(), _NAMED)
    best = sorted(chances, key=lambda key: -chances[key])[:limit]
    return {key: chances[key] for key in (*best, *known) if key in chances}


def _unsure(found: Candidates, k: int) -> list[int]:
    """Keys found by meaning alone whose BM25, at most that of the last in the pool, would count."""
    missing = [
        key
        for key in found.kinds
        if key not in found.words and found.kinds[key] in found.least_words
    ]
    if not missing:
        return []
    best = max(found.words.values())
    bar = sorted(found.scores.values(), reverse=True)[:k][-1]
    return [
        key
        for key in missing
        if found.scores[key] + found.least_words[found.kinds[key]] / best >= bar
    ]


def _pools(database: sqlite3.Connection, query: Query) -> list[tuple[list[Kind] | None, Kind]]:
    """The kinds to look through, one by one: each sends its own best, so none is crowded out.

    Where there is only one kind, no filter (None) is faster than one that lets all pass.
    """
    present = [kind for (kind,) in database.execute("SELECT kind FROM kinds WHERE number > 0")]
    return [
        (None if len(present) == 1 else [kind], kind)
        for kind in present
        if not query.kinds or kind in query.kinds
    ]


def _existing(database: sqlite3.Connection, order: list[int], wanted: int) -> dict[int, AnySource]:
    """The first sources of an order that exist in this commit."""
    found: dict[int, AnySource] = {}
    for start in range(0, len(order), max(wanted, 1)):
        keys = order[start : start + wanted]
        sources = records(database, keys)
        found |= {key: sources[key] for key in keys if key in sources}
        if len(found) >= wanted:
            break
    return dict(list(found.items())[:wanted])


def _explanation(
    reader: Reader, query: Query, candidates: Candidates, key: int, rerank: float | None
) -> Explanation | None:
    if not query.explain:
        return None
    return Explanation(
        words=candidates.words.get(key, 0.0),
        terms=reader.words.explain(query.question, key),
        meaning=candidates.meanings.get(key, 0.0),
        kind=candidates.leaning.get(candidates.kinds[key], 0.0),
        pixels=candidates.pixels.get(key, 0.0),
        rerank=rerank,
    )
