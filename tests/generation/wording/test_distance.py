"""How far words are from the bracketed language."""

import pytest

from manyhop.generation.wording import edit_distance


@pytest.mark.parametrize(
    ("one", "other", "distance"),
    [
        ("abc", "abc", 0.0),
        ("[abc]", "abc", 0.0),
        ("abcd", "abxd", 0.25),
        ("", "abc", 1.0),
        ("", "", 0.0),
        ("kitten", "sitting", 3 / 7),
    ],
)
def test_the_share_of_letters_to_change(one: str, other: str, distance: float) -> None:
    assert edit_distance(one, other) == pytest.approx(distance)
    assert edit_distance(other, one) == pytest.approx(distance)
