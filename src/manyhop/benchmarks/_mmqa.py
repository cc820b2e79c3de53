"""MultiModalQA: questions that need a table, texts and images together."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from manyhop.answering import Answer, Question
from manyhop.benchmarks._benchmark import SOURCES_UNKNOWN, Example, Gold
from manyhop.benchmarks._json_files import convert, read_records, write_text
from manyhop.errors import ManyhopError
from manyhop.metrics import mmqa
from manyhop.programs import Value, accepted
from manyhop.sources import AnySource
from manyhop.sources.reading import Reach
from manyhop.sources.reading.official import (
    PIXEL_FOLDER,
    image_from_row,
    reaching,
    snippet_from_row,
    table_from_row,
)

SPLITS = ("dev", "train", "test")


class _Answer(msgspec.Struct):
    answer: str | float | int
    modality: str = ""


class _Support(msgspec.Struct):
    doc_id: str


class _Metadata(msgspec.Struct):
    type: str = ""
    table_id: str = ""
    text_doc_ids: list[str] = []
    image_doc_ids: list[str] = []
    intermediate_answers: list[_Answer | list[_Answer]] = []


class _Record(msgspec.Struct):
    qid: str
    question: str
    metadata: _Metadata = msgspec.field(default_factory=_Metadata)
    answers: list[_Answer] | None = None
    supporting_context: list[_Support] = []


class MMQA:
    """The questions of a file, or of a folder's dev, else train, else test file.

    The context files are looked for beside it; without them a question has no candidates.
    Example: ``MMQA(Path("dataset/MMQA_dev.jsonl.gz")).examples()``
    """

    name = "mmqa"

    def __init__(self, path: Path) -> None:
        self.path = _question_file(path)
        self.contexts = {part: Contexts(self.path.parent, part) for part in PARTS}

    @property
    def notes(self) -> tuple[str, ...]:
        """Which questions these are, and which context files are missing."""
        missing = [f"MMQA_{part}" for part, rows in self.contexts.items() if not rows.path]
        notes = [f"questions: {self.path.name}"]
        if missing:
            notes.append(f"candidates are without {', '.join(missing)}: no such file is there")
        return tuple(notes)

    def examples(self) -> Iterator[Example]:
        """The questions in the order of the file; the context files are read with the first."""
        seen: set[str] = set()
        for where, _, row in read_records(self.path):
            example = self._example(where, row)
            if example.question.id in seen:
                raise ManyhopError(f"{where} repeats the qid {example.question.id}; remove one")
            seen.add(example.question.id)
            yield example

    def _example(self, where: str, row: Any) -> Example:
        record = convert(row, _Record, where, "make it a record as in MMQA_dev.jsonl")
        if record.answers == []:
            raise ManyhopError(f"{where}, field answers: empty; leave it out where it is unknown")
        metadata = record.metadata
        ids = ([metadata.table_id], metadata.text_doc_ids, metadata.image_doc_ids)
        candidates = (
            source
            for contexts, wanted in zip(self.contexts.values(), ids, strict=True)
            for source in contexts.sources(wanted)
        )
        return Example(
            question=Question(id=record.qid, text=record.question, candidates=tuple(candidates)),
            gold=_gold(record),
            category=metadata.type,
            group=metadata.table_id or record.qid,
            meta={name: value for name, value in row.items() if name not in ("qid", "question")},
        )

    def score(self, example: Example, answer: Answer) -> dict[str, float]:
        """List exact match and list F1; source F1 where the answer cites sources.

        A question of several modalities whose answer tells its hops has the first hop's F1 too.
        """
        gold = example.gold
        if gold is None:
            return {}
        spans = _spans(answer)
        scores = {
            "mmqa.exact_match": mmqa.exact_match(spans, gold.values),
            "mmqa.f1": mmqa.f1(spans, gold.values),
        }
        if gold.sources and SOURCES_UNKNOWN not in answer.trace:
            scores["mmqa.source_f1"] = _set_f1(set(answer.sources), set(gold.sources))
        if "(" in gold.program and (first := first_hop_f1(answer, gold)) is not None:
            scores["mmqa.first_hop_f1"] = first
        return scores

    def breakdowns(self, example: Example) -> dict[str, str]:
        """By type, by hop and by the answer's modality, as in the official script."""
        if example.gold is None:
            return {}
        modality = str(example.meta["answers"][0].get("modality", ""))
        gold = mmqa.Gold(example.question.id, [], example.category, modality)
        return {"type": gold.type, "hop": gold.hop, "modality": gold.modality}

    def read_predictions(self, path: Path) -> dict[str, Answer]:
        """A JSON object of qid to a string or a list of strings."""
        answers: dict[str, Answer] = {}
        for where, qid, value in read_records(path):
            if not qid:
                raise ManyhopError(f"{where} has no qid for a key; give an object of qid to answer")
            if qid in answers:
                raise ManyhopError(f"{where} answers {qid} a second time; remove one")
            spans = [value] if isinstance(value, str) else value
            if not isinstance(spans, list) or not all(isinstance(span, str) for span in spans):
                raise ManyhopError(f"{where}: make the answer a string or a list of strings")
            answers[qid] = Answer(values=tuple(spans), trace={SOURCES_UNKNOWN: True})
        return answers

    def write_predictions(
        self, examples: Iterable[Example], answers: Mapping[str, Answer], path: Path
    ) -> None:
        """A JSON object of qid to a list of strings."""
        ids = [example.question.id for example in examples]
        spans = {id: _spans(answers[id]) for id in ids if id in answers}
        content = msgspec.json.format(msgspec.json.encode(spans), indent=1)
        write_text(path, content.decode() + "\n")


def _question_file(path: Path) -> Path:
    if path.is_file():
        return path
    for split in SPLITS:
        if found := file_named(path, f"MMQA_{split}"):
            return found
    raise ManyhopError(f"{path} is neither a question file nor a folder with MMQA_dev.jsonl.gz")


def _gold(record: _Record) -> Gold | None:
    if record.answers is None:
        return None
    steps = (
        step if isinstance(step, list) else [step] for step in record.metadata.intermediate_answers
    )
    return Gold(
        values=tuple(str(answer.answer) for answer in record.answers),
        sources=tuple(dict.fromkeys(support.doc_id for support in record.supporting_context)),
        program=record.metadata.type,
        intermediate=tuple(tuple(str(answer.answer) for answer in step) for step in steps),
    )


def _spans(answer: Answer) -> list[str]:
    """What is scored: the values, or else the sentence, unless it says that there is no answer."""
    if answer.values or answer.abstained or not answer.sentence:
        return list(answer.values)
    return [answer.sentence]


def _set_f1(ours: set[str], theirs: set[str]) -> float:
    return 2 * len(ours & theirs) / (len(ours) + len(theirs))


# MultiModalQA's tables, texts and images, which lie beside the questions.

PARTS = ("tables", "texts", "images")


class Contexts:
    """The rows of one context file by id; each becomes a source when it is first asked for.

    Example: ``list(Contexts(folder, "texts").sources(["a7721e…"]))``
    """

    def __init__(self, folder: Path, part: str) -> None:
        self.path = file_named(folder, f"MMQA_{part}")
        readers: dict[str, Callable[[dict[str, Any], str], AnySource]] = {
            "tables": table_from_row,
            "texts": _text_from_row,
            "images": lambda row, origin: _image_from_row(row, folder, origin),
        }
        self._read = readers[part]
        self._kind = {"tables": "table", "texts": "row with a text", "images": "image"}[part]
        self._rows: dict[str, tuple[str, bytes]] | None = None
        self._sources: dict[str, AnySource] = {}

    def sources(self, ids: Iterable[str]) -> Iterator[AnySource]:
        """The sources of those ids that the file has."""
        if self._rows is None:
            self._rows = dict(_rows(self.path)) if self.path else {}
        for id in ids:
            if id not in self._sources and id in self._rows:
                self._sources[id] = self._source(*self._rows[id])
            if id in self._sources:
                yield self._sources[id]

    def _source(self, where: str, data: bytes) -> AnySource:
        try:
            return self._read(msgspec.json.decode(data), str(self.path))
        except (ManyhopError, msgspec.ValidationError) as error:
            raise ManyhopError(f"{where} is no {self._kind}: {error}") from error


def _image_from_row(row: dict[str, Any], folder: Path, origin: str) -> AnySource:
    """An image with pixels of the benchmark's own: a row may name any file of the machine."""
    with reaching(Reach.within([folder, folder / PIXEL_FOLDER])):
        return image_from_row(row, folder, origin)


def _text_from_row(row: dict[str, Any], origin: str) -> AnySource:
    if not isinstance(row.get("text"), str):
        raise ManyhopError("it needs a field text")
    return snippet_from_row(row, origin)


def file_named(folder: Path, stem: str) -> Path | None:
    """The JSON Lines file of that name in the folder, gzipped or plain."""
    paths = (folder / f"{stem}.jsonl.gz", folder / f"{stem}.jsonl")
    return next((path for path in paths if path.is_file()), None)


def _rows(path: Path) -> Iterator[tuple[str, tuple[str, bytes]]]:
    seen: set[str] = set()
    for where, _, row in read_records(path):
        id = row.get("id") if isinstance(row, dict) else None
        if not isinstance(id, str) or not id:
            raise ManyhopError(f"{where}, field id: it is missing; fetch the file again")
        if id in seen:
            raise ManyhopError(f"{where} repeats the id {id}; remove one")
        seen.add(id)
        yield id, (where, msgspec.json.encode(row))


def first_hop_f1(answer: Answer, gold: Gold) -> float | None:
    """List F1 of what the first hop gave to the next against the gold on the way.

    An intersection or a comparison has two lists on the way, and either may be asked for first:
    the one that fits better counts. None where the answer took fewer than two hops, or does not
    say which: a router has no first hop that could be wrong.
    Example: ``first_hop_f1(answer, Gold(values=("1981",), intermediate=(("Humber Bridge",),)))``
    """
    hops: list[dict[str, Any]] = answer.trace.get("hops", [])
    if len(hops) < 2 or not gold.intermediate:
        return None
    passed_on = msgspec.convert(hops[0].get("passed_on", ()), tuple[Value, ...])
    texts = [value.text for value in accepted(passed_on)]
    return max(mmqa.f1(texts, step) for step in gold.intermediate)
