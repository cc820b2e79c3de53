"""BLEU and METEOR, by which A-OKVQA's written rationales are scored.

Example: ``meteor("He's smoking while riding.", "The man is smoking.")`` is 0.169.
"""

from manyhop.metrics.rationale._bleu import Bleu, bleu, corpus_bleu
from manyhop.metrics.rationale._meteor import corpus_meteor, meteor, meteor_as_released
from manyhop.metrics.rationale._tokens import words

__all__ = ["Bleu", "bleu", "corpus_bleu", "corpus_meteor", "meteor", "meteor_as_released", "words"]
