"""Wrong choices drawn anew from the titles of the questions themselves."""

from collections.abc import Mapping, Sequence
from typing import Literal

from manyhop.answering._cloze import BLANK
from manyhop.audit.remedies._remedied import Remedied, with_choices
from manyhop.benchmarks import Example
from manyhop.errors import ManyhopError
from manyhop.generation.procedures import ClozeSettings, Task
from manyhop.generation.procedures._blank import Blank
from manyhop.generation.procedures._budget import budget_choices
from manyhop.generation.procedures._exchange import exchange_choices
from manyhop.generation.procedures._pool import Item, Pool
from manyhop.generation.procedures._titles import same_words
from manyhop.models import StaticEncoder

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
