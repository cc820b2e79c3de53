"""The bundled sample answers the questions that come with it."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

import manyhop
from manyhop.collection import Collection, Hit, index_paths
from manyhop.sources import AnySource, Image, Procedure, StepAt, Table, content_id

HOME = Path(manyhop.__file__).parent


class Asked(msgspec.Struct, forbid_unknown_fields=True):
    question: str
    modality: str
    origin: str
    picture: str = ""
    pixels: bool = False
    written: bool = False


class Support(msgspec.Struct, forbid_unknown_fields=True):
    origin: str
    quote: str = ""
    row: str = ""
    column: str = ""
    step: int | None = None
    image: str = ""
    picture: str = ""
    shows: str = ""


class Question(msgspec.Struct):
    question: str
    support: list[Support]
    pixels: bool = False
    written: bool = False


class Questions(msgspec.Struct):
    search: list[Asked]
    ask: list[Question]


QUESTIONS = msgspec.json.decode((HOME / "sample_questions.json").read_bytes(), type=Questions)
SUPPORTS = [(asked, support) for asked in QUESTIONS.ask for support in asked.support]


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Collection]:
    with Collection.open(tmp_path_factory.mktemp("sample"), create=True) as collection:
        index_paths(collection, [HOME / "sample"], ocr=False)
        yield collection


def is_right(hit: Hit, asked: Asked) -> bool:
    if asked.picture:
        return isinstance(hit.source, Image) and hit.source.path == str(HOME / asked.picture)
    return hit.source.kind == asked.modality and hit.source.origin == asked.origin


@pytest.mark.parametrize("asked", QUESTIONS.search, ids=lambda asked: asked.question)
def test_the_right_source_is_found(sample: Collection, asked: Asked) -> None:
    hits = sample.search(asked.question, 3, modality=asked.modality)
    assert any(is_right(hit, asked) for hit in hits), [hit.source.origin for hit in hits]


def test_the_right_source_is_found_without_its_kind(sample: Collection) -> None:
    missed = [
        asked.question
        for asked in QUESTIONS.search
        if not any(is_right(hit, asked) for hit in sample.search(asked.question, 3))
    ]
    assert len(missed) <= 0.15 * len(QUESTIONS.search), missed


PICTURES = {content_id(path.read_bytes()): path.name for path in HOME.rglob("sample/**/*.png")}


def sources_of(sample: Collection, support: Support) -> list[AnySource]:
    if support.picture:
        path = str(HOME / support.picture)
        return [source for source in sample if isinstance(source, Image) and source.path == path]
    return [source for source in sample if source.origin == support.origin]


def is_in(support: Support, source: AnySource) -> bool:
    if support.row:
        return isinstance(source, Table) and any(
            row[0].text == support.row and cell.text == support.quote
            for row in source.rows
            for column, cell in zip(source.columns, row, strict=True)
            if column.name == support.column
        )
    if support.step is not None:
        if not isinstance(source, Procedure) or support.step >= len(source.steps):
            return False
        names = [PICTURES[image] for image in source.steps[support.step].images]
        in_words = support.quote in source.quote(StepAt(support.step))
        return in_words and (not support.image or support.image in names)
    if support.shows:
        return isinstance(source, Image)
    return support.quote in source.passage


@pytest.mark.parametrize(
    ("asked", "support"), SUPPORTS, ids=lambda it: getattr(it, "question", None) or it.origin
)
def test_answers_have_their_support(sample: Collection, asked: Question, support: Support) -> None:
    found = [source for source in sources_of(sample, support) if is_in(support, source)]
    assert found, support
    if support.shows and not (asked.pixels or asked.written):
        assert any(support.shows.lower() in source.passage.lower() for source in found), [
            source.passage for source in found
        ]
