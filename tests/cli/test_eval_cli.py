"""eval, score and compare as a user types them."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Run
    from tests.conftest import ChatServer


def record(number: int) -> dict[str, Any]:
    kind = ("TextQ", "TableQ")[number % 2]
    part = {"TextQ": "text", "TableQ": "table"}[kind]
    return {
        "qid": f"q{number}",
        "question": f"How many sails has mill {number}?",
        "answers": [
            {
                "answer": str(number % 3),
                "type": "string",
                "modality": part,
                "text_instances": [],
                "table_indices": [],
                "image_instances": [],
            }
        ],
        "supporting_context": [{"doc_id": f"d{number}", "doc_part": part}],
        "metadata": {
            "type": kind,
            "modalities": [part],
            "wiki_entities_in_answers": [],
            "wiki_entities_in_question": [],
            "intermediate_answers": [],
            "image_doc_ids": [],
            "text_doc_ids": [f"d{number}"],
            "table_id": f"t{number // 4}",
        },
    }


@pytest.fixture
def mills(tmp_path: Path) -> str:
    """Thirty made-up questions in MultiModalQA's format."""
    lines = [json.dumps(record(number)) + "\n" for number in range(30)]
    (tmp_path / "mills.jsonl").write_text("".join(lines))
    return "mills.jsonl"


def right(n: int = 30) -> dict[str, str]:
    return {f"q{number}": str(number % 3) for number in range(n)}


def test_eval_prints_every_score_with_n_and_an_interval(run: "Run", mills: str) -> None:
    outcome = run("eval", "mmqa", mills, "--answerer", "oracle", "--out", "runs/oracle")
    assert outcome.code == 0
    table = [line.split() for line in outcome.out.splitlines()]
    (overall,) = (row for row in table if row[:2] == ["all", "mmqa.exact_match"])
    assert overall[2:] == ["1.0000", "0.6306", "to", "1.0000", "30"]  # eight tables, all right
    assert ["type=TextQ", "mmqa.exact_match"] in [row[:2] for row in table]
    assert "Written to runs/oracle." in outcome.out
    assert Path("runs/oracle/results.json").exists()


def test_eval_as_json_is_results_json(run: "Run", mills: str) -> None:
    results = run("eval", "mmqa", mills, "-a", "random", "-o", "r", "--json").json
    assert results == json.loads(Path("r/results.json").read_bytes())
    assert set(results["metrics"]["mmqa.f1"]) == {"value", "low", "high", "n"}
    assert results["setting"] == "restricted"


def test_eval_asks_only_what_it_is_told_to(run: "Run", mills: str) -> None:
    arguments = (
        "-a",
        "oracle",
        "--where",
        "type=TextQ",
        "--limit",
        "4",
        "--json",
        "--workers",
        "3",
    )
    assert run("eval", "mmqa", mills, *arguments).json["n"] == 4
    configuration = json.loads(Path("runs/mmqa-oracle/run.json").read_bytes())
    assert (configuration["where"], configuration["limit"]) == (["type=TextQ"], 4)


def test_a_run_is_resumed_only_when_told_to(run: "Run", mills: str) -> None:
    command = ("eval", "mmqa", mills, "-a", "random", "--out", "r")
    assert run(*command).code == 0
    before = Path("r/samples.jsonl").read_bytes()
    assert "already holds a run; go on with it with --resume" in run(*command).complaint
    Path("r/samples.jsonl").write_bytes(before[: len(before) // 2])
    assert run(*command, "--resume").code == 0
    assert Path("r/samples.jsonl").read_bytes() == before
    assert "the seed was 0 and is 5" in run(*command, "--resume", "--seed", "5").complaint
    Path(mills).write_text(Path(mills).read_text().replace("mill 3", "mill III"))
    assert "mills.jsonl has changed" in run(*command, "--resume").complaint


def test_eval_writes_predictions_that_score_the_same(run: "Run", mills: str) -> None:
    evaluated = run(
        "eval", "mmqa", mills, "-a", "most-common", "--predictions", "given.json", "--json"
    ).json
    scored = run("score", "mmqa", mills, "given.json", "--json").json
    for metric in ("mmqa.exact_match", "mmqa.f1"):
        assert scored["metrics"][metric] == evaluated["metrics"][metric]


def test_score_says_what_is_missing(run: "Run", mills: str) -> None:
    Path("p.json").write_text(json.dumps(right(27)))
    outcome = run("score", "mmqa", mills, "p.json")
    assert outcome.code == 0
    assert "0.9000" in outcome.out
    assert "3 of 30 questions have no prediction and score 0 (q27, q28, q29)" in outcome.out


def test_score_refuses_unknown_ids_unless_told_otherwise(run: "Run", mills: str) -> None:
    Path("p.json").write_text(json.dumps(right(32)))
    complaint = run("score", "mmqa", mills, "p.json").complaint
    assert complaint.startswith("p.json predicts 2 questions that mmqa does not have (q30, q31)")
    results = run("score", "mmqa", mills, "p.json", "--ignore-unknown", "--json").json
    assert results["metrics"]["mmqa.exact_match"]["value"] == 1.0


def test_compare_gives_the_difference_its_interval_and_its_test(run: "Run", mills: str) -> None:
    for answerer in ("random", "oracle"):
        assert run("eval", "mmqa", mills, "-a", answerer, "-o", answerer).code == 0
    found = run("compare", "random", "oracle", "--json").json["metrics"]["mmqa.exact_match"]
    assert found["b"] == 1.0
    assert found["difference"] == pytest.approx(1 - found["a"])
    assert 0 < found["low"] <= found["difference"] <= found["high"]
    assert (found["n"], found["groups"], found["test"]) == (30, 8, "permutation")
    text = run("compare", "random", "oracle", "--metric", "mmqa.f1").out
    assert "mmqa.f1" in text
    assert "mmqa.exact_match" not in text
    assert "95% interval" in text


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("eval", "nlvr", "mills.jsonl", "-a", "random"), "there is no benchmark 'nlvr'"),
        (("eval", "mmqa", "mills.jsonl", "-a", "guess"), "there is no answerer 'guess'"),
        (("eval", "mmqa", "none.jsonl", "-a", "random"), "none.jsonl"),
        (
            ("eval", "mmqa", "mills.jsonl", "-a", "random", "--where", "type"),
            "'type' is not a condition; write it as type=TextQ",
        ),
        (
            ("eval", "mmqa", "mills.jsonl", "-a", "random", "--where", "type=Text"),
            "no example has type=Text; type is one of TableQ, TextQ",
        ),
        (
            ("eval", "mmqa", "mills.jsonl", "-a", "random", "--images", "."),
            "--images is for webqa and aokvqa; leave it out",
        ),
        (
            ("eval", "mmqa", "mills.jsonl", "-a", "openai:", "--base-url", "http://127.0.0.1:9"),
            "there is no answerer 'openai:'",
        ),
        (
            ("eval", "mmqa", "mills.jsonl", "-a", "random", "--predictions", "new/p.json"),
            "new/p.json can't be written; make the folder new",
        ),
        (
            ("eval", "mmqa", "mills.jsonl", "-a", "random", "--out", "mills.jsonl"),
            "mills.jsonl is a file; choose another folder for the run",
        ),
        (
            ("eval", "webqa", "mills.jsonl", "-a", "random", "--bart-weights", "mills.jsonl"),
            "--bart-weights goes with --bart",
        ),
        (("score", "mmqa", "mills.jsonl", "none.json"), "none.json"),
        (("compare", "here", "there"), "here holds no run (there is no run.json)"),
    ],
)
def test_what_can_be_mended_is_one_sentence(
    run: "Run", mills: str, arguments: tuple[str, ...], complaint: str
) -> None:
    assert complaint in run(*arguments).complaint
    assert not Path("runs").exists()


@pytest.mark.parametrize("option", ["--limit=0", "--workers=0", "--setting=open", "--seed=-1"])
def test_an_option_that_makes_no_sense_is_a_usage_error(
    run: "Run", mills: str, option: str
) -> None:
    outcome = run("eval", "mmqa", mills, "-a", "random", option)
    assert outcome.code == 2
    assert option.split("=")[0] in outcome.err


def test_eval_asks_a_server_and_shows_it_training_questions(
    run: "Run", mills: str, chat_server: "ChatServer"
) -> None:
    options = ["--answerer", "openai:small", "--base-url", chat_server.url, "--cache", "kept.db"]
    Path("others.jsonl").write_bytes(Path(mills).read_bytes())
    arguments = ["eval", "mmqa", mills, *options, "--training", "others.jsonl", "--limit", "3"]
    first = run(*arguments, "--prices", "1", "2", "--out", "one", "--json").json
    assert first["metrics"]["mmqa.f1"]["n"] == 3
    assert len(chat_server.requests) == 3
    assert chat_server.requests[0]["model"] == "small"
    shown = str(chat_server.requests[0]["messages"]).count("How many sails has mill")
    assert shown == 5  # four shots and the question
    again = run(*arguments, "--out", "two", "--json").json
    assert len(chat_server.requests) == 3
    assert again["metrics"] == first["metrics"]


def webqa_file(path: Path, guid: str) -> str:
    record = {
        "Guid": guid,
        "Q": "Which mill turns?",
        "A": ["The mills of Alder turn."],
        "Keywords_A": "mills",
        "Qcate": "Others",
        "img_posFacts": [{"image_id": 30000001, "caption": "A mill at Alder", "title": "Mill"}],
        "txt_negFacts": [{"snippet_id": f"{guid}_1", "fact": "Wren has no mill.", "title": "W"}],
    }
    path.write_text(json.dumps({guid: record}))
    return str(path)


def test_webqa_takes_several_files_and_a_lemmatiser(run: "Run", tmp_path: Path) -> None:
    files = [webqa_file(tmp_path / f"{name}.json", name * 32) for name in "ab"]
    arguments = ["eval", "webqa", files[0], "--also", files[1], "--answerer", "oracle", "--json"]
    plain = run(*arguments, "--out", "plain").json
    assert plain["metrics"]["webqa.accuracy"]["n"] == 2
    assert "webqa.accuracy: lemmatiser none" in plain["notes"]
    named = run(*arguments, "--out", "named", "--lemmatize", "textwrap:dedent").json
    assert "webqa.accuracy: lemmatiser textwrap:dedent" in named["notes"]
    wrong = run(*arguments, "--out", "wrong", "--lemmatize", "nowhere:nothing")
    assert "module:function" in wrong.complaint


def test_options_of_another_benchmark_are_refused(run: "Run", mills: str) -> None:
    outcome = run("eval", "mmqa", mills, "--answerer", "random", "--lemmatize", "textwrap:dedent")
    assert "are for webqa" in outcome.complaint


def test_a_report_finds_the_data_again(run: "Run", mills: str) -> None:
    run("eval", "mmqa", mills, "--answerer", "random", "--out", "random")
    assert run("report", "random", "--out", "page.html").code == 0
    assert "How many sails has mill" in Path("page.html").read_text()


def test_predictions_for_several_files_are_scored_with_them(run: "Run", tmp_path: Path) -> None:
    one, two = (webqa_file(tmp_path / f"{name}.json", name * 32) for name in "ab")
    run("eval", "webqa", one, "--also", two, "-a", "oracle", "--predictions", "said.json")
    results = run("score", "webqa", one, "said.json", "--also", two, "--json").json
    assert results["metrics"]["webqa.source_recall"]["n"] == 2


def test_a_missing_prediction_is_not_blamed_for_sources_where_none_are_told(
    run: "Run", tmp_path: Path
) -> None:
    one, two = (webqa_file(tmp_path / f"{name}.json", name * 32) for name in "ab")
    run("eval", "webqa", one, "-a", "oracle", "--predictions", "said.tsv")
    metrics = run("score", "webqa", one, "said.tsv", "--also", two, "--json").json["metrics"]
    assert metrics["webqa.accuracy"]["n"] == 2
    assert "webqa.source_f1" not in metrics


@pytest.mark.parametrize(("limit", "asked"), [("3", "every question"), ("30", "all of the first")])
def test_a_server_that_refuses_everything_ends_the_run(
    run: "Run", mills: str, chat_server: "ChatServer", limit: str, asked: str
) -> None:
    refused = b'{"error": {"message": "wrong key"}}'
    chat_server.otherwise = chat_server.sends(401, refused)
    options = ["-a", "openai:small", "--base-url", chat_server.url, "--limit", limit, "-o", "r"]
    complaint = run("eval", "mmqa", mills, *options).complaint
    assert asked in complaint
    assert "wrong key" in complaint
    assert "--resume" in complaint
    chat_server.otherwise = chat_server.says("1")
    assert run("eval", "mmqa", mills, *options, "--resume", "--json").json["n"] == int(limit)


def test_a_stopped_eval_says_how_to_go_on(
    run: "Run", mills: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("manyhop.evaluation.run", interrupt)
    outcome = run("eval", "mmqa", mills, "-a", "random")
    assert outcome.code == 130
    assert "run it again with --resume" in outcome.complaint


def test_a_mistyped_value_beside_a_right_one_is_noticed(run: "Run", mills: str) -> None:
    where = ("--where", "type=TextQ", "--where", "type=Txet")
    Path("p.json").write_text(json.dumps(right()))
    for command in (("eval", "mmqa", mills, "-a", "random"), ("score", "mmqa", mills, "p.json")):
        assert run(*command, *where).complaint.startswith("no example has type=Txet")


def test_what_is_evaluated_is_not_learnt_from(run: "Run", mills: str) -> None:
    outcome = run("eval", "mmqa", mills, "--answerer", "most-common", "--training", mills)
    assert "name another split" in outcome.complaint


def test_a_run_is_not_resumed_after_its_training_changed(run: "Run", mills: str) -> None:
    others = Path("others.jsonl")
    others.write_bytes(Path(mills).read_bytes())
    command = ["eval", "mmqa", mills, "--answerer", "most-common", "--training", "others.jsonl"]
    assert run(*command).code == 0
    others.write_text(others.read_text().replace("How many", "How few"))
    assert "others.jsonl has changed" in run(*command, "--resume").complaint


def test_a_run_keeps_no_password_and_is_for_its_owner(
    run: "Run", mills: str, chat_server: "ChatServer"
) -> None:
    said = b'{"error": {"message": "no entry for me:s3cret"}}'
    chat_server.script = [chat_server.sends(401, said)]
    address = chat_server.url.replace("http://", "http://me:s3cret@")
    options = ("-a", "openai:m", "--base-url", address, "--limit", "3", "-o", "runs/r")
    outcome = run("eval", "mmqa", mills, *options, "--cache", "kept.db")
    assert outcome.code == 0
    files = [path for path in Path("runs/r").iterdir() if path.is_file()]
    kept = b"".join(path.read_bytes() for path in [*files, Path("kept.db")])
    assert b"answered 401" in kept
    assert b"s3cret" not in kept + outcome.err.encode() + outcome.out.encode()
    assert Path("runs/r").stat().st_mode & 0o077 == 0
    private = {path.name for path in files if not path.stat().st_mode & 0o077}
    assert private >= {"run.json", "samples.jsonl", "results.json", "timings.jsonl"}
    assert Path("kept.db").stat().st_mode & 0o077 == 0
