"""From a question and tables to answers, each a query that was run over all rows."""

import math
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
from manyhop.tables._linking import Links, link, link_by_meaning
from manyhop.tables._opening import opened
from manyhop.tables._query import NOTHING, Result, run
from manyhop.tables._ranking import NoRanking, Ranking, sigmoid, signs_of

RUN = 32  # queries that are run for a question
_PATIENCE = 1.2  # seconds after which no further query is begun
_MOST = 4_000  # queries that are judged
_ANSWERS = 8
TABLES = 8  # that queries are made for
_WORTH = np.array([3.0, 1.0, 1.0, 0.5, 1.5, 1.5])  # of a table's links, for the order of tables


class Tried(NamedTuple):
    """Queries with their figures and what they gave, in the order of judgement before running."""

    asked: Asked
    candidates: list[Candidate]
    figures: Figures
    results: list[Result]


class Reading(NamedTuple):
    """An answer: the query, its result, the logit that it is right, and how far the next is off.

    ``share`` is what all queries with this value have of the chances, ``signs`` more by name.
    """

    candidate: Candidate
    result: Result
    logit: float
    margin: float
    share: float
    signs: dict[str, float]

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
    scores = ranking.judge_results(tried.figures)
    readings = []
    for place, margin, share in different(scores, [result.values for result in tried.results]):
        figures = tried.figures[place]
        logit = ranking.calibrated(float(scores[place]), margin, share, figures)
        reading = Reading(
            tried.candidates[place], tried.results[place], logit, margin, share, signs_of(figures)
        )
        readings.append(reading)
    return readings[:_ANSWERS]


def different(
    scores: Figures, answers: Sequence[tuple[str, ...]]
) -> list[tuple[int, float, float]]:
    """The best query of each answer, best first: its place, how far it leads over the best of the
    others, and what its answer has of all chances.
    """
    best: dict[tuple[str, ...], int] = {}
    mass: dict[tuple[str, ...], float] = {}
    top = float(scores.max()) if len(scores) else 0.0
    for place in np.argsort(-scores, kind="stable").tolist():
        if answers[place]:
            key = tuple(sorted(value.lower() for value in answers[place]))
            best.setdefault(key, place)
            mass[key] = mass.get(key, 0.0) + math.exp(float(scores[place]) - top)
    total = sum(mass.values()) or 1.0
    order = list(best.values())
    found = []
    for key, place in best.items():
        other = next((each for each in order if each != place), None)
        margin = 3.0 if other is None else float(scores[place] - scores[other])
        found.append((place, margin, mass[key] / total))
    return found


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
    linked = [link(asked, opened(table)) for table in tables if table.columns and table.length]
    links = [link_by_meaning(asked, each) for each in telling(asked, linked)]
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


def telling(asked: Asked, links: Sequence[Links]) -> list[Links]:
    """The tables that the question is linked to best, by its words and by their search rank."""
    total = float(asked.weights.sum()) or 1.0

    def worth(rank: int, each: Links) -> float:
        columns = max((column.score for column in each.columns), default=0.0)
        cells = max(
            (cell.score * float(cell.cover @ asked.weights) for cell in each.cells), default=0.0
        )
        cover = each.title.copy()
        for cell in each.cells:
            cover = np.maximum(cover, cell.score * cell.cover)
        for column in each.columns:
            cover = np.maximum(cover, 0.8 * column.cover)
        return float(
            np.array(
                [
                    float(cover @ asked.weights) / total,
                    float(each.title @ asked.weights) / total,
                    cells / total,
                    columns,
                    each.meaning,
                    1 / (1 + rank / 3),
                ]
            )
            @ _WORTH
        )

    order = sorted(range(len(links)), key=lambda rank: -worth(rank, links[rank]))
    return [links[rank] for rank in order[:TABLES]]


def _run(candidate: Candidate) -> Result:
    """What a query gives; nothing where values are of sorts that cannot be joined so."""
    try:
        return run(candidate.query)
    except duckdb.Error:
        return NOTHING
