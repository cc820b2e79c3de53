import pytest

from manyhop.metrics._number_words import number


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("seven", 7),
        ("Twenty-one", 21),
        ("two hundred men", 200),
        ("two hundred fifty six", 256),
        ("hundred", 100),
        ("three million", 3_000_000),
        ("one billion two million three thousand four", 1_002_003_004),
        ("two point five six", 2.56),
        ("point", 0),
        ("five point twenty", 5),
        ("007", 7),
    ],
)
def test_words_are_numbers(text: str, value: float) -> None:
    assert number(text) == value


def test_the_words_after_million_count_twice_where_thousand_is_last() -> None:
    assert number("one million two thousand") == 1_003_002


@pytest.mark.parametrize(
    "text", ["", "cat", "²", "thousand thousand", "one thousand two million", "3.5"]
)
def test_what_is_no_number_raises(text: str) -> None:
    with pytest.raises(ValueError):
        number(text)


def test_a_scale_word_without_its_number_raises_as_the_original_does() -> None:
    with pytest.raises(IndexError):
        number("thousand five")
