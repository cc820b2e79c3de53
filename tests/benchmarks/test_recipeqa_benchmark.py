import gzip
import json
import random
from pathlib import Path
from typing import Any

import pytest

from manyhop.answering import Answer
from manyhop.benchmarks import Example, RecipeQA, open_benchmark
from manyhop.errors import ManyhopError
from manyhop.metrics import recipeqa
from manyhop.sources import Procedure, Step

DATA = Path(__file__).parents[2] / "../shared/data/recipeqa/val.json.gz"
needs_data = pytest.mark.skipif(not DATA.exists(), reason="the RecipeQA files are not here")


def record(id: str, task: str = "textual_cloze", **changes: Any) -> dict[str, Any]:
    return {
        "recipe_id": "mint-tea",
        "qid": id,
        "task": task,
        "context": [
            {"id": 1, "body": "Boil water.", "images": ["mint-tea_1_0.jpg"], "videos": []},
            {"id": 2, "body": "", "images": []},
        ],
        "question_text": "Choose the missing title.",
        "question": ["Boil", "@placeholder", "Steep", "Serve"],
        "choice_list": ["Pour", "Bake", "", "Cut"],
        "answer": 0,
        "split": "val",
    } | changes


ORDERS = [["b.jpg", "a.jpg"], ["a.jpg", "b.jpg"], ["c.jpg", "a.jpg"], ["b.jpg", "c.jpg"]]
ROWS = [
    record("t1"),
    record("o1", "visual_ordering", choice_list=ORDERS, question=["Order them"], answer=1),
    record("t2", answer=3),
]


@pytest.fixture
def benchmark(tmp_path: Path) -> RecipeQA:
    path = tmp_path / "val.json"
    path.write_text(json.dumps({"version": "1", "data": ROWS}))
    return RecipeQA(path)


def official(example: Example) -> dict[str, Any]:
    """The record that an example was made from."""
    row = {
        **example.meta,
        "qid": example.question.id,
        "recipe_id": example.group,
        "task": example.category,
        "question": list(example.question.parts),
        "question_text": example.question.text,
    }
    if example.gold:
        row["answer"] = example.gold.choice
    return row


def test_an_example_keeps_the_whole_record(benchmark: RecipeQA) -> None:
    assert [official(example) for example in benchmark.examples()] == ROWS


def test_the_context_is_a_procedure(benchmark: RecipeQA, tmp_path: Path) -> None:
    (recipe,) = next(benchmark.examples()).question.candidates
    assert recipe == Procedure(
        id="mint-tea",
        title="Mint tea",
        steps=(Step("", "Boil water.", ("mint-tea_1_0.jpg",)), Step()),
        origin=str(tmp_path / "val.json"),
        meta={"split": "val"},
    )


def test_orders_are_joined_and_kept(benchmark: RecipeQA) -> None:
    _, ordering, _ = benchmark.examples()
    assert ordering.question.choices[1] == "a.jpg | b.jpg"
    assert ordering.meta["choice_list"] == ORDERS
    assert benchmark.breakdowns(ordering) == {"task": "visual_ordering"}


def test_an_empty_choice_is_a_choice(benchmark: RecipeQA) -> None:
    example = next(benchmark.examples())
    assert example.question.choices == ("Pour", "Bake", "", "Cut")


@pytest.mark.parametrize(
    ("answer", "score"),
    [
        (Answer(choice=0), 1.0),
        (Answer(choice=1), 0.0),
        (Answer(values=("Pour",)), 1.0),
        (Answer(values=("pour",)), 0.0),
        (Answer(choice=1, values=("Pour",)), 0.0),
        (Answer(abstained=True), 0.0),
    ],
)
def test_only_the_right_choice_scores(benchmark: RecipeQA, answer: Answer, score: float) -> None:
    example = next(benchmark.examples())
    assert benchmark.score(example, answer) == {"recipeqa.accuracy": score}


def test_a_blind_question_has_no_gold_and_no_score(tmp_path: Path) -> None:
    blind = record("t1")
    del blind["answer"]
    (tmp_path / "test.json").write_text(json.dumps({"data": [blind]}))
    benchmark = RecipeQA(tmp_path / "test.json")
    (example,) = benchmark.examples()
    assert example.gold is None
    assert benchmark.score(example, Answer(choice=0)) == {}


def test_predictions_are_lists_by_task_with_ids_beside(benchmark: RecipeQA, tmp_path: Path) -> None:
    answers = {"t1": Answer(choice=2), "o1": Answer(choice=1), "t2": Answer()}
    path = tmp_path / "out" / "predictions.json"
    path.parent.mkdir()
    benchmark.write_predictions(benchmark.examples(), answers, path)
    assert json.loads(path.read_text()) == {"textual_cloze": [2, -1], "visual_ordering": [1]}
    beside = path.with_name("predictions.json.ids.json")
    assert json.loads(beside.read_text()) == {
        "textual_cloze": ["t1", "t2"],
        "visual_ordering": ["o1"],
    }
    assert benchmark.read_predictions(path) == answers


def test_the_public_format_needs_no_ids(benchmark: RecipeQA, tmp_path: Path) -> None:
    path = tmp_path / "predictions.json"
    path.write_text('{"textual_cloze.json": [0, 3]}')
    assert benchmark.read_predictions(path) == {"t1": Answer(choice=0), "t2": Answer(choice=3)}


def test_a_part_of_the_questions_is_read_by_its_ids(benchmark: RecipeQA, tmp_path: Path) -> None:
    _, ordering, last = benchmark.examples()
    answers = {"o1": Answer(choice=1), "t2": Answer(choice=3)}
    benchmark.write_predictions([ordering, last], answers, tmp_path / "part.json")
    assert benchmark.read_predictions(tmp_path / "part.json") == answers


def test_predictions_cannot_shift(benchmark: RecipeQA, tmp_path: Path) -> None:
    path = tmp_path / "predictions.json"
    answers = {id: Answer(choice=0) for id in ("t1", "o1", "t2")}
    benchmark.write_predictions(benchmark.examples(), answers, path)
    (tmp_path / "val.json").write_text(json.dumps({"data": [ROWS[2], ROWS[1], ROWS[0]]}))
    with pytest.raises(ManyhopError, match=r"textual_cloze\[1\]: 't2' is out of order"):
        benchmark.read_predictions(path)


def test_it_opens_by_name(tmp_path: Path) -> None:
    assert open_benchmark("recipeqa", tmp_path / "val.json").name == "recipeqa"


@needs_data
def test_nothing_of_the_real_file_is_lost() -> None:
    with gzip.open(DATA) as stream:
        rows = json.load(stream)["data"]
    examples = list(RecipeQA(DATA).examples())
    assert len(examples) == 2423
    assert [official(example) for example in examples] == rows
    for example, row in zip(examples, rows, strict=True):
        (recipe,) = example.question.candidates
        assert isinstance(recipe, Procedure)
        assert [step.text for step in recipe.steps] == [step["body"] for step in row["context"]]


@needs_data
def test_right_choices_score_one(tmp_path: Path) -> None:
    benchmark = RecipeQA(DATA)
    examples = list(benchmark.examples())
    right = {e.question.id: Answer(choice=e.gold.choice) for e in examples if e.gold}
    benchmark.write_predictions(examples, right, tmp_path / "p.json")
    read = benchmark.read_predictions(tmp_path / "p.json")
    assert read == right
    assert all(
        benchmark.score(e, read[e.question.id]) == {"recipeqa.accuracy": 1.0} for e in examples
    )


@needs_data
def test_means_agree_with_the_public_scorer(tmp_path: Path) -> None:
    benchmark = RecipeQA(DATA)
    examples = list(benchmark.examples())
    chance = random.Random(7)
    guesses = {e.question.id: Answer(choice=chance.randrange(4)) for e in examples}
    benchmark.write_predictions(examples, guesses, tmp_path / "p.json")
    golds = [(e.category, e.gold.choice or 0) for e in examples if e.gold]
    public = recipeqa.evaluate(json.loads((tmp_path / "p.json").read_text()), golds)
    for task in recipeqa.TASKS:
        ours = [
            benchmark.score(e, guesses[e.question.id])["recipeqa.accuracy"]
            for e in examples
            if e.category == task
        ]
        assert sum(ours) / len(ours) == pytest.approx(public[task])
