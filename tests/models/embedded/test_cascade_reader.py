"""A reranker and a careful reader, played by small ones that go by words."""

import logging
from collections.abc import Mapping, Sequence

import pytest

from manyhop.models import Reading
from manyhop.models.embedded import _cascade_reader
from manyhop.models.embedded._careful_reader import Value, Values
from manyhop.models.embedded._cascade_reader import DULL, CascadeReader
from manyhop.models.embedded._language_model import LanguageModel

PASSAGES = ["a red boat", "the green bridge", "an old queen", "some blue river"]
LIKED = {"red": 3.0, "green": 1.0, "old": -1.0}


class WordReranker:
    """Scores a text by the words it has."""

    def __init__(self, scores: Mapping[str, float]) -> None:
        self.scores = scores

    def score(self, question: str, passages: Sequence[str]) -> list[float]:
        return [max((s for w, s in self.scores.items() if w in p), default=-4.0) for p in passages]


class WordReader:
    """Gives the words of a passage, the last first, sure where it has a word that it trusts."""

    def __init__(self, chances: Mapping[str, float], silent: bool = False) -> None:
        self.chances = chances
        self.silent = silent
        self.seen: list[str] = []

    def values(self, question: str, passages: Sequence[str]) -> list[Values]:
        self.seen += passages
        return [self._values(passage) for passage in passages]

    def _values(self, passage: str) -> Values:
        chance = max((c for word, c in self.chances.items() if word in passage), default=0.1)
        words = [] if self.silent else list(reversed(passage.split()))
        return Values(chance, [_value(passage, word, -rank) for rank, word in enumerate(words)])

    def read(self, question: str, passages: Sequence[str]) -> list[Reading]:
        found = self.values(question, passages)
        return [Reading(*each.values[0][:3], each.chance, each.chance) for each in found]

    def spans(self, question: str, passages: Sequence[str], most: int = 3) -> list[list[Reading]]:
        found = self.values(question, passages)
        return [
            [Reading(*value[:3], value.log_chance, 0.1) for value in each.values[:most]]
            for each in found
        ]

    def scores(
        self, question: str, passage: str, values: Sequence[tuple[str, int, int]]
    ) -> list[float]:
        return [5.0 if text in self.chances else 0.0 for text, _, _ in values]


def _value(passage: str, word: str, log_chance: float) -> Value:
    start = passage.index(word)
    return Value(word, start, start + len(word), log_chance)


def best(readings: Sequence[Reading]) -> int:
    return max(range(len(readings)), key=lambda place: readings[place].score)


def test_only_the_best_few_are_read() -> None:
    careful = WordReader({})
    cascade = CascadeReader(WordReranker(LIKED), WordReader({}), careful, careful_passages=2)
    cascade.read("Who?", PASSAGES)
    assert careful.seen == ["a red boat", "the green bridge"]


def test_what_the_fast_reader_puts_far_behind_is_not_read() -> None:
    class Sure(WordReader):
        def read(self, question: str, passages: Sequence[str]) -> list[Reading]:
            found = super().read(question, passages)
            return [
                Reading(r.text, r.start, r.end, 9.0 if "green" in p else 0.0, r.chance)
                for r, p in zip(found, passages, strict=True)
            ]

    careful = WordReader({})
    CascadeReader(WordReranker(LIKED), Sure({}), careful).read("Who?", PASSAGES)
    assert careful.seen == ["a red boat", "the green bridge"]  # the best liked one all the same


def test_what_the_fast_reader_finds_dull_is_not_read() -> None:
    class Bored(WordReader):
        def read(self, question: str, passages: Sequence[str]) -> list[Reading]:
            found = super().read(question, passages)
            return [Reading(r.text, r.start, r.end, DULL - 1, r.chance) for r in found]

    careful = WordReader({"red": 0.99})
    readings = CascadeReader(WordReranker(LIKED), Bored({}), careful).read("Who?", PASSAGES)
    assert careful.seen == []
    assert readings[0].text == "boat"
    assert readings[0].chance < 0.1


def test_several_values_begin_with_the_one_that_is_read() -> None:
    passage = "a red boat"
    cascade = CascadeReader(WordReranker(LIKED), WordReader({}), WordReader({"red": 0.9}))
    (best,) = cascade.read("Who?", [passage])
    (few,) = cascade.spans("Who?", [passage], 2)
    assert few[0] == best
    assert len({each.text for each in few}) == 2
    (alone,) = CascadeReader(WordReranker(LIKED), WordReader({})).spans("Who?", [passage], 2)
    assert [each.text for each in alone] == ["boat", "red"]


def test_sentences_without_a_value_are_not_scored() -> None:
    passage = "It rained. The bridge opened in 1890. Repairs were made in 1920. It rained again."
    likely = Values(0.9, [_value(passage, "1920", -0.7), _value(passage, "1890", -0.9)])
    scored: list[str] = []

    class Given:
        def values(self, question: str, passages: Sequence[str]) -> list[Values]:
            return [likely]

    class Noting(WordReranker):
        def score(self, question: str, passages: Sequence[str]) -> list[float]:
            scored.extend(passages)
            return super().score(question, passages)

    (reading,) = CascadeReader(Noting({"opened": 5.0}), WordReader({}), Given()).read(
        "When?", [passage]
    )
    assert reading.text == "1890"
    assert scored == ["The bridge opened in 1890. ", "Repairs were made in 1920. "]


def test_words_in_common_count_beside_the_reranker() -> None:
    careful = WordReader({})
    cascade = CascadeReader(WordReranker({}), WordReader({}), careful, careful_passages=1)
    cascade.read("Which river?", PASSAGES)
    assert careful.seen == ["some blue river"]


def test_the_careful_reader_can_overrule_the_reranker() -> None:
    careful = WordReader({"green": 0.99})
    cascade = CascadeReader(WordReranker(LIKED), WordReader({}), careful, careful_passages=2)
    readings = cascade.read("Who?", PASSAGES)
    assert best(readings) == 1
    assert readings[1].text == PASSAGES[1][readings[1].start : readings[1].end] == "bridge"
    assert len(readings) == 4
    assert all(0 < reading.chance < 1 for reading in readings)


def test_the_value_stands_in_the_sentence_that_goes_with_the_question() -> None:
    passage = "The bridge opened in 1890. Repairs were made in 1920."
    likely = Values(0.9, [_value(passage, "1920", -0.7), _value(passage, "1890", -0.9)])

    class Given:
        def values(self, question: str, passages: Sequence[str]) -> list[Values]:
            return [likely]

    for word, year in (("opened", "1890"), ("Repairs", "1920")):
        cascade = CascadeReader(WordReranker({word: 5.0}), WordReader({}), Given())
        (reading,) = cascade.read("When?", [passage])
        assert passage[reading.start : reading.end] == reading.text == year


def test_the_fast_reader_has_a_say_in_the_value() -> None:
    passage = "It opened in 1890 and was mended in 1920."
    likely = Values(0.9, [_value(passage, "1920", -0.7), _value(passage, "1890", -0.9)])

    class Given:
        def values(self, question: str, passages: Sequence[str]) -> list[Values]:
            return [likely]

    for year in ("1890", "1920"):
        cascade = CascadeReader(WordReranker({}), WordReader({year: 0.9}), Given())
        assert cascade.read("When?", [passage])[0].text == year


def test_a_passage_that_was_not_read_gets_the_fast_reader_s_value() -> None:
    careful = WordReader({})
    cascade = CascadeReader(WordReranker(LIKED), WordReader({}), careful, 2)
    readings = cascade.read("Who?", PASSAGES)
    assert [reading.text for reading in readings] == ["boat", "bridge", "queen", "river"]
    assert careful.seen == PASSAGES[:2]


def test_where_the_careful_reader_has_no_value_the_fast_one_s_is_given() -> None:
    cascade = CascadeReader(WordReranker({}), WordReader({}), WordReader({}, silent=True))
    readings = cascade.read("Who?", PASSAGES)
    assert [reading.text for reading in readings] == ["boat", "bridge", "queen", "river"]


def test_the_chance_is_the_readers_whatever_the_reranker_likes() -> None:
    sure, liked = (
        CascadeReader(WordReranker(scores), WordReader({}), WordReader({"old": 0.9})).read(
            "Who?", PASSAGES
        )
        for scores in ({}, LIKED)
    )
    assert sure[2].chance == liked[2].chance > 0.5
    assert liked[0].chance < liked[2].chance
    assert sure[2].score < liked[2].score


def test_without_a_careful_reader_the_fast_one_s_readings_are_given() -> None:
    fast = WordReader(LIKED)
    assert CascadeReader(WordReranker({}), fast).read("?", PASSAGES) == fast.read("?", PASSAGES)
    assert CascadeReader(WordReranker({}), fast, WordReader({})).read("Who?", []) == []


def test_how_to_read_better_is_said_once(caplog: pytest.LogCaptureFixture) -> None:
    _cascade_reader._say_how_to_read_better.cache_clear()
    with caplog.at_level(logging.WARNING, logger="manyhop"):
        for _ in range(2):
            _cascade_reader._say_how_to_read_better()
    (line,) = caplog.messages
    assert "manyhop setup" in line


def test_without_the_language_model_the_shipped_fast_reader_reads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(LanguageModel, "available", lambda: False)
    readings = CascadeReader.load().read(
        "When did the bridge open?", ["The bridge opened in 1890.", "The river is blue."]
    )
    assert readings[best(readings)].text == "1890"
