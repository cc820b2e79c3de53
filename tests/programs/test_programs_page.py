"""The page about programs says nothing that does not run."""

import re
from pathlib import Path
from typing import get_args

from manyhop.programs import TYPES, Program, hops_of, parse_program, print_program, validate

PAGE = (Path(__file__).parents[2] / "docs/programs.md").read_text(encoding="utf-8")
ROWS = [re.findall(r"`([^`]+)`", line) for line in PAGE.splitlines() if line.startswith("| `")]


def test_every_example_is_a_sound_program_of_its_row() -> None:
    examples = {row[0]: row[-1] for row in ROWS if "(" not in row[0]}
    assert list(examples) == [kind.__name__ for kind in get_args(Program)]
    for kind, text in examples.items():
        program = parse_program(text)
        assert kind == type(program).__name__
        assert print_program(program) == text
        assert validate(program) == ()


def test_the_hops_of_the_types_are_those_of_the_code() -> None:
    named = {"TextQ": "text", "TableQ": "table", "ImageQ": "image", "ImageListQ": "images"}
    for name in (name for name in TYPES if "(" in name):
        first, second = (named[getattr(leaf, "__name__", "")] for leaf in hops_of(name))
        assert f"| `{name}` | {first} | {second} |" in PAGE
