import numpy as np
import pytest
from tests.audit.invented import fair

from manyhop.audit import choice_questions
from manyhop.audit._choice_features import Habits
from manyhop.audit._item import choice_items
from manyhop.audit.cheaters._choice_only import ChoiceHabits


def test_figures_are_those_of_the_plain_count() -> None:
    examples = fair(50, 3)
    items, asked = choice_items(examples), choice_questions(examples)
    rows = np.arange(0, 50, 2)
    plain = Habits([asked[row] for row in rows])
    expected = [plain.figures(one.text, item.group) for item in items for one in item.candidates]
    assert ChoiceHabits(items)(rows) == pytest.approx(np.array(expected), abs=1e-5)
