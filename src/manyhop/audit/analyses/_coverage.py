"""How many questions a classifier over training's answers could get right: WebQA's appendix C."""

from collections.abc import Sequence

from manyhop.audit.analyses._graded import Graded
from manyhop.audit.analyses._training import TrainingData, TrainingPart, same, the_answer
from manyhop.evaluation import Estimate, Sample, estimate
from manyhop.report import Column, Figures, Row

_SENTENCE = "full sentence"
_SIZES = (10, 30, 100, 300, 1000, 3000, 10_000, 30_000)


def coverage(samples: Sequence[Sample], training: TrainingData, seed: int = 0) -> Figures | None:
    """The share of questions whose answer is among training's K most common, for growing K.

    None where training has no answers.
    Example: ``coverage(samples, training).cell("answer", "all").value``
    """
    known = [sample for sample in samples if sample.gold]
    most = max(len(part.answers) for part in training.parts)
    if not most or not known:
        return None
    sizes = [size for size in _SIZES if size < most] if training.counted else []
    groups = [sample.group for sample in known]
    rows = []
    for label, needed in _series(known).items():
        ranked = [_ranked(part, label == _SENTENCE) for part in training.parts]
        number = {id(part): place for place, part in enumerate(training.parts)}
        ranks = [
            _rank(texts, ranked[number[id(training.of(sample))]])
            for sample, texts in zip(known, needed, strict=True)
        ]
        if any(ranked):
            rows.append(Row(label, _shares(ranks, [*sizes, None], groups, seed)))
    last = "all" if training.counted else f"all {most:,}"
    columns = [f"{size:,}" for size in sizes] + [last]
    return Figures(
        name="answer-vocabulary-coverage",
        title="Coverage of the answers by training's most common answers",
        caption=(
            "The share of questions whose right answer is among the K most common answers of "
            f"training, which bounds what a classifier over them can reach. "
            f"{training.note[0].upper()}{training.note[1:]}. As WebQA's appendix C."
        ),
        corner="the K most common",
        columns=tuple(map(Column, columns)),
        rows=tuple(rows),
        plot="curve",
    )


Needed = list[tuple[tuple[str, ...], ...]]  # for each question: any of these, each wholly


def _series(samples: Sequence[Sample]) -> dict[str, Needed]:
    found: dict[str, Needed] = {}
    found["answer"] = [(the_answer(s.gold, s.choices),) if s.gold else () for s in samples]
    if any(s.gold and s.gold.answers for s in samples):
        found = {"most common answer": found["answer"]}
        found["any person's answer"] = [
            tuple((same(text),) for text in s.gold.answers) if s.gold else () for s in samples
        ]
    elif any(s.gold and s.gold.sentences and s.gold.keywords for s in samples):
        found = {"keywords": found["answer"]}
        found[_SENTENCE] = [
            tuple((same(text),) for text in s.gold.sentences) if s.gold else () for s in samples
        ]
    return found


def _ranked(part: TrainingPart, sentences: bool) -> dict[str, int]:
    counts = part.sentences if sentences else part.answers
    return {text: rank for rank, (text, _) in enumerate(counts.most_common(), start=1)}


def _rank(needed: Sequence[Sequence[str]], ranks: dict[str, int]) -> int:
    """How many of the most common answers it takes; 0 where all of them don't suffice."""
    whole = [
        max(ranks[text] for text in texts)
        for texts in needed
        if texts and all(text in ranks for text in texts)
    ]
    return min(whole, default=0)


def _shares(
    ranks: Sequence[int], sizes: Sequence[int | None], groups: Sequence[str], seed: int
) -> tuple[Estimate, ...]:
    return tuple(
        estimate([float(0 < rank <= (size or rank)) for rank in ranks], groups, seed)
        for size in sizes
    )


# Accuracy by how often the answer was given in training: A-OKVQA's Table 6.

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
