"""Pages and records name files; only pictures inside the named folders are opened."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image as Pillow

from manyhop.sources import AnySource, Image
from manyhop.sources.reading import Reach, Skipped, read_file

OUTSIDE = "it lies outside the folders that were named; --allow-outside takes it in"


def record(path: str) -> str:
    return json.dumps({"kind": "image", "caption": "A bridge", "path": path})


def row(path: str) -> str:
    return json.dumps({"id": "1", "title": "A bridge", "path": path})


def markdown(path: str) -> str:
    return f"# Bridges\n\nWords.\n\n![A bridge]({path})\n"


def html(path: str) -> str:
    return f'<h1>Bridges</h1><p>Words.</p><img src="{path}" alt="A bridge">'


WAYS: dict[str, Callable[[str], str]] = {
    "a.jsonl": record,
    "rows.jsonl": row,
    "a.md": markdown,
    "a.html": html,
}


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    for name in ("docs/in.png", "outside/out.png"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        Pillow.new("RGB", (2, 2)).save(tmp_path / name)
    (tmp_path / "outside" / "users.png").write_text("root:x:0:0")
    return tmp_path / "docs"


def read(path: Path, text: str, reach: Reach | None = None) -> tuple[str, list[Skipped]]:
    """The path of the one image in a file of this text, and what was skipped."""
    path.write_text(text)
    found: list[AnySource | Skipped] = list(read_file(path, path.name, reach=reach))
    (image,) = (source for source in found if isinstance(source, Image))
    assert "A bridge" in (image.caption, image.title), "its words are kept"
    return image.path, [part for part in found if isinstance(part, Skipped)]


@pytest.mark.parametrize("name", WAYS)
def test_a_picture_inside_is_taken(docs: Path, name: str) -> None:
    assert read(docs / name, WAYS[name]("in.png")) == (str(docs / "in.png"), [])


@pytest.mark.parametrize("name", WAYS)
def test_a_picture_outside_is_left_out_and_told(docs: Path, name: str) -> None:
    for address in ("../outside/out.png", str(docs.parent / "outside" / "out.png")):
        path, skipped = read(docs / name, WAYS[name](address))
        assert path == ""
        assert skipped == [Skipped(f"{name}: {address}", OUTSIDE)]


@pytest.mark.parametrize("name", WAYS)
def test_a_link_does_not_lead_out(docs: Path, name: str) -> None:
    (docs / "link.png").symlink_to(docs.parent / "outside" / "out.png")
    path, skipped = read(docs / name, WAYS[name]("link.png"))
    assert (path, [one.reason for one in skipped]) == ("", [OUTSIDE])


@pytest.mark.parametrize("name", WAYS)
def test_the_reach_can_be_widened(docs: Path, name: str) -> None:
    address = "../outside/out.png"
    for reach in (Reach(), Reach.within([docs, docs.parent / "outside"])):
        path, skipped = read(docs / name, WAYS[name](address), reach)
        assert (Path(path).resolve(), skipped) == ((docs / address).resolve(), [])


@pytest.mark.parametrize("name", WAYS)
def test_what_is_no_picture_is_left_out_wherever_it_lies(docs: Path, name: str) -> None:
    path, skipped = read(docs / name, WAYS[name]("../outside/users.png"), Reach())
    assert path == ""
    assert ["no picture" in one.reason for one in skipped] == [True]


@pytest.mark.parametrize("name", WAYS)
def test_pipes_and_devices_are_not_read(docs: Path, name: str) -> None:
    os.mkfifo(docs / "pipe.png")
    (docs / "zero.png").symlink_to("/dev/zero")
    for address in ("pipe.png", "zero.png"):
        path, skipped = read(docs / name, WAYS[name](address), Reach())
        assert path == ""
        assert ["not a regular file" in one.reason for one in skipped] == [True]


def test_a_path_that_no_file_can_have_costs_its_line_only(docs: Path) -> None:
    text = record("in\0.png") + "\n" + json.dumps({"text": "words"})
    (docs / "a.jsonl").write_text(text)
    image, snippet, skipped = read_file(docs / "a.jsonl", "a.jsonl")
    assert isinstance(image, Image)
    assert image.path == ""
    assert not isinstance(snippet, Skipped)
    assert skipped == Skipped("a.jsonl: in\0.png", "no file can have this name; mend it")


def test_a_picture_that_is_not_there_is_told(docs: Path) -> None:
    path, skipped = read(docs / "a.jsonl", record("gone.png"))
    assert path == ""
    assert skipped == [Skipped("a.jsonl:1", "there is no picture 'gone.png'; put it there")]


def test_a_caption_does_not_come_from_outside(docs: Path) -> None:
    (docs.parent / "outside" / "keys.txt").write_text("the secret key")
    (docs / "in.png.txt").symlink_to(docs.parent / "outside" / "keys.txt")
    (image,) = read_file(docs / "in.png", "in.png")
    assert isinstance(image, Image)
    assert "secret" not in image.searchable
