"""Numbers as a workbook's formats show them."""

import pytest

from manyhop.sources import Number, parse_number
from manyhop.sources.reading._number_formats import number_as_shown


@pytest.mark.parametrize(
    ("value", "shown_as", "text", "number"),
    [
        (2.2, "0.00", "2.20", Number(2.2)),
        (2, "General", "2", Number(2)),
        (1.23456, "0.00", "1.23456", Number(1.23456)),
        (0.45, "0%", "45%", Number(45, "%")),
        (4850, '"£"#,##0.00', "£4850.00", Number(4850, "£")),
        (4850, "[$£-809]#,##0;[Red]-[$£-809]#,##0", "£4850", Number(4850, "£")),
        (1.5, '#,##0.00\\ "€"', "1.50 €", Number(1.5, "€")),
        (1.5, "#,##0.00 [$CHF]", "1.50 CHF", Number(1.5, "CHF")),
        (-3.5, "$#,##0.00", "$-3.50", Number(-3.5, "$")),
        (12, '0 "boats"', "12", Number(12)),
        (0.1 + 0.2, "General", "0.3", Number(0.3)),
    ],
)
def test_a_number_is_written_as_it_is_shown(
    value: float, shown_as: str, text: str, number: Number
) -> None:
    assert number_as_shown(value, shown_as) == text
    assert parse_number(text) == number
