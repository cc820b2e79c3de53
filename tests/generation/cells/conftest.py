"""Topics to ask about."""

import pytest
from tests.generation.cells.drawn_up import BRIDGES, PLAYERS, table_of, topic_of

from manyhop.generation._topic import Topic


@pytest.fixture(scope="session")
def players() -> Topic:
    return topic_of(table_of(PLAYERS, "2012 Harbour Cup", "Scorers"), 0, 1, 2)


@pytest.fixture(scope="session")
def bridges() -> Topic:
    return topic_of(table_of(BRIDGES, "List of bridges in Byland"), 1, 3)
