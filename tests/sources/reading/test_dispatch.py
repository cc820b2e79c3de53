import gzip
import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image as Pillow

from manyhop.errors import ManyhopError
from manyhop.sources import AnySource, Image, Procedure, Snippet, Table
from manyhop.sources.reading import Reach, Skipped, _plain, read_file
from manyhop.sources.reading._dispatch import read_here

NOTE = "The Humber Bridge opened in 1981 and crosses the estuary near Hull.\n"


def read(path: Path, content: str | bytes) -> list[AnySource | Skipped]:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return list(read_file(path, path.name))


def kinds(found: list[AnySource | Skipped]) -> set[type]:
    return {type(part) for part in found}


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("a.md", f"# Bridges\n\n{NOTE}", Snippet),
        ("a.MARKDOWN", f"# Bridges\n\n{NOTE}", Snippet),
        ("a.html", f"<h1>Bridges</h1><p>{NOTE}</p>", Snippet),
        ("a.htm", f"<h1>Bridges</h1><p>{NOTE}</p>", Snippet),
        ("a.txt", NOTE, Snippet),
        ("a.rst", NOTE, Snippet),
        ("README", NOTE, Snippet),
        ("a.csv", "name,length\nHumber,1410\nSevern,988\n", Table),
        ("a.tsv", "name\tlength\nHumber\t1410\nSevern\t988\n", Table),
        ("a.json", '{"kind": "snippet", "text": "words"}', Snippet),
        ("a.jsonl", '{"text": "words"}\n', Snippet),
        ("a.ndjson", '{"text": "words"}\n', Snippet),
        (
            "a.jsonld",
            '{"@context": "https://schema.org", "@type": "HowTo", "name": "Tea", "step": '
            '[{"@type": "HowToStep", "text": "Boil."}, {"@type": "HowToStep", "text": "Pour."}]}',
            Procedure,
        ),
    ],
)
def test_the_suffix_chooses_the_reader(tmp_path: Path, name: str, content: str, kind: type) -> None:
    assert kinds(read(tmp_path / name, content)) == {kind}


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("a.csv.gz", "name,length\nHumber,1410\n", Table),
        ("a.tsv.gz", "name\tlength\nHumber\t1410\n", Table),
        ("a.txt.gz", NOTE, Snippet),
        ("a.json.gz", '[{"text": "words"}]', Snippet),
        ("a.jsonl.gz", '{"text": "words"}\n', Snippet),
        ("notes.gz", NOTE, Snippet),
        ("rows.gz", '{"text": "words"}\n', Snippet),
    ],
)
def test_packed_files_are_read_like_plain_ones(
    tmp_path: Path, name: str, content: str, kind: type
) -> None:
    packed = read(tmp_path / name, gzip.compress(content.encode()))
    assert kinds(packed) == {kind}
    assert read(tmp_path / name, content) == packed, "a .gz that is not packed after all"


def test_what_comes_from_packed_files_keeps_their_name(tmp_path: Path) -> None:
    (table,) = read(tmp_path / "bridges.csv.gz", gzip.compress(b"name,length\nHumber,1410\n"))
    assert isinstance(table, Table)
    assert (table.title, table.origin) == ("bridges", "bridges.csv.gz")


@pytest.mark.parametrize("name", ["rows.jsonl.gz", "rows.csv.gz"])
def test_of_a_truncated_gz_what_came_before_is_kept(tmp_path: Path, name: str) -> None:
    rows = [{"id": str(n), "text": f"row {n} {hash(n) ** 9}"} for n in range(3000)]
    lines = "\n".join(json.dumps(row) for row in rows)
    if "csv" in name:
        lines = "number,words\n" + "\n".join(f"{row['id']},{row['text']}" for row in rows)
    packed = gzip.compress(lines.encode())
    found = read(tmp_path / name, packed[: len(packed) // 2])
    assert isinstance(found[-1], Skipped)
    assert "cut off" in found[-1].reason
    kept = [part for part in found if not isinstance(part, Skipped)]
    assert len(found) == len(kept) + 1
    amount = len(kept[0].rows) if isinstance(kept[0], Table) else len(kept)
    assert 100 < amount < 3000


def test_pictures_are_images(tmp_path: Path) -> None:
    Pillow.new("RGB", (3, 2)).save(tmp_path / "a.JPG", "JPEG")
    assert kinds(list(read_file(tmp_path / "a.JPG", "a.JPG"))) == {Image}


@pytest.mark.parametrize("name", ["a.xyz", "a.tar.gz", "a.dwg"])
def test_an_unknown_kind_is_an_error_that_names_it(tmp_path: Path, name: str) -> None:
    suffix = name.removeprefix("a")
    with pytest.raises(ManyhopError) as error:
        read(tmp_path / name, "anything")
    assert str(error.value) == f"{name} is of a kind Manyhop does not read ({suffix})"


def test_binary_data_without_a_suffix_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ManyhopError, match="program is of a kind"):
        read(tmp_path / "program", b"\x7fELF\0\0\0")


@pytest.mark.parametrize("name", ["a.md", "a.json", "a.csv.gz", "a.png", "a.pdf", "a.xlsx", "a"])
def test_an_empty_file_is_an_error(tmp_path: Path, name: str) -> None:
    with pytest.raises(ManyhopError, match=f"{name} is empty"):
        read(tmp_path / name, b"")


def test_a_file_that_vanished_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ManyhopError, match=r"gone\.md cannot be read: No such file"):
        list(read_file(tmp_path / "gone.md", "gone.md"))


def test_a_pipe_is_never_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.txt")
    with pytest.raises(ManyhopError, match="not a regular file"):
        list(read_file(tmp_path / "pipe.txt", "pipe.txt"))


def test_judgements_of_a_retrieval_benchmark_are_no_table(tmp_path: Path) -> None:
    (skipped,) = read(tmp_path / "test.tsv", "query-id\tcorpus-id\tscore\nq1\td1\t1\n")
    assert isinstance(skipped, Skipped)
    assert "relevance judgements" in skipped.reason


@pytest.mark.parametrize("failure", [KeyError("x"), RecursionError("deep"), RuntimeError("")])
def test_whatever_a_reader_raises_becomes_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failure: Exception
) -> None:
    def broken(path: Path, origin: str) -> Iterator[AnySource]:
        yield Snippet(text="before")
        raise failure

    monkeypatch.setattr(_plain, "read_plain", broken)
    (tmp_path / "a.txt").write_text(NOTE)
    found = read_here(tmp_path / "a.txt", "a.txt", Reach())
    assert isinstance(next(found), Snippet)
    with pytest.raises(ManyhopError, match=rf"a\.txt is damaged .*{type(failure).__name__}"):
        next(found)


@pytest.mark.parametrize("failure", [MemoryError, KeyboardInterrupt])
def test_what_is_not_the_files_fault_passes_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failure: type[BaseException]
) -> None:
    def broken(path: Path, origin: str) -> Iterator[AnySource]:
        raise failure
        yield

    monkeypatch.setattr(_plain, "read_plain", broken)
    (tmp_path / "a.txt").write_text(NOTE)
    with pytest.raises(failure):
        list(read_here(tmp_path / "a.txt", "a.txt", Reach()))
