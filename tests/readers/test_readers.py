from typing import Any

import pytest
from tests.readers.sample_sources import BRIDGES, HUMBER, PANCAKES, RED

from manyhop.errors import ManyhopError
from manyhop.models import open_models
from manyhop.models.endpoint._endpoint import Endpoint
from manyhop.programs import ImageListQ, ImageQ, Known, Leaf, ProcedureQ, TableQ, TextQ
from manyhop.readers import Readers
from manyhop.sources import AnySource, CellAt, Region, Span, StepAt

EVERYTHING: list[AnySource] = [HUMBER, BRIDGES, RED, PANCAKES]


def test_the_leaf_says_who_reads() -> None:
    readers = Readers(open_models())
    leaves: dict[Leaf, type] = {
        TableQ("when did the Golden Gate open?"): CellAt,
        ImageQ("What colour is it?"): Region,
        ImageListQ("Which have towers?"): Region,
        ProcedureQ("Melt butter", "next"): StepAt,
    }
    for leaf, place in leaves.items():
        values = readers.read(leaf, leaf.question, EVERYTHING)
        assert isinstance(values[0].citations[0].place, place)


def test_what_is_no_leaf_is_refused() -> None:
    with pytest.raises(ManyhopError, match="nothing reads Known; ask one of TextQ"):
        Readers(open_models()).read(Known("x"), "x", EVERYTHING)  # type: ignore[arg-type]


def test_a_model_behind_a_server_reads_too(chat_server: Any) -> None:
    models = open_models(
        "openai:any", endpoint=lambda name: Endpoint(name, base_url=chat_server.url)
    )
    chat_server.otherwise = chat_server.says("Answer: 1981\nSure: 90")
    readers = Readers(models)
    text = readers.read(TextQ("?"), "When did it open?", EVERYTHING)[0]
    assert (text.text, text.citations[0].place) == ("1981", Span(33, 37))
    cell = readers.read(TableQ("?"), "When did the Humber Bridge open?", EVERYTHING)[0]
    assert (cell.text, cell.citations[0].place) == ("1981", CellAt(0, 3))
    assert readers.read(ImageQ("?"), "What year is it?", EVERYTHING)[0].text == "1981"
