import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from tests.generation.built import BRIDGES, PIXELS, SOURCES, longest_opened

from manyhop.benchmarks import MMQA
from manyhop.errors import ManyhopError
from manyhop.generation.writing import About, read_about, read_contexts, read_questions, write_mmqa
from manyhop.programs import Aggregate, TableQ, Value
from manyhop.sources import AnySource, CellAt, Image, Procedure, Step

CONTEXT: dict[str, AnySource] = {
    **SOURCES,
    "a/b c": Image(id="a/b c", title="Arn Bridge", data=PIXELS, caption="at dusk", text="ARN"),
    "tea": Procedure(id="tea", title="Tea", steps=(Step(text="Boil water."),)),
}
BUILT = longest_opened(
    distractors=("ferry", "far", "a/b c"), named=(), answered=("bel bridge",), split="dev"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_mmqa(tmp_path / "out", [BUILT], CONTEXT, About(name="bridges", seed=7, texts=3))
    return tmp_path / "out"


def record(folder: Path) -> Any:
    with gzip.open(folder / "MMQA_dev.jsonl.gz") as file:
        return json.loads(file.readline())


def test_the_record_has_the_official_fields(folder: Path) -> None:
    row = record(folder)
    assert row["answers"] == [
        {
            "answer": "1958",
            "type": "string",
            "modality": "text",
            "text_instances": [{"doc_id": "bel", "part": "text", "start_byte": 36, "text": "1958"}],
            "table_indices": [],
            "image_instances": [],
        }
    ]
    metadata = row["metadata"]
    assert metadata["type"] == "Compose(TextQ,TableQ)"
    assert metadata["modalities"] == ["table", "text"]
    assert metadata["table_id"] == "t1"
    assert sorted(metadata["text_doc_ids"]) == ["bel", "far", "ferry"]
    assert metadata["image_doc_ids"] == ["a/b c"]
    assert metadata["intermediate_answers"][0][0]["table_indices"] == [[1, 0]]
    assert metadata["intermediate_answers"][0][0]["modality"] == "table"
    assert metadata["wiki_entities_in_answers"] == [
        {"text": "Bel Bridge", "wiki_title": "Bel Bridge", "url": "/bel", "table_cells": [[1, 0]]}
    ]
    assert row["supporting_context"] == [
        {"doc_id": "t1", "doc_part": "table"},
        {"doc_id": "bel", "doc_part": "text"},
    ]


def test_places_in_a_text_are_counted_in_bytes(tmp_path: Path) -> None:
    from manyhop.sources import Snippet, Span

    snippet = Snippet(id="bel", title="Bel", text="Die Brücke öffnete 1958.")
    value = Value("1958", citations=(snippet.cite(Span(19, 23)),))
    write_mmqa(tmp_path / "out", [longest_opened(values=(value,))], {"bel": snippet}, About())
    (instance,) = record(tmp_path / "out")["answers"][0]["text_instances"]
    assert instance["start_byte"] == 21


def test_a_reckoned_number_names_all_its_cells(tmp_path: Path) -> None:
    cells = tuple(BRIDGES.cite(CellAt(row, 0)) for row in (0, 1))
    built = longest_opened(
        program=Aggregate("count", TableQ("Which?")), type="TableQ", values=(Value("2", 1, cells),)
    )
    write_mmqa(tmp_path / "out", [built], SOURCES, About())
    (answer,) = record(tmp_path / "out")["answers"]
    assert answer["type"] == "number"
    assert answer["table_indices"] == [[0, 0], [1, 0]]


def test_our_own_loader_reads_it(folder: Path) -> None:
    (example,) = MMQA(folder).examples()
    assert example.gold is not None
    assert example.gold.values == ("1958",)
    assert example.gold.sources == ("t1", "bel")
    assert example.gold.intermediate == (("Bel Bridge",),)
    kinds = [candidate.kind for candidate in example.question.candidates]
    assert kinds == ["table", "snippet", "snippet", "snippet", "image"]
    image = example.question.candidates[-1]
    assert isinstance(image, Image)
    assert image.pixels() == PIXELS


def test_questions_come_back_as_they_were(folder: Path) -> None:
    assert list(read_questions(folder)) == [BUILT]
    assert read_about(folder).seed == 7


def test_sources_come_back_as_they_were(tmp_path: Path) -> None:
    used = longest_opened(distractors=tuple(CONTEXT))
    write_mmqa(tmp_path / "out", [used], CONTEXT, About())
    read = read_contexts(tmp_path / "out")
    assert read.keys() == CONTEXT.keys()
    for id, source in CONTEXT.items():
        if isinstance(source, Image):
            assert read[id].with_changes(path="", data=b"") == source.with_changes(data=b"")
        else:
            assert read[id] == source


def test_the_same_questions_make_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    write_mmqa(tmp_path / "again", [BUILT], CONTEXT, About(name="bridges", seed=7, texts=3))
    for path in folder.rglob("*.*"):
        assert path.read_bytes() == (tmp_path / "again" / path.relative_to(folder)).read_bytes()


def test_a_folder_with_something_in_it_is_left_alone(folder: Path) -> None:
    with pytest.raises(ManyhopError, match="is not empty; name another folder, or use --force"):
        write_mmqa(folder, [], CONTEXT, About())
    assert list(read_questions(folder)) == [BUILT]
    write_mmqa(folder, [longest_opened(id="q2", split="train")], CONTEXT, About(), force=True)
    assert [built.id for built in read_questions(folder)] == ["q2"]
    assert not (folder / "MMQA_dev.jsonl.gz").exists()


@pytest.mark.parametrize("name", ["notes.txt", "pictures/mine.png"])
def test_what_no_build_wrote_is_never_replaced(folder: Path, tmp_path: Path, name: str) -> None:
    mine = folder / name
    mine.parent.mkdir(exist_ok=True)
    mine.write_text("mine")
    with pytest.raises(ManyhopError, match=f"holds {name}, which no build wrote"):
        write_mmqa(folder, [BUILT], CONTEXT, About(), force=True)
    documents = tmp_path / "documents"
    mine.rename(tmp_path / "kept")
    documents.mkdir()
    (tmp_path / "kept").rename(documents / "thesis.txt")
    with pytest.raises(ManyhopError, match=r"holds thesis\.txt"):
        write_mmqa(documents, [BUILT], CONTEXT, About(), force=True)
    assert (documents / "thesis.txt").read_text() == "mine"


def test_folders_that_are_called_like_drafts_stay(tmp_path: Path) -> None:
    for name in (".out.part", ".out.old"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "mine.txt").write_text("mine")
    for _ in range(2):
        write_mmqa(tmp_path / "out", [BUILT], CONTEXT, About(), force=True)
    assert {path.name for path in tmp_path.iterdir()} == {"out", ".out.part", ".out.old"}
    assert (tmp_path / ".out.old" / "mine.txt").exists()


def test_nothing_half_written_is_left_behind(tmp_path: Path) -> None:
    def questions() -> Any:
        yield BUILT
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError):
        write_mmqa(tmp_path / "out", questions(), CONTEXT, About())
    assert list(tmp_path.iterdir()) == []


def test_a_folder_without_questions_says_what_is_missing(tmp_path: Path) -> None:
    with pytest.raises(ManyhopError, match="has no MMQA_train, MMQA_dev or MMQA_test"):
        list(read_questions(tmp_path))


def test_a_collection_without_pictures_has_all_context_files(tmp_path: Path) -> None:
    texts = {id: source for id, source in SOURCES.items() if not isinstance(source, Image)}
    write_mmqa(tmp_path / "out", [longest_opened()], texts, About())
    assert (tmp_path / "out" / "MMQA_images.jsonl.gz").exists()
    assert not (tmp_path / "out" / "MMQA_train.jsonl.gz").exists()
    benchmark = MMQA(tmp_path / "out")
    assert benchmark.notes == ("questions: MMQA_dev.jsonl.gz",)
    assert len(list(benchmark.examples())) == 1
