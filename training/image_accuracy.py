"""How many questions about pictures are answered right, with intervals over photos."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
from torch import Tensor

from manyhop.models.embedded._image_answers import plain
from training.image_questions import Asked, answers_of


def report(
    part: str, asked: Sequence[Asked], seeing: Tensor, blind: Tensor, vocabulary: Sequence[str]
) -> None:
    """The accuracy for each kind of question, beside a network that sees no picture."""
    ours, guesses = (
        [vocabulary[place] for place in found.argmax(dim=1).tolist()] for found in (seeing, blind)
    )
    kinds = [kind_of(one) for one in asked]
    for kind in ["all", *sorted(set(kinds))]:
        rows = [row for row, found in enumerate(kinds) if kind in ("all", found)]
        some = [asked[row] for row in rows]
        usual = Counter(one.answer for one in some).most_common(1)[0][0].replace("_", " ")
        print(
            f"RESULT {part}, {kind}: {accuracy([ours[row] for row in rows], some)}; question only "
            f"{accuracy([guesses[row] for row in rows], some)}; always {usual!r} "
            f"{accuracy([usual] * len(some), some)}",
            flush=True,
        )


def accuracy(best: Sequence[str], asked: Sequence[Asked]) -> str:
    """The share of questions with one answer that get it, with its interval over photos."""
    pairs = [(one, answers_of(one), found) for one, found in zip(asked, best, strict=True)]
    return share([(one.photo, found == gold[0]) for one, gold, found in pairs if len(gold) == 1])


def share(hits: Sequence[Sequence[object]]) -> str:
    """A share with its 95% interval, whole photos resampled."""
    by_photo: dict[object, list[float]] = {}
    for photo, hit in hits:
        by_photo.setdefault(photo, []).append(float(bool(hit)))
    right = np.array([sum(found) for found in by_photo.values()])
    asked = np.array([len(found) for found in by_photo.values()])
    draws = np.random.default_rng(0).integers(0, len(right), (1000, len(right)))
    low, high = np.percentile(right[draws].sum(axis=1) / asked[draws].sum(axis=1), [2.5, 97.5])
    value = right.sum() / asked.sum()
    return f"{100 * value:.1f} [{100 * low:.1f}, {100 * high:.1f}] n={len(hits)}"


def kind_of(asked: Asked) -> str:
    if asked.kind != "daquar":
        return asked.kind
    question = plain(asked.question)
    return "colour" if "color" in question else "count" if "how m" in question else "thing"
