import gzip
import json
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from manyhop.answering import Answer
from manyhop.benchmarks import AOKVQA, Example, open_benchmark, read_vocabulary
from manyhop.errors import ManyhopError
from manyhop.metrics import aokvqa

DATA = Path(__file__).parents[2] / "../shared/data"
needs_data = pytest.mark.skipif(not DATA.exists(), reason="the A-OKVQA files are not here")


def record(id: str, **changes: Any) -> dict[str, Any]:
    return {
        "split": "val",
        "image_id": 42,
        "question_id": id,
        "question": "What is the man riding?",
        "choices": ["horse", "bike", "camel", "sled"],
        "correct_choice_idx": 2,
        "direct_answers": ["camel"] * 7 + ["dromedary"] * 2 + ["Camel"],
        "difficult_direct_answer": False,
        "rationales": ["It has a hump.", "Camels live in deserts.", "The sand says so."],
    } | changes


@pytest.fixture
def annotations(tmp_path: Path) -> Path:
    path = tmp_path / "val.json"
    path.write_text(json.dumps([record("q1"), record("q2", difficult_direct_answer=True)]))
    return path


@pytest.fixture
def benchmark(annotations: Path) -> AOKVQA:
    return AOKVQA(annotations)


@pytest.fixture
def easy(benchmark: AOKVQA) -> Example:
    return next(benchmark.examples())


def read_back(benchmark: AOKVQA, predictions: object, folder: Path) -> dict[str, Answer]:
    path = folder / "predictions.json"
    path.write_text(json.dumps(predictions))
    return benchmark.read_predictions(path)


def official(example: Example) -> dict[str, Any]:
    """The record that an example was made from."""
    question, gold = example.question, example.gold
    assert question.image is not None
    row = {
        **example.meta,
        "question_id": question.id,
        "question": question.text,
        "image_id": int(question.image.id),
        "choices": list(question.choices),
    }
    if gold:
        row["correct_choice_idx"] = gold.choice
        row["direct_answers"] = list(gold.answers)
        row["rationales"] = list(gold.rationales)
    return row


def test_an_example_keeps_the_whole_record(benchmark: AOKVQA, annotations: Path) -> None:
    assert [official(example) for example in benchmark.examples()] == json.loads(
        annotations.read_text()
    )


def test_unknown_fields_are_kept(tmp_path: Path) -> None:
    (tmp_path / "val.json").write_text(json.dumps([record("q1", licence={"id": 4})]))
    (example,) = AOKVQA(tmp_path / "val.json").examples()
    assert example.meta["licence"] == {"id": 4}


def test_a_gzipped_file_is_the_same(benchmark: AOKVQA, annotations: Path, tmp_path: Path) -> None:
    packed = tmp_path / "val.json.gz"
    packed.write_bytes(gzip.compress(annotations.read_bytes()))
    assert list(AOKVQA(packed).examples()) == list(benchmark.examples())


def test_half_of_a_surrogate_pair_is_a_question_mark(tmp_path: Path) -> None:
    path = tmp_path / "val.json"
    path.write_text(json.dumps([record("q1", question="Is it \ud83d or \N{DROMEDARY CAMEL}?")]))
    benchmark = AOKVQA(path)
    assert next(benchmark.examples()).question.text == "Is it ? or \N{DROMEDARY CAMEL}?"
    answers = read_back(benchmark, {"q1": {"direct_answer": "\ude00"}}, tmp_path)
    assert answers["q1"].values == ("?",)


def test_lists_in_python_notation_are_read(tmp_path: Path) -> None:
    rows = [record("q1", direct_answers="['camel', \"a camel's back\"]")]
    (tmp_path / "val.json").write_text(json.dumps(rows))
    (example,) = AOKVQA(tmp_path / "val.json").examples()
    assert example.gold is not None
    assert example.gold.answers == ("camel", "a camel's back")


def test_a_blind_question_has_no_gold_and_no_score(tmp_path: Path) -> None:
    blind = record("q1")
    for field in ("correct_choice_idx", "direct_answers", "rationales"):
        del blind[field]
    (tmp_path / "test.json").write_text(json.dumps([blind]))
    benchmark = AOKVQA(tmp_path / "test.json")
    (example,) = benchmark.examples()
    assert example.gold is None
    assert benchmark.score(example, Answer(choice=2, values=("camel",))) == {}


def test_the_picture_is_found_in_cocos_folders(annotations: Path, tmp_path: Path) -> None:
    picture = tmp_path / "coco" / "val2017" / "000000000042.jpg"
    picture.parent.mkdir(parents=True)
    picture.write_bytes(b"\xff\xd8\xff pixels")
    with_pixels = next(AOKVQA(annotations, tmp_path / "coco").examples()).question.image
    without = next(AOKVQA(annotations).examples()).question.image
    assert with_pixels is not None
    assert with_pixels.pixels() == b"\xff\xd8\xff pixels"
    assert without is not None
    assert (without.id, without.path) == (with_pixels.id, "")


def test_choice_and_direct_answer_are_scored(benchmark: AOKVQA, easy: Example) -> None:
    scores = benchmark.score(easy, Answer(choice=2, values=("dromedary",)))
    assert scores == {
        "aokvqa.multiple_choice": 1.0,
        "aokvqa.direct_answer": pytest.approx(2 / 3),
        "vqa.accuracy": pytest.approx(0.6),
    }


def test_only_the_standard_accuracy_normalises(benchmark: AOKVQA, easy: Example) -> None:
    scores = benchmark.score(easy, Answer(choice=0, values=("A camel.",)))
    assert scores["aokvqa.direct_answer"] == 0.0
    assert scores["vqa.accuracy"] == 1.0


def test_a_choice_alone_is_no_direct_answer(benchmark: AOKVQA, easy: Example) -> None:
    assert benchmark.score(easy, Answer(choice=1)) == {"aokvqa.multiple_choice": 0.0}


@pytest.mark.parametrize(("text", "score"), [("camel", 1.0), ("bike", 0.0), ("dromedary", 0.0)])
def test_a_text_serves_as_a_choice(
    benchmark: AOKVQA, easy: Example, text: str, score: float
) -> None:
    assert benchmark.score(easy, Answer(values=(text,)))["aokvqa.multiple_choice"] == score


def test_saying_nothing_scores_nothing(benchmark: AOKVQA, easy: Example) -> None:
    scores = benchmark.score(easy, Answer(abstained=True))
    assert scores == dict.fromkeys(
        ("aokvqa.multiple_choice", "aokvqa.direct_answer", "vqa.accuracy"), 0.0
    )


def test_difficult_questions_have_no_direct_answer(benchmark: AOKVQA) -> None:
    easy, difficult = benchmark.examples()
    answer = Answer(choice=2, values=("camel",))
    assert benchmark.score(difficult, answer) == {"aokvqa.multiple_choice": 1.0}
    assert benchmark.breakdowns(easy) == {"difficult": "no"}
    assert benchmark.breakdowns(difficult) == {"difficult": "yes"}
    assert easy.group == difficult.group == "42"


def test_a_rationale_is_scored_against_the_nearest(benchmark: AOKVQA, easy: Example) -> None:
    pytest.importorskip("nltk")
    pytest.importorskip("wn")
    told = benchmark.score(easy, Answer(choice=2, rationale="Camels live in deserts."))
    assert told["rationale.meteor"] > 0.99
    assert "rationale.meteor" not in benchmark.score(easy, Answer(choice=2))


def test_predictions_come_back_as_written(benchmark: AOKVQA, tmp_path: Path) -> None:
    answers = {
        "q1": Answer(choice=2, values=("camel",)),
        "q2": Answer(choice=0, values=("a horse",)),
    }
    path = tmp_path / "predictions.json"
    benchmark.write_predictions(benchmark.examples(), answers, path)
    assert json.loads(path.read_text()) == {
        "q1": {"multiple_choice": "camel", "direct_answer": "camel"},
        "q2": {"multiple_choice": "horse", "direct_answer": "a horse"},
    }
    assert benchmark.read_predictions(path) == answers


def test_a_text_that_is_no_choice_is_wrong_but_kept(benchmark: AOKVQA, tmp_path: Path) -> None:
    predictions = {id: {"multiple_choice": "donkey"} for id in ("q1", "q2")}
    answers = read_back(benchmark, predictions, tmp_path)
    for example in benchmark.examples():
        scores = benchmark.score(example, answers[example.question.id])
        assert scores == {"aokvqa.multiple_choice": 0.0}
    benchmark.write_predictions(benchmark.examples(), answers, tmp_path / "again.json")
    assert json.loads((tmp_path / "again.json").read_text()) == predictions


def test_what_a_file_leaves_out_is_wrong(benchmark: AOKVQA, tmp_path: Path) -> None:
    answers = read_back(benchmark, {"q2": {"multiple_choice": "camel"}}, tmp_path)
    scores = [benchmark.score(e, answers[e.question.id]) for e in benchmark.examples()]
    assert scores == [{"aokvqa.multiple_choice": 0.0}, {"aokvqa.multiple_choice": 1.0}]
    assert [answers[id].abstained for id in ("q1", "q2")] == [True, False]
    benchmark.write_predictions(benchmark.examples(), answers, tmp_path / "again.json")
    assert json.loads((tmp_path / "again.json").read_text()) == {"q2": {"multiple_choice": "camel"}}


def test_a_file_of_direct_answers_makes_no_choices(benchmark: AOKVQA, tmp_path: Path) -> None:
    answers = read_back(benchmark, {"q1": {"direct_answer": "camel"}}, tmp_path)
    scores = [benchmark.score(e, answers[e.question.id]) for e in benchmark.examples()]
    assert scores == [{"aokvqa.direct_answer": 1.0, "vqa.accuracy": 1.0}, {}]


def test_the_vocabulary_keeps_its_line_numbers(tmp_path: Path) -> None:
    (tmp_path / "vocabulary.csv").write_text("\n$0\nred, white\n")
    assert read_vocabulary(tmp_path / "vocabulary.csv") == ("", "$0", "red, white")


def test_it_opens_by_name(annotations: Path) -> None:
    benchmark = open_benchmark("aokvqa", annotations, images=annotations.parent)
    assert benchmark.name == "aokvqa"
    with pytest.raises(ManyhopError, match="'vqa'; choose webqa, mmqa, hybridqa, aokvqa"):
        open_benchmark("vqa", annotations)


@pytest.fixture
def validation() -> AOKVQA:
    return AOKVQA(DATA / "aokvqa/aokvqa_v1p0_val.json.gz", DATA / "coco_subset")


@needs_data
def test_nothing_of_the_real_file_is_lost(validation: AOKVQA) -> None:
    with gzip.open(DATA / "aokvqa/aokvqa_v1p0_val.json.gz") as stream:
        rows = json.load(stream)
    examples = list(validation.examples())
    assert len(examples) == 814
    assert [official(example) for example in examples] == rows
    assert any(example.question.image and example.question.image.path for example in examples)


@needs_data
def test_the_blind_split_is_read() -> None:
    blind = list(AOKVQA(DATA / "aokvqa/aokvqa_v1p0_test.json.gz").examples())
    assert len(blind) == 6702
    assert not any(example.gold for example in blind)


@needs_data
def test_the_vocabulary_is_as_large_as_the_paper_says() -> None:
    assert len(read_vocabulary(DATA / "aokvqa/large_vocab_train.csv")) == 10_424


@needs_data
def test_right_choices_score_one(validation: AOKVQA, tmp_path: Path) -> None:
    examples = list(validation.examples())
    right = {e.question.id: Answer(choice=e.gold.choice) for e in examples if e.gold}
    validation.write_predictions(examples, right, tmp_path / "p.json")
    assert validation.read_predictions(tmp_path / "p.json") == right
    assert all(
        validation.score(example, right[example.question.id]) == {"aokvqa.multiple_choice": 1.0}
        for example in examples
    )


@needs_data
def test_means_agree_with_the_official_evaluation(validation: AOKVQA, tmp_path: Path) -> None:
    examples = list(validation.examples())
    predictions = {
        e.question.id: {"multiple_choice": e.question.choices[0], "direct_answer": "man"}
        for e in examples[: len(examples) // 2]
    }
    answers = read_back(validation, predictions, tmp_path)
    scores = [validation.score(e, answers[e.question.id]) for e in examples]
    golds = [
        aokvqa.Gold(
            e.question.id,
            e.question.choices,
            e.gold.choice or 0,
            e.gold.answers,
            bool(e.meta["difficult_direct_answer"]),
        )
        for e in examples
        if e.gold
    ]
    whole = aokvqa.evaluate({id: aokvqa.Prediction(**p) for id, p in predictions.items()}, golds)
    for name in ("multiple_choice", "direct_answer"):
        values = [s[f"aokvqa.{name}"] for s in scores if f"aokvqa.{name}" in s]
        assert 100 * fmean(values) == pytest.approx(getattr(whole, name))


class TestDirect:
    """The choices are not shown, so what is said is an answer of one's own."""

    @pytest.fixture
    def direct(self, annotations: Path) -> AOKVQA:
        return AOKVQA(annotations, direct=True)

    def test_the_question_comes_without_choices(self, direct: AOKVQA) -> None:
        example = next(direct.examples())
        assert example.question.choices == ()
        assert example.gold
        assert example.gold.choice == 2
        assert any("the choices were not shown" in note for note in direct.notes)

    @pytest.mark.parametrize(
        ("said", "multiple_choice", "direct_answer"),
        [
            ("camel", 1.0, 1.0),
            ("dromedary camel", 1.0, 0.0),
            ("a bicycle", 0.0, 0.0),
            ("", 0.0, 0.0),
        ],
    )
    def test_it_is_mapped_to_the_nearest_choice(
        self, direct: AOKVQA, said: str, multiple_choice: float, direct_answer: float
    ) -> None:
        scores = direct.score(next(direct.examples()), Answer(values=(said,) if said else ()))
        assert scores["aokvqa.multiple_choice"] == multiple_choice
        assert scores["aokvqa.direct_answer"] == direct_answer

    def test_predictions_have_both(self, direct: AOKVQA, tmp_path: Path) -> None:
        examples = list(direct.examples())
        answers = {"q1": Answer(values=("dromedary camel",))}
        direct.write_predictions(examples, answers, tmp_path / "p.json")
        written = json.loads((tmp_path / "p.json").read_text())
        assert written["q1"] == {"multiple_choice": "camel", "direct_answer": "dromedary camel"}
        assert direct.read_predictions(tmp_path / "p.json")["q1"].choice == 2
