"""Which questions the runs get right together: A-OKVQA's Table 8, all right and none right."""

from manyhop.audit.analyses._graded import Graded, right_means
from manyhop.evaluation import Estimate, estimate
from manyhop.report import Column, Figures, Row


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
