"""Choosing among answers to a question about a picture."""

from collections.abc import Sequence

from manyhop.models import Models
from manyhop.programs import normal_form
from manyhop.readers._picture_views import PictureViews
from manyhop.readers._shares import shares

SAID, CLOSE, SEEN = 4.0, 4.0, 8.0  # weights: said by an answer, close to one, like the picture


class ChoiceScores:
    """Compares each choice with the free answers and with the picture itself.

    Example: ``ChoiceScores(models, views).scored(question, ["cat", "dog"], answers, png)``
    """

    def __init__(self, models: Models, views: PictureViews) -> None:
        self._models = models
        self._views = views

    def scored(
        self,
        question: str,
        choices: Sequence[str],
        answers: Sequence[tuple[str, float]],
        pixels: bytes | None,
    ) -> list[tuple[str, float]]:
        """Every choice with its chance, together 1."""
        encode = self._models.sentence_encoder.encode
        vectors = encode([*choices, *(text for text, _ in answers)])
        close = vectors[: len(choices)] @ vectors[len(choices) :].T
        asked = [f"{question} {choice}" for choice in choices]
        like = self._views.likeness(asked, [pixels])[:, 0] if pixels else [0.0] * len(choices)
        scores = []
        for place, choice in enumerate(choices):
            said = sum(p for text, p in answers if normal_form(text) == normal_form(choice))
            near = sum(p * float(close[place, n]) for n, (_, p) in enumerate(answers))
            scores.append(SAID * said + CLOSE * near + SEEN * float(like[place]))
        return list(zip(choices, shares(scores), strict=True))
