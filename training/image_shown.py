"""Fit what a picture's vector and classes are worth: the weights of `PictureJudge`.

    PYTHONPATH=src:. python -m training.image_shown COLLECTION=QUESTIONS.jsonl ...

Runs after `training.image_encoder` and `training.image_classes`. Each pair is an indexed folder of
photos and questions about it, in the form of the ordinary folders; used are those that ask which
pictures show something (``items`` are all that do) and those that describe the one picture they are
about. Give folders of your own making: what is measured elsewhere must not be learnt from here.
With several pairs, each is measured with the weights of the others. Seconds.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path, PurePath
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from manyhop.asking import content_words, described, listed, named_files
from manyhop.collection import Collection
from manyhop.models import SentenceEncoder
from manyhop.models.embedded._image_shown import EVIDENCE, FILE, PictureJudge, bank, expected_f1
from manyhop.models.embedded._sights import shared_classes
from manyhop.models.embedded._weights import FOLDER
from manyhop.sources import Image

UNSURE = -1.0  # marks a picture that may be named or not
LEAST_WORTH = 0.5  # expected F1 below which a list is not given, in what is printed
GREY = "black and white"  # which is told by the colours alone


class Lesson(NamedTuple):
    """What was asked for, what speaks for each picture, and which show it."""

    text: str
    is_list: bool
    evidence: NDArray[np.float32]
    truth: NDArray[np.float32]


def lessons(folder: Path, questions: Path, judge: PictureJudge) -> list[Lesson]:
    """The questions of a folder that ask for pictures or describe one."""
    found = []
    with Collection.open(folder) as collection:
        _, ids, glances = collection.gallery()
        images = [image for image in map(collection.get, ids) if isinstance(image, Image)]
    names = [PurePath(image.path).name for image in images]
    for line in questions.read_text(encoding="utf-8").splitlines():
        asked = json.loads(line)
        text, wanted, is_list = _wanted(asked)
        if not text or GREY in text:
            continue
        unsure = asked.get("optional_items", [])
        truth = [1.0 if name in wanted else UNSURE * (name in unsure) for name in names]
        evidence = judge.evidence(text, glances)
        found.append(Lesson(text, is_list, evidence, np.array(truth, np.float32)))
    return found


def _wanted(asked: dict[str, object]) -> tuple[str, list[str], bool]:
    question, sources = str(asked["question"]), asked["sources"]
    assert isinstance(sources, list)
    pictures = [source for source in sources if str(source).endswith(".jpg")]
    if (asks := listed(question)) and asked["kind"] in ("list_by_content", "unanswerable"):
        return asks.shows, pictures, True
    if len(pictures) != 1 or asked.get("image") or named_files(question):
        return "", [], False
    if asked["kind"] == "picture_to_note":
        return described(question), pictures, False
    if asked["kind"] in ("colour", "count", "picture_content", "yes_no"):
        return content_words(question), pictures, False
    return "", [], False


def fitted(learnt: Sequence[Lesson]) -> NDArray[np.float32]:
    """Weights of a logistic regression over all sure pictures of all questions."""
    evidence = np.vstack([one.evidence[one.truth != UNSURE] for one in learnt])
    truth = np.concatenate([one.truth[one.truth != UNSURE] for one in learnt])
    model = LogisticRegression(C=1, fit_intercept=False, max_iter=3000).fit(evidence, truth)
    return np.asarray(model.coef_[0], np.float32)


def measured(weights: NDArray[np.float32], tested: Sequence[Lesson], show: bool = False) -> str:
    """How well pictures are ordered and lists are cut."""
    first, precise, right, wrong, silent, none = [], [], 0, 0, 0, 0
    for one in tested:
        odds = one.evidence @ weights
        order = np.argsort(-odds)
        gold = int((one.truth == 1).sum())
        taken, worth = expected_f1(odds)
        told = worth >= LEAST_WORTH
        if not one.is_list:
            first.append(one.truth[order[0]] == 1)
        elif not gold:
            none += 1
            silent += not told
        else:
            precise.append((one.truth[order[:gold]] == 1).mean())
            hits = float((one.truth[order[:taken]] == 1).sum())
            fine = hits + float((one.truth[order[:taken]] == UNSURE).sum())
            f1 = 2 * (fine / taken) * (hits / gold) / max(fine / taken + hits / gold, 1e-9)
            right, wrong = right + (told and f1 >= 0.75), wrong + (told and f1 < 0.75)
        if show:
            print(f"  {worth:.2f} {taken:3} of {gold:2} {one.text}")
    return (
        f"described picture first {np.mean(first):.2f} (n={len(first)}); lists: R-precision "
        f"{np.mean(precise):.3f}, right {right}, wrong {wrong} of {len(precise)}; "
        f"none there: silent {silent} of {none}"
    )


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("pairs", nargs="+", help="COLLECTION=QUESTIONS.jsonl")
    arguments.add_argument("--test", action="append", default=[], help="measured, never learnt")
    arguments.add_argument("--out", type=Path, default=FOLDER)
    arguments.add_argument("--show", action="store_true")
    options = arguments.parse_args()
    weights = np.zeros(EVIDENCE, np.float32)
    judge = PictureJudge(SentenceEncoder.load(), shared_classes(), bank(), weights)

    def read(pair: str) -> list[Lesson]:
        folder, _, questions = pair.partition("=")
        return lessons(Path(folder), Path(questions), judge)

    parts = [read(pair) for pair in options.pairs]
    for place, part in enumerate(parts):
        others = [one for at, some in enumerate(parts) if at != place for one in some]
        if others:
            print(options.pairs[place], measured(fitted(others), part, options.show))
    weights = fitted([one for some in parts for one in some])
    for pair in options.test:
        print(pair, measured(weights, read(pair), options.show))
    print("weights", weights.round(2).tolist())
    np.savez(options.out / FILE, weights=weights)


if __name__ == "__main__":
    main()
