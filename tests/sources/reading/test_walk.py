import os
from pathlib import Path

import pytest
from PIL import Image

from manyhop.errors import ManyhopError
from manyhop.sources.reading import FoundFile, Reach, Skipped, walk


def origins(*paths: Path, exclude: tuple[Path, ...] = ()) -> list[str]:
    return [f.origin for f in walk(paths, exclude=exclude) if isinstance(f, FoundFile)]


def skipped(*paths: Path) -> dict[str, str]:
    return {s.where: s.reason for s in walk(paths) if isinstance(s, Skipped)}


def write(path: Path, text: str = "words") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def draw(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", (2, 2)).save(path)
    return path


def test_documents_come_before_pictures_and_all_is_sorted(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    draw(docs / "a.png")
    write(docs / "z.md")
    write(docs / "inner" / "b.txt")
    assert origins(docs) == ["docs/inner/b.txt", "docs/z.md", "docs/a.png"]


def test_a_found_file_shows_when_it_changed(tmp_path: Path) -> None:
    note = write(tmp_path / "note.md", "four")
    os.utime(note, ns=(5, 7))
    assert list(walk([note])) == [FoundFile(str(note), "note.md", 4, 7)]


def test_a_relative_root_keeps_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "docs" / "a.md")
    monkeypatch.chdir(tmp_path / "docs")
    assert origins(Path()) == ["docs/a.md"]
    assert origins(Path("../docs")) == ["docs/a.md"]


def test_hidden_files_backups_and_collections_are_left_out(tmp_path: Path) -> None:
    for name in (".git/config", ".hidden.md", "a.md~", "#a.md#", "~$sheet.xlsx", "a.md.bak"):
        write(tmp_path / name)
    write(tmp_path / "mine" / "collection.sqlite")
    write(tmp_path / "mine" / "a.md")
    write(tmp_path / "kept.md")
    assert origins(tmp_path) == [f"{tmp_path.name}/kept.md"]
    assert skipped(tmp_path) == {}


def test_what_the_user_names_is_taken_even_if_hidden(tmp_path: Path) -> None:
    hidden = write(tmp_path / ".notes" / ".today.md")
    assert origins(hidden) == [".today.md"]
    write(tmp_path / ".notes" / "a.md")
    assert origins(tmp_path / ".notes") == [".notes/a.md"]


def test_excluded_folders_are_left_out(tmp_path: Path) -> None:
    write(tmp_path / "a" / "a.md")
    write(tmp_path / "b" / "b.md")
    assert origins(tmp_path, exclude=(tmp_path / "b",)) == [f"{tmp_path.name}/a/a.md"]


def test_a_missing_path_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ManyhopError, match="does not exist"):
        list(walk([tmp_path / "gone"]))


def test_a_collection_is_not_a_folder_of_files(tmp_path: Path) -> None:
    write(tmp_path / "collection.sqlite")
    with pytest.raises(ManyhopError, match="is a collection"):
        list(walk([tmp_path]))


def test_a_link_that_leads_back_is_reported(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    write(docs / "inner" / "a.md")
    (docs / "inner" / "again").symlink_to(docs)
    (docs / "itself").symlink_to(docs / "itself")
    assert origins(docs) == ["docs/inner/a.md"]
    assert set(skipped(docs)) == {"docs/inner/again", "docs/itself"}
    assert "leads back" in skipped(docs)["docs/inner/again"]


def test_a_named_link_that_leads_in_a_circle_is_reported(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    for named in (tmp_path / "a", tmp_path / "b"):
        assert origins(named, exclude=(named,)) == []
        assert skipped(named) == {named.name: "the link leads nowhere"}


def test_linked_files_and_folders_are_read_once_under_their_own_name(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    write(docs / "z" / "real.md")
    (docs / "a").symlink_to(docs / "z")
    (docs / "b.md").symlink_to(docs / "z" / "real.md")
    assert origins(docs) == ["docs/z/real.md"]
    assert origins(docs, docs / "z") == ["docs/z/real.md"]
    assert skipped(docs) == {}


def test_links_that_lead_out_of_the_named_folders_are_told_and_not_followed(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    write(docs / "a.md")
    write(tmp_path / "outside" / "more.md")
    (docs / "b").symlink_to(tmp_path / "outside")
    (docs / "c.md").symlink_to(tmp_path / "outside" / "more.md")
    assert origins(docs) == ["docs/a.md"]
    assert set(skipped(docs)) == {"docs/b", "docs/c.md"}
    assert all("--allow-outside" in reason for reason in skipped(docs).values())
    assert origins(docs, tmp_path / "outside") == ["docs/a.md", "outside/more.md"]
    everywhere = [file for file in walk([docs], reach=Reach()) if isinstance(file, FoundFile)]
    assert [file.origin for file in everywhere] == ["docs/a.md", "docs/b/more.md", "docs/c.md"]


def test_folders_may_be_very_deep(tmp_path: Path) -> None:
    deep = tmp_path / "docs" / "/".join("d" * 900)
    write(deep / "a.md")
    assert len(origins(tmp_path / "docs")) == 1


def test_broken_links_and_pipes_are_reported_and_never_opened(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    write(docs / "a.md")
    (docs / "gone.md").symlink_to(docs / "nowhere.md")
    os.mkfifo(docs / "pipe.txt")
    assert origins(docs) == ["docs/a.md"]
    assert skipped(docs) == {
        "docs/gone.md": "the link leads nowhere",
        "docs/pipe.txt": "not a regular file",
    }


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_files_without_permission_are_reported(tmp_path: Path) -> None:
    write(tmp_path / "secret.md").chmod(0)
    write(tmp_path / "closed" / "a.md").parent.chmod(0)
    assert len(skipped(tmp_path)) == 2
    (tmp_path / "closed").chmod(0o700)


def test_a_name_that_is_not_utf8_is_reported(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"caf\xe9.md")).write_text("words")
    assert origins(tmp_path) == []
    assert list(skipped(tmp_path).values()) == ["its name is not valid UTF-8; rename it"]


def test_side_cars_of_pictures_are_no_documents(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    for name in ("a.jpg", "b.PNG", "c.png", "d.gif"):
        draw(docs / name)
    write(docs / "a.jpg.txt")
    write(docs / "b.caption")
    write(docs / "c.txt")
    write(docs / "d.json", '{"caption": "The bridge"}')
    assert origins(docs) == ["docs/a.jpg", "docs/b.PNG", "docs/c.png", "docs/d.gif"]


def test_texts_beside_a_picture_that_are_no_captions_stay_documents(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    for name in ("a.png", "b.png", "c.png"):
        draw(docs / name)
    write(docs / "a.txt", "a long article " * 200)
    write(docs / "b.txt", "extracted from the PDF")
    write(docs / "b.pdf")
    write(docs / "c.json", '{"kind": "snippet", "text": "t"}')
    assert origins(docs)[:4] == ["docs/a.txt", "docs/b.pdf", "docs/b.txt", "docs/c.json"]


def test_a_new_caption_makes_the_picture_changed(tmp_path: Path) -> None:
    draw(tmp_path / "a.png")
    before = list(walk([tmp_path]))
    write(tmp_path / "a.txt", "The bridge")
    after = list(walk([tmp_path]))
    assert len(before) == len(after) == 1
    assert before != after


def test_pictures_that_benchmark_rows_lead_to_are_not_met_twice(tmp_path: Path) -> None:
    write(tmp_path / "m" / "MMQA_images.jsonl")
    draw(tmp_path / "m" / "final_dataset_images" / "a.png")
    draw(tmp_path / "n" / "final_dataset_images" / "b.png")
    assert origins(tmp_path / "m", tmp_path / "n") == [
        "m/MMQA_images.jsonl",
        "n/final_dataset_images/b.png",
    ]
