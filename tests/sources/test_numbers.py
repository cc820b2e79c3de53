"""Numbers in cells, as people write them."""

import math
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manyhop.sources import Cell, Number, cell_value, column_values, parse_number
from manyhop.sources._decimal_comma import has_decimal_commas
from manyhop.sources._grid import table_from_grid


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("0", 0, ""),
        ("1,234", 1234, ""),
        ("1 234", 1234, ""),
        ("1\u2009234\u00a0567", 1234567, ""),
        ("1,23,456", 123456, ""),
        ("1'234'567", 1234567, ""),
        ("1.234,5", 1234.5, ""),
        ("1.234.567", 1234567, ""),
        ("$3.5 million", 3_500_000, "$"),
        ("US$1.1 billion", 1_100_000_000, "$"),
        ("€2bn", 2_000_000_000, "€"),
        ("£5m", 5_000_000, "£"),
        ("Rs. 500 crore", 5_000_000_000, "₹"),
        ("100 USD", 100, "$"),
        ("€3,50", 3.5, "€"),
        ("2.1M", 2_100_000, ""),
        ("300k", 300_000, ""),
        ("−4", -4, ""),
        ("–4", -4, ""),
        ("- 4", -4, ""),
        ("+5", 5, ""),
        ("-$5", -5, "$"),
        ("(1,234)", -1234, ""),
        ("($4)", -4, "$"),
        ("$(4)", -4, "$"),
        ("45%", 45, "%"),
        ("12,5 %", 12.5, "%"),
        ("45 per cent", 45, "%"),
        ("1.5e6", 1_500_000, ""),
        ("1.5 × 10⁶", 1_500_000, ""),
        ("1.5×10^-3", 0.0015, ""),
        ("12 km", 12, "km"),
        ("5 m", 5, "m"),
        ("1,234 km²", 1234, "km²"),
        ("5 sq mi", 5, "mi²"),
        ("12 km (7.5 mi)", 12, "km"),
        ("126,519 (22.6%)", 126519, ""),
        ("6 ft 3 in", 6.25, "ft"),
        ("6'3\"", 6.25, "ft"),
        ("½", 0.5, ""),
        ("3½", 3.5, ""),
        ("3 1/2", 3.5, ""),
        ("1st", 1, ""),
        ("22nd", 22, ""),
        ("9.", 9, ""),
        ("#9", 9, ""),
        ("c. 300", 300, ""),
        ("~300", 300, ""),
        ("approx. 300", 300, ""),
        ("1,234[a]", 1234, ""),
        ("1,234 [12]", 1234, ""),
        ("1,234[note 3]", 1234, ""),
        ("56*", 56, ""),
        ("78†", 78, ""),
        ("1,234¹", 1234, ""),
    ],
)
def test_a_number_and_its_unit(text: str, value: float, unit: str) -> None:
    assert parse_number(text) == Number(value, unit)


@pytest.mark.parametrize(
    "text",
    [
        *("", "—", "N/A", "(4)", "(45%)", "[4]"),
        *("2014–15", "3–2", "8 - 5", "8.22 (70)", "2 (3)", "1/2", "3,5", "1, 2"),
        *("12/3/2000", "2017-07-30", "10:45", "1.2.3", "10²"),
        *("AB12", "12AB", "#E7C697", "#123456", "2B", "007", "02134", "192.168.100.100"),
        *("555-1234", "+1 234 567 890", "912 345 678", "020 7946 0018"),
        *("12 monkeys", "$5 km", "1st km", "3 2/1", "1e999", "10,0000", "five", "٣"),
    ],
)
def test_what_is_not_a_number(text: str) -> None:
    assert parse_number(text) is None


numbers = st.decimals(-(10**12), 10**12, places=2).map(float)


@given(numbers)
def test_a_number_is_read_however_it_is_written(number: float) -> None:
    styles = [f"{number:.2f}", f"{number:,.2f}", f"{number:,.2f}[a]", f"~{number:.2f}"]
    styles.append(f"{number:,.2f}".replace(",", "\u202f").replace("-", "−"))
    styles.append(f"{number:.16e}")
    for style in styles if abs(number) < 10**8 else styles[:4]:
        assert parse_number(style) == Number(number), style


@given(numbers)
def test_a_sum_of_money_is_read_in_either_accounting_style(number: float) -> None:
    amount = f"${abs(number):,.2f}"
    assert parse_number(f"({amount})") == Number(-abs(number), "$")
    assert parse_number(f"-{amount}") == Number(-abs(number), "$")
    assert parse_number(f"{number:,.2f} EUR") == Number(number, "€")


@given(st.integers(1000, 10**9))
def test_continental_grouping_is_read_where_it_is_plain(number: int) -> None:
    grouped = f"{number:,}".replace(",", ".")
    assert parse_number(f"{grouped},25") == Number(number + 0.25)


@given(st.text(max_size=90) | st.text(string.digits + " .,-−+%$€()/[]⁰½kM×e'", max_size=20))
def test_any_text_is_a_finite_number_or_none(text: str) -> None:
    number = parse_number(text)
    assert number is None or math.isfinite(number.value)


def test_cells_of_any_length_are_dealt_with_at_once() -> None:
    for text in ["1" + " [a]" * 100_000 + "x", "(" * 100_000, "1," * 100_000, "[1]" * 100_000]:
        assert parse_number(text) is None


@pytest.mark.parametrize(
    ("texts", "values"),
    [
        (["412,50", "89,90", "1260,00", "7"], [412.5, 89.9, 1260, 7]),
        (["1,5", "2,0", "—", "-0,25"], [1.5, 2, -0.25]),
        (["1.412,50", "1.200", "0,5"], [1412.5, 1200, 0.5]),
    ],
)
def test_a_column_may_write_decimals_with_a_comma(texts: list[str], values: list[float]) -> None:
    table = table_from_grid([[Cell("Amount")], *([Cell(text)] for text in texts)], title="Spent")
    assert table.columns[0].kind == "number"
    read = [value for value in column_values(table, 0) if isinstance(value, Number)]
    assert [number.value for number in read] == values
    assert cell_value(table, 0, 0) == Number(values[0])


@pytest.mark.parametrize("texts", [["3,5", "1,2", "2,6"], ["1,234", "5,678"], ["3,5", "1, 2, 4"]])
def test_lists_and_thousands_are_no_decimals(texts: list[str]) -> None:
    assert not has_decimal_commas(texts)
