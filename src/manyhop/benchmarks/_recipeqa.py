"""RecipeQA, and WoodworkQA and DecorationQA in the same schema: one of four choices."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from manyhop.answering import Answer, Question
from manyhop.benchmarks._benchmark import Example, Gold
from manyhop.benchmarks._json_files import (
    convert,
    decode,
    json_kind,
    read_bytes,
    read_object,
    write_text,
)
from manyhop.errors import ManyhopError
from manyhop.metrics.recipeqa import TASKS
from manyhop.sources.reading.official import RecipeStep, recipes_from_questions

_FILE = 'give {"data": […]} of objects with qid, recipe_id, task, context and choice_list'
_BETWEEN = " | "
_SAID = {"qid", "recipe_id", "task", "question", "question_text", "answer"}


class _File(msgspec.Struct):
    data: list[msgspec.Raw]


class _Record(msgspec.Struct):
    qid: str
    recipe_id: str
    task: str
    context: list[RecipeStep]
    choice_list: list[str | list[str]]
    question: list[str] = []
    question_text: str | None = None
    title: str | None = None
    answer: int | None = None


class RecipeQA:
    """The four tasks of one official file, each question with its recipe as the candidate.

    A choice of ``visual_ordering`` is a list of image names: ``choices`` joins them with " | ",
    and ``meta["choice_list"]`` keeps the lists. ``meta["context"]`` keeps the steps as they stand,
    with whatever the candidate's steps have no field for.
    Example: ``next(RecipeQA(Path("val.json")).examples()).question.parts``
    """

    name = "recipeqa"
    notes: tuple[str, ...] = ()

    def __init__(self, path: Path) -> None:
        self._path = Path(path)

    def examples(self) -> Iterator[Example]:
        """The questions in the order of the file."""
        seen: dict[str, int] = {}
        rows = decode(read_bytes(self._path), _File, str(self._path), _FILE).data
        for number, row in enumerate(rows, start=1):
            where = f"{self._path}, data item {number}"
            record = decode(row, _Record, where, _FILE)
            first = seen.setdefault(record.qid, number)
            if first != number:
                raise ManyhopError(
                    f"{where}: qid {record.qid} was item {first} already; remove one of the two"
                )
            _check(record, where)
            yield self._example(record, decode(row, dict[str, Any], where, _FILE))

    def score(self, example: Example, answer: Answer) -> dict[str, float]:
        """1 for the right choice, by number or by its very text; 0 for none."""
        gold, choices = example.gold, example.question.choices
        if gold is None or gold.choice is None:
            return {}
        if answer.choice is None:
            right = answer.values[:1] == (choices[gold.choice],)
        else:
            right = answer.choice == gold.choice
        return {"recipeqa.accuracy": float(right)}

    def breakdowns(self, example: Example) -> dict[str, str]:
        """The task."""
        return {"task": example.category}

    def read_predictions(self, path: Path) -> dict[str, Answer]:
        """Answers from ``{"<task>": [choice numbers in file order]}``; -1 stands for none.

        The numbers must be as many as the questions. Where ``<name>.ids.json`` lies beside the
        file, it says which question each number answers, and must agree with this benchmark.
        """
        questions: dict[str, dict[str, int]] = {task: {} for task in TASKS}
        for example in self.examples():
            questions[example.category][example.question.id] = len(example.question.choices)
        return {
            id: Answer() if choice < 0 else Answer(choice=choice)
            for id, choice in read_choices(path, questions, self._path).items()
        }

    def write_predictions(
        self, examples: Iterable[Example], answers: Mapping[str, Answer], path: Path
    ) -> None:
        """Choice numbers by task in the order of the examples, and their ids beside them."""
        choices: dict[str, dict[str, int]] = {}
        for example in examples:
            answer = answers.get(example.question.id, Answer())
            choice = _choice(example.question.choices, answer)
            choices.setdefault(example.category, {})[example.question.id] = choice
        write_choices(path, choices)

    def _example(self, record: _Record, row: dict[str, Any]) -> Example:
        return Example(
            question=Question(
                id=record.qid,
                text=record.question_text or "",
                parts=tuple(record.question),
                choices=tuple(map(_joined, record.choice_list)),
                candidates=tuple(recipes_from_questions([row], str(self._path))),
            ),
            gold=None if record.answer is None else Gold(choice=record.answer),
            category=record.task,
            group=record.recipe_id,
            meta={key: value for key, value in row.items() if key not in _SAID},
        )


def _check(record: _Record, where: str) -> None:
    if record.task not in TASKS:
        raise ManyhopError(
            f"{where}, field task: there is no task {record.task!r}; it is one of "
            f"{', '.join(TASKS)}"
        )
    count = len(record.choice_list)
    if record.answer is not None and not 0 <= record.answer < count:
        raise ManyhopError(
            f"{where}, field answer: {record.answer} is none of the {count} choices, which count "
            "from 0; correct it"
        )


def _joined(choice: str | list[str]) -> str:
    return choice if isinstance(choice, str) else _BETWEEN.join(choice)


def _choice(choices: tuple[str, ...], answer: Answer) -> int:
    """The number of the choice that an answer makes, -1 for none."""
    if answer.choice is not None:
        return answer.choice if 0 <= answer.choice < len(choices) else -1
    text = answer.values[0] if answer.values else None
    return choices.index(text) if text in choices else -1


# RecipeQA's positional predictions, with the questions' ids beside them.
#
# The public format says only ``{"textual_cloze": [0, 3, …]}``: one number lost, and all that follow
# answer another question. So the ids are written to a second file, and checked when read.

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
            _check_predictions(number, questions[task][id], f"{path}, {task}[{place}]")
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


def _check_predictions(number: object, choices: int, where: str) -> None:
    if type(number) is not int:
        raise ManyhopError(
            f"{where}: expected a whole number, got {json_kind(number)}; {_PREDICTIONS}"
        )
    if not -1 <= number < choices:
        raise ManyhopError(
            f"{where}: {number} is none of the {choices} choices, which count from 0; correct it"
        )
