"""Laying items along steps."""

import numpy as np
import pytest

from manyhop.answering import Question, is_cloze

# From inside: the engine tells only the best choice.
from manyhop.answering._choosing import fitted, in_order
from manyhop.models import open_models
from manyhop.sources import Procedure, Step


def test_items_keep_the_order_of_the_steps() -> None:
    likeness = np.array([[0.1, 0.9, 0.0], [0.8, 0.2, 0.3]], np.float32)
    score, steps = in_order(likeness)
    assert steps == [1, 2]
    assert score == np.float32(0.6)


def test_the_right_order_fits_better_than_the_wrong_one() -> None:
    soup = Procedure(
        id="soup",
        steps=(
            Step(text="Chop the onions and the carrots."),
            Step(text="Boil the vegetables in water for an hour."),
            Step(text="Serve the soup hot with bread."),
        ),
    )
    question = Question(
        id="q",
        text="What is the right order?",
        parts=("Choose the right order",),
        choices=("serving | boiling | chopping", "chopping | boiling | serving"),
        candidates=(soup,),
    )
    assert is_cloze(question)
    fit = fitted(question, open_models())
    assert fit.choice == 1
    assert sum(fit.chances) == pytest.approx(1)


def test_a_plain_question_is_no_cloze() -> None:
    assert not is_cloze(Question(id="q", text="Red or blue?", choices=("red", "blue")))
