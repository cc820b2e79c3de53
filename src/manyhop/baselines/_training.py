"""What floors learn from examples with gold, and how to learn without looking at the answer."""

from collections import Counter
from collections.abc import Iterable
from hashlib import blake2b

import msgspec

from manyhop.answering import Question
from manyhop.baselines._passages import is_picture_name
from manyhop.benchmarks import Benchmark, Example

_GAP = "@placeholder"

Values = tuple[str, ...]


class Training:
    """Which answers were right, how often, and to which questions.

    Example: ``Training(examples).rights.most_common(1)`` → ``[("red", 12)]``
    """

    def __init__(self, examples: Iterable[Example] = ()) -> None:
        self.rights: Counter[str] = Counter()  # choices that were right, by their words
        self.positions: dict[str, Counter[int]] = {}  # and by their number, for each category
        self.answers: Counter[Values] = Counter()  # free answers
        self.by_category: dict[str, Counter[Values]] = {}
        self.questions: list[str] = []
        self.golds: list[Values] = []
        for example in examples:
            self._add(example)

    def _add(self, example: Example) -> None:
        right, free = right_choice(example), free_answer(example)
        if right is None and not free:
            return
        self.questions.append(asked(example.question))
        self.golds.append(free or (right or "",))
        if free:
            self.answers[free] += 1
            self.by_category.setdefault(example.category, Counter())[free] += 1
        if right is not None and example.gold and example.gold.choice is not None:
            self.rights[right] += 1
            self.positions.setdefault(example.category, Counter())[example.gold.choice] += 1


def right_choice(example: Example) -> str | None:
    """The words of the right choice, where there are choices and it is known."""
    if example.gold is None or example.gold.choice is None or not example.question.choices:
        return None
    return example.question.choices[example.gold.choice]


def free_answer(example: Example) -> Values:
    """The right answer in its own words; nothing where only choices are asked for.

    Where people answered a question that has choices too (A-OKVQA), the right choice is taken:
    that is what the paper's heuristics count. Of WebQA's, the keywords rather than the sentence.
    """
    gold = example.gold
    if gold is None:
        return ()
    if gold.answers:
        right = right_choice(example)
        return (right or Counter(gold.answers).most_common(1)[0][0],)
    return gold.values or ((gold.keywords,) if gold.keywords else gold.sentences[:1])


def asked(question: Question) -> str:
    """The words of a question, with those of a cloze sequence."""
    parts = (part for part in question.parts if part != _GAP and not is_picture_name(part))
    return " ".join((question.text, *parts))


class Trainings(msgspec.Struct, frozen=True):
    """For each question, a training that its gold had no part in.

    ``seats`` has the half and the category of each question of the benchmark; a question of one
    half is answered with ``halves`` of the other. ``note`` says what was learnt from.
    """

    halves: tuple[Training, Training]
    seats: dict[str, tuple[int, str]]
    note: str

    def of(self, question: Question) -> Training:
        """What may be used to answer this question."""
        half, _ = self.seats.get(question.id, (0, ""))
        return self.halves[1 - half]

    def category(self, question: Question) -> str:
        """The question's category, as the benchmark has it."""
        return self.seats.get(question.id, (0, ""))[1]


def trained_on(examples: Iterable[Example], benchmark: Benchmark) -> Trainings:
    """The same training for every question, from examples of another split."""
    training = Training(examples)
    seats = {example.question.id: (0, example.category) for example in benchmark.examples()}
    return Trainings((training, training), seats, f"trained on {len(training.questions)} examples")


def cross_trained(benchmark: Benchmark) -> Trainings:
    """Each half of the benchmark trained on the other, for want of its training split.

    Example: ``cross_trained(benchmark).of(question)`` never saw ``question`` or its group.
    """
    parts = halves(benchmark)
    seats = {
        example.question.id: (half, example.category)
        for half, part in enumerate(parts)
        for example in part
    }
    trainings = Training(parts[0]), Training(parts[1])
    known = any(training.questions for training in trainings)
    return Trainings(trainings, seats, "trained on the other half" if known else "untrained")


def halves(benchmark: Benchmark) -> tuple[list[Example], list[Example]]:
    """The examples in two parts that share no table, image or recipe.

    Example: ``train, rest = halves(benchmark)``
    """
    parts: tuple[list[Example], list[Example]] = ([], [])
    for example in benchmark.examples():
        parts[half_of(example.group or example.question.id)].append(example)
    return parts


def half_of(group: str) -> int:
    """The half, 0 or 1, that whatever is about this table, image or recipe belongs to."""
    return blake2b(group.encode(), digest_size=1).digest()[0] % 2
