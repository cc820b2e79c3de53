"""What a remedy leaves of a set of examples."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from manyhop.answering import BLANK, Question
from manyhop.audit._audit import Audit
from manyhop.audit._choice_features import words_of
from manyhop.baselines import free_answer
from manyhop.benchmarks import Example, Gold
from manyhop.errors import ManyhopError
from manyhop.generation.procedures import (
    Blank,
    ClozeSettings,
    Item,
    Pool,
    Task,
    budget_choices,
    exchange_choices,
    same_words,
)
from manyhop.models import StaticEncoder


class Remedied(msgspec.Struct, frozen=True):
    """The examples that stay, some with other choices, and what was done in words."""

    examples: list[Example]
    note: str


def with_choices(example: Example, choices: tuple[str, ...], right: int) -> Example:
    """The same example with other choices."""
    question: Question = msgspec.structs.replace(example.question, choices=choices)
    assert example.gold is not None
    gold: Gold = msgspec.structs.replace(example.gold, choice=right)
    return msgspec.structs.replace(example, question=question, gold=gold)


# Without the questions that need no reading.

QUESTION_ONLY = "question-only"


def always_right(audit: Audit, cheater: str = QUESTION_ONLY) -> set[str]:
    """The questions that a cheater got right whichever documents it learnt from.

    Example: ``always_right(audit(benchmark, seeds=5))``
    """
    return {
        id
        for key, scores in audit.scores.items()
        if key.endswith(f"/{cheater}")
        for id, score in scores.items()
        if score > 1 - 1e-9
    }


def without_easy(
    examples: Sequence[Example], audit: Audit, cheater: str = QUESTION_ONLY
) -> Remedied:
    """The examples that a cheater did not get right with every seed.

    Chance makes some of its guesses right too, and those go as well: afterwards the cheater may
    do worse than chance. That is why this is the last remedy and not the first.
    """
    easy = always_right(audit, cheater)
    kept = [one for one in examples if one.question.id not in easy]
    gone = len(examples) - len(kept)
    return Remedied(kept, f"{gone:,} questions left out that {cheater} always got right")


# No answer, and no position, right more often than others.

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


_TASK: Task = "textual_cloze"
_WAYS = {"exchange": exchange_choices, "budget": budget_choices}


def redrawn(
    examples: Sequence[Example],
    way: Literal["exchange", "budget"] = "exchange",
    seed: int = 0,
    apart: Mapping[str, int] | None = None,
) -> Remedied:
    """The textual cloze questions with other wrong choices; other tasks stay as they are.

    ``exchange`` lets four questions lend each other their answers, so that nothing can be told
    from the choices; ``budget`` is Algorithm 1 of the M3C paper. Questions that find too few
    choices are left out. Questions with different numbers in ``apart`` share no titles.
    Example: ``redrawn(list(benchmark.examples())).note``
    """
    asked = [one for one in examples if one.category == _TASK and _has_blank(one)]
    if not asked:
        raise ManyhopError(
            f"there are no {_TASK} questions with a blank, whose choices could be drawn anew; "
            "use --remedy balance or filter"
        )
    groups: dict[tuple[int, int], list[Example]] = {}
    for one in asked:
        file = (apart or {}).get(one.question.id, 0)
        groups.setdefault((file, len(one.question.choices)), []).append(one)
    made: dict[str, Example] = {}
    for (_, size), some in groups.items():
        blanks = _blanks(some)
        named = {blank.id: one for blank, one in zip(blanks, some, strict=True)}
        for chosen in _WAYS[way](blanks, _pool(blanks), size - 1, seed):
            one = named[chosen.blank.id]
            choices = list(chosen.wrong)
            choices.insert(chosen.blank.position, chosen.blank.answer)
            made[one.question.id] = with_choices(one, tuple(choices), chosen.blank.position)
    ids = {one.question.id for one in asked}
    kept = [
        made.get(one.question.id, one)
        for one in examples
        if one.question.id not in ids or one.question.id in made
    ]
    how = "lent each other" if way == "exchange" else "drawn within budgets (Algorithm 1)"
    return Remedied(
        kept,
        f"wrong choices of {len(made):,} questions {how}; {len(asked) - len(made):,} questions "
        "found too few and were left out",
    )


def _has_blank(example: Example) -> bool:
    gold = example.gold
    return gold is not None and gold.choice is not None and BLANK in example.question.parts


def _blanks(examples: Sequence[Example]) -> list[Blank]:
    """The questions as blanks; their numbers stand for their steps, so that ids are unique."""
    made = []
    for number, one in enumerate(examples):
        assert one.gold is not None
        assert one.gold.choice is not None
        answer = one.question.choices[one.gold.choice]
        hole = one.question.parts.index(BLANK)
        parts = (*one.question.parts[:hole], answer, *one.question.parts[hole + 1 :])
        made.append(
            Blank(
                task=_TASK,
                split="train",
                procedure=one.group or one.question.id,
                length=len(one.question.parts),
                steps=(number,),
                shown=parts,
                hole=hole,
                position=one.gold.choice,
            )
        )
    return made


def _pool(blanks: Sequence[Blank]) -> Pool:
    """Every title that a question shows or asks for, and whose it is."""
    owners: dict[str, set[str]] = {}
    names: dict[str, None] = {}
    for blank in blanks:
        for title in blank.shown:
            owners.setdefault(same_words(title), set()).add(blank.procedure)
            names.setdefault(title)
    items = [Item(name, frozenset(owners[same_words(name)])) for name in names]
    return Pool(items, StaticEncoder.load().encode(list(names)), ClozeSettings())
