import gzip
import json
from pathlib import Path

import pytest
from PIL import Image as Pillow

from manyhop.errors import ManyhopError
from manyhop.sources import AnySource, Cell, Column, Image, Procedure, Snippet, Step, Table
from manyhop.sources.reading import Skipped, read_file

SOURCES: list[AnySource] = [
    Snippet(text="It opened in 1981.", origin="a"),
    Table(columns=(Column("name"),), rows=((Cell("Humber"),),), origin="b"),
    Image(caption="The bridge", data=b"\x00\xff", origin="c"),
    Procedure(title="Tea", steps=(Step(text="Pour."),), origin="d"),
]


def read(path: Path, content: str | bytes) -> list[AnySource | Skipped]:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return list(read_file(path, path.name))


def lines(*rows: object) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


def test_json_lines_of_sources_are_read_as_they_were_written(tmp_path: Path) -> None:
    written = b"\n".join(source.to_json() for source in SOURCES)
    assert read(tmp_path / "export.jsonl", written) == SOURCES
    assert read(tmp_path / "export.ndjson", b"\xef\xbb\xbf" + written) == SOURCES
    assert read(tmp_path / "export.jsonl.gz", gzip.compress(written)) == SOURCES


def test_utf16_as_some_shells_write_it(tmp_path: Path) -> None:
    line = '{"kind": "snippet", "text": "Größe"}\n'
    (source,) = read(tmp_path / "a.jsonl", line.encode("utf-16"))
    assert isinstance(source, Snippet)
    assert source.text == "Größe"


def test_older_encodings_are_read_line_by_line(tmp_path: Path) -> None:
    lines = [f'{{"kind": "snippet", "text": "Größe {n}"}}' for n in range(2)]
    mixed = lines[0].encode("cp1252") + b"\n" + lines[1].encode()
    for found in (read(tmp_path / "a.jsonl", mixed), read(tmp_path / "a.json", mixed)):
        texts = [source.text for source in found if isinstance(source, Snippet)]
        assert texts == ["Größe 0", "Größe 1"]


def test_half_of_a_surrogate_pair_does_not_spoil_the_line(tmp_path: Path) -> None:
    (source,) = read(tmp_path / "a.jsonl", '{"id": "1", "text": "smile \\ud83d"}')
    assert isinstance(source, Snippet)
    assert source.text == "smile ?"


def test_a_json_file_holds_one_source_or_a_list(tmp_path: Path) -> None:
    assert read(tmp_path / "one.json", SOURCES[0].to_json()) == SOURCES[:1]
    many = b"[" + b",\n".join(source.to_json() for source in SOURCES) + b"]"
    assert read(tmp_path / "many.json", many) == SOURCES
    assert read(tmp_path / "many.jsonl", b"[\n" + many[1:]) == SOURCES


def test_json_lines_under_the_wrong_suffix(tmp_path: Path) -> None:
    written = b"\n".join(source.to_json() for source in SOURCES)
    assert read(tmp_path / "export.json", written) == SOURCES


def test_bad_lines_are_skipped_with_their_number(tmp_path: Path) -> None:
    good = '{"kind": "snippet", "text": "good", "origin": "x"}'
    bad = ["{broken", "[1]", '{"kind": "snippet"}', '{"a": 1, "b": 2}', '{"kind": "tune"}']
    found = read(tmp_path / "mixed.jsonl", "\n".join([bad[0], "", good, *bad[1:], good]))
    skipped = [part for part in found if isinstance(part, Skipped)]
    assert [part.where for part in skipped] == [f"mixed.jsonl:{n}" for n in (1, 4, 5, 6, 7)]
    assert skipped[0].reason.startswith("not valid JSON")
    assert "text" in skipped[2].reason
    assert skipped[3].reason == "neither a source nor a row with a text: it has a, b"
    assert len(found) - len(skipped) == 2


def test_a_file_without_a_good_line_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ManyhopError, match=r"bad\.jsonl holds nothing .*\(1: not valid"):
        read(tmp_path / "bad.jsonl", "{broken\n{broken\n")


def test_not_json_at_all_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ManyhopError, match=r"a\.json is not valid JSON"):
        read(tmp_path / "a.json", "once upon a time")
    with pytest.raises(ManyhopError, match="bare JSON value"):
        read(tmp_path / "a.json", "17")
    with pytest.raises(ManyhopError, match="not valid JSON"):
        read(tmp_path / "deep.json", "[" * 100_000)


def test_rows_with_a_text_are_snippets_under_their_own_id(tmp_path: Path) -> None:
    found = read(
        tmp_path / "corpus.jsonl",
        lines(
            {"_id": "d1", "title": "Humber", "text": "Opened.", "metadata": {"year": 1981}},
            {"id": 7, "contents": "Second.", "url": "https://example.org/2"},
            {"body": "Third."},
        ),
    )
    assert found[:2] == [
        Snippet(
            id="d1",
            title="Humber",
            text="Opened.",
            origin="corpus.jsonl",
            meta={"metadata": {"year": 1981}},
        ),
        Snippet(id="7", text="Second.", origin="https://example.org/2"),
    ]
    assert found[2] == Snippet(text="Third.", origin="corpus.jsonl")


def test_queries_of_a_retrieval_benchmark_are_no_sources(tmp_path: Path) -> None:
    (skipped,) = read(tmp_path / "queries.jsonl", lines({"_id": "q1", "text": "When?"}))
    assert isinstance(skipped, Skipped)
    assert skipped.reason.startswith("1 questions")


def test_a_picture_named_relative_to_the_file_is_found_from_anywhere(tmp_path: Path) -> None:
    Pillow.new("RGB", (2, 2)).save(tmp_path / "humber.png")
    (image,) = read(tmp_path / "a.jsonl", lines({"kind": "image", "path": "humber.png"}))
    assert isinstance(image, Image)
    assert image.path == str(tmp_path / "humber.png")
    assert image.origin == "a.jsonl"
    assert image.id == Image(path="humber.png").id


def test_nan_as_many_data_sets_write_it(tmp_path: Path) -> None:
    row = '{"id": "1", "text": "t", "score": NaN}'
    for found in (read(tmp_path / "a.jsonl", row), read(tmp_path / "a.json", f"[{row}]")):
        (source,) = found
        assert isinstance(source, Snippet)


def test_a_hundred_megabytes_on_one_line(tmp_path: Path) -> None:
    row = b'{"id": "big", "text": "' + b"many words " * 9_500_000 + b'"}\n{"text": "next"}'
    found = read(tmp_path / "big.jsonl", row)
    assert [source.id for source in found[:1] if isinstance(source, Snippet)] == ["big"]
    assert len(found) == 2


def test_json_that_holds_nothing_says_so(tmp_path: Path) -> None:
    for content in ("[]", "{}", "[[]]", '{"a": {}}'):
        with pytest.raises(ManyhopError, match=r"other\.json holds nothing"):
            read(tmp_path / "other.json", content)


@pytest.mark.parametrize(("depth", "is_read"), [(200, True), (300, False), (100_000, False)])
def test_a_row_that_nests_deep_costs_itself_only(tmp_path: Path, depth: int, is_read: bool) -> None:
    deep = "[" * depth + "]" * depth
    row, own = {"text": "the ferry", "more": 0}, {"kind": "snippet", "text": "a", "meta": {"m": 0}}
    lines = [json.dumps(each).replace("0", deep) for each in (row, own)]
    path = tmp_path / "a.jsonl"
    path.write_text("\n".join([*lines, '{"text": "neighbour"}']))
    found = list(read_file(path, "a.jsonl"))
    told = [each.reason for each in found if isinstance(each, Skipped)]
    assert len(found) - len(told) == (3 if is_read else 1)
    assert all("deep" in reason or "depth" in reason for reason in told)


def test_the_passages_of_yes_or_no_questions_are_texts(tmp_path: Path) -> None:
    row = {"question": "is it red", "title": "Mill Lane", "passage": "It is.", "answer": True}
    (tmp_path / "boolq.jsonl").write_text(json.dumps(row) + "\n")
    text, told = read_file(tmp_path / "boolq.jsonl", "boolq.jsonl")
    assert isinstance(text, Snippet)
    assert (text.title, text.text) == ("Mill Lane", "It is.")
    assert isinstance(told, Skipped)
    assert told.reason.startswith("1 questions")
