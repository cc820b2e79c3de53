"""HybridQA: a short answer from a table and the passages that its cells link to."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from manyhop.answering import Answer, Question
from manyhop.benchmarks._benchmark import Example, Gold
from manyhop.benchmarks._json_files import convert, decode, read_bytes, read_records, write_text
from manyhop.errors import ManyhopError
from manyhop.metrics import hybridqa
from manyhop.sources import AnySource, Snippet, Table
from manyhop.sources.reading.official import (
    LinkedTable,
    PackedPassages,
    linked_snippets,
    linked_table,
)

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


# The candidates of HybridQA's questions: a table with the passages that its cells link to.
#
# They are looked for beside the questions: as ``tables.jsonl`` and ``…passages.jsonl`` (one table a
# line), or as the official folder ``WikiTables-WithLinks``, which has two small files for each
# table.

OFFICIAL = "WikiTables-WithLinks"
_TABLE = "make it a table as in WikiTables-WithLinks, with title, header and data"
_PASSAGES = "make it an object of link to passage"


class _Row(NamedTuple):
    where: str
    value: Any


class HybridQAContexts:
    """The candidates of a table's questions: the table itself, then the passages it links to.

    Example: ``HybridQAContexts(Path("hybridqa")).sources("100_metres_hurdles_0")``
    """

    def __init__(self, folder: Path) -> None:
        places = (folder / OFFICIAL, folder.parent / OFFICIAL)
        self._official = next((place for place in places if place.is_dir()), None)
        self._tables_file = _first(folder, "tables.jsonl*")
        self._passages_file = _first(folder, "*passages.jsonl*")
        self._packed: tuple[dict[str, _Row], dict[str, _Row]] | None = None

    @property
    def found(self) -> bool:
        """Whether there are tables at all."""
        return bool(self._official or self._tables_file)

    def sources(self, table_id: str) -> tuple[AnySource, ...]:
        """The table and its passages; nothing where the files don't have it."""
        table, passages = self._rows(table_id)
        return () if table is None else (_table(table_id, table), *_passages(passages))

    def _rows(self, table_id: str) -> tuple[_Row | None, _Row | None]:
        if self._official:
            name = f"{table_id}.json"
            return (
                _small_file(self._official / "tables_tok" / name, _TABLE),
                _small_file(self._official / "request_tok" / name, _PASSAGES),
            )
        if self._packed is None:
            self._packed = _by_table(self._tables_file), _by_table(self._passages_file)
        tables, passages = self._packed
        return tables.get(table_id), passages.get(table_id)


def _table(table_id: str, row: _Row) -> Table:
    read = convert(row.value, LinkedTable, row.where, _TABLE)
    try:
        return linked_table(table_id, read)
    except ManyhopError as error:
        raise ManyhopError(f"{row.where}, {error}; {_TABLE}") from None


def _passages(row: _Row | None) -> Iterator[Snippet]:
    if row is not None:
        yield from linked_snippets(convert(row.value, dict[str, str], row.where, _PASSAGES))


def _first(folder: Path, pattern: str) -> Path | None:
    return min((path for path in folder.glob(pattern) if path.is_file()), default=None)


def _small_file(path: Path, remedy: str) -> _Row | None:
    if not path.is_file():
        return None
    return _Row(str(path), decode(read_bytes(path), dict[str, Any], str(path), remedy))


def _by_table(path: Path | None) -> dict[str, _Row]:
    rows: dict[str, _Row] = {}
    for where, _, value in read_records(path) if path else ():
        id = value.get("table_id") if isinstance(value, dict) else None
        if not isinstance(id, str):
            raise ManyhopError(f"{where}, field table_id: it is missing; fetch the file again")
        if id in rows:
            raise ManyhopError(f"{where} repeats the table_id {id}; remove one")
        if "passages" in value:
            value = convert(value, PackedPassages, where, _PASSAGES).passages
        rows[id] = _Row(where, value)
    return rows
