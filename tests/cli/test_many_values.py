"""An option that takes several values."""

import pytest

from manyhop.cli._ask import separated, spread


@pytest.mark.parametrize(
    ("typed", "parsed"),
    [
        ("Why? --choices a b --json", "Why? --choices a --choices b --json"),
        ("Why? --choices a --choices b", "Why? --choices a --choices b"),
        ("--choices a b -k 3 Why?", "--choices a --choices b -k 3 Why?"),
        ("Why? --choices - a", "Why? --choices - --choices a"),
        ("Why? --choices=a,b", "Why? --choices=a,b"),
        ("--choices a -- Why?", "--choices a -- Why?"),
        ("Why? --choices", "Why? --choices"),
    ],
)
def test_up_to_the_next_option(typed: str, parsed: str) -> None:
    assert spread(typed.split()) == parsed.split()


@pytest.mark.parametrize(
    ("given", "choices"),
    [
        (["red", "dark blue"], ("red", "dark blue")),
        (["red, dark blue"], ("red", "dark blue")),
        (["1,410 m|1,006 m"], ("1,410 m", "1,006 m")),
        (["red, of course", "blue"], ("red, of course", "blue")),
        ([" ", "red"], ("red",)),
        ([], ()),
    ],
)
def test_bars_and_commas(given: list[str], choices: tuple[str, ...]) -> None:
    assert separated(given) == choices
