"""The data sets' own files: every source comes in, and gold sources are found."""

import base64
import gzip
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from PIL import Image as Pillow

from manyhop.collection import Collection, index_paths
from manyhop.sources import Image, Snippet

DATA = Path(__file__).parents[2] / "../shared/data"

pytestmark = pytest.mark.skipif(not DATA.exists(), reason="shared/data is not beside the project")

WEBQA = ("webqa_val50_img", "webqa_val50_txt", "webqa_recovered_with_sources")


def rows(name: str) -> list[dict[str, Any]]:
    with gzip.open(DATA / name) as file:
        return [msgspec.json.decode(line) for line in file]


def value(name: str) -> Any:
    return msgspec.json.decode(gzip.decompress((DATA / name).read_bytes()))


@pytest.fixture(scope="module")
def mmqa(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Collection]:
    with Collection.open(tmp_path_factory.mktemp("mmqa"), create=True) as collection:
        report = index_paths(collection, [DATA / "mmqa/slice"], ocr=False)
        (skipped,) = report.skipped
        assert skipped.where == "slice/MMQA_dev.jsonl.gz"
        assert "manyhop eval" in skipped.reason
        yield collection


def test_every_row_of_the_mmqa_slice_is_a_source(mmqa: Collection) -> None:
    counts = mmqa.counts()
    for kind, name in (("snippet", "texts"), ("table", "tables"), ("image", "images")):
        gold = {str(row["id"]) for row in rows(f"mmqa/slice/MMQA_{name}.jsonl.gz")}
        assert counts[kind] == len(gold)  # type: ignore[index]
        assert {source.id for source in mmqa.sources(kind)} == gold


def test_pictures_of_the_mmqa_slice_have_their_pixels(mmqa: Collection) -> None:
    folder = DATA / "mmqa/slice/final_dataset_images"
    there = {path.name for path in folder.iterdir()}
    for source in mmqa.sources("image"):
        assert isinstance(source, Image)
        assert bool(source.path) == (source.meta["path"] in there)
    image = next(source for source in mmqa.sources("image") if getattr(source, "path", ""))
    assert mmqa.picture(image.id) is not None


@pytest.mark.parametrize(
    ("type", "modality", "key", "share"),
    [("TextQ", "snippet", "text", 0.8), ("TableQ", "table", "table", 0.7)],
)
def test_gold_of_the_mmqa_slice_is_found(
    mmqa: Collection, type: str, modality: str, key: str, share: float
) -> None:
    asked = found = 0
    for row in rows("mmqa/slice/MMQA_dev.jsonl.gz"):
        gold = {
            str(context["doc_id"])
            for context in row["supporting_context"]
            if context["doc_part"] == key
        }
        if row["metadata"]["type"] == type and gold:
            asked += 1
            hits = mmqa.search(row["question"], 10, modality=modality)
            found += bool(gold & {hit.source.id for hit in hits})
    assert asked > 10
    assert found >= share * asked, f"{found} of {asked}"


def webqa_facts(kind: str) -> Iterator[dict[str, Any]]:
    for name in WEBQA:
        records = value(f"webqa/{name}.json.gz")
        for record in records.values() if isinstance(records, dict) else records:
            for part in ("posFacts", "negFacts", "Facts"):
                yield from record.get(f"{kind}_{part}") or []


def test_every_webqa_source_comes_in(tmp_path: Path) -> None:
    files = [DATA / f"webqa/{name}.json.gz" for name in WEBQA]
    with Collection.open(tmp_path, create=True) as collection:
        assert index_paths(collection, files).skipped == []
        images, texts = list(webqa_facts("img")), list(webqa_facts("txt"))
        assert len(images) > 100
        assert len(texts) > 100
        assert {fact["fact"] for fact in texts} == {
            source.text for source in collection.sources("snippet") if isinstance(source, Snippet)
        }
        for fact in texts:
            assert "snippet_id" not in fact or str(fact["snippet_id"]) in collection
        ids = {str(fact["image_id"]) for fact in images if "image_id" in fact}
        assert ids <= {source.id for source in collection.sources("image")}
        captions = [source.to_json().decode() for source in collection.sources("image")]
        everything = "\n".join(captions)
        for fact in images:
            assert msgspec.json.encode(fact["caption"]).decode().strip('"') in everything


@pytest.mark.parametrize("pixels_first", [True, False])
def test_webqa_pixels_join_their_captions(tmp_path: Path, pixels_first: bool) -> None:
    records = value("webqa/webqa_val50_img.json.gz")
    fact = next(iter(records.values()))["img_posFacts"][0]
    picture = io.BytesIO()
    Pillow.new("RGB", (20, 10), "blue").save(picture, "JPEG")
    encoded = base64.b64encode(picture.getvalue()).decode()
    pixels = tmp_path / "imgs.tsv"
    pixels.write_text(f"{fact['image_id']}\t{encoded}\n")
    files = [pixels, DATA / "webqa/webqa_val50_img.json.gz"]
    with Collection.open(tmp_path / "collection", create=True) as collection:
        for file in files if pixels_first else reversed(files):
            assert index_paths(collection, [file], ocr=False).skipped == []
        image = collection.get(str(fact["image_id"]))
        assert isinstance(image, Image)
        assert image.data == picture.getvalue()
        assert fact["caption"] in image.caption
        assert fact["title"] == image.title
        assert collection.search(fact["caption"], 1)[0].source.id == image.id


def test_every_recipe_is_a_procedure(tmp_path: Path) -> None:
    gold = {row["recipe_id"] for row in rows("recipeqa/recipes.jsonl.gz")}
    with Collection.open(tmp_path, create=True) as collection:
        assert index_paths(collection, [DATA / "recipeqa/recipes.jsonl.gz"]).skipped == []
        assert {source.id for source in collection.sources("procedure")} == gold
        assert len(collection) == len(gold)
        wanted = "How are bacon beef butter biscuits made?"
        ids = [hit.source.id for hit in collection.search(wanted, 3)]
        assert "bacon-beef-butter-biscuits" in ids
        again = index_paths(collection, [DATA / "recipeqa/val.json.gz"])
        assert again.skipped == []  # the questions' contexts say the same as the recipes
        assert (again.updated, again.removed) == (0, 0)
