"""RecipeQA's positional predictions, with the questions' ids beside them.

The public format says only ``{"textual_cloze": [0, 3, …]}``: one number lost, and all that follow
answer another question. So the ids are written to a second file, and checked when read.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from manyhop.benchmarks._checked_json import convert, json_kind, read_object
from manyhop.benchmarks._json_files import write_text
from manyhop.errors import ManyhopError

_PREDICTIONS = 'write {"<task>": [choice numbers from 0, in the order of the data]}'
_IDS = 'write {"<task>": [question ids in the order of the numbers]}'
_AGAIN = "write the predictions again from this data"

Questions = Mapping[str, Mapping[str, int]]
"""Of each task the ids in file order, each with the number of its choices."""


def write_choices(path: Path, choices: Questions) -> None:
    """Write the numbers of the choices, by task and id, as two files of lists."""
    ids = {task: list(by_id) for task, by_id in choices.items()}
    numbers = {task: list(by_id.values()) for task, by_id in choices.items()}
    _ids_file(path).unlink(missing_ok=True)  # never beside numbers that are not its own
    write_text(path, f"{msgspec.json.encode(numbers).decode()}\n")
    write_text(_ids_file(path), f"{msgspec.json.encode(ids).decode()}\n")


def read_choices(path: Path, questions: Questions, data: Path) -> dict[str, int]:
    """The number of the choice by question id; -1 where none was made.

    A key is cut at its first dot, as in the public scorer.
    """
    predicted: dict[str, list[Any]] = {}
    for key, value in read_object(path, _PREDICTIONS).items():
        task = key.split(".", 1)[0]
        if task not in questions:
            raise ManyhopError(
                f"{path}, key {key!r}: there is no such task; name one of {', '.join(questions)}"
            )
        if task in predicted:
            raise ManyhopError(f"{path}, key {key!r}: {task} occurs twice; keep one of the two")
        predicted[task] = convert(value, list[Any], f"{path}, {task}", _PREDICTIONS)
    ids = _ids(path, predicted, questions, data)
    choices: dict[str, int] = {}
    for task, numbers in predicted.items():
        for place, (id, number) in enumerate(zip(ids[task], numbers, strict=True)):
            _check(number, questions[task][id], f"{path}, {task}[{place}]")
            choices[id] = number
    return choices


def _ids_file(path: Path) -> Path:
    return path.with_name(f"{path.name}.ids.json")


def _ids(
    path: Path, predicted: Mapping[str, list[Any]], questions: Questions, data: Path
) -> dict[str, list[str]]:
    """The questions that the numbers answer, by task."""
    beside = _ids_file(path)
    if beside.exists():
        found = convert(read_object(beside, _IDS), dict[str, list[str]], str(beside), _IDS)
        for task, ids in found.items():
            _check_order(ids, list(questions.get(task, ())), f"{beside}, {task}", data)
    else:
        found = {task: list(ids) for task, ids in questions.items()}
    for task, numbers in predicted.items():
        expected = len(found.get(task, ()))
        if len(numbers) != expected:
            named = beside if beside.exists() else data
            raise ManyhopError(
                f"{path}, {task}: {len(numbers)} numbers for {expected} questions in {named}; "
                f"{_AGAIN}"
            )
    return found


def _check_order(ids: list[str], known: list[str], where: str, data: Path) -> None:
    """Refuse ids that the data does not have, twice or in another order."""
    places = {id: place for place, id in enumerate(known)}
    last = -1
    for number, id in enumerate(ids):
        if id not in places:
            raise ManyhopError(f"{where}[{number}]: {data} has no question {id!r}; {_AGAIN}")
        if places[id] <= last:
            raise ManyhopError(f"{where}[{number}]: {id!r} is out of order in {data}; {_AGAIN}")
        last = places[id]


def _check(number: object, choices: int, where: str) -> None:
    if type(number) is not int:
        raise ManyhopError(
            f"{where}: expected a whole number, got {json_kind(number)}; {_PREDICTIONS}"
        )
    if not -1 <= number < choices:
        raise ManyhopError(
            f"{where}: {number} is none of the {choices} choices, which count from 0; correct it"
        )
