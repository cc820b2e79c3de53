"""Whatever is wrong with a file is said in one sentence: the file, the place in it, what to do."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from manyhop.benchmarks import Benchmark, open_benchmark
from manyhop.errors import ManyhopError
from manyhop.evaluation import score

AOKVQA: dict[str, Any] = {
    "split": "val",
    "image_id": 42,
    "question_id": "q1",
    "question": "What is the man riding?",
    "choices": ["horse", "bike", "camel", "sled"],
    "correct_choice_idx": 2,
    "direct_answers": ["camel"] * 10,
    "difficult_direct_answer": False,
    "rationales": ["It has a hump."],
}
RECIPEQA: dict[str, Any] = {
    "recipe_id": "mint-tea",
    "qid": "t1",
    "task": "textual_cloze",
    "context": [{"id": 1, "body": "Boil water.", "images": ["a.jpg"]}],
    "question": ["Boil", "@placeholder", "Steep", "Serve"],
    "choice_list": ["Pour", "Bake", "Fry", "Cut"],
    "answer": 0,
}
WEBQA: dict[str, Any] = {
    "Guid": "g1",
    "Q": '"Is the bridge red?"',
    "A": ['"Yes, it is red."'],
    "Keywords_A": "yes",
    "Qcate": "YesNo",
    "split": "val",
    "img_posFacts": [{"image_id": 30000001, "caption": "Bridge", "title": "Bridge", "url": ""}],
    "img_negFacts": [],
    "txt_posFacts": [],
    "txt_negFacts": [{"snippet_id": "g1_0", "fact": "It is long.", "title": "Bridge", "url": ""}],
}
MMQA: dict[str, Any] = {
    "qid": "m1",
    "question": "Who won?",
    "answers": [{"answer": "Ann", "type": "string", "modality": "table"}],
    "supporting_context": [{"doc_id": "t1", "doc_part": "table"}],
    "metadata": {"type": "TableQ", "table_id": "t1", "text_doc_ids": [], "image_doc_ids": []},
}
HYBRIDQA: dict[str, Any] = {
    "question_id": "h1",
    "question": "Where was the winner born?",
    "table_id": "winners_0",
    "answer-text": "Hull",
}

WHOLE: dict[str, tuple[str, str]] = {
    "aokvqa": ("val.json", json.dumps([AOKVQA, AOKVQA | {"question_id": "q2"}])),
    "recipeqa": ("val.json", json.dumps({"data": [RECIPEQA, RECIPEQA | {"qid": "t2"}]})),
    "webqa": ("val.json", json.dumps({"g1": WEBQA, "g2": WEBQA | {"Guid": "g2"}})),
    "hybridqa": ("dev.json", json.dumps([HYBRIDQA, HYBRIDQA | {"question_id": "h2"}])),
    "mmqa": ("MMQA_dev.jsonl", f"{json.dumps(MMQA)}\n{json.dumps(MMQA | {'qid': 'm2'})}\n"),
}


def rows(*changes: dict[str, Any]) -> str:
    return json.dumps([AOKVQA | change for change in changes])


def recipes(*changes: dict[str, Any]) -> str:
    return json.dumps({"data": [RECIPEQA | change for change in changes]})


def webqa(**changes: Any) -> str:
    return json.dumps({"g1": WEBQA | changes})


def lines(*changes: dict[str, Any]) -> str:
    return "".join(json.dumps(MMQA | change) + "\n" for change in changes)


def without(field: str, row: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key != field}


BROKEN_DATA: list[tuple[str, str, str]] = [
    ("aokvqa", "", "empty"),
    ("aokvqa", "  \n", "empty"),
    ("aokvqa", "question,answer\n1,2\n", "line 1"),
    ("aokvqa", rows({})[:-20], "breaks off"),
    ("aokvqa", json.dumps({"q1": AOKVQA}), "expected `array`, got `object`"),
    ("aokvqa", json.dumps([without("question_id", AOKVQA)]), "item 1.*`question_id`"),
    ("aokvqa", json.dumps([AOKVQA, without("choices", AOKVQA)]), "item 2.*`choices`"),
    ("aokvqa", rows({}, {"question": "Again?"}), "item 2: question_id q1 was item 1"),
    ("aokvqa", rows({"correct_choice_idx": 4}), "item 1, field correct_choice_idx: 4"),
    ("aokvqa", rows({"correct_choice_idx": "2"}), "item 1, field correct_choice_idx"),
    ("aokvqa", rows({"choices": "horse, bike"}), "item 1, field choices"),
    ("aokvqa", rows({"direct_answers": "camel, horse"}), "item 1, field direct_answers"),
    ("aokvqa", rows({"direct_answers": "[1, 2]"}), r"item 1, field direct_answers\[0\]"),
    ("aokvqa", rows({"image_id": float("nan")}), "line 1.*NaN"),
    ("recipeqa", "", "empty"),
    ("recipeqa", json.dumps([RECIPEQA]), "expected `object`, got `array`"),
    ("recipeqa", json.dumps({"questions": [RECIPEQA]}), "`data`"),
    ("recipeqa", json.dumps({"data": [without("qid", RECIPEQA)]}), "item 1.*`qid`"),
    ("recipeqa", recipes({}, {}), "item 2: qid t1 was item 1"),
    ("recipeqa", recipes({"answer": 4}), "item 1, field answer: 4"),
    ("recipeqa", recipes({"answer": "0"}), "item 1, field answer"),
    ("recipeqa", recipes({"task": "cooking"}), "item 1, field task: .*'cooking'"),
    ("recipeqa", recipes({"context": "Boil water."}), "item 1, field context"),
    ("recipeqa", recipes({"context": [{"images": [1]}]}), r"field context\[0\]\.images"),
    ("recipeqa", recipes({"choice_list": [1, 2, 3, 4]}), "item 1, field choice_list"),
    ("webqa", "", "val.json"),
    ("webqa", webqa()[:-20], "val.json:1"),
    ("webqa", '"a text"', "val.json:1"),
    ("webqa", json.dumps({"g1": without("Q", WEBQA)}), r"\[g1\].*`Q`"),
    ("webqa", webqa(Guid="g2"), r"\[g1\].*'g2'"),
    ("webqa", webqa(A="Yes."), r"\[g1\].*A"),
    ("webqa", webqa(Qcate="colour"), r"\[g1\].*'colour'"),
    ("webqa", webqa(txt_negFacts=["It is long."]), r"\[g1\].*txt_negFacts\[0\]"),
    ("webqa", '{"g1": %s, "g1": %s}' % ((json.dumps(WEBQA),) * 2), r"\[g1\] repeats"),
    ("hybridqa", "", "dev.json:1"),
    ("hybridqa", json.dumps([HYBRIDQA])[:-20], "dev.json:1"),
    ("hybridqa", json.dumps([without("table_id", HYBRIDQA)]), "`table_id`"),
    ("hybridqa", json.dumps([HYBRIDQA | {"answer-text": 7}]), "field answer-text"),
    ("hybridqa", json.dumps([HYBRIDQA | {"answer-node": [["Hull"]]}]), r"field answer-node\[0\]"),
    ("hybridqa", json.dumps([HYBRIDQA, HYBRIDQA]), "repeats the question_id h1"),
    ("mmqa", lines({})[:-20], "jsonl:1"),
    ("mmqa", lines({}) + "who won?\n", "jsonl:2"),
    ("mmqa", json.dumps(without("qid", MMQA)), "jsonl:1.*`qid`"),
    ("mmqa", lines({}, {}), "jsonl:2 repeats.*m1"),
    ("mmqa", lines({"answers": "Ann"}), "jsonl:1.*answers"),
    ("mmqa", lines({"answers": []}), "jsonl:1.*answers"),
]

BROKEN_PREDICTIONS: list[tuple[str, str, str]] = [
    ("aokvqa", "", "empty"),
    ("aokvqa", '{"q1": {"multiple_choice": "camel"}', "line 1: not JSON"),
    ("aokvqa", '[{"q1": "camel"}]', "no JSON object but a list"),
    ("aokvqa", '{"q1": {"choice": "camel"}}', "'q1': .*`choice`"),
    ("aokvqa", '{"q1": {"multiple_choice": 2}}', "'q1', field multiple_choice"),
    ("aokvqa", '{"q1": "camel"}', "'q1': expected `object`"),
    ("aokvqa", '{"q1": {"direct_answer": NaN}}', "'q1', field direct_answer"),
    ("aokvqa", '{"q1": {}, "q1": {}}', "'q1' occurs twice"),
    ("recipeqa", "[0, 1]", "no JSON object but a list"),
    ("recipeqa", '{"textual_cloze": [0]}', "textual_cloze: 1 numbers for 2"),
    ("recipeqa", '{"textual_cloze": [0, 1, 2]}', "textual_cloze: 3 numbers for 2"),
    ("recipeqa", '{"textual_cloze": [0, 4]}', r"textual_cloze\[1\]: 4"),
    ("recipeqa", '{"textual_cloze": [0, -2]}', r"textual_cloze\[1\]: -2"),
    ("recipeqa", '{"textual_cloze": [0, "1"]}', r"textual_cloze\[1\]: .*a string"),
    ("recipeqa", '{"textual_cloze": [0, true]}', r"textual_cloze\[1\]: .*a boolean"),
    ("recipeqa", '{"textual_cloze": [0, 1.5]}', r"textual_cloze\[1\]: .*the number 1\.5"),
    ("recipeqa", '{"textual_cloze": [0, NaN]}', r"textual_cloze\[1\]: .*NaN"),
    ("recipeqa", '{"textual_cloze": {"t1": 0}}', "textual_cloze: expected `array`"),
    ("recipeqa", '{"cooking": [0, 1]}', "'cooking'"),
    ("recipeqa", '{"textual_cloze": [0, 1], "textual_cloze.b": [0, 1]}', "occurs twice"),
    ("hybridqa", "", "empty"),
    ("hybridqa", '{"h1": "Hull"}', "expected `array`, got `object`"),
    ("hybridqa", '[{"question_id": "h1"}]', "`pred`"),
    ("hybridqa", '[{"question_id": "h1", "pred": 7}]', r"\[0\].pred|\[...\].pred"),
    (
        "hybridqa",
        '[{"question_id": "h1", "pred": ""}, {"question_id": "h1", "pred": ""}]',
        "item 2",
    ),
    ("mmqa", '["Ann"]', "predictions.json"),
    ("mmqa", '{"m1": 5}', r"\[m1\]"),
    ("mmqa", '{"m1": ["Ann", null]}', r"\[m1\]"),
    ("mmqa", '{"m1": "Ann", "m1": "Bob"}', "m1"),
    ("mmqa", '{"m1": NaN}', "m1"),
    ("webqa", '[{"answer": "Yes."}]', "predictions.json"),
    ("webqa", '{"g1": {"sources": []}}', r"\[g1\].*`answer`"),
    ("webqa", '{"g1": {"answer": "Yes.", "sources": "g1_0"}}', r"\[g1\].*sources"),
    ("webqa", '{"g1": {"answer": NaN}}', r"\[g1\]"),
]


@pytest.fixture
def opened(tmp_path: Path) -> Callable[[str, str | bytes | None], Benchmark]:
    """A benchmark on a file with this content, or else a whole one."""

    def open_on(name: str, content: str | bytes | None = None) -> Benchmark:
        file, whole = WHOLE[name]
        content = whole if content is None else content
        path = tmp_path / file
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return open_benchmark(name, path)

    return open_on


Opened = Callable[..., Benchmark]


def is_one_sentence(error: ManyhopError, path: Path) -> bool:
    text = str(error)
    return path.name in text and "\n" not in text and not text.endswith(".") and len(text) < 500


@pytest.mark.parametrize(("name", "content", "message"), BROKEN_DATA)
def test_broken_data(opened: Opened, tmp_path: Path, name: str, content: str, message: str) -> None:
    with pytest.raises(ManyhopError, match=message) as caught:
        list(opened(name, content).examples())
    assert is_one_sentence(caught.value, tmp_path / WHOLE[name][0])


@pytest.mark.parametrize(("name", "content", "message"), BROKEN_PREDICTIONS)
def test_broken_predictions(
    opened: Opened, tmp_path: Path, name: str, content: str, message: str
) -> None:
    path = tmp_path / "predictions.json"
    path.write_text(content)
    benchmark = opened(name)
    with pytest.raises(ManyhopError, match=message) as caught:
        benchmark.read_predictions(path)
    assert is_one_sentence(caught.value, path)


@pytest.mark.parametrize("name", WHOLE)
def test_whole_files_are_read(opened: Opened, name: str) -> None:
    assert len(list(opened(name).examples())) == 2


@pytest.mark.parametrize("name", WHOLE)
def test_a_truncated_gzip(opened: Opened, tmp_path: Path, name: str) -> None:
    packed = gzip.compress(WHOLE[name][1].encode())
    with pytest.raises(ManyhopError, match="cut off or damaged") as caught:
        list(opened(name, packed[: len(packed) // 2]).examples())
    assert is_one_sentence(caught.value, tmp_path / WHOLE[name][0])


@pytest.mark.parametrize("name", WHOLE)
def test_a_missing_file(tmp_path: Path, name: str) -> None:
    with pytest.raises(ManyhopError, match=r"nowhere\.json"):
        list(open_benchmark(name, tmp_path / "nowhere.json").examples())


@pytest.mark.parametrize("name", WHOLE)
def test_missing_predictions(opened: Opened, tmp_path: Path, name: str) -> None:
    with pytest.raises(ManyhopError, match=r"nowhere\.json"):
        opened(name).read_predictions(tmp_path / "nowhere.json")


@pytest.mark.parametrize(
    ("ids", "message"),
    [
        (["t1"], "2 numbers for 1 questions"),
        (["t1", "t9"], r"textual_cloze\[1\]: .*no question 't9'"),
        (["t2", "t1"], r"textual_cloze\[1\]: 't1' is out of order"),
        (["t1", "t1"], r"textual_cloze\[1\]: 't1' is out of order"),
        ("t1", "expected `array`"),
    ],
)
def test_ids_that_disagree(opened: Opened, tmp_path: Path, ids: object, message: str) -> None:
    path = tmp_path / "predictions.json"
    path.write_text('{"textual_cloze": [0, 1]}')
    (tmp_path / "predictions.json.ids.json").write_text(json.dumps({"textual_cloze": ids}))
    with pytest.raises(ManyhopError, match=message) as caught:
        opened("recipeqa").read_predictions(path)
    assert is_one_sentence(caught.value, path)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("aokvqa", '{"q1": {"multiple_choice": "bike"}, "other": {"multiple_choice": "camel"}}'),
        ("mmqa", '{"m1": "Ann", "other": "Ann"}'),
        (
            "hybridqa",
            '[{"question_id": "h1", "pred": "Hull"}, {"question_id": "other", "pred": "Hull"}]',
        ),
        ("webqa", '{"g1": {"answer": "Yes."}, "other": {"answer": "Yes."}}'),
    ],
)
def test_predictions_for_unknown_ids(
    opened: Opened, tmp_path: Path, name: str, content: str
) -> None:
    path = tmp_path / "predictions.json"
    path.write_text(content)
    with pytest.raises(ManyhopError, match=r"1 question .*other") as caught:
        score(opened(name), path)
    assert is_one_sentence(caught.value, path)
