"""When two values say the same, and what numbers and dates they are."""

from decimal import Decimal

import pytest

from manyhop.programs import normal_form
from manyhop.programs._quantities import Quantity, alike, before, moment, quantity, said
from manyhop.sources import Date


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The Assailant", "the assailant (2009 film)"),
        ("Pokémon", "pokemon"),
        ("Don't Look Now!", "dont look now"),
        ("St. Louis", "St Louis"),
        ("1,000", "1000"),
        ("seven", "7"),
        ("twenty-one", "21"),
        ("5 kilometres", "5 km"),
        ("July 30, 2017", "2017-07-30"),
        ("30 July 2017", "Sunday, July 30, 2017"),
        ("Spider-Man: Homecoming", "Spider Man Homecoming"),
    ],
)
def test_these_are_the_same(one: str, other: str) -> None:
    assert normal_form(one) == normal_form(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("3 Doors Down", "3"),
        ("5 km", "5 mi"),
        ("3.14159", "3.1416"),
        ("July 2017", "2017"),
        ("The The", "A A"),
        ("Apollo 11", "Apollo 12"),
    ],
)
def test_these_are_not(one: str, other: str) -> None:
    assert normal_form(one) != normal_form(other)


def test_a_quantity_may_have_words_after_it() -> None:
    assert quantity("630-foot") == Quantity(Decimal("630.0"), "ft")
    assert quantity("12 players") == Quantity(Decimal("12.0"))
    assert quantity("three red towers") == Quantity(Decimal("3.0"))
    assert quantity("Apollo 11") is None
    assert quantity("30 July 2017") is None


def test_a_moment_may_be_the_only_year_in_a_phrase() -> None:
    assert moment("the summer of 1969") == Date(1969)
    assert moment("2019–20") == Date(2019)
    assert moment("1914 to 1918") is None
    assert moment("12,000") is None


def test_quantities_are_said_as_people_write_them() -> None:
    assert said(Quantity(Decimal("-1200.50"), "$")) == "-$1200.5"
    assert said(Quantity(Decimal("45.0"), "%")) == "45%"
    assert said(Quantity(Decimal("1.0"), "years")) == "1 year"


def test_units_of_a_kind_go_together() -> None:
    assert alike([Quantity(Decimal(5), "km"), Quantity(Decimal(3), "mi")]) == [
        Quantity(Decimal(5), "km"),
        Quantity(Decimal("4.8280"), "km"),
    ]
    assert alike([Quantity(Decimal(5), "km"), Quantity(Decimal(3), "$")]) is None


def test_a_year_is_not_before_its_own_months() -> None:
    assert before(Date(2016), Date(2017, 7))
    assert not before(Date(2017), Date(2017, 7))
    assert not before(Date(2017, 7), Date(2017))
