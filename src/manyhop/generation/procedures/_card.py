"""The card of a built set: its facts in Markdown."""

from collections.abc import Iterator

import msgspec

from manyhop.generation.procedures._facts import ClozeFacts, Spread
from manyhop.generation.procedures._settings import SPLITS, TASKS

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
