"""How likely an answer is to be right: a logistic regression over what is known of it.

The weights were fitted on tables of HybridQA with their linked passages and on articles of SQuAD
that no reader learnt from, a third of the questions without the sources that hold the answer:
`training/confidence.py`.
"""

import math
from collections.abc import Mapping, Sequence

from manyhop.answering._evidence import coverage
from manyhop.planners import Plan
from manyhop.programs import Outcome
from manyhop.sources import AnySource

WEIGHTS = (-1.92, 1.26, 0.17, 0.29, 0.51)
LEAST = 0.2  # an answer that is less likely to be right is not given
FOLLOWED = 0.25  # the least score of an inner answer from which one that is given can come
PICTURE_COVERAGE = 2.0  # log-odds, by eye: no fitted question asks pictures
_EDGE = 0.01  # no chance is taken to be nearer to 0 or 1


def confidence_of(
    question: str, plan: Plan, outcome: Outcome, sources: Mapping[str, AnySource]
) -> float:
    """The chance that the best value of an outcome is right, 0..1.

    Example: ``confidence_of("When did it open?", plan, outcome, hops.sources)``
    """
    values = outcome.values
    if not values:
        return 0.0
    ids = {citation.source_id for citation in values[0].citations}
    cited = [sources[id] for id in ids if id in sources]
    covered = coverage(question, [source.searchable for source in cited])
    known = features(plan, outcome, covered)
    log_odds = sum(w * f for w, f in zip(WEIGHTS, known, strict=True))
    if _found_by_caption(cited, sources):
        log_odds -= PICTURE_COVERAGE * max(0.75 - covered, 0)
    return 1 / (1 + math.exp(-log_odds))


def _found_by_caption(cited: Sequence[AnySource], sources: Mapping[str, AnySource]) -> bool:
    """Whether only a caption tells that the cited picture is the one that is meant."""
    pictures = sum(source.kind == "image" for source in sources.values())
    return pictures > 1 and bool(cited) and all(source.kind == "image" for source in cited)


def features(plan: Plan, outcome: Outcome, covered: float) -> Sequence[float]:
    """What the weights weigh; ``covered`` is how far the cited sources speak of the question.

    In turn: always 1, the value's and the plan's log-odds, coverage, and whether it took several
    hops. The lead over the second value, the fit of its kind to the question, the question's names
    that the cited sources lack, and whether it is a table's were tried too and added nothing.
    """
    best = outcome.values[0]
    return (
        1.0,
        _log_odds(best.score),
        _log_odds(plan.chance),
        covered,
        float(len(outcome.hops) > 1),
    )


def _log_odds(chance: float) -> float:
    kept = min(max(chance, _EDGE), 1 - _EDGE)
    return math.log(kept / (1 - kept))
