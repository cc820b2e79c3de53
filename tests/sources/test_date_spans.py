"""How far two dates are apart."""

import pytest

from manyhop.sources import Date, time_between

LANDING, LAUNCH = Date(1969, 7, 20), Date(1969, 7, 16)


@pytest.mark.parametrize(
    ("early", "late", "years"),
    [
        (Date(1937, 5, 27), Date(1981, 6, 24), 44),
        (Date(1937, 5, 27), Date(1981, 5, 26), 43),  # the day before the anniversary
        (Date(1937, 5, 27), Date(1981, 5, 27), 44),
        (Date(1937, 5, 27), Date(1981), 44),  # years alone where no more is known
        (Date(1937, 12), Date(1981, 1), 44),
        (Date(-44, 3, 15), Date(14, 8, 19), 58),
    ],
)
def test_years_count_from_day_to_day(early: Date, late: Date, years: int) -> None:
    assert time_between(early, late, "years") == years
    assert time_between(late, early, "years") == years


def test_months_are_whole_months() -> None:
    assert time_between(Date(1999, 1, 31), Date(1999, 3, 30), "months") == 1
    assert time_between(Date(1999, 1), Date(1999, 3), "months") == 2
    assert time_between(Date(1999), Date(1999, 3), "months") is None


def test_days_need_whole_dates_that_the_calendar_has() -> None:
    assert time_between(LANDING, LAUNCH, "days") == 4
    assert time_between(LANDING, Date(1969, 7), "days") is None
    assert time_between(Date(-44, 3, 15), LANDING, "days") is None
    assert time_between(Date(2001, 2, 30), LANDING, "days") is None
