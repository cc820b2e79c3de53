import pytest

from manyhop.answering import kinds_of
from manyhop.programs import parse_program
from manyhop.sources import Kind


@pytest.mark.parametrize(
    ("program", "kinds"),
    [
        ('TableQ("Who won?")', {"table"}),
        (
            'Compose(TextQ("Who built [answer]?"), ImageListQ("Which is red?"))',
            {"snippet", "image"},
        ),
        ('Implicit("Compose(ImageQ,TableQ)", "What colour is the oldest?")', {"image", "table"}),
    ],
)
def test_a_program_asks_some_kinds_of_source(program: str, kinds: set[Kind]) -> None:
    assert kinds_of(parse_program(program)) == kinds
