"""How likely an answer is to be right: a logistic regression over what is known of it.

The weights were fitted on HybridQA's training tables with their linked passages and on SQuAD's
training articles, a third of the questions without the sources that hold the answer:
`training/confidence.py`.
"""

import math
from collections.abc import Mapping, Sequence

from manyhop.answering._attempt import Attempt
from manyhop.answering._evidence import coverage
from manyhop.answering._fitting import fits
from manyhop.sources import AnySource, CellAt

WEIGHTS = (-0.74, 1.00, 0.34, 0.50, 0.0, 0.20, 0.30, -0.30)
LEAST = 0.25  # an answer that is less likely to be right is not given
_EDGE = 0.01  # no chance is taken to be nearer to 0 or 1


def confidence_of(question: str, attempt: Attempt, sources: Mapping[str, AnySource]) -> float:
    """The chance that the best value of an attempt is right, 0..1.

    Example: ``confidence_of("When did it open?", attempt, hops.sources)``
    """
    values = attempt.outcome.values
    if not values:
        return 0.0
    cited = {citation.source_id for citation in values[0].citations}
    texts = [sources[id].searchable for id in cited if id in sources]
    known = features(question, attempt, coverage(question, texts))
    return _chance(sum(w * f for w, f in zip(WEIGHTS, known, strict=True)))


def features(question: str, attempt: Attempt, covered: float) -> Sequence[float]:
    """What the weights weigh; ``covered`` is how far the cited sources speak of the question.

    In turn: always 1, the value's and the plan's log-odds, coverage, the lead over the second
    value, whether the value is of the kind that is asked for, whether it took several hops, and
    whether it is a table's.
    """
    values = attempt.outcome.values
    best, second = values[0], values[1].score if len(values) > 1 else 0.0
    cells = [isinstance(citation.place, CellAt) for citation in best.citations[:1]]
    return (
        1.0,
        _log_odds(best.score),
        _log_odds(attempt.plan.chance),
        covered,
        best.score - second,
        float(fits(question, best.text)),
        float(len(attempt.outcome.hops) > 1),
        float(any(cells)),
    )


def _log_odds(chance: float) -> float:
    kept = min(max(chance, _EDGE), 1 - _EDGE)
    return math.log(kept / (1 - kept))


def _chance(log_odds: float) -> float:
    return 1 / (1 + math.exp(-log_odds))
