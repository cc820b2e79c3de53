"""What a caption says for or against a picture."""

import pytest

# From inside: a reading mixes what captions say with what is seen.
from manyhop.readers._pictures import AGAINST, FOR, told_by_caption
from manyhop.sources import Image

HUMBER = Image(
    title="Humber Bridge",
    caption="The Humber Bridge, with two slender grey concrete towers and a dinghy with red sails.",
)
GATE = Image(
    title="Golden Gate Bridge",
    caption="The Golden Gate Bridge from the bay: two orange-red steel towers and fog.",
)


def test_all_that_is_wanted() -> None:
    assert told_by_caption("two red towers", GATE) == FOR
    assert told_by_caption("a dinghy with red sails", HUMBER) == FOR


def test_the_same_words_apart_say_less() -> None:
    assert told_by_caption("two red towers", HUMBER) < FOR / 2


def test_nothing_of_it() -> None:
    assert told_by_caption("a hot-air balloon", HUMBER) == AGAINST


def test_one_of_many_is_the_same_word() -> None:
    assert told_by_caption("a tower", GATE) == FOR


@pytest.mark.parametrize("image", [Image(title="Ely"), Image(title="Ely", caption="Ely")])
def test_a_mere_name_speaks_neither_for_nor_against(image: Image) -> None:
    assert told_by_caption("a red boat", image) == 0


def test_writing_in_the_picture_counts() -> None:
    assert told_by_caption("a toll", Image(title="Sign", text="TOLL £1.50")) == FOR


def test_no_words() -> None:
    assert told_by_caption("the", GATE) == AGAINST
