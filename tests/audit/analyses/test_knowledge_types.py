"""Knowledge types: given, learnt or guessed, and always said which."""

from pathlib import Path

import msgspec
import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from tests.audit.analyses.answered import scored_run, tosses

from manyhop.audit.analyses import (
    LabelModel,
    Labels,
    by_knowledge,
    graded,
    guessed_knowledge,
    held_out_labels,
    read_labels,
)
from manyhop.errors import ManyhopError
from manyhop.evaluation import Run
from manyhop.models import StaticEncoder

ENCODER = StaticEncoder.load()
VISUAL = ["What colour is the {}?", "What shape has the {}?"]
FACTS = ["Who invented the {}?", "In which country was the {} first built?"]
THINGS = ("bus", "boat", "lamp", "clock", "bridge", "tent", "kettle", "train", "ladder", "piano")


def asked(scores: list[float]) -> tuple[Run, list[str]]:
    """A run over forty questions, and what each of them is."""
    texts = [
        (form.format(thing), kind)
        for forms, kind in ((VISUAL, "seen"), (FACTS, "known"))
        for form in forms
        for thing in THINGS
    ]
    run = scored_run("a", scores)
    samples = [
        msgspec.structs.replace(sample, question=text)
        for sample, (text, _) in zip(run.samples, texts, strict=True)
    ]
    return msgspec.structs.replace(run, samples=samples), [kind for _, kind in texts]


def test_the_classifier_is_scikit_learns() -> None:
    chance = np.random.default_rng(0)
    rows = chance.normal(size=(150, 6))
    labels = [str(n) for n in np.argmax(rows @ chance.normal(size=(6, 3)), axis=1)]
    labels = [label if n % 7 else "1" for n, label in enumerate(labels)]
    ours = LabelModel(strength=0.01).fit(rows, labels)
    theirs = LogisticRegression(C=1 / (0.01 * 150), tol=1e-10, max_iter=5000).fit(rows, labels)
    assert ours.chances(rows) == pytest.approx(theirs.predict_proba(rows), abs=1e-4)
    assert ours.predict(rows) == theirs.predict(rows).tolist()


def test_labels_that_are_given_count_as_they_are() -> None:
    run, kinds = asked(tosses(40, 0.5, 0))
    labels = Labels({f"q{n}": kind for n, kind in enumerate(kinds)}, {}, "people.csv")
    found = by_knowledge(graded([run]), ENCODER, labels)
    assert "Labels from people.csv: 40 given." in found.caption
    seen = found.cell("a", "seen")
    assert seen is not None
    assert seen.n == 20
    assert seen.value == pytest.approx(
        np.mean(
            [
                s.metrics["made.up"]
                for s, kind in zip(run.samples, kinds, strict=True)
                if kind == "seen"
            ]
        )
    )


def test_what_has_no_label_is_predicted_and_said_so() -> None:
    run, kinds = asked(tosses(40, 0.5, 0))
    labels = Labels({f"q{n}": kind for n, kind in enumerate(kinds) if n % 3}, {}, "some.csv")
    found = by_knowledge(graded([run]), ENCODER, labels)
    assert "26 given, 14 predicted by a linear classifier" in found.caption
    assert "labels kept from it" in found.caption
    seen = found.cell("a", "seen")
    assert seen is not None
    assert abs(seen.n - 20) <= 2


def test_too_few_labels_teach_nothing() -> None:
    run, _ = asked([1.0] * 40)
    found = by_knowledge(graded([run]), ENCODER, Labels({"q0": "seen", "q1": "known"}, {}))
    assert "38 questions without a label are left out" in found.caption
    assert sum(cell.n for cell in found.rows[0].cells if cell) == 2


def test_without_labels_a_rule_guesses_and_says_so() -> None:
    run, _ = asked([1.0] * 40)
    found = by_knowledge(graded([run]), ENCODER)
    assert "guessed by a rule of keywords" in found.caption
    assert guessed_knowledge("In which country was the kettle invented?") == "Knowledge Base"
    assert guessed_knowledge("What colour is the kettle?") == "Visual Knowledge"
    assert guessed_knowledge("Which material would melt first?") == "Physical Knowledge"
    assert guessed_knowledge("Why do they queue?") == "Commonsense"


def test_held_out_labels_come_from_other_groups() -> None:
    rows = np.vstack([np.eye(4)] * 10)
    labels = ["a", "b", "c", "d"] * 10
    groups = [f"image {n // 4}" for n in range(40)]
    assert held_out_labels(rows, labels, groups) == labels
    # What only one group has can't be known when that group is kept away.
    assert "rare" not in held_out_labels(rows, ["rare"] * 4 + labels[4:], groups)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("labels.csv", "id,label\nq1,seen\n"),
        ("labels.tsv", "label\tid\nseen\tq1\n"),
        ("labels.jsonl", '{"id": "q1", "label": "seen"}\n'),
        ("labels.json", '{"q1": "seen"}'),
    ],
)
def test_labels_are_read_from_any_of_these(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    assert read_labels(path).by_id == {"q1": "seen"}


def test_labels_of_questions_by_their_text(tmp_path: Path) -> None:
    path = tmp_path / "labels.csv"
    path.write_text("question,label\nWhat  Is It?,seen\n")
    assert read_labels(path).by_text == {"what is it?": "seen"}


@pytest.mark.parametrize("text", ["", "q1,seen\n", "id,label\nq1,\n"])
def test_bad_labels_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "labels.csv"
    path.write_text(text)
    with pytest.raises(ManyhopError, match="columns id"):
        read_labels(path)
