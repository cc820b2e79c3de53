"""The demo's questions: every answer and every citation, one by one.

They hold with the language model and without it: run this where it is not installed, too.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

import manyhop
from manyhop.answering import Answer, Engine, Question, open_planner
from manyhop.collection import Collection, index_paths
from manyhop.models import open_models
from manyhop.sources import AnySource, CellAt, Citation, Image, Region, Span, StepAt, Table

HOME = Path(manyhop.__file__).parent


class Cited(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A place as people name it."""

    origin: str
    quote: str = ""
    row: str = ""
    column: str = ""
    step: int | None = None
    image: int | None = None
    picture: str = ""


class Asked(msgspec.Struct, forbid_unknown_fields=True):
    question: str
    shows: str
    values: tuple[str, ...]
    cites: tuple[Cited, ...]
    choices: tuple[str, ...] = ()


class Questions(msgspec.Struct):
    demo: list[Asked]


DEMO = msgspec.json.decode((HOME / "sample_questions.json").read_bytes(), type=Questions).demo
OPERATORS = ("Compose", "Intersect", "Compare", "Aggregate", "Arithmetic", "YesNo", "Choose")
LEAVES = ("TextQ", "TableQ", "ImageQ", "ImageListQ", "ProcedureQ")
LEAF = re.compile(r"(\w+Q)\(")
COMPOSED = {("TableQ", "ImageListQ"), ("TextQ", "ImageListQ"), ("ImageQ", "TableQ")}
AGGREGATIONS = ("Aggregate(count", "Aggregate(sum", "Aggregate(mean")  # least and most: tables
WANTED = ("next)", "previous)", "step)", "picture)")


class Demo:
    """The sample, indexed and asked; each question once."""

    def __init__(self, collection: Collection) -> None:
        models = open_models()
        self.collection = collection
        self._engine = Engine(open_planner("explicit", models), models, collection=collection)
        self._answers: dict[str, Answer] = {}

    def answer(self, asked: Asked) -> Answer:
        if asked.question not in self._answers:
            question = Question(id="demo", text=asked.question, choices=asked.choices)
            self._answers[asked.question] = self._engine.answer(question)
        return self._answers[asked.question]


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demo]:
    with Collection.open(tmp_path_factory.mktemp("demo"), create=True) as collection:
        index_paths(collection, [HOME / "sample"], ocr=False)
        yield Demo(collection)


def named(source: AnySource, citation: Citation) -> Cited:
    """A citation in people's words."""
    match citation.place:
        case CellAt(row, column):
            assert isinstance(source, Table)
            name = source.rows[row][0].text
            return Cited(source.origin, citation.quote, name, source.columns[column].name)
        case StepAt(step, _, image):
            return Cited(source.origin, citation.quote, step=step, image=image)
        case Region():
            assert isinstance(source, Image)
            return Cited(source.origin, picture=Path(source.path).relative_to(HOME).as_posix())
        case Span():
            return Cited(source.origin, citation.quote)


def test_there_are_enough_questions() -> None:
    assert len(DEMO) >= 25
    assert len([asked for asked in DEMO if not asked.values]) >= 3


@pytest.mark.parametrize("asked", DEMO, ids=lambda asked: asked.question)
def test_the_answer(demo: Demo, asked: Asked) -> None:
    answer = demo.answer(asked)
    assert answer.values == asked.values
    assert answer.abstained == (not asked.values)
    if asked.choices:
        assert answer.choice == asked.choices.index(asked.values[0])


@pytest.mark.parametrize("asked", DEMO, ids=lambda asked: asked.question)
def test_each_citation(demo: Demo, asked: Asked) -> None:
    found = set()
    for citation in demo.answer(asked).citations:
        source = demo.collection.get(citation.source_id)
        assert source.quote(citation.place) == citation.quote
        found.add(named(source, citation))
    assert found == set(asked.cites)


def test_every_operator_and_every_kind_of_source_is_shown(demo: Demo) -> None:
    programs = [demo.answer(asked).trace.get("program", "") for asked in DEMO]
    for name in (*OPERATORS, *LEAVES):
        assert any(f"{name}(" in program for program in programs), name
    for word in (*AGGREGATIONS, *WANTED):
        assert any(word in program for program in programs), word
    composed = {tuple(LEAF.findall(each)) for each in programs if each.startswith("Compose(")}
    assert composed >= COMPOSED
