"""HybridQA: a short answer from a table and the passages that its cells link to."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from manyhop.answering import Answer, Question
from manyhop.benchmarks._checked_json import convert, decode, read_bytes
from manyhop.benchmarks._example import Example, Gold
from manyhop.benchmarks._hybridqa_contexts import HybridQAContexts
from manyhop.benchmarks._json_files import read_records, write_text
from manyhop.errors import ManyhopError
from manyhop.metrics import hybridqa

FILES = ("dev.traced", "dev", "train.traced", "train", "test")
_FILE = "give a list of objects with question_id, question, table_id and, unless blind, answer-text"
_PREDICTIONS = 'write [{"question_id": "…", "pred": "text"}, …]'
_SAID = {"question_id", "question", "answer-text"}


class _Record(msgspec.Struct):
    question_id: str
    question: str
    table_id: str
    answer: str | None = msgspec.field(name="answer-text", default=None)
    nodes: list[tuple[str, tuple[int, int], str | None, str]] | None = msgspec.field(
        name="answer-node", default=None
    )


class _Prediction(msgspec.Struct):
    question_id: str
    pred: str


class HybridQA:
    """The questions of an official file, or of a folder's dev, else train, else test file.

    A question's candidates are its table, whose cells carry the links, and the linked passages; the
    official data do not say which of them are right, so there is no source score. Where the answers
    are traced (``dev.traced.json``), the category says where the answer stands: in the ``table``,
    in a ``passage``, or in neither (``computed``).
    Example: ``HybridQA(Path("hybridqa")).examples()``
    """

    name = "hybridqa"

    def __init__(self, path: Path) -> None:
        self.path = _question_file(path)
        self.contexts = HybridQAContexts(self.path.parent)

    @property
    def notes(self) -> tuple[str, ...]:
        """Which questions these are, and whether their tables are missing."""
        questions = f"questions: {self.path.name}"
        if self.contexts.found:
            return (questions,)
        return (questions, "no candidates: neither tables.jsonl nor WikiTables-WithLinks is there")

    def examples(self) -> Iterator[Example]:
        """The questions in the order of the file; tables and passages are read with the first."""
        seen: set[str] = set()
        for where, _, row in read_records(self.path):
            record = convert(row, _Record, where, _FILE)
            if record.question_id in seen:
                raise ManyhopError(f"{where} repeats the question_id {record.question_id}; drop it")
            seen.add(record.question_id)
            yield self._example(record, row)

    def _example(self, record: _Record, row: dict[str, Any]) -> Example:
        return Example(
            question=Question(
                id=record.question_id,
                text=record.question,
                candidates=self.contexts.sources(record.table_id),
            ),
            gold=None if record.answer is None else Gold(values=(record.answer,)),
            category=_answer_in(record),
            group=record.table_id,
            meta={name: value for name, value in row.items() if name not in _SAID},
        )

    def score(self, example: Example, answer: Answer) -> dict[str, float]:
        """Exact match and F1 of the first value: the official script takes one string."""
        if example.gold is None:
            return {}
        said, (gold,) = _said(answer), example.gold.values
        return {
            "hybridqa.exact_match": hybridqa.exact_match(said, gold),
            "hybridqa.f1": hybridqa.f1(said, gold),
        }

    def breakdowns(self, example: Example) -> dict[str, str]:
        """By where the answer stands, where that is known."""
        return {"answer": example.category} if example.category else {}

    def read_predictions(self, path: Path) -> dict[str, Answer]:
        """A JSON list of question_id and pred."""
        said = decode(read_bytes(path), list[_Prediction], str(path), _PREDICTIONS)
        answers: dict[str, Answer] = {}
        for number, each in enumerate(said, start=1):
            if each.question_id in answers:
                raise ManyhopError(
                    f"{path}, item {number} answers {each.question_id} a second time; remove one"
                )
            answers[each.question_id] = Answer(values=(each.pred,) if each.pred else ())
        return answers

    def write_predictions(
        self, examples: Iterable[Example], answers: Mapping[str, Answer], path: Path
    ) -> None:
        """A JSON list of question_id and pred, which is empty where nothing was answered."""
        ids = (example.question.id for example in examples)
        said = [_Prediction(id, _said(answers[id])) for id in ids if id in answers]
        content = msgspec.json.format(msgspec.json.encode(said), indent=1)
        write_text(path, content.decode() + "\n")


def _question_file(path: Path) -> Path:
    if path.is_file():
        return path
    names = (f"{name}.json{packed}" for name in FILES for packed in (".gz", ""))
    found = next((path / name for name in names if (path / name).is_file()), None)
    if found:
        return found
    raise ManyhopError(f"{path} is neither a question file nor a folder with dev.json")


def _answer_in(record: _Record) -> str:
    if record.nodes is None:
        return ""
    kinds = {kind for *_, kind in record.nodes}
    return "table" if "table" in kinds else "passage" if kinds else "computed"


def _said(answer: Answer) -> str:
    if answer.values or answer.abstained:
        return "".join(answer.values[:1])
    return answer.sentence
