"""How many questions a classifier over training's answers could get right: WebQA's appendix C."""

from collections.abc import Sequence

from manyhop.audit.analyses._answers import same, the_answer
from manyhop.audit.analyses._training import TrainingData, TrainingPart
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
