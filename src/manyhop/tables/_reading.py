"""From a question and tables to answers, each a query that was run over all rows."""

import time
from collections.abc import Sequence
from typing import NamedTuple

import duckdb
import numpy as np

from manyhop.models import TextEncoder
from manyhop.sources import Table
from manyhop.tables._asked import Asked
from manyhop.tables._describing import Figures, describe, describe_results
from manyhop.tables._enumerating import Candidate, enumerate_queries
from manyhop.tables._frames import frames
from manyhop.tables._linking import link
from manyhop.tables._opening import opened
from manyhop.tables._query import NOTHING, Result, run
from manyhop.tables._ranking import NoRanking, Ranking, sigmoid

RUN = 32  # queries that are run for a question
_PATIENCE = 1.2  # seconds after which no further query is begun
_MOST = 4_000  # queries that are judged
_ANSWERS = 8


class Tried(NamedTuple):
    """Queries with their figures and what they gave, in the order of judgement before running."""

    asked: Asked
    candidates: list[Candidate]
    figures: Figures
    results: list[Result]


class Reading(NamedTuple):
    """An answer: the query, its result, the logit that it is right, and how far the next is off.

    ``coverage`` is the share of the question's words that the query explains.
    """

    candidate: Candidate
    result: Result
    logit: float
    margin: float
    coverage: float

    @property
    def chance(self) -> float:
        """The chance that it is right."""
        return sigmoid(self.logit)


def read_tables(
    question: str, tables: Sequence[Table], encoder: TextEncoder, ranking: Ranking | None = None
) -> list[Reading]:
    """Different answers to a question, the likeliest first.

    Example: ``read_tables("How many Gentoo penguins are there?", [penguins], encoder)[0].result``
    """
    ranking = ranking or Ranking.load()
    tried = try_queries(question, tables, encoder, ranking)
    if not tried.candidates:
        return []
    scores = ranking.after.score(tried.figures)
    best: dict[tuple[str, ...], tuple[float, int]] = {}
    for place in np.argsort(-scores, kind="stable").tolist():
        result = tried.results[place]
        key = tuple(sorted(value.lower() for value in result.values))
        if result.values and key not in best:
            best[key] = float(scores[place]), place
    found = list(best.values())[:_ANSWERS]
    readings = []
    for rank, (score, place) in enumerate(found):
        others = [other for number, (other, _) in enumerate(found) if number != rank]
        margin = score - max(others, default=score - 2.0)
        candidate = tried.candidates[place]
        coverage = coverage_of(tried.asked, candidate, ranking)
        logit = ranking.calibrated(score, margin, coverage)
        readings.append(Reading(candidate, tried.results[place], logit, margin, coverage))
    return readings


def try_queries(
    question: str,
    tables: Sequence[Table],
    encoder: TextEncoder,
    ranking: Ranking | NoRanking,
    most: int = RUN,
    patience: float = _PATIENCE,
) -> Tried:
    """Enumerate queries, judge them, and run the best."""
    asked = Asked(question, encoder)
    links = [link(asked, opened(table)) for table in tables if table.columns and table.length]
    chances = ranking.chances(asked)
    candidates: list[Candidate] = []
    for frame in frames(links):
        candidates += enumerate_queries(asked, frame, chances)
        if len(candidates) > _MOST:
            break
    if not candidates:
        return Tried(asked, [], np.zeros((0, 0), np.float32), [])
    figures = describe(asked, candidates, chances, ranking.act_cover(asked))
    judged = ranking.judge(figures)
    order = np.argsort(-judged, kind="stable")[:most].tolist()
    results: list[Result] = []
    started = time.thread_time()  # not the clock: a busy machine gives the same answers
    for place in order:
        if time.thread_time() - started > patience:
            break
        results.append(_run(candidates[place]))
    order = order[: len(results)]
    chosen = [candidates[place] for place in order]
    both = np.hstack([figures[order], describe_results(asked, chosen, results, judged[order])])
    return Tried(asked, chosen, both, results)


def coverage_of(asked: Asked, candidate: Candidate, ranking: Ranking | NoRanking) -> float:
    """The share of a question's telling words that a query explains."""
    cover = candidate.frame.title.copy()
    for part in (candidate.select, candidate.of, candidate.less, *candidate.cells):
        if part:
            cover = np.maximum(cover, part.cover)
    acts = ranking.act_cover(asked)
    if candidate.act in acts:
        cover = np.maximum(cover, acts[candidate.act])
    return float(cover @ asked.weights) / (float(asked.weights.sum()) or 1.0)


def _run(candidate: Candidate) -> Result:
    """What a query gives; nothing where values are of sorts that cannot be joined so."""
    try:
        return run(candidate.query)
    except duckdb.Error:
        return NOTHING
