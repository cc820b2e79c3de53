"""Corpus BLEU with sacrebleu, in the variant that A-OKVQA's code reports."""

from collections.abc import Sequence
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


def bleu(predictions: Sequence[str], references: Sequence[Sequence[str]]) -> float:
    """Give corpus BLEU-4 (0..100): 13a tokens, case kept, exponential smoothing.

    Example: ``bleu(["a cat sits on a mat"], [["a cat sits on the mat"]])`` is 53.73.
    """
    return corpus_bleu(predictions, references).score


def corpus_bleu(predictions: Sequence[str], references: Sequence[Sequence[str]]) -> Bleu:
    """Give corpus BLEU with its parts; every prediction needs the same number of references."""
    from sacrebleu.metrics.bleu import BLEU

    if len(predictions) != len(references):
        raise ValueError(
            f"{len(predictions)} predictions but {len(references)} lists of references"
        )
    if len({len(alternatives) for alternatives in references}) != 1:
        raise ValueError("BLEU needs the same number of references for each prediction")
    metric = BLEU(tokenize="13a", smooth_method="exp", effective_order=False, force=True)
    columns = [list(column) for column in zip(*references, strict=True)]
    result = metric.corpus_score(list(predictions), columns)
    return Bleu(
        score=float(result.score),
        counts=list(result.counts),
        totals=list(result.totals),
        precisions=list(result.precisions),
        brevity_penalty=float(result.bp),
        predicted_length=result.sys_len,
        reference_length=result.ref_len,
    )
