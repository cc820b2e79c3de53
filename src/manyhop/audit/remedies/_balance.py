"""No answer, and no position, right more often than others."""

import random
from collections import Counter
from collections.abc import Sequence

from manyhop.audit._choice_features import words_of
from manyhop.audit.remedies._remedied import Remedied, with_choices
from manyhop.baselines._training import free_answer
from manyhop.benchmarks import Example

_YES_NO = ("yes", "no")


def balanced(examples: Sequence[Example], seed: int = 0) -> Remedied:
    """Even positions where there are choices, and even answers where there are none.

    Choices are put in another order, so that every position is right as often. Of free answers,
    yes and no are made equally many, and no other answer stays more common than the second most
    common one: questions are left out by chance.
    Example: ``balanced(list(benchmark.examples())).note``
    """
    choosing = [one for one in examples if _has_choices(one)]
    if choosing:
        moved = _positions(choosing, seed)
        kept = [moved.get(one.question.id, one) for one in examples]
        return Remedied(kept, f"choices of {len(moved):,} questions put in an even order")
    gone = _too_many(examples, seed)
    kept = [one for one in examples if one.question.id not in gone]
    return Remedied(kept, f"{len(gone):,} questions with too common an answer left out")


def _has_choices(example: Example) -> bool:
    gold = example.gold
    return gold is not None and gold.choice is not None and len(example.question.choices) > 1


def _positions(examples: Sequence[Example], seed: int) -> dict[str, Example]:
    """Each number of choices dealt in rounds: within a round every position is right once."""
    made: dict[str, Example] = {}
    rounds: dict[int, list[int]] = {}
    luck = random.Random(f"{seed} positions")
    order = sorted(examples, key=lambda one: one.question.id)
    luck.shuffle(order)
    for one in order:
        assert one.gold is not None
        assert one.gold.choice is not None
        number = len(one.question.choices)
        left = rounds.setdefault(number, [])
        if not left:
            left.extend(luck.sample(range(number), number))
        place = left.pop()
        choices = list(one.question.choices)
        right = choices.pop(one.gold.choice)
        luck.shuffle(choices)
        choices.insert(place, right)
        made[one.question.id] = with_choices(one, tuple(choices), place)
    return made


def _too_many(examples: Sequence[Example], seed: int) -> set[str]:
    by_answer: dict[str, list[str]] = {}
    for one in examples:
        if answer := answer_key(one):
            by_answer.setdefault(answer, []).append(one.question.id)
    counts = Counter({answer: len(ids) for answer, ids in by_answer.items()})
    yes_no = min(counts[answer] for answer in _YES_NO)
    others = [number for answer, number in counts.most_common() if answer not in _YES_NO]
    most = others[1] if len(others) > 1 else max(others, default=0)
    gone: set[str] = set()
    for answer, ids in by_answer.items():
        bound = yes_no if answer in _YES_NO and yes_no else most if answer not in _YES_NO else None
        if bound is not None and len(ids) > bound:
            luck = random.Random(f"{seed} balance {answer}")
            gone |= set(luck.sample(sorted(ids), len(ids) - bound))
    return gone


def answer_key(example: Example) -> str:
    """What makes two answers the same; a sentence that begins with yes or no is that."""
    said = words_of(", ".join(free_answer(example)))
    first = said.split()[0] if said else ""
    return first if first in _YES_NO else said
