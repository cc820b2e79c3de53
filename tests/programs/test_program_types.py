"""MultiModalQA's sixteen types, both ways."""

import gzip
import json
from pathlib import Path

import pytest

from manyhop.errors import ManyhopError
from manyhop.models.embedded._question_types import TYPES as TYPES_OF_THE_MODEL
from manyhop.programs import (
    TYPES,
    ImageListQ,
    Implicit,
    TableQ,
    TextQ,
    hops_of,
    parse_program,
    skeleton,
    type_of,
    validate,
)

DEV = Path(__file__).parents[2] / "../shared/data/mmqa/MMQA_dev.jsonl.gz"


def test_there_are_sixteen_and_the_model_knows_the_same() -> None:
    assert len(TYPES) == 16
    assert sorted(TYPES) == sorted(TYPES_OF_THE_MODEL)


@pytest.mark.parametrize("name", TYPES)
def test_a_type_makes_a_program_of_this_type(name: str) -> None:
    program = skeleton(name, "What is an [answer]?")
    assert type_of(program) == name
    assert validate(program) == ()


def test_one_hop_is_a_leaf_and_two_hops_are_implicit() -> None:
    assert skeleton("TextQ", "Why?") == TextQ("Why?")
    assert skeleton("Compose(TextQ, TableQ)", "Why?") == Implicit("Compose(TextQ,TableQ)", "Why?")
    assert hops_of("Compose(TextQ,TableQ)") == (TableQ, TextQ)
    assert hops_of("Intersect(ImageListQ,TableQ)") == (ImageListQ, TableQ)


def test_an_unknown_type_is_answered_with_those_there_are() -> None:
    with pytest.raises(ManyhopError, match=r"no question type 'VideoQ'; choose from TextQ"):
        skeleton("VideoQ", "Why?")


WRITTEN = {
    'Compose(TextQ("Who built [answer]?"), TableQ("Which?"))': "Compose(TextQ,TableQ)",
    # Sides are named in the paper's order.
    'Intersect(TextQ("a"), TableQ("b"))': "Intersect(TableQ,TextQ)",
    # What the question says already is not asked for.
    """Compare(earliest, Compose(TableQ("When did [answer] open?"), Known("Humber Bridge")),
       Compose(TableQ("When did [answer] open?"), ImageListQ("Which has two red towers?")))""": (
        "Compare(Compose(TableQ,ImageQ),TableQ)"
    ),
    """Compare(earliest, Compose(TableQ("When did [answer] open?"), TextQ("Which did he build?")),
       Compose(TableQ("When did [answer] open?"), Known("Humber Bridge")))""": (
        "Compare(TableQ,Compose(TableQ,TextQ))"
    ),
    # What stays within one kind of source is one hop.
    'Compose(TextQ("Who built [answer]?"), TextQ("Which?"))': "TextQ",
    'Arithmetic(years, TableQ("When?"), TableQ("When again?"))': "TableQ",
    # Counting and choosing do not show.
    'Aggregate(count, Intersect(TableQ("a"), TextQ("b")))': "Intersect(TableQ,TextQ)",
    'Choose(ImageQ("What colour?"), "red", "blue")': "ImageQ",
    # Beyond the paper the names go on in the same way.
    'Compose(TextQ("Who built [answer]?"), ProcedureQ("Which?"))': "Compose(TextQ,ProcedureQ)",
    'Arithmetic(years, TextQ("When?"), ImageQ("When?"))': "Arithmetic(TextQ,ImageQ)",
    'YesNo(earlier, TextQ("When?"), Known("1900"))': "TextQ",
}


@pytest.mark.parametrize("text", WRITTEN)
def test_a_written_program_has_a_type(text: str) -> None:
    assert type_of(parse_program(text)) == WRITTEN[text]


@pytest.mark.skipif(not DEV.exists(), reason="MultiModalQA's dev questions are not here")
def test_every_question_of_the_dev_set_has_its_program() -> None:
    seen = set()
    with gzip.open(DEV, "rt", encoding="utf-8") as lines:
        for line in lines:
            example = json.loads(line)
            name = example["metadata"]["type"]
            program = skeleton(name, example["question"])
            assert type_of(program) == name
            assert validate(program) == ()
            seen.add(name)
    assert seen == set(TYPES)
