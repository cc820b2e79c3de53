import json
import tarfile
from collections import Counter
from pathlib import Path

import pytest
from tests.audit.invented import fair

from manyhop.answering import Question
from manyhop.audit import audit, open_dataset
from manyhop.audit.remedies import (
    always_right,
    balanced,
    debias,
    redrawn,
    without_easy,
    write_debiased,
)
from manyhop.benchmarks import Example, Gold, RecipeQA
from manyhop.errors import ManyhopError
from manyhop.generation.procedures import (
    ClozeSettings,
    build_cloze,
    gather_procedures,
    write_cloze,
)
from manyhop.sources import Procedure

SHARED = Path(__file__).parents[3] / "../shared/data"


def answer_of(example: Example) -> str:
    assert example.gold is not None
    assert example.gold.choice is not None
    return example.question.choices[example.gold.choice]


def test_four_questions_lend_each_other_their_answers() -> None:
    examples = fair(80, 0)
    done = redrawn(examples)
    before = {one.question.id: answer_of(one) for one in examples}
    sets = Counter(frozenset(one.question.choices) for one in done.examples)
    assert set(sets.values()) == {4}
    for one in done.examples:
        assert answer_of(one) == before[one.question.id]
        assert len(set(one.question.choices)) == 4
        wrong = set(one.question.choices) - {answer_of(one)}
        assert not wrong & set(one.question.parts)
    assert len(done.examples) > 40
    assert done == redrawn(examples)


def test_splits_do_not_lend_to_each_other() -> None:
    examples = fair(160, 0)
    apart = {one.question.id: int(one.group) % 2 for one in examples}
    users: dict[frozenset[str], set[int]] = {}
    for one in redrawn(examples, apart=apart).examples:
        users.setdefault(frozenset(one.question.choices), set()).add(apart[one.question.id])
    assert all(len(files) == 1 for files in users.values())


def test_only_cloze_questions_can_be_redrawn() -> None:
    plain = [Example(question=Question(id="1", text="?", choices=("a", "b")), gold=Gold(choice=0))]
    with pytest.raises(ManyhopError, match="no textual_cloze questions with a blank"):
        redrawn(plain)


def test_every_position_is_right_as_often() -> None:
    spoilt = fair(100, 0, lambda n, choices, right: (choices, 0))
    done = balanced(spoilt).examples
    assert set(Counter(one.gold.choice for one in done if one.gold).values()) == {25}
    assert [answer_of(one) for one in done] == [answer_of(one) for one in spoilt]


def test_yes_is_made_as_common_as_no_and_no_answer_too_common() -> None:
    answers = ["yes"] * 9 + ["no"] * 5 + ["red"] * 8 + ["blue"] * 3 + ["green"]
    examples = [
        Example(question=Question(id=str(n), text="?"), gold=Gold(values=(answer,)))
        for n, answer in enumerate(answers)
    ]
    kept = Counter(one.gold.values[0] for one in balanced(examples).examples if one.gold)
    assert kept == {"yes": 5, "no": 5, "red": 3, "blue": 3, "green": 1}


def test_what_the_question_gives_away_is_left_out() -> None:
    examples = fair(120, 0)
    given = [
        Example(
            question=Question(
                id=one.question.id,
                text=f"Is it {answer_of(one)}?" if n % 2 else "What is it?",
                choices=one.question.choices,
            ),
            gold=one.gold,
            category=one.category,
            group=one.group,
        )
        for n, one in enumerate(examples)
    ]
    found = audit(RecipeQA(Path("x")), given, only=["question-only"], folds=2, seeds=2)
    easy = always_right(found)
    assert {str(n) for n in range(1, 120, 2)} - easy == set()
    kept = without_easy(given, found).examples
    assert {one.question.id for one in kept} == {str(n) for n in range(120)} - easy


def as_records(examples: list[Example]) -> list[dict[str, object]]:
    return [
        {
            "qid": one.question.id,
            "recipe_id": one.group,
            "task": "textual_cloze",
            "context": [
                {"id": n, "body": step.text}
                for source in one.question.candidates
                if isinstance(source, Procedure)
                for n, step in enumerate(source.steps)
            ],
            "question": list(one.question.parts),
            "question_text": one.question.text,
            "choice_list": list(one.question.choices),
            "answer": one.gold.choice if one.gold else None,
            "mine": "kept",
        }
        for one in examples
    ]


def test_a_debiased_file_is_read_like_the_first(tmp_path: Path) -> None:
    spoilt = fair(
        120, 0, lambda n, c, r: ([f"{t} now" if p == r else t for p, t in enumerate(c)], r)
    )
    file = tmp_path / "val.json"
    file.write_text(json.dumps({"version": "1", "data": as_records(spoilt)}))
    dataset = open_dataset([str(file)])
    assert dataset.name == "recipeqa"
    done = debias(dataset, only=["choice-only"], folds=2, seeds=1)
    change = done.changes[0]
    assert change.paired
    assert change.before.value > 0.8
    assert change.change.high < -0.3
    assert change.verdict_after == "clean"
    (tmp_path / "new").mkdir()
    (written,) = write_debiased(dataset, done.examples, tmp_path / "new")
    again = list(open_dataset([str(written)]).examples())
    assert [one.question.choices for one in again] == [
        one.question.choices for one in done.examples
    ]
    assert again[0].meta["mine"] == "kept"


def generated(paths: list[Path], folder: Path) -> Path:
    """A small biased set from real procedures."""
    procedures = gather_procedures(paths).procedures
    settings = ClozeSettings(questions_per_procedure=2)
    made = build_cloze(procedures, tasks=["textual_cloze"], settings=settings, limit=250)
    write_cloze(made, folder)
    return folder


@pytest.mark.extras
@pytest.mark.skipif(not SHARED.exists(), reason="the recipes and manuals are not here")
@pytest.mark.parametrize("kind", ["recipes", "manuals"])
def test_debiasing_a_generated_set_takes_eight_points_and_more(kind: str, tmp_path: Path) -> None:
    paths = [SHARED / "recipeqa/recipes.jsonl.gz"]
    if kind == "manuals":
        with tarfile.open(SHARED / "procedural/myfixit.tar.gz") as archive:
            archive.extractall(tmp_path / "manuals", filter="data")
        paths = [tmp_path / "manuals"]
    dataset = open_dataset([str(generated(paths, tmp_path / "cloze"))])
    assert len(dataset.files) == 3
    done = debias(dataset, only=["choice-only"], folds=2, seeds=1)
    (change,) = done.changes
    assert change.paired
    assert change.change.value <= -0.08
    assert change.change.high < 0
    assert change.verdict_before == "biased"
    assert change.verdict_after == "clean"
