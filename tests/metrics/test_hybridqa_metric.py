import pytest

from manyhop.metrics.hybridqa import exact_match, f1, normalize


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("The U.S. Open", "us open"),
        ("1-0", "10"),
        ("$ 1,000", "1000"),
        ("a  man of the\tsea", "man of sea"),
        ("Zielona Góra", "zielona góra"),
        ("theatre", "theatre"),
        ("seven", "seven"),
        ("an", ""),
    ],
)
def test_normal_forms(text: str, normal: str) -> None:
    assert normalize(text) == normal


def test_exact_match() -> None:
    assert exact_match("the Humber Bridge.", "Humber bridge") == 1
    assert exact_match("7", "seven") == 0
    assert exact_match("", "The") == 1  # as in the official script


def test_f1_counts_repetitions() -> None:
    assert f1("red and white", "white") == 0.5
    assert f1("new york new york", "new york") == pytest.approx(2 / 3)
    assert f1("blue", "white") == 0
    assert f1("", "white") == 0
    assert f1("a", "the") == 1
