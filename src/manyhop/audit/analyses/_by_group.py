"""Accuracy by what a question is: its type, category, modality, hop, and how it begins."""

from collections.abc import Iterator, Mapping, Sequence

from manyhop.audit.analyses._graded import Graded
from manyhop.evaluation import Estimate, Sample, estimate, unpaired_difference
from manyhop.report import Column, Figures, Row

_OPENINGS = ("how many", "how much", "how", "what", "which", "who", "whose", "where", "when", "why")
_YES_NO = (
    *("is", "are", "was", "were", "do", "does", "did", "has", "have", "had"),
    *("can", "could", "will", "would", "should"),
)
_FEWEST = 10  # questions that begin alike
_MOST = 16  # columns; the rarest groups after these are counted together
FIRST_HOP = "mmqa.first_hop_f1"
_RIGHT = 0.9999


def by_group(
    runs: Graded,
    name: str,
    labels: Sequence[str],
    caption: str = "",
    *,
    fewest: int = 1,
    seed: int = 0,
) -> Figures:
    """Each run's score in each group of questions; a question without a label is left out.

    Groups of fewer than ``fewest`` questions, and those past the sixteen largest, go together.

    Example: ``by_group(runs, "type", [sample.breakdowns["type"] for sample in runs.questions])``
    """
    groups: dict[str, list[int]] = {}
    for number, label in enumerate(labels):
        if label:
            groups.setdefault(label, []).append(number)
    ordered = sorted(groups, key=lambda label: (-len(groups[label]), label))
    large = [label for label in ordered if len(groups[label]) >= fewest]
    chosen = {label: groups[label] for label in sorted(large[:_MOST])}
    rest = sorted(number for label in ordered if label not in chosen for number in groups[label])
    if rest:
        chosen["all others"] = rest
    return Figures(
        name=f"by-{name.replace(' ', '-')}",
        title=f"Accuracy by {name}",
        caption=" ".join(filter(None, (f"{runs.metric} in each group.", caption))),
        corner="model",
        columns=tuple(map(Column, chosen)),
        rows=tuple(
            Row(run.name, tuple(runs.mean(place, some, seed) for some in chosen.values()), place)
            for place, run in enumerate(runs.runs)
        ),
        plot="dots",
        best=True,
    )


def by_breakdowns(runs: Graded, seed: int = 0) -> Iterator[Figures]:
    """A table for the category, for each of the benchmark's breakdowns, and for the opening."""
    for name, labels in _breakdowns(runs.questions).items():
        yield by_group(runs, name, labels, seed=seed)
    openings = [opening(sample.question) for sample in runs.questions]
    if len(set(openings)) > 1:
        caption = "By the word that the question begins with, or the first of these in it."
        yield by_group(runs, "question word", openings, caption, fewest=_FEWEST, seed=seed)


def opening(question: str) -> str:
    """What sort of question it is by its words.

    Example: ``opening("In what year did it open?")`` → ``"what"``
    """
    words = question.casefold().replace("?", " ").replace(",", " ").split()
    if words and words[0] in _YES_NO:
        return "yes or no"
    for number, word in enumerate(words):
        pair = " ".join(words[number : number + 2])
        found = next((each for each in _OPENINGS if each in (pair, word)), "")
        if found:
            return found
    return "other"


def _breakdowns(samples: Sequence[Sample]) -> Mapping[str, list[str]]:
    """The category and the breakdowns that tell questions apart; what says the same, once."""
    names = dict.fromkeys(name for sample in samples for name in sample.breakdowns)
    columns = {name: [sample.breakdowns.get(name, "") for sample in samples] for name in names}
    columns["category"] = [sample.category for sample in samples]
    found: dict[str, list[str]] = {}
    for name, labels in columns.items():
        alike = any(_alike(labels, others) for others in found.values())
        if len(set(labels) - {""}) > 1 and not alike:
            found[name] = labels
    return found


def _alike(one: Sequence[str], other: Sequence[str]) -> bool:
    pairs = set(zip(one, other, strict=True))
    return len(pairs) == len(set(one)) == len(set(other))


# Does the final answer rest on the first hop? MultiModalQA's analysis of its Section 5.


def first_hop(runs: Graded, seed: int = 0) -> Iterator[Figures]:
    """The final score where the first hop was right and where it was wrong, and by operation.

    Nothing where no run tells its hops. Example: ``list(first_hop(runs))``
    """
    told = {
        place: [sample for sample in run.samples if FIRST_HOP in sample.metrics]
        for place, run in enumerate(runs.runs)
    }
    told = {place: samples for place, samples in told.items() if samples}
    if not told:
        return
    yield Figures(
        name="first-hop",
        title="The final answer given a right and a wrong first hop",
        caption=(
            f"{runs.metric} of questions whose first hop gave exactly the gold on the way, and of "
            "the others, over questions of several hops where the run tells its hops. "
            "MultiModalQA's paper has 63.9 and 37.4 for ImplicitDecomp."
        ),
        corner="model",
        columns=(
            Column("first hop right"),
            Column("first hop wrong"),
            Column("difference", signed=True),
        ),
        rows=tuple(
            Row(runs.runs[place].name, _given(samples, runs.metric, seed), place)
            for place, samples in told.items()
        ),
        plot="dots",
    )
    yield Figures(
        name="first-hop-by-operation",
        title="First hop and final answer by operation",
        caption=(
            f"List F1 of the first hop against the gold on the way, and {runs.metric}. The form of "
            "MultiModalQA's Table 5, which has 62.3 and 50.8 for Compose, 55.7 and 61.1 for "
            "Compare, 33.5 and 55.1 for Intersect."
        ),
        corner="model and operation",
        columns=(Column("first hop F1"), Column("final")),
        rows=tuple(
            Row(f"{runs.runs[place].name}, {operation}", _both(some, runs.metric, seed), place)
            for place, samples in told.items()
            for operation, some in _operations(samples).items()
        ),
    )


def _given(samples: Sequence[Sample], metric: str, seed: int) -> tuple[Estimate | None, ...]:
    right = [sample.metrics[FIRST_HOP] >= _RIGHT for sample in samples]
    values = [sample.metrics[metric] for sample in samples]
    groups = [sample.group for sample in samples]
    parts = []
    for wanted in (True, False):
        chosen = [number for number, flag in enumerate(right) if flag == wanted]
        some = [values[n] for n in chosen], [groups[n] for n in chosen]
        parts.append(estimate(*some, seed) if chosen else None)
    return (*parts, unpaired_difference(values, right, groups, seed))


def _operations(samples: Sequence[Sample]) -> dict[str, list[Sample]]:
    found: dict[str, list[Sample]] = {}
    for sample in samples:
        program = sample.gold.program if sample.gold else ""
        found.setdefault(program.partition("(")[0] or "other", []).append(sample)
    return dict(sorted(found.items()))


def _both(samples: Sequence[Sample], metric: str, seed: int) -> tuple[Estimate, Estimate]:
    groups = [sample.group for sample in samples]
    first = estimate([sample.metrics[FIRST_HOP] for sample in samples], groups, seed)
    return first, estimate([sample.metrics[metric] for sample in samples], groups, seed)
