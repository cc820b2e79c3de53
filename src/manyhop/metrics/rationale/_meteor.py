"""METEOR with nltk, word by word and synonym by synonym."""

from collections.abc import Sequence
from statistics import fmean

from manyhop.metrics.rationale._tokens import words
from manyhop.metrics.rationale._wordnet import NoSynonyms, installed_wordnet


def meteor(reference: str, prediction: str, synonyms: bool = True) -> float:
    """Score a sentence (0..1) by its words, stems, synonyms and their order.

    ``synonyms=False`` leaves WordNet out, so the extra ``meteor`` is not needed.
    Example: ``meteor("The cat sat.", "A cat sat.")`` is 0.736.
    """
    from nltk.translate.meteor_score import single_meteor_score

    known = installed_wordnet() if synonyms else NoSynonyms()
    score = single_meteor_score(words(reference), words(prediction), wordnet=known)
    return float(score)


def corpus_meteor(
    references: Sequence[str], predictions: Sequence[str], synonyms: bool = True
) -> float:
    """Average METEOR over sentences."""
    pairs = zip(references, predictions, strict=True)
    return fmean(meteor(reference, prediction, synonyms) for reference, prediction in pairs)


def meteor_as_released(reference: str, prediction: str, synonyms: bool = True) -> float:
    """Score as A-OKVQA's released code does, which quotes and brackets the reference by mistake.

    Published METEOR values were presumably made so; they are far lower than true ones.
    Example: ``meteor_as_released("the cat", "cat the")`` is 0.106, where METEOR is 0.5.
    """
    return meteor(str([reference]), prediction, synonyms)
