"""The runs put together: the majority's answer, and the best answer of any."""

from collections import Counter
from collections.abc import Sequence

from manyhop.audit.analyses._graded import Graded, right_means
from manyhop.audit.analyses._training import given_answer
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


# Which questions the runs get right together: A-OKVQA's Table 8, all right and none right.


def pairwise_difference(runs: Graded, seed: int = 0) -> Figures:
    """Of what the row's model gets right, the share that the column's model does not.

    Example: ``pairwise_difference(runs).cell("bm25", "random").value``
    """
    rights = [runs.rights(place) for place in range(len(runs.runs))]
    return Figures(
        name="pairwise-difference",
        title="Pairwise difference between correctly answered questions",
        caption=(
            "Of the questions that the row's model answers correctly, the share that the column's "
            f"does not. {right_means(runs.metric)} The form of A-OKVQA's Table 8; n is how many "
            "the row's model answers correctly."
        ),
        corner="model",
        columns=tuple(Column(run.name) for run in runs.runs),
        rows=tuple(
            Row(run.name, tuple(_lost(mine, other, runs.groups, seed) for other in rights), place)
            for place, (run, mine) in enumerate(zip(runs.runs, rights, strict=True))
        ),
        plot="matrix",
    )


def _lost(mine: list[bool], other: list[bool], groups: list[str], seed: int) -> Estimate | None:
    own = [number for number, right in enumerate(mine) if right]
    if not own:
        return None
    if mine == other:
        return Estimate(0.0, 0.0, 0.0, len(own))
    return estimate([float(not other[n]) for n in own], [groups[n] for n in own], seed)


def all_or_none(runs: Graded, seed: int = 0) -> Figures:
    """The shares of questions that every run, no run, and so many of them get right.

    Example: ``all_or_none(runs).cell("none right", "share of questions").value``
    """
    size = len(runs.runs)
    rights = [runs.rights(place) for place in range(size)]
    counts = [sum(each) for each in zip(*rights, strict=True)]
    shares = {
        _label(number, size): estimate([float(n == number) for n in counts], runs.groups, seed)
        for number in range(size, -1, -1)
    }
    return Figures(
        name="all-or-none-right",
        title="Questions that all, some and none of the models answer correctly",
        caption=f"{right_means(runs.metric)} A-OKVQA's paper gives 5.85% all right and 30.96% "
        "none right over its six models on test."
        if runs.benchmark == "aokvqa"
        else right_means(runs.metric),
        corner="right answers",
        columns=(Column("share of questions"),),
        rows=tuple(Row(label, (share,)) for label, share in shares.items()),
        plot="rows",
    )


def _label(number: int, size: int) -> str:
    if number == size:
        return "all right"
    return f"{number} of {size}" if number else "none right"
