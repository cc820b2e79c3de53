"""Corpus BLEU with sacrebleu, in the variant that A-OKVQA's code reports."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bleu:
    """The score (0..100) and what it is made of, for 1-grams to 4-grams."""

    score: float
    counts: list[int]
    totals: list[int]
    precisions: list[float]
    brevity_penalty: float
    predicted_length: int
    reference_length: int


def bleu(predictions: Iterable[str], references: Iterable[str | Iterable[str]]) -> float:
    """Give corpus BLEU-4 (0..100): 13a tokens, case kept, exponential smoothing.

    Example: ``bleu(["a cat sits on a mat"], [["a cat sits on the mat"]])`` is 53.73.
    """
    return corpus_bleu(predictions, references).score


def corpus_bleu(predictions: Iterable[str], references: Iterable[str | Iterable[str]]) -> Bleu:
    """Give corpus BLEU with its parts.

    A prediction's references are a list, or one text. Empty ones do not count, as in sacrebleu
    2.0; later versions do count them. Every prediction needs the same number of references, and
    one that is not empty.
    """
    from sacrebleu.metrics.bleu import BLEU

    if isinstance(predictions, str) or isinstance(references, str):
        raise TypeError("BLEU needs a list of predictions and a list of references, not one text")
    ours = list(predictions)
    theirs = [[entry] if isinstance(entry, str) else list(entry) for entry in references]
    if len(ours) != len(theirs):
        raise ValueError(f"there are {len(ours)} predictions and {len(theirs)} golds")
    if len({len(alternatives) for alternatives in theirs}) != 1:
        raise ValueError("BLEU needs the same number of references for each prediction")
    if not all(any(alternatives) for alternatives in theirs):
        raise RuntimeError("BLEU needs a reference that is not empty for each prediction")
    columns = [[text or None for text in column] for column in zip(*theirs, strict=True)]
    metric = BLEU(tokenize="13a", smooth_method="exp", effective_order=False, force=True)
    result = metric.corpus_score(ours, columns)
    return Bleu(
        score=float(result.score),
        counts=list(result.counts),
        totals=list(result.totals),
        precisions=list(result.precisions),
        brevity_penalty=float(result.bp),
        predicted_length=result.sys_len,
        reference_length=result.ref_len,
    )
