from pathlib import Path

import pytest
from arro3.io import read_parquet
from tests.generation.built import PIXELS, SOURCES, longest_opened

from manyhop.errors import ManyhopError
from manyhop.generation._built import BuiltQuestion
from manyhop.generation.writing import About, FactsOf, card, write_hugging_face
from manyhop.sources import AnySource, Image

ABOUT = About(
    name="bridges",
    command="manyhop build multihop --seed 7",
    seed=7,
    licence="cc-by-4.0",
    attributions=("Norland's road office, https://norland.example",),
)
CONTEXT: dict[str, AnySource] = {**SOURCES, "arn.png": Image(id="arn.png", data=PIXELS)}


def questions() -> list[BuiltQuestion]:
    splits = ["train"] * 5 + ["dev", "test"]
    return [
        longest_opened(id=f"q{n}", split=split, distractors=("ferry", "arn.png"))
        for n, split in enumerate(splits)
    ]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    counts = write_hugging_face(tmp_path / "hf", questions(), CONTEXT, ABOUT)
    assert counts == {"train": 5, "dev": 1, "test": 1}
    return tmp_path / "hf"


def test_the_files_are_named_as_the_hub_wants_them(folder: Path) -> None:
    names = sorted(str(path.relative_to(folder)) for path in folder.rglob("*.parquet"))
    assert names == [
        "data/dev-00000-of-00001.parquet",
        "data/test-00000-of-00001.parquet",
        "data/train-00000-of-00001.parquet",
        "sources/sources-00000-of-00001.parquet",
    ]


def test_the_columns_hold_the_question_and_its_proof(folder: Path) -> None:
    table = read_parquet(folder / "data/dev-00000-of-00001.parquet").read_all()
    row = {name: table[name].to_pylist()[0] for name in table.schema.names}
    assert row["question"] == "When did the longest bridge of Norland open?"
    assert row["answers"] == ["1958"]
    assert row["hops"] == '[["Bel Bridge"]]'
    assert '"kind":"Compose"' in row["program"]
    assert row["gold"] == ["t1", "bel"]
    assert sorted(row["context"]) == ["arn.png", "bel", "ferry", "t1"]


def test_the_card_says_what_there_is(folder: Path) -> None:
    text = (folder / "README.md").read_text()
    assert text.startswith("---\n")
    for line in (
        'license: "cc-by-4.0"',
        "  - split: train",
        "    path: data/train-*.parquet",
        "| Compose(TextQ,TableQ) | 7 |",
        "| Bridges of Norland | 7 |",
        "$ manyhop build multihop --seed 7",
        "- Norland's road office, https://norland.example",
        "- n<1K",
    ):
        assert line in text.splitlines()


def test_facts_are_counted() -> None:
    facts = FactsOf(SOURCES)
    facts.add(longest_opened(id="a", question="When did it open?", split="train"))
    facts.add(longest_opened(id="b", question="Who paints the bridge every other year?"))
    said = facts.said()
    assert said.questions == 2
    assert said.by_split == {"train": 1, "dev": 1}
    assert said.question_words == 5.5
    assert said.answers == said.answer_words == 1
    assert said.topics == 1
    assert 0 < said.diversity < 1.2
    assert 0 < said.distance < 1
    assert "not stated by whoever built this" in card(About(), said)


def test_many_questions_make_several_shards(tmp_path: Path) -> None:
    from manyhop.generation.writing._hugging_face import Shards

    shards = Shards(tmp_path, "train", rows=2)
    for number in range(5):
        shards.add({"id": str(number), "answers": ["a"] * number})
    shards.finish()
    files = sorted(tmp_path.iterdir())
    assert [path.name for path in files][-1] == "train-00002-of-00003.parquet"
    (last,) = read_parquet(files[-1]).read_all()["answers"].to_pylist()
    assert last == ["a"] * 4


def test_it_is_not_written_over_another(folder: Path) -> None:
    with pytest.raises(ManyhopError, match="is not empty"):
        write_hugging_face(folder, questions(), CONTEXT, ABOUT)


@pytest.mark.extras
def test_the_datasets_library_opens_it(folder: Path, tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets", reason="needs the datasets library")
    loaded = datasets.load_dataset(str(folder), cache_dir=str(tmp_path / "cache"))
    assert {name: len(split) for name, split in loaded.items()} == {
        "train": 5,
        "dev": 1,
        "test": 1,
    }
    assert loaded["dev"][0]["answers"] == ["1958"]
    sources = datasets.load_dataset(str(folder), "sources", cache_dir=str(tmp_path / "cache"))
    by_id = {row["id"]: row for row in sources["sources"]}
    assert by_id["arn.png"]["picture"] == PIXELS
    assert by_id["bel"]["title"] == "Bel Bridge"
