"""A-OKVQA's predictions: the text of a choice, a direct answer, or both.

The official script scores a setting only where some prediction of the file is of that kind, and
then counts a question without one as wrong. Both can be seen only with the whole file at hand: so
whoever reads it gives every question an answer, with an empty text where the file says nothing in
a setting that it has, and ``trace["multiple_choice"]`` None where it makes no choices at all.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from manyhop.answering import Answer
from manyhop.benchmarks._checked_json import convert, read_object
from manyhop.benchmarks._example import Example
from manyhop.benchmarks._json_files import write_text

_REMEDY = 'write {"<question id>": {"multiple_choice": "…", "direct_answer": "…"}}'
_CHOICE = "multiple_choice"

Choices = tuple[str, ...]


class _Prediction(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    multiple_choice: str | None = None
    direct_answer: str | None = None


def read_answers(path: Path, choices: Mapping[str, Choices]) -> dict[str, Answer]:
    """An answer for each question that ``choices`` has, and for those that only the file has."""
    found = {
        id: convert(value, _Prediction, f"{path}, {id!r}", _REMEDY)
        for id, value in read_object(path, _REMEDY).items()
    }
    choosing = any(one.multiple_choice is not None for one in found.values())
    writing = any(one.direct_answer is not None for one in found.values())
    return {
        id: _answer(found.get(id), choices.get(id, ()), choosing, writing)
        for id in {**choices, **found}
    }


def write_answers(path: Path, examples: Iterable[Example], answers: Mapping[str, Answer]) -> None:
    """Write what was answered, by question id."""
    predictions = {
        example.question.id: _prediction(example.question.choices, answer)
        for example in examples
        if (answer := answers.get(example.question.id)) and not _says_nothing(answer)
    }
    content = msgspec.json.format(msgspec.json.encode(predictions), indent=1)
    write_text(path, f"{content.decode()}\n")


def chosen(choices: Choices, answer: Answer) -> str | None:
    """The text that is judged as a choice; None where the answer's file makes no choices."""
    if answer.choice is not None:
        return choices[answer.choice] if 0 <= answer.choice < len(choices) else ""
    if _CHOICE in answer.trace:
        text = answer.trace[_CHOICE]
        return text if isinstance(text, str) else None
    return answer.values[0] if answer.values else ""


def written(answer: Answer) -> str | None:
    """The text that is judged as a direct answer; None where there is only a choice."""
    if answer.values:
        return answer.values[0]
    return None if _chooses(answer) else ""


def _chooses(answer: Answer) -> bool:
    return answer.choice is not None or _CHOICE in answer.trace


def _says_nothing(answer: Answer) -> bool:
    return answer.abstained and answer.choice is None and not any(answer.values)


def _answer(found: _Prediction | None, choices: Choices, choosing: bool, writing: bool) -> Answer:
    prediction = found or _Prediction()
    text = (prediction.multiple_choice or "") if choosing else None
    choice = choices.index(text) if text and text in choices else None
    return Answer(
        choice=choice,
        values=(prediction.direct_answer or "",) if writing else (),
        abstained=found is None,
        trace={_CHOICE: text} if choice is None else {},
    )


def _prediction(choices: Choices, answer: Answer) -> _Prediction:
    direct = answer.values[0] if answer.values else None
    text = chosen(choices, answer)
    return _Prediction(text if _chooses(answer) or text in choices else None, direct)
