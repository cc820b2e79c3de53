"""The runs put together: the majority's answer, and the best answer of any."""

from collections import Counter
from collections.abc import Sequence

from manyhop.audit.analyses._answers import given_answer
from manyhop.audit.analyses._graded import Graded
from manyhop.evaluation import Estimate, estimate, paired_difference
from manyhop.report import Column, Figures, Row


def combinations(runs: Graded, seed: int = 0) -> Figures:
    """The best single run, majority votes with and without it, and the oracle's choice.

    Example: ``combinations(runs).cell("oracle combination", "score")``
    """
    size = len(runs.runs)
    scores = [runs.scores(place) for place in range(size)]
    best = max(range(size), key=lambda place: sum(scores[place]))
    others = [place for place in range(size) if place != best]
    found = {f"best single model ({runs.runs[best].name})": scores[best]}
    if size > 2:  # of two, the majority is the better one
        found["majority vote of all"] = majority_scores(runs, range(size))
    if len(others) > 2:
        second = max(others, key=lambda place: sum(scores[place]))
        found[f"best without it ({runs.runs[second].name})"] = scores[second]
        found["majority vote without the best"] = majority_scores(runs, others)
    found["oracle combination"] = [max(each) for each in zip(*scores, strict=True)]
    return Figures(
        name="combinations",
        title="Majority vote and oracle combination",
        caption=(
            f"{runs.metric}. The majority's answer is the one that most runs gave; empty answers "
            "have no vote, and of answers with as many votes the better run's counts. The oracle "
            "takes the best answer of any run. The difference is paired, from the best single "
            "model."
        ),
        corner="combination",
        columns=(Column("score"), Column("difference", signed=True)),
        rows=tuple(
            Row(
                label,
                (estimate(values, runs.groups, seed), _gain(scores[best], values, runs, seed)),
            )
            for label, values in found.items()
        ),
        plot="rows",
    )


def majority_scores(runs: Graded, places: Sequence[int] | range) -> list[float]:
    """The score of the answer that most of some runs gave, question by question."""
    strength = {place: sum(runs.scores(place)) for place in places}
    ranked = sorted(places, key=lambda place: (-strength[place], place))
    scores = []
    for number in range(len(runs.questions)):
        samples = [runs.runs[place].samples[number] for place in ranked]
        answers = [given_answer(sample, runs.metric) for sample in samples]
        votes = Counter(answer for answer in answers if answer)
        most = max(votes.values(), default=0)
        # The first of the strongest: each answer's voters include the run it is scored by.
        winner = next(
            (place for place, answer in enumerate(answers) if answer and votes[answer] == most), 0
        )
        scores.append(samples[winner].metrics[runs.metric])
    return scores


def _gain(base: list[float], values: list[float], runs: Graded, seed: int) -> Estimate | None:
    if values is base:
        return None
    found = paired_difference(base, values, runs.groups, seed)
    return Estimate(found.difference, found.low, found.high, found.n)
