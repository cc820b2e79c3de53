"""Questions that stand in training as well are found, and only those."""

import json
import random
from pathlib import Path

import pytest

from manyhop.answering import Question
from manyhop.audit import audit, find_leaks, open_dataset
from manyhop.benchmarks import Example
from manyhop.sources import Snippet

SUBJECTS = [f"{a} {b}" for a in ("old", "long", "red", "far") for b in ("mill", "pier", "lock")]
ASKED = ["who built the {}", "how many people cross the {} in a year", "what is the {} made of"]


def example(id: str, text: str, context: str = "") -> Example:
    candidates = (Snippet(title="", text=context),) if context else ()
    return Example(question=Question(id=id, text=text, candidates=candidates))


def invented(count: int, seed: int) -> list[Example]:
    rng = random.Random(seed)
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = ["".join(rng.choices(letters, k=rng.randint(3, 9))) for _ in range(4_000)]
    return [example(f"{seed}-{n}", " ".join(rng.choices(words, k=9)) + "?") for n in range(count)]


def test_planted_questions_are_found_by_their_kind() -> None:
    train, test = invented(200, 1), invented(200, 2)
    for n in range(20):
        said = train[n].question.text
        test[n] = example(f"same-{n}", said.upper())
        test[20 + n] = example(f"near-{n}", f"{said.removesuffix('?')} now?")
    said = "the mill by the river was built of brick and oak in the year of the great flood"
    train[150] = example("long", "Where?", f"We know that {said} by two brothers.")
    test[60] = example("run", "When?", f"As the sign says, {said}.")
    same, near, runs = find_leaks(test, train)
    assert (same.count, near.count, runs.count) == (20, 20, 1)
    assert same.share.value == pytest.approx(0.1)
    assert runs.examples[0].training_id == "long"


def test_questions_of_one_form_about_different_things_are_no_leak() -> None:
    train = [example(s, ASKED[0].format(s)) for s in SUBJECTS]
    test = [example(s, ASKED[1].format(s)) for s in SUBJECTS]
    assert [leak.count for leak in find_leaks(test, train)] == [0, 0, 0]


def test_a_folder_with_splits_is_compared_with_its_own_training(tmp_path: Path) -> None:
    rows = [
        {"question": one.question.text, "answer": f"{n % 7}"}
        for n, one in enumerate(invented(120, 3))
    ]
    for split, some in (("train", rows[:80]), ("test", rows[60:])):
        lines = "\n".join(map(json.dumps, some))
        (tmp_path / f"{split}.jsonl").write_text(lines)
    dataset = open_dataset([str(tmp_path)])
    examples = list(dataset.examples())
    training = dataset.training(examples)
    assert len(training) == 80
    found = audit(dataset.benchmark, examples, training=training, seeds=1, folds=2)
    assert [leak.count for leak in found.leaks] == [20, 0, 0]
