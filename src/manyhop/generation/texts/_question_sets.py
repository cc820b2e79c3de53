"""Question sets that people wrote: SQuAD, HotpotQA, open questions and MultiModalQA."""

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from manyhop.errors import ManyhopError


class Asked(msgspec.Struct, frozen=True):
    """A question, its answers, and the titles, texts or snippets' ids that it is said to rest on.

    ``start`` is where the first answer stands in the first text; -1 where that is not told.
    """

    question: str
    answers: tuple[str, ...]
    titles: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    start: int = -1


def read_questions(path: Path) -> Iterator[Asked]:
    """The answerable questions of a JSON or JSON Lines file, gzipped or not.

    Of MultiModalQA's question files, TextQ are taken and all others passed over.
    Example: ``[asked.question for asked in read_questions(Path("dev-v2.0.json"))]``
    """
    for where, record in _records(path):
        if not isinstance(record, dict):
            raise ManyhopError(
                f"{where}: a question must be a JSON object, with its question in it"
            )
        if "paragraphs" in record and "question" not in record:
            yield from _squad(record)
        elif "question" in record and "metadata" in record and "qid" in record:
            yield from _mmqa(record)
        elif "question" in record:
            yield from _single(record, where)
        else:
            raise ManyhopError(f"{where}: there is no question; add the field 'question'")


def _records(path: Path) -> Iterator[tuple[str, Any]]:
    try:
        data = path.read_bytes()
        text = gzip.decompress(data) if path.suffix == ".gz" else data
    except (OSError, EOFError) as error:
        raise ManyhopError(f"{path}: cannot be read; check that it is there and whole") from error
    try:
        whole = msgspec.json.decode(text)
    except msgspec.DecodeError:
        yield from _lines(path, text)
        return
    if isinstance(whole, dict) and isinstance(whole.get("data"), list):
        whole = whole["data"]
    for number, record in enumerate(whole if isinstance(whole, list) else [whole], start=1):
        yield f"{path}, record {number}", record


def _lines(path: Path, text: bytes) -> Iterator[tuple[str, Any]]:
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            try:
                yield f"{path}, line {number}", msgspec.json.decode(line)
            except msgspec.DecodeError as error:
                raise ManyhopError(f"{path}, line {number}: not JSON; mend the line") from error


def _squad(article: dict[str, Any]) -> Iterator[Asked]:
    title = str(article.get("title", "")).replace("_", " ")
    for paragraph in article["paragraphs"]:
        for asked in paragraph.get("qas", ()):
            answers = asked.get("answers") or ()
            if answers and not asked.get("is_impossible"):
                yield Asked(
                    question=asked["question"].strip(),
                    answers=tuple(dict.fromkeys(answer["text"] for answer in answers)),
                    titles=(title,),
                    texts=(paragraph["context"],),
                    start=answers[0].get("answer_start", -1),
                )


def _single(record: dict[str, Any], where: str) -> Iterator[Asked]:
    told = record.get("answers", record.get("answer"))
    if isinstance(told, dict):
        told = told.get("text")
    if isinstance(told, bool):
        raise ManyhopError(
            f"{where}: the answer is true or false, as in BoolQ; only questions whose answers "
            "stand in a text can be composed, so leave the file out"
        )
    answers = (told,) if isinstance(told, str) else tuple(told or ())
    if not all(isinstance(answer, str) for answer in answers):
        raise ManyhopError(f"{where}: an answer must be text; write it as a string")
    titles = tuple(_supporting(record))
    if answers:
        yield Asked(question=str(record["question"]).strip(), answers=answers, titles=titles)


def _mmqa(record: dict[str, Any]) -> Iterator[Asked]:
    """A TextQ whose one answer stands in a text."""
    answers: list[dict[str, Any]] = record.get("answers") or []
    if record["metadata"].get("type") != "TextQ" or len(answers) != 1:
        return
    answer = answers[0]
    ids = (place["doc_id"] for place in answer.get("text_instances") or ())
    yield Asked(
        question=str(record["question"]).strip(),
        answers=(str(answer["answer"]),),
        ids=tuple(dict.fromkeys(ids)),
    )


def _supporting(record: dict[str, Any]) -> Iterator[str]:
    """The titles that the answer rests on, each once."""
    facts = record.get("supporting_facts") or ()
    named = facts.get("title", ()) if isinstance(facts, dict) else [fact[0] for fact in facts]
    paragraphs = record.get("paragraphs") or ()
    marked = [part["title"] for part in paragraphs if part.get("is_supporting")]
    yield from dict.fromkeys([*named, *marked])
