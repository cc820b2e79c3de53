import pytest

from manyhop.generation.texts._attached import phrase_of


@pytest.mark.parametrize(
    ("question", "phrase"),
    [
        ("Who drew the Moss Bridge?", "the person who drew the Moss Bridge"),
        ("Who was the first keeper of Lund Light?", "the first keeper of Lund Light"),
        ("Which ferry crossed the Lund in 1931?", "the ferry that crossed the Lund in 1931"),
        ("what actor played Ada Holt", "the actor who played Ada Holt"),
    ],
)
def test_phrases(question: str, phrase: str) -> None:
    assert phrase_of(question) == phrase


@pytest.mark.parametrize(
    "question",
    [
        "Who did Ada Holt marry?",
        "Which ferry did Ada Holt row?",
        "Who drew the bridge, and when?",
        "When did the bridge open?",
    ],
)
def test_questions_without_a_phrase(question: str) -> None:
    assert phrase_of(question) == ""
