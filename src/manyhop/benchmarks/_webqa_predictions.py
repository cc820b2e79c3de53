"""WebQA's prediction files: leaderboard submissions, evaluation TSVs, the released outputs.

An answer that comes from a file without a place for sources says so in its trace
(``SOURCES_UNKNOWN``), so that it is not scored as one that found none.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from manyhop.answering import Answer
from manyhop.benchmarks._benchmark import SOURCES_UNKNOWN, Example
from manyhop.benchmarks._json_files import convert, read_records, read_text
from manyhop.errors import ManyhopError

COLUMNS = ("Guid", "Qcate", "Q", "A", "Keywords_A", "Output_conf", "Output")
_REMEDY = "give an object with answer and sources"


class _Submitted(msgspec.Struct):
    answer: str
    sources: list[str | int] = []


class _EndToEnd(msgspec.Struct):
    answers: list[str] = msgspec.field(name="predicted answers")
    sources: list[str | int] = msgspec.field(name="predicted sources", default_factory=list)
    confidence: str | list[float] = msgspec.field(name="answer confidence", default="[]")


def said(answer: Answer) -> str:
    """The text that is scored: the sentence, or else the values; nothing for an abstention."""
    if answer.abstained:
        return ""
    return answer.sentence or ", ".join(answer.values)


def read_submission(path: Path) -> Iterator[tuple[str, str, Answer]]:
    """Place, guid and answer of each entry, by the leaderboard's keys or the end-to-end file's."""
    for where, guid, entry in read_records(path):
        if not guid:
            raise ManyhopError(f"{where} has no guid for a key; give an object of guid to answer")
        yield where, guid, _entry(where, entry)


def read_column(path: Path, column: str) -> Iterator[tuple[str, str, Answer]]:
    """One column of a file of questions with outputs: a text, or an object as in a submission."""
    for where, key, row in read_records(path):
        if not isinstance(row, dict) or column not in row:
            raise ManyhopError(f"{where} has no column {column!r}{_others(row)}")
        guid = row.get("Guid", key)
        if not isinstance(guid, str) or not guid:
            raise ManyhopError(f"{where} has no Guid; give each row its question's")
        output = row[column]
        if isinstance(output, str):
            yield where, guid, Answer(sentence=output, trace={SOURCES_UNKNOWN: True})
        else:
            yield where, guid, _entry(f"{where} {column}", output)


def _entry(where: str, entry: Any) -> Answer:
    if isinstance(entry, dict) and "predicted answers" in entry:
        return _end_to_end(where, convert(entry, _EndToEnd, where, _REMEDY))
    read = convert(entry, _Submitted, where, _REMEDY)
    return Answer(sentence=read.answer, sources=tuple(map(str, read.sources)))


def _end_to_end(where: str, entry: _EndToEnd) -> Answer:
    scores = entry.confidence
    if isinstance(scores, str):
        scores = _beams(where, "answer confidence", scores, list[float])
    return Answer(
        sentence=entry.answers[0] if entry.answers else "",
        sources=tuple(map(str, entry.sources)),
        trace={"beams": entry.answers, "beam_scores": scores},
    )


def _others(row: Any) -> str:
    columns = list(row) if isinstance(row, dict) else []
    names = [name for name in columns if name.startswith("baseline")] or columns
    return f"; there are {', '.join(names)}" if names else ""


def submission(answers: Mapping[str, Answer]) -> str:
    """The leaderboard's JSON: guid to sources and answer."""
    entries = {
        guid: {
            "sources": [int(one) if one.isdecimal() else one for one in answer.sources],
            "answer": said(answer),
        }
        for guid, answer in answers.items()
    }
    return msgspec.json.format(msgspec.json.encode(entries), indent=1).decode() + "\n"


def is_evaluation_table(path: Path) -> bool:
    """Whether the name is that of a TSV, gzipped or not."""
    return ".tsv" in path.suffixes[-2:]


def read_evaluation_table(path: Path) -> Iterator[tuple[str, str, Answer]]:
    """Place, guid and answer of each line: the first beam, the others in the trace."""
    header, *lines = read_text(path).split("\n")
    if tuple(header.strip().split("\t")) != COLUMNS:
        raise ManyhopError(f"{path}:1 must have the columns {', '.join(COLUMNS)}")
    for number, line in enumerate(lines, start=2):
        where = f"{path}:{number}"
        cells = line.strip().split("\t")
        if cells == [""]:
            continue
        if len(cells) != len(COLUMNS):
            raise ManyhopError(f"{where} has {len(cells)} columns instead of {len(COLUMNS)}")
        beams = _beams(where, "Output", cells[-1], list[str])
        scores = _beams(where, "Output_conf", cells[-2], str | list[float])
        if isinstance(scores, str):
            scores = _beams(where, "Output_conf", scores or "[]", list[float])
        trace = {SOURCES_UNKNOWN: True, "beams": beams, "beam_scores": scores}
        yield where, cells[0], Answer(sentence=beams[0] if beams else "", trace=trace)


def _beams(where: str, field: str, text: str, type_: Any) -> Any:
    try:
        return msgspec.json.decode(text, type=type_)
    except msgspec.MsgspecError as error:
        raise ManyhopError(f"{where}, {field}: {error}; make it a JSON list of beams") from error


def evaluation_table(examples: Iterable[Example], answers: Mapping[str, Answer]) -> str:
    """The TSV that the official scorer reads, of the examples that have an answer."""
    lines = ["\t".join(COLUMNS)]
    for example in examples:
        answer = answers.get(example.question.id)
        if answer is None:
            continue
        beams = answer.trace.get("beams") or [said(answer)]
        scores = _json(answer.trace.get("beam_scores") or [])
        cells = (
            example.question.id,
            example.category,
            _in_a_cell(example.question.text),
            _json(example.gold.sentences if example.gold else ()),
            _in_a_cell(example.gold.keywords if example.gold else "") or "TBD",
            _json(scores),
            _json(beams),
        )
        lines.append("\t".join(cells))
    return "\n".join(lines) + "\n"


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _in_a_cell(text: str) -> str:
    return " ".join(text.split())
