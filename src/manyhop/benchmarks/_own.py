"""Questions of anybody's making, in any common file: free answers, choices, yes or no, labels."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from manyhop.answering import Answer, Question
from manyhop.benchmarks._benchmark import Example, Gold
from manyhop.benchmarks._fields import Fields, guess_fields
from manyhop.benchmarks._json_files import read_object, write_text
from manyhop.benchmarks._question_rows import Row, read_rows
from manyhop.errors import ManyhopError
from manyhop.metrics import hybridqa
from manyhop.sources import AnySource, Cell, Column, Snippet, Table

_LOOKED_AT = 200  # rows, to tell the fields and what the answers are
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_TRUTH = {"true": "yes", "false": "no"}
_PREDICTIONS = 'write {"question id": "answer", …}'


class OwnQuestions:
    """A file or folder of questions; which field is what is guessed, or said by ``named``.

    JSON, JSON Lines, CSV, TSV, Parquet and folders of a hub are read, also with questions nested in
    paragraphs (SQuAD) or listed by table (TabFact). An answer may be a text, several that are
    right alike, a choice by its text, letter, label or number, or true and false. Questions of one
    ``group`` field, or else of one context, count as one document.
    Example: ``OwnQuestions(Path("exam.csv"), answer="solution").fields.told()``
    """

    name = "own"

    def __init__(self, path: Path, **named: str) -> None:
        self.path = path
        first = list(islice(read_rows(path), _LOOKED_AT))
        told = {role: name for role, name in named.items() if name}
        self.fields = guess_fields([row.fields for row in first], told, str(path))
        self._from_one, self._truth = self._conventions(first)

    @property
    def notes(self) -> tuple[str, ...]:
        """Which field was taken for what."""
        return (f"fields: {self.fields.told()}",)

    def examples(self) -> Iterator[Example]:
        """The questions in the order of the files."""
        seen: Counter[str] = Counter()
        for number, row in enumerate(read_rows(self.path), start=1):
            example = self._example(row, number)
            if example is None:
                continue
            id = example.question.id
            seen[id] += 1
            if seen[id] > 1:  # splits often count anew
                again = msgspec.structs.replace(example.question, id=f"{id}~{seen[id]}")
                example = msgspec.structs.replace(example, question=again)
            yield example

    def score(self, example: Example, answer: Answer) -> dict[str, float]:
        """Accuracy of a choice; exact match and F1 of words with the likest right answer."""
        gold = example.gold
        if gold is None:
            return {}
        if gold.choice is not None:
            return {"own.accuracy": float(self._chosen(example, answer) == gold.choice)}
        said = "".join(answer.values[:1]) or ("" if answer.abstained else answer.sentence)
        return {
            "own.exact_match": max(hybridqa.exact_match(said, each) for each in gold.answers),
            "own.f1": max(hybridqa.f1(said, each) for each in gold.answers),
        }

    def breakdowns(self, example: Example) -> dict[str, str]:
        """By split, where the files name theirs."""
        return {"split": example.meta["split"]} if example.meta.get("split") else {}

    def read_predictions(self, path: Path) -> dict[str, Answer]:
        """A JSON object of answers by question id."""
        said = read_object(path, _PREDICTIONS)
        wrong = next((id for id, each in said.items() if not isinstance(each, str | int)), None)
        if wrong is not None:
            raise ManyhopError(f"{path}: the answer to {wrong} is no text; {_PREDICTIONS}")
        return {id: Answer(values=(str(each),) if each != "" else ()) for id, each in said.items()}

    def write_predictions(
        self, examples: Iterable[Example], answers: Mapping[str, Answer], path: Path
    ) -> None:
        """A JSON object of answers by question id."""
        ids = (example.question.id for example in examples)
        said = {id: "".join(answers[id].values[:1]) for id in ids if id in answers}
        write_text(path, msgspec.json.format(msgspec.json.encode(said), indent=1).decode() + "\n")

    def row_of(self, example: Example) -> dict[str, Any]:
        """The example's row as it was read, with its choices in the order they have now."""
        row = dict(example.meta["row"])
        choices, gold = example.question.choices, example.gold
        names = self.fields.choices
        if not choices or gold is None or gold.choice is None:
            return row
        before, labels = _choices_of([row.get(name) for name in names])
        if before == choices:
            return row
        row[self.fields.answer] = _renamed(
            row[self.fields.answer], choices, labels, gold.choice, self._from_one
        )
        if len(names) > 1:
            return row | dict(zip(names, choices, strict=False))
        return row | {names[0]: _refilled(row[names[0]], choices)}

    def _chosen(self, example: Example, answer: Answer) -> int | None:
        if answer.choice is not None:
            return answer.choice
        said = hybridqa.normalize("".join(answer.values[:1]))
        choices = [hybridqa.normalize(choice) for choice in example.question.choices]
        return choices.index(said) if said in choices else None

    def _example(self, row: Row, number: int) -> Example | None:
        fields, at = row.fields, self.fields
        question = fields.get(at.question)
        if not isinstance(question, str) or not question.strip():
            raise ManyhopError(
                f"{row.where}: the field {at.question} holds no question; write one, "
                "or name the right field with --question"
            )
        choices, labels = _choices_of([fields.get(name) for name in at.choices])
        context = tuple(
            source for name in at.context for source in _sources(fields.get(name), fields, at)
        )
        group = fields.get(at.group) if at.group else _digest(context)
        return Example(
            question=Question(
                id=str(fields.get(at.id) if at.id and fields.get(at.id) is not None else number),
                text=question.strip(),
                choices=choices,
                candidates=context,
            ),
            gold=self._gold(fields.get(at.answer), choices, labels, row.where),
            group="" if group in (None, "") else str(group),
            meta={"split": row.split, "row": fields},
        )

    def _gold(
        self, answer: Any, choices: Sequence[str], labels: Sequence[str], where: str
    ) -> Gold | None:
        if answer is None or answer == "" or answer == []:
            return None
        if choices:
            place = _place(answer, choices, labels, self._from_one)
            if place is None:
                raise ManyhopError(
                    f"{where}: {answer!r} is none of the {len(choices)} choices by text, "
                    "letter or number; mend it, or name the right field with --answer"
                )
            return Gold(choice=place)
        said = tuple(dict.fromkeys(self._words(each) for each in _texts(answer)))
        return Gold(answers=said) if said else None

    def _words(self, answer: str) -> str:
        return self._truth.get(answer.lower(), answer)

    def _conventions(self, rows: Sequence[Row]) -> tuple[bool, dict[str, str]]:
        """Whether numbers of choices count from one, and what stands for yes and no."""
        answers = [row.fields.get(self.fields.answer) for row in rows if self.fields.answer]
        said = {str(each).lower() for each in answers if each is not None}
        if said and said <= set(_TRUTH):
            return False, dict(_TRUTH)
        if said == {"0", "1"} and not self.fields.choices:
            return False, {"0": "no", "1": "yes"}
        numbers = {int(each) for each in said if each.isdecimal()}
        counts = {
            len(_choices_of([row.fields.get(name) for name in self.fields.choices])[0])
            for row in rows
        }
        return bool(numbers) and 0 not in numbers and max(numbers) <= max(counts), {}


def _choices_of(values: Sequence[Any]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The choices and the labels they go by, of one list, a list of records, or several fields."""
    if len(values) != 1:
        return tuple(str(each) for each in values if each not in (None, "")), ()
    (value,) = values
    if isinstance(value, dict):
        texts: list[Any] = next((value[name] for name in ("text", "choices") if name in value), [])
        labels: list[Any] = next((value[name] for name in ("label", "labels") if name in value), [])
        if not texts and all(isinstance(each, str) for each in value.values()):
            return tuple(value.values()), tuple(value)
        return tuple(map(str, texts)), tuple(map(str, labels))
    if isinstance(value, list) and value and all(isinstance(each, dict) for each in value):
        texts = [str(each.get("text", each.get("content", ""))) for each in value]
        labels = [str(each.get("label", each.get("key", ""))) for each in value]
        return tuple(texts), tuple(labels) if all(labels) else ()
    return tuple(map(str, value)) if isinstance(value, list) else (), ()


def _place(
    answer: Any, choices: Sequence[str], labels: Sequence[str], from_one: bool
) -> int | None:
    """Which choice an answer names: by label, by its words, by number, by letter."""
    if isinstance(answer, list) and answer:
        answer = answer[0]
    said = str(answer).strip()
    if said in labels:
        return labels.index(said)
    if said in choices and not isinstance(answer, int):
        return list(choices).index(said)
    if said.isdecimal() and 0 <= int(said) - from_one < len(choices):
        return int(said) - from_one
    letter = said.strip("().: ").upper()
    if len(letter) == 1 and letter in _LETTERS[: len(choices)]:
        return _LETTERS.index(letter)
    folded = [choice.strip().lower() for choice in choices]
    return folded.index(said.lower()) if said.lower() in folded else None


def _renamed(
    answer: Any, choices: Sequence[str], labels: Sequence[str], place: int, from_one: bool
) -> Any:
    """The answer in the notation that it was in: a label, a text, a number, or a letter."""
    said = str(answer).strip()
    if said in labels:
        return labels[place]
    if isinstance(answer, int):
        return place + from_one
    if said in choices:
        return choices[place]
    return str(place + from_one) if said.isdecimal() else _LETTERS[place]


def _refilled(listed: Any, choices: Sequence[str]) -> Any:
    """A list of choices, or of records with theirs, filled with others in order."""
    if isinstance(listed, dict):
        name = next((each for each in ("text", "choices") if each in listed), "")
        if name:
            return listed | {name: list(choices)}
        return dict(zip(listed, choices, strict=True))
    if isinstance(listed[0], dict):
        name = "text" if "text" in listed[0] else "content"
        return [each | {name: text} for each, text in zip(listed, choices, strict=True)]
    return list(choices)


def _texts(answer: Any) -> list[str]:
    """All texts of an answer: one, a list, or records with a ``text``."""
    if isinstance(answer, dict):
        return _texts(answer.get("text", answer.get("value", [])))
    if isinstance(answer, list):
        return [text for each in answer for text in _texts(each)]
    return [str(answer).strip()] if str(answer).strip() else []


def _sources(value: Any, fields: Mapping[str, Any], at: Fields) -> list[AnySource]:
    """The context as sources: texts, titled lists of sentences, or a table's header and rows."""
    title = fields.get(at.group) if at.group else ""
    title = title if isinstance(title, str) else ""
    if isinstance(value, str):
        return [Snippet(title=title, text=value)] if value.strip() else []
    if isinstance(value, dict) and isinstance(value.get("rows"), list):
        names = value.get("header") or value.get("columns") or ()
        columns = tuple(Column(str(name)) for name in names)
        rows = tuple(
            tuple(Cell(str(cell)) for cell in row)
            for row in value["rows"]
            if isinstance(row, list) and len(row) == len(columns)
        )
        return [Table(title=title, columns=columns, rows=rows)] if columns else []
    if isinstance(value, dict):
        listed = [value.get(name) for name in ("title", "sentences")]
        if all(isinstance(each, list) for each in listed):
            return _sources([list(pair) for pair in zip(*listed, strict=False)], fields, at)
        text = value.get("text") or value.get("paragraph_text")
        named = str(value.get("title") or title)
        return [Snippet(title=named, text=text)] if isinstance(text, str) and text.strip() else []
    if not isinstance(value, list):
        return []
    if len(value) == 2 and isinstance(value[0], str) and isinstance(value[1], list):
        text = " ".join(str(each).strip() for each in value[1])
        return [Snippet(title=value[0], text=text)] if text.strip() else []
    return [source for each in value for source in _sources(each, fields, at)]


def _digest(context: Sequence[AnySource]) -> str:
    return context[0].id if context else ""
