"""A fast reader and a careful one, played by two small readers that go by words."""

import logging
from collections.abc import Sequence

import pytest

from manyhop.models import Reading
from manyhop.models.embedded import _cascade_reader
from manyhop.models.embedded._cascade_reader import CascadeReader


class WordReader:
    """Gives the last word of a passage, sure of it where the passage has a word it trusts."""

    def __init__(self, chances: dict[str, float], other: float = 0.1, silent: bool = False) -> None:
        self.chances = chances
        self.other = other
        self.silent = silent
        self.seen: list[str] = []

    def read(self, question: str, passages: Sequence[str]) -> Sequence[Reading]:
        self.seen += passages
        return [self._reading(passage) for passage in passages]

    def _reading(self, passage: str) -> Reading:
        chance = max((c for word, c in self.chances.items() if word in passage), default=self.other)
        word = "" if self.silent else passage.split()[-1]
        start = passage.rindex(word) if word else 0
        return Reading(word, start, start + len(word), chance, chance)


PASSAGES = ["a red boat", "the green bridge", "an old queen", "some blue river"]
SHARES = {"red": 0.8, "green": 0.6, "old": 0.4}


def best(readings: Sequence[Reading]) -> int:
    return max(range(len(readings)), key=lambda place: readings[place].score)


def test_only_the_best_few_are_read_again() -> None:
    careful = WordReader({})
    CascadeReader(WordReader(SHARES), careful, careful_passages=2).read("Who?", PASSAGES)
    assert careful.seen == ["a red boat", "the green bridge"]


def test_the_careful_reader_can_overrule_the_fast_one() -> None:
    cascade = CascadeReader(WordReader(SHARES), WordReader({"green": 0.95}), 2)
    readings = cascade.read("Who?", PASSAGES)
    assert best(readings) == 1
    assert readings[1].text == PASSAGES[1][readings[1].start : readings[1].end] == "bridge"
    assert len(readings) == 4
    assert all(0 < reading.chance < 1 for reading in readings)


def test_a_passage_that_was_not_read_again_wins_only_where_the_others_fail() -> None:
    doubtful = CascadeReader(WordReader(SHARES), WordReader({}, other=0.3), 2)
    assert best(doubtful.read("Who?", PASSAGES)) == 0
    refused = CascadeReader(
        WordReader({"red": 0.8, "green": 0.79, "old": 0.78}), WordReader({}, other=0.0), 2
    )
    assert best(refused.read("Who?", PASSAGES)) == 2


def test_scores_and_chances_rank_alike() -> None:
    readings = CascadeReader(WordReader(SHARES), WordReader({"old": 0.9}), 3).read("Who?", PASSAGES)
    by_score = sorted(readings, key=lambda reading: reading.score)
    assert by_score == sorted(readings, key=lambda reading: reading.chance)


def test_where_the_careful_reader_has_no_value_the_fast_one_s_stays() -> None:
    careful = WordReader({}, other=0.0, silent=True)
    readings = CascadeReader(WordReader(SHARES), careful).read("Who?", PASSAGES)
    assert [reading.text for reading in readings] == ["boat", "bridge", "queen", "river"]


def test_agreement_counts() -> None:
    alone, together = (
        CascadeReader(WordReader(SHARES, silent=silent), WordReader({"red": 0.7}), 1)
        for silent in (True, False)
    )
    assert together.read("?", PASSAGES)[0].score > alone.read("?", PASSAGES)[0].score


def test_without_a_careful_reader_the_fast_one_s_readings_are_given() -> None:
    fast = WordReader(SHARES)
    assert CascadeReader(fast, None).read("Who?", PASSAGES) == fast.read("Who?", PASSAGES)
    assert CascadeReader(fast, WordReader({})).read("Who?", []) == []


def test_how_to_read_better_is_said_once(caplog: pytest.LogCaptureFixture) -> None:
    _cascade_reader._say_how_to_read_better.cache_clear()
    with caplog.at_level(logging.WARNING, logger="manyhop"):
        for _ in range(2):
            _cascade_reader._say_how_to_read_better()
    (line,) = caplog.messages
    assert "manyhop setup" in line
