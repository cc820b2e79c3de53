"""Accuracy by how often the answer was given in training: A-OKVQA's Table 6."""

from manyhop.audit.analyses._answers import the_answer
from manyhop.audit.analyses._graded import Graded
from manyhop.audit.analyses._training import TrainingData
from manyhop.evaluation import Sample
from manyhop.report import Column, Figures, Row

BINS = ((0, 0), (1, 5), (6, 10), (11, 20), (21, 50), (51, 100), (101, 200), (201, None))
_VOCABULARY = ((0, 0), (1, None))

Bin = tuple[int, int | None]


def answer_frequency(runs: Graded, training: TrainingData, seed: int = 0) -> Figures | None:
    """Each run's score in bins of how often the right answer occurs among training's answers.

    The bins are the paper's, with one before them for answers that never occur. An answer of
    several values counts as often as its rarest. None where that tells no two questions apart.
    Example: ``answer_frequency(runs, other_half(samples)).cell("bm25", "1–5")``
    """
    if not any(part.answers for part in training.parts):
        return None
    times = [_times(sample, training) for sample in runs.questions]
    bins = BINS if training.counted else _VOCABULARY
    inside = {
        _label(edges, training.counted): [n for n, count in enumerate(times) if _in(count, edges)]
        for edges in bins
    }
    inside = {label: chosen for label, chosen in inside.items() if chosen}
    if len(inside) < 2:
        return None
    return Figures(
        name="answer-frequency",
        title="Accuracy by answer frequency in training",
        caption=(
            f"{runs.metric} by how often the right answer is given in training (of several "
            f"people's answers, the most common one). {training.note[0].upper()}"
            f"{training.note[1:]}. The form of A-OKVQA's Table 6, which has no column for "
            "answers that never occur."
        ),
        corner="model",
        columns=tuple(map(Column, inside)),
        rows=tuple(
            Row(
                run.name, tuple(runs.mean(place, chosen, seed) for chosen in inside.values()), place
            )
            for place, run in enumerate(runs.runs)
        ),
        plot="dots",
        best=True,
    )


def _times(sample: Sample, training: TrainingData) -> int:
    answers = training.of(sample).answers
    texts = the_answer(sample.gold, sample.choices) if sample.gold else ()
    return min((answers[text] for text in texts), default=0)


def _in(count: int, edges: Bin) -> bool:
    low, high = edges
    return low <= count and (high is None or count <= high)


def _label(edges: Bin, counted: bool) -> str:
    low, high = edges
    if not counted:
        return "in the vocabulary" if low else "not in it"
    if high is None:
        return f"{low}+"
    return f"{low}–{high}" if high > low else str(low)
