"""The readers learn what their eyes can see, and nothing else."""

from itertools import combinations

import numpy as np
import pytest

from manyhop.errors import ManyhopError
from manyhop.learning.procedures import (
    READERS,
    QuestionArrays,
    Reader,
    ReaderSettings,
    TextArrays,
    train_reader,
)

pytestmark = pytest.mark.extras
torch = pytest.importorskip("torch")

WORDS = 12
QUICK = ReaderSettings(hidden=16, layers=1, rate=0.01, epochs=30, patience=8, batch=32)


def texts() -> TextArrays:
    """A text for each of a few words: texts 1 to 12 are titles, 13 to 24 the bodies under them."""
    chance = np.random.default_rng(0)
    vectors = np.vstack([np.zeros(8), chance.normal(size=(WORDS, 8))]).astype(np.float32)
    numbers = np.array([0, *range(1, WORDS + 1), *range(1, WORDS + 1)])
    return TextArrays(numbers[:, None], vectors, vectors[numbers])


def questions(number: int, right_word: int | None = None) -> QuestionArrays:
    """Six steps of different words each; the wrong choices are words of other procedures.

    With ``right_word``, that one is always right, and no other choice ever is it.
    """
    chance = np.random.default_rng(1)
    shown, hole, choices, steps, answers = [], [], [], [], []
    for _ in range(number):
        words = chance.permutation(WORDS) + 1
        if right_word:
            words = np.array([right_word, *(word for word in words if word != right_word)])
        mine, others = chance.permutation(words[:6]), words[6:9]
        places = np.sort(chance.choice(6, size=4, replace=False))
        gap = int(np.flatnonzero(mine == right_word)[0]) if right_word else -1
        if right_word and gap not in places:
            places[chance.integers(4)] = gap
            places.sort()
        at = int(np.flatnonzero(places == gap)[0]) if right_word else int(chance.integers(4))
        titles = mine[places]
        answer = int(chance.integers(4))
        choices.append(np.insert(others, answer, titles[at]))
        titles[at] = 0
        shown.append(titles)
        hole.append(at)
        steps.append(mine + WORDS)
        answers.append(answer)
    names = np.array([f"q{row}" for row in range(number)])
    splits = np.array((["train"] * 7 + ["val", "test", "test"]) * (number // 10))
    return QuestionArrays(
        ids=names,
        groups=names,
        splits=splits,
        shown=np.array(shown),
        hole=np.array(hole),
        choices=np.array(choices),
        steps=np.array(steps),
        lengths=np.full(number, 6),
        matches=np.zeros((number, 8, 6), np.float32),
        answers=np.array(answers),
    )


def accuracy(reader: Reader, asked: QuestionArrays, settings: ReaderSettings = QUICK) -> float:
    test = asked.part("test")
    scores = train_reader(reader, texts(), asked, settings).scores(test)
    assert scores.shape == (len(test), 4)
    assert scores.sum(axis=1) == pytest.approx(np.ones(len(test)), abs=1e-4)
    return float(np.mean(scores.argmax(axis=1) == test.answers))


@pytest.mark.parametrize("reader", READERS)
def test_every_reader_finds_a_word_that_is_always_right(reader: Reader) -> None:
    assert accuracy(reader, questions(200, right_word=3)) > 0.9


def test_without_bias_the_choices_alone_say_nothing() -> None:
    assert accuracy("choice-only", questions(400)) < 0.45


def test_the_order_reader_finds_the_choice_that_is_in_the_steps() -> None:
    assert accuracy("order-reader", questions(200)) > 0.8


def test_only_the_order_reader_tells_steps_of_one_procedure_apart() -> None:
    """Four steps in a row are asked about, and the wrong choices are the steps around them."""
    asked, chance = questions(200), np.random.default_rng(3)
    steps = np.zeros((200, 7), np.int64)
    for row in range(200):
        mine = chance.permutation(WORDS)[:7] + 1
        first, hole = int(chance.integers(4)), int(chance.integers(1, 3))
        titles = mine[first : first + 4].copy()
        others = chance.permutation(np.setdiff1d(mine, titles))
        asked.choices[row] = np.insert(others, asked.answers[row], titles[hole])
        titles[hole] = 0
        asked.shown[row], asked.hole[row], steps[row] = titles, hole, mine + WORDS
    seven = {"steps": steps, "lengths": np.full(200, 7), "matches": np.zeros((200, 8, 7), "f4")}
    asked = QuestionArrays(**{**vars(asked), **seven})
    assert accuracy("order-reader", asked) > 0.8
    assert accuracy("unordered-reader", asked) < 0.5


def test_the_same_seed_trains_the_same_reader() -> None:
    asked = questions(60)
    quick = ReaderSettings(hidden=4, layers=2, epochs=2)
    one, two = (train_reader("impatient-reader", texts(), asked, quick) for _ in range(2))
    assert (one.scores(asked) == two.scores(asked)).all()


def test_training_stops_when_patience_ends() -> None:
    settings = ReaderSettings(hidden=4, layers=1, rate=0.0, epochs=50, patience=3)
    learnt = train_reader("choice-only", texts(), questions(60), settings)
    assert (learnt.best, learnt.epochs) == (1, 4)


def test_padding_changes_nothing() -> None:
    asked = questions(60)
    padded = {
        name: value for name, value in vars(asked).items() if name not in ("steps", "matches")
    }
    wider = QuestionArrays(
        **padded,
        steps=np.pad(asked.steps, ((0, 0), (0, 3))),
        matches=np.pad(asked.matches, ((0, 0), (0, 0), (0, 3))),
    )
    longer = QuestionArrays(**{**vars(wider), "lengths": wider.lengths + np.eye(60)[0].astype(int)})
    for reader in READERS:
        learnt = train_reader(reader, texts(), asked, ReaderSettings(hidden=4, epochs=1))
        narrow, wide = learnt.scores(asked)[1:], learnt.scores(longer)[1:]
        np.testing.assert_allclose(narrow, wide, atol=1e-5)


def test_laying_titles_in_order_sums_over_every_rising_way() -> None:
    from manyhop.learning.procedures._networks import in_order

    chance = np.random.default_rng(2)
    shown, choices = chance.normal(size=(1, 4, 7)), chance.normal(size=(1, 3, 7))
    hole, length = 2, 6
    beyond = torch.tensor([[place >= length for place in range(7)]])
    found = in_order(
        torch.from_numpy(shown), torch.from_numpy(choices), torch.tensor([hole]), beyond
    )
    for number in range(3):
        rows = shown[0].copy()
        rows[hole] = choices[0, number]
        ways = [
            sum(rows[title, step] for title, step in enumerate(way))
            for way in combinations(range(length), 4)
        ]
        expected = np.log(np.sum(np.exp(ways)))
        assert float(found[0, number]) == pytest.approx(expected, abs=1e-6)


def test_a_set_without_a_val_split_is_refused_with_the_remedy() -> None:
    asked = questions(20)
    only = QuestionArrays(**{**vars(asked), "splits": np.full(20, "train")})
    with pytest.raises(ManyhopError, match="val_share"):
        train_reader("choice-only", texts(), only)
