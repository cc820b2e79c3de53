"""Dates in cells, as people write them."""

import datetime as dt
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manyhop.sources._dates import Date, is_ambiguous, is_day_first, parse_date


@pytest.mark.parametrize(
    "text",
    [
        "July 30, 2017",
        "Jul. 30 2017",
        "july 30 , 2017",
        "July 30th, 2017",
        "30 July 2017",
        "30 Jul 2017",
        "30th of July, 2017",
        "30-Jul-2017",
        "30-Jul-17",
        "2017 July 30",
        "2017-07-30",
        "2017/07/30",
        "2017.07.30",
        "07/30/2017",
        "7/30/17",
        "30/07/2017",
        "30.07.2017",
        "30. 7. 2017",
        "Sunday, July 30, 2017",
        "Sun 30 July 2017",
        "30 July 2017[a]",
        "30 July 2017.",
        "30 July 2017 (age 25)",
        "2017-07-30T12:00:00Z",
        "2017-07-30 12:00:00.123+02:00",
        "July 30, 2017 8:00 PM",
    ],
)
def test_a_day(text: str) -> None:
    assert parse_date(text) == Date(2017, 7, 30)


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("July 2017", Date(2017, 7)),
        ("Sept. 2017", Date(2017, 9)),
        ("July, 2017", Date(2017, 7)),
        ("2017-07", Date(2017, 7)),
        ("c. May 1850", Date(1850, 5)),
        ("44 BC", Date(-44)),
        ("15 March 44 BC", Date(-44, 3, 15)),
        ("AD 79", Date(79)),
        ("29 February 2016", Date(2016, 2, 29)),
    ],
)
def test_less_or_older_than_a_day(text: str, date: Date) -> None:
    assert parse_date(text) == date


@pytest.mark.parametrize(
    "text",
    [
        *("", "—", "May", "March 5", "12", "Sunday", "10:45", "1,234"),
        *("February 30, 2017", "29 Feb 2017", "31 June 1999", "13/13/2017", "2017-13-01"),
        *("2014–15", "2014-15", "1850s", "July 30–31, 2017", "10-12-8", "May 5 or 6, 2017"),
        *("before 5 May 2017", "Mayor 2017", "Marching 5, 2017", "19999", "3000"),
    ],
)
def test_what_is_not_a_date(text: str) -> None:
    assert parse_date(text, bare_year=True) is None


def test_a_year_alone_is_a_date_only_where_years_are_expected() -> None:
    assert parse_date("1999") is None
    assert parse_date("1999", bare_year=True) == Date(1999)
    assert parse_date("c. 1850", bare_year=True) == Date(1850)
    assert parse_date("2101", bare_year=True) is None


def test_the_column_decides_which_comes_first() -> None:
    column = ["04/05/2017", "30/05/2017"]
    assert is_day_first(column)
    assert not is_day_first(["04/05/2017", "05/30/2017"])
    assert is_ambiguous("04/05/2017")
    assert not is_ambiguous("30/05/2017")
    assert parse_date("04/05/2017") == Date(2017, 4, 5)
    assert parse_date("04/05/2017", day_first=True) == Date(2017, 5, 4)


def test_dates_sort_by_time_and_the_vague_come_first() -> None:
    day, month, year = Date(2017, 7, 30), Date(2017, 7), Date(2017)
    before, ancient = Date(2016, 12, 31), Date(-44)
    assert sorted([day, before, month, ancient, year]) == [ancient, before, year, month, day]
    assert max(year, day, month) == day
    assert str(day) == "2017-07-30"


FORMATS = (
    *("%Y-%m-%d", "%Y/%m/%d", "%m/%d/%Y", "%d.%m.%Y", "%d %B %Y", "%d %b %Y", "%B %d, %Y"),
    *("%b. %d, %Y", "%A, %B %d, %Y", "%d-%b-%Y", "%Y-%m-%dT%H:%M:%S", "%Y %B %d"),
)


@given(st.dates(dt.date(1000, 1, 1), dt.date(2999, 12, 31)))
def test_any_day_is_read_in_every_format(day: dt.date) -> None:
    for style in FORMATS:
        assert parse_date(day.strftime(style)) == Date(day.year, day.month, day.day), style
    assert parse_date(day.strftime("%d/%m/%Y"), day_first=True) == Date(
        day.year, day.month, day.day
    )
    assert parse_date(day.strftime("%B %Y")) == Date(day.year, day.month)


@given(
    st.text(max_size=90) | st.text(string.digits + " .,-/:TZMayJunBCad", max_size=20),
    st.booleans(),
    st.booleans(),
)
def test_any_text_is_a_date_or_none(text: str, bare_year: bool, day_first: bool) -> None:
    date = parse_date(text, bare_year=bare_year, day_first=day_first)
    assert date is None or (date.month is not None or date.day is None)
