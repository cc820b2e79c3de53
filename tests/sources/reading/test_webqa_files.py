import base64
import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from manyhop.sources import AnySource, Image, Snippet
from manyhop.sources.reading import Skipped, read_file

DATA = Path(__file__).parents[3] / "../shared/data/webqa"


def text(number: int, fact: str, **more: object) -> dict[str, Any]:
    page = {"title": f"Page {number}", "url": f"https://example.org/{number}"}
    return {"snippet_id": f"guid_{number}", "fact": fact, **page, **more}


def picture(number: int, caption: str, **more: object) -> dict[str, Any]:
    page = {"title": "Bridges", "url": "https://example.org/b", "imgUrl": "https://example.org/i"}
    return {"image_id": number, "caption": caption, **page, **more}


def read(path: Path, content: object) -> list[AnySource | Skipped]:
    path.write_text(json.dumps(content))
    return list(read_file(path, path.name))


def test_facts_of_every_kind_are_sources(tmp_path: Path) -> None:
    record = {
        "Q": "Which?",
        "txt_posFacts": [text(1, "One.")],
        "txt_negFacts": [text(2, "Two.", score=0.5)],
        "img_posFacts": [picture(30000001, "A bridge")],
        "img_negFacts": [],
    }
    test_record = {"txt_Facts": [text(3, "Three.")], "img_Facts": [picture(30000002, "A ferry")]}
    found = read(tmp_path / "anything.json", {"g1": record, "g2": test_record})
    assert [source.id for source in found if not isinstance(source, Skipped)] == [
        *("guid_1", "guid_2", "30000001", "guid_3", "30000002"),
    ]
    assert found[1] == Snippet(
        id="guid_2",
        text="Two.",
        title="Page 2",
        origin="https://example.org/2",
        meta={"score": 0.5},
    )
    assert found[2] == Image(
        id="30000001",
        caption="A bridge",
        title="Bridges",
        origin="https://example.org/b",
        meta={"imgUrl": "https://example.org/i"},
    )


def test_a_source_under_many_questions_comes_once(tmp_path: Path) -> None:
    record = {"txt_posFacts": [text(1, "One.")], "img_negFacts": [picture(3, "A bridge")]}
    assert len(read(tmp_path / "a.json", [record, record])) == 2


def test_a_picture_under_two_captions_stays_one_source_and_loses_nothing(tmp_path: Path) -> None:
    records = [
        {"img_posFacts": [picture(3, "A bridge")]},
        {"img_posFacts": [picture(3, "The bridge", title="Humber"), picture(3, "A bridge")]},
    ]
    (image,) = read(tmp_path / "a.json", records)
    assert isinstance(image, Image)
    assert image.caption == "A bridge"
    assert image.meta["also"] == [{"caption": "The bridge", "title": "Humber"}]


def test_two_texts_under_one_id_are_two_sources(tmp_path: Path) -> None:
    records = [{"txt_Facts": [text(1, "One."), text(1, "Another.")]}]
    one, other = read(tmp_path / "a.json", records)
    assert isinstance(one, Snippet)
    assert isinstance(other, Snippet)
    assert (one.id, one.text, other.text) == ("guid_1", "One.", "Another.")
    assert other.meta["snippet_id"] == "guid_1"


def test_facts_without_an_id_get_one_from_their_content(tmp_path: Path) -> None:
    fact = {"fact": "One.", "url": "https://example.org"}
    shown = {"caption": "A bridge", "imgUrl": "https://example.org/i"}
    found = read(tmp_path / "a.json", [{"txt_posFacts": [fact, fact], "img_posFacts": [shown]}])
    assert [type(source) for source in found] == [Snippet, Image]


def test_a_bad_fact_is_skipped_and_the_rest_read(tmp_path: Path) -> None:
    records = {"g1": {"txt_posFacts": [{"fact": 5}, text(1, "One.")], "img_posFacts": "none"}}
    found = read(tmp_path / "a.json", records)
    assert [part.where for part in found if isinstance(part, Skipped)] == [
        "a.json[g1] txt_posFacts[0]",
        "a.json[g1]",
    ]
    assert len(found) == 3


def test_pixels_come_from_the_tab_separated_file(tmp_path: Path) -> None:
    pixels = bytes(range(256)) * 4
    path = tmp_path / "imgs.tsv"
    line = base64.b64encode(pixels)
    path.write_bytes(b"30000001\t" + line + b"\n30000002\t*broken*\n30000003\t" + line + b"\n")
    first, broken, last = read_file(path, "imgs.tsv")
    assert first == Image(id="30000001", data=pixels, origin="imgs.tsv")
    assert isinstance(broken, Skipped)
    assert broken.where == "imgs.tsv:2"
    assert isinstance(last, Image)
    assert last.id == "30000003"


@pytest.mark.skipif(not DATA.exists(), reason="the WebQA files are not here")
@pytest.mark.parametrize(
    "name", ["webqa_val50_img", "webqa_val50_txt", "webqa_recovered_with_sources"]
)
def test_the_real_files_are_read_whole(name: str) -> None:
    path = DATA / f"{name}.json.gz"
    content = json.loads(gzip.decompress(path.read_bytes()))
    records = content.values() if isinstance(content, dict) else content
    facts = [fact for record in records for key in record if "Facts" in key for fact in record[key]]
    identities = {
        str(fact.get("snippet_id") or fact.get("image_id") or json.dumps(fact, sort_keys=True))
        for fact in facts
    }
    found = list(read_file(path, path.name))
    sources = [source for source in found if not isinstance(source, Skipped)]
    assert len(found) == len(sources) == len(identities)
    assert len({source.id for source in sources}) == len(sources)
    texts = {source.text for source in sources if isinstance(source, Snippet)}
    assert texts == {fact["fact"] for fact in facts if "fact" in fact}


@pytest.mark.skipif(not DATA.exists(), reason="the WebQA files are not here")
def test_the_other_real_files_say_why_they_are_not_indexed() -> None:
    for name in ("webqa_val_qa_qrels.jsonl.gz", "universalrag_webqa_img1400.json.gz"):
        (skipped,) = read_file(DATA / name, name)
        assert isinstance(skipped, Skipped)
        assert "questions, which are no sources" in skipped.reason


def test_a_file_of_questions_without_facts_is_no_error(tmp_path: Path) -> None:
    (skipped,) = read(tmp_path / "a.json", [{"Q": "Which?", "A": ["This."]}])
    assert isinstance(skipped, Skipped)
