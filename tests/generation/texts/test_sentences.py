import pytest
from hypothesis import given
from hypothesis import strategies as st

from manyhop.generation.texts._sentences import sentences


@pytest.mark.parametrize(
    "parts",
    [
        ["It opened in 1981", "It is long"],
        ["Mira Holt lives in St. Ives", "She rows"],
        ["J. R. Holt rows", "Does she win"],
        ["It is by Moss Inc. of Lund", "It is old"],
    ],
)
def test_sentences_of_ordinary_text(parts: list[str]) -> None:
    text = ". ".join(parts) + "."
    assert [text[start:end] for start, end in sentences(text, 9)] == parts


def test_sentences_of_tokenised_text() -> None:
    text = "It opened in 1981 . It is long ."
    assert [text[start:end] for start, end in sentences(text, 9)] == [
        "It opened in 1981",
        "It is long",
    ]


def test_no_more_than_wanted() -> None:
    assert len(sentences("One. Two. Three.", 2)) == 2


@given(st.text(alphabet="aA .!?\n(", max_size=60))
def test_sentences_follow_one_another(text: str) -> None:
    last = 0
    for start, end in sentences(text, 9):
        assert last <= start < end <= len(text)
        last = end
