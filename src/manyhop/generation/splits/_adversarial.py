"""WebQA's adversarial split: what training teaches about answers does not help in the test."""

import random
import re
import zlib
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from manyhop.generation._built import BuiltQuestion
from manyhop.generation._categories import choices_of, question_category
from manyhop.generation.splits._split import SHARES, Split, SplitName, dealt, shares_of

# A small model that guesses the answer from the question alone, to find out what is easy.

_BUCKETS = 1 << 13
_STEPS, _RATE, _DECAY = 60, 2.0, 1e-4

_WORD = re.compile(r"\w+")


class Closed(msgspec.Struct, frozen=True):
    """A question with the answers that it can have, and the number of the right one."""

    question: str
    choices: tuple[str, ...]
    right: int


class Rows:
    """Every choice of every question as a row of hashed features: its words, its place, and both
    with the words of the question.
    """

    def __init__(self, items: Sequence[Closed]) -> None:
        self.items = items
        features: list[list[int]] = []
        owners: list[int] = []
        for number, item in enumerate(items):
            for place, choice in enumerate(item.choices):
                features.append(_features(item.question, choice, place))
                owners.append(number)
        self.owners = np.array(owners, np.int64)
        rights = [place == item.right for item in items for place in range(len(item.choices))]
        self.rights = np.array(rights, np.float64)
        lengths = np.array([len(row) for row in features], np.int64)
        self.flat = np.array([number for row in features for number in row], np.int64)
        self.starts = np.concatenate(([0], np.cumsum(lengths)[:-1])) if features else lengths
        self.rows = np.repeat(np.arange(len(features)), lengths)
        self.scale = 1 / np.sqrt(np.maximum(lengths, 1))

    def wrong(self, trained_on: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Which items a model answers wrongly that was trained on the marked ones."""
        scores = self._scores(self._weights(trained_on[self.owners]))
        wrong = np.zeros(len(self.items), np.bool_)
        start = 0
        for number, item in enumerate(self.items):
            stop = start + len(item.choices)
            wrong[number] = int(np.argmax(scores[start:stop])) != item.right
            start = stop
        return wrong

    def _weights(self, rows: NDArray[np.bool_]) -> NDArray[np.float64]:
        """Logistic regression, by plain descent."""
        weights = np.zeros(_BUCKETS)
        used = rows[self.rows]
        flat, owner = self.flat[used], self.rows[used]
        for _ in range(_STEPS):
            chances = 1 / (1 + np.exp(-self._scores(weights)))
            errors = (self.rights - chances) * self.scale * rows
            step = np.bincount(flat, weights=errors[owner], minlength=_BUCKETS)
            weights += _RATE * step / max(rows.sum(), 1) * 10 - _DECAY * weights
        return weights

    def _scores(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.add.reduceat(weights[self.flat], self.starts) * self.scale


def _features(question: str, choice: str, place: int) -> list[int]:
    asked = [word.lower() for word in _WORD.findall(question)]
    said = [word.lower() for word in _WORD.findall(choice)]
    alone = [f"is {word}" for word in said] + [f"at {place}"]
    name = " ".join(said)
    together = [part for word in asked for part in (f"{word} {name}", f"{word} at {place}")]
    return sorted({zlib.crc32(part.encode()) % _BUCKETS for part in alone + together})


_COUNTED = ("color", "shape", "number")
_GUESSED = ("YesNo", "choose")
_YES_NO = ("yes", "no")


class AdversarialSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What the paper leaves open, with what we take.

    ``rounds`` random train/test rounds, as in the paper; ``trained`` is the share of the questions
    that each round learns from. A question is consistently hard if the model was wrong in at least
    ``hard`` of the rounds that tested it, and was tested ``tested`` times or more.
    """

    rounds: int = 10
    trained: float = 0.5
    hard: float = 0.8
    tested: int = 2


def adversarial_split(
    built: Sequence[BuiltQuestion],
    shares: Mapping[SplitName, float] = SHARES,
    seed: int = 0,
    settings: AdversarialSettings | None = None,
) -> Split:
    """Put into the test what a model that only knows training's answers gets wrong.

    Colours, shapes and numbers: each answer is in training or in the test, never in both, and the
    most frequent is in training; so the majority does not carry over. Yes/no and choices: the
    consistently hard ones, the hardest first, of which there may be fewer than the test's share.
    All others by chance. Development questions are drawn from what is left for training.
    Documents may be shared between the splits.
    Example: ``adversarial_split(questions, seed=7).sizes``
    """
    settings = settings or AdversarialSettings()
    wanted = shares_of(shares)
    by_category: dict[str, list[BuiltQuestion]] = defaultdict(list)
    for each in built:
        by_category[question_category(each)].append(each)
    tests: set[str] = set()
    for category, several in by_category.items():
        number = round(wanted["test"] * len(several))
        if category in _COUNTED:
            tests |= _rare_answers(several, number, seed)
        elif category in _GUESSED:
            tests |= _hard(several, category, number, settings, seed)
        else:
            order = sorted(each.id for each in several)
            random.Random(f"{seed} {category}").shuffle(order)
            tests.update(order[:number])
    rest: dict[SplitName, float] = {**wanted, "test": 0.0}
    of_rest = dealt((each.id for each in built if each.id not in tests), rest, seed)
    split_of = {**of_rest, **dict.fromkeys(sorted(tests), "test")}
    return Split(
        questions=[msgspec.structs.replace(each, split=split_of[each.id]) for each in built]
    )


def _rare_answers(several: Sequence[BuiltQuestion], number: int, seed: int) -> set[str]:
    """Whole groups of one answer, by chance, but never the most frequent one."""
    by_answer: dict[str, list[str]] = defaultdict(list)
    for each in several:
        by_answer[", ".join(sorted(answer.lower() for answer in each.answers))].append(each.id)
    most = min(by_answer, key=lambda answer: (-len(by_answer[answer]), answer))
    answers = sorted(answer for answer in by_answer if answer != most)
    random.Random(f"{seed} answers").shuffle(answers)
    taken: set[str] = set()
    for answer in answers:
        if len(taken) + len(by_answer[answer]) <= number:
            taken.update(by_answer[answer])
    return taken


def _hard(
    several: Sequence[BuiltQuestion],
    category: str,
    number: int,
    settings: AdversarialSettings,
    seed: int,
) -> set[str]:
    """The ids of consistently hard questions, the hardest first."""
    known = [(each, item) for each in several if (item := _closed(each))]
    if len(known) < 4:
        return set()
    rows = Rows([item for _, item in known])
    chance = random.Random(f"{seed} {category}")
    tested, missed = np.zeros(len(known)), np.zeros(len(known))
    places = list(range(len(known)))
    for _ in range(settings.rounds):
        chance.shuffle(places)
        training = np.zeros(len(known), np.bool_)
        training[places[: round(settings.trained * len(known))]] = True
        tested += ~training
        missed += ~training & rows.wrong(training)
    share = missed / np.maximum(tested, 1)
    hard = [
        place
        for place in places
        if share[place] >= settings.hard and tested[place] >= settings.tested
    ]
    hard.sort(key=lambda place: -share[place])
    return {known[place][0].id for place in hard[:number]}


def _closed(built: BuiltQuestion) -> Closed | None:
    """A question with its possible answers; None where the right one is not among them."""
    choices = choices_of(built) or _YES_NO
    answers = {answer.lower() for answer in built.answers}
    rights = [place for place, choice in enumerate(choices) if choice.lower() in answers]
    return Closed(built.question, choices, rights[0]) if len(rights) == 1 else None


def majorities(questions: Sequence[BuiltQuestion]) -> dict[str, dict[str, str]]:
    """By closed category and split, the most frequent answer: what the split is to keep apart.

    Example: ``majorities(split.questions)["color"]`` → ``{"train": "red", "test": "blue"}``
    """
    counts: dict[str, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    for each in questions:
        category = question_category(each)
        if category in _COUNTED:
            counts[category][each.split][", ".join(each.answers).lower()] += 1
    return {
        category: {split: counter.most_common(1)[0][0] for split, counter in by_split.items()}
        for category, by_split in counts.items()
    }
