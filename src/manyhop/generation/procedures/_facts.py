"""A built set in figures, for its card and for ``--json``."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec
import numpy as np

from manyhop.generation.procedures._building import ClozeSet
from manyhop.generation.procedures._record import ClozeItem
from manyhop.generation.procedures._settings import SPLITS, TASKS, ClozeSettings, Split, Task
from manyhop.generation.writing import whole_folder


class Spread(msgspec.Struct, frozen=True):
    """The mean, least and most of some counts."""

    mean: float
    least: int
    most: int


class ClozeFacts(msgspec.Struct, frozen=True, kw_only=True):
    """What a set holds and how it was made.

    ``positions`` counts how often each choice number is right; ``distinct_choices`` the different
    titles or pictures among all choices.
    """

    questions: dict[Split, dict[Task, int]]
    procedures: dict[Split, int]
    steps: Spread
    words_in_a_step: Spread
    words_in_a_choice: Spread | None
    positions: list[int]
    distinct_choices: int
    dropped_procedures: dict[str, int]
    questions_without_enough_choices: dict[Task, int]
    notes: tuple[str, ...]
    seed: int
    settings: ClozeSettings


def cloze_facts(made: ClozeSet) -> ClozeFacts:
    """Counts and lengths over all questions of a set.

    Example: ``cloze_facts(build_cloze(procedures)).questions["train"]``
    """
    items = [item for split in SPLITS for item in made.items[split]]
    contexts = {item.recipe_id: item.context for item in items}
    titles = [
        str(choice) for item in items if item.task == "textual_cloze" for choice in item.choice_list
    ]
    positions = Counter(item.answer for item in items)
    choices = {choice for item in items for choice in item.choice_list}
    return ClozeFacts(
        questions={split: _by_task(made.items[split]) for split in SPLITS},
        procedures={split: len({item.recipe_id for item in made.items[split]}) for split in SPLITS},
        steps=_spread(len(context) for context in contexts.values()),
        words_in_a_step=_spread(
            len(step.body.split()) for context in contexts.values() for step in context
        ),
        words_in_a_choice=_spread(len(title.split()) for title in titles) if titles else None,
        positions=[positions[place] for place in range(max(positions) + 1)],
        distinct_choices=len(choices),
        dropped_procedures=made.dropped,
        questions_without_enough_choices=made.unanswerable,
        notes=made.notes,
        seed=made.seed,
        settings=made.settings,
    )


def _by_task(items: Sequence[ClozeItem]) -> dict[Task, int]:
    return dict(Counter(item.task for item in items))


def _spread(counts: Iterable[int]) -> Spread:
    numbers = list(counts)
    return Spread(round(float(np.mean(numbers)), 2), min(numbers), max(numbers))


_REMEDIES = {
    "none": "none; wrong choices are neighbours of the right one, which biases them",
    "budget": "budget; wrong choices are spread over clusters (Algorithm 1)",
    "exchange": "exchange; every choice is right in one of four questions that share their choices",
}


def card(facts: ClozeFacts) -> str:
    """The card as Markdown, with nothing in it that the set itself does not say."""
    return "\n".join(_lines(facts)) + "\n"


def _lines(facts: ClozeFacts) -> Iterator[str]:
    yield "# Cloze questions about procedures"
    yield ""
    yield "Built by Manyhop in RecipeQA's format: `manyhop eval recipeqa test.json` runs on it."
    yield "The licence is that of the procedures."
    yield ""
    tasks = [task for task in TASKS if any(task in each for each in facts.questions.values())]
    yield "| split | procedures | " + " | ".join(tasks) + " |"
    yield "|---" * (len(tasks) + 2) + "|"
    for split in SPLITS:
        counts = (f"{facts.questions[split].get(task, 0):,}" for task in tasks)
        yield f"| {split} | {facts.procedures[split]:,} | " + " | ".join(counts) + " |"
    yield ""
    yield f"- Remedy against the choice bias: {_REMEDIES[facts.settings.remedy]}."
    yield f"- Steps in a procedure: {_said(facts.steps)}."
    yield f"- Words in a step: {_said(facts.words_in_a_step)}."
    if facts.words_in_a_choice:
        yield f"- Words in a title among the choices: {_said(facts.words_in_a_choice)}."
    yield f"- Different choices: {facts.distinct_choices:,}."
    places = ", ".join(f"{number:,}" for number in facts.positions)
    yield f"- Right answers by place, from the first choice on: {places}."
    for note in facts.notes:
        yield f"- {note[:1].upper()}{note[1:]}."
    for reason, number in facts.dropped_procedures.items():
        yield f"- Procedures left out: {number:,}, {reason}."
    for task, number in facts.questions_without_enough_choices.items():
        if number:
            yield f"- Questions left out of {task} for want of choices or steps: {number:,}."
    yield ""
    yield f"Seed {facts.seed}. Settings:"
    yield ""
    yield "| setting | value |"
    yield "|---|---|"
    for name, value in msgspec.structs.asdict(facts.settings).items():
        shown = ", ".join(value) if isinstance(value, tuple) else value
        yield f"| {name} | {shown} |"


def _said(spread: Spread) -> str:
    return f"{spread.mean:,.1f} on average, {spread.least:,} to {spread.most:,}"


_VERSION = "built by Manyhop"


def write_cloze(made: ClozeSet, folder: Path, *, force: bool = False) -> ClozeFacts:
    """Write ``train.json``, ``val.json``, ``test.json``, ``card.md`` and ``facts.json``.

    Everything appears at once or not at all; a split without questions gets no file.
    Example: ``write_cloze(build_cloze(procedures), Path("cloze"))``
    """
    facts = cloze_facts(made)
    with whole_folder(folder, force=force) as making:
        for split in SPLITS:
            if made.items[split]:
                data = {"version": _VERSION, "data": made.items[split]}
                (making / f"{split}.json").write_bytes(msgspec.json.encode(data))
        (making / "card.md").write_text(card(facts), encoding="utf-8")
        pretty = msgspec.json.format(msgspec.json.encode(facts), indent=2)
        (making / "facts.json").write_bytes(pretty)
    return facts
