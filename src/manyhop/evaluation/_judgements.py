"""Judgements, questions and runs of retrieval in the forms of BEIR and TREC."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from manyhop.benchmarks import read_text
from manyhop.errors import ManyhopError
from manyhop.evaluation._retrieving import Judged
from manyhop.evaluation._samples import write_whole

_BEIR_HEAD = ["query-id", "corpus-id", "score"]


def read_judgements(path: Path) -> dict[str, dict[str, int]]:
    """The grades of sources by question: BEIR's three columns with a head, or TREC's four.

    Example: ``read_judgements(Path("qrels/test.tsv"))["q1"]["doc7"]``
    """
    grades: dict[str, dict[str, int]] = {}
    for where, words in _rows(path):
        if words == _BEIR_HEAD:
            continue
        if len(words) not in (3, 4):
            raise ManyhopError(
                f"{where}: {len(words)} columns; judgements have 'question 0 source grade' (TREC) "
                "or 'query-id, corpus-id, score' (BEIR)"
            )
        try:
            grade = int(float(words[-1]))
        except (ValueError, OverflowError) as error:
            raise ManyhopError(f"{where}: the grade {words[-1]!r} is no number") from error
        grades.setdefault(words[0], {})[words[-2]] = grade
    if not grades:
        raise ManyhopError(f"{path} has no judgements; name a file of qrels")
    return grades


def read_questions(path: Path) -> dict[str, str]:
    """The texts of questions by id: BEIR's ``queries.jsonl``, or lines of ``id<TAB>text``."""
    texts: dict[str, str] = {}
    for number, line in enumerate(read_text(path).splitlines(), start=1):
        if line.lstrip().startswith("{"):
            id, text = _beir_question(line, f"{path}:{number}")
        elif line.strip():
            id, tab, text = line.partition("\t")
            if not tab:
                raise ManyhopError(f"{path}:{number}: no tab; write 'id<TAB>question'")
        else:
            continue
        texts[id.strip()] = text.strip()
    return texts


def judged(texts: Mapping[str, str], grades: Mapping[str, dict[str, int]]) -> list[Judged]:
    """The questions with judgements; a judged question without a text is an error."""
    if missing := [id for id in grades if id not in texts]:
        raise ManyhopError(
            f"{len(missing):,} judged questions have no text, such as {missing[0]!r}; name their "
            "questions too"
        )
    return [Judged(id, texts[id], found) for id, found in grades.items()]


def read_run(path: Path) -> dict[str, list[str]]:
    """What a run in TREC's form found, best first; as trec_eval, by score, equal ones by id."""
    found: dict[str, list[tuple[float, str]]] = {}
    for where, words in _rows(path):
        if len(words) != 6:
            raise ManyhopError(
                f"{where}: {len(words)} columns; a run has 'question Q0 source rank score name'"
            )
        question, _, source, _, score, _ = words
        try:
            found.setdefault(question, []).append((float(score), source))
        except ValueError as error:
            raise ManyhopError(f"{where}: the score {score!r} is no number; mend it") from error
    return {
        question: [source for _, source in sorted(scored, reverse=True)]
        for question, scored in found.items()
    }


def write_run(path: Path, found: Mapping[str, Sequence[str]], name: str = "manyhop") -> None:
    """A run in TREC's form; the scores only tell the order."""
    lines = (
        f"{_word(question)} Q0 {_word(source)} {rank} {len(sources) - rank + 1} {name}\n"
        for question, sources in found.items()
        for rank, source in enumerate(sources, start=1)
    )
    write_whole(path, "".join(lines).encode())


def write_judgements(path: Path, questions: Sequence[Judged]) -> None:
    """Judgements in TREC's form."""
    lines = (
        f"{_word(question.id)} 0 {_word(source)} {grade}\n"
        for question in questions
        for source, grade in question.grades.items()
    )
    write_whole(path, "".join(lines).encode())


def _rows(path: Path) -> Iterator[tuple[str, list[str]]]:
    for number, line in enumerate(read_text(path).splitlines(), start=1):
        words = line.split("\t") if "\t" in line else line.split()
        if words:
            yield f"{path}:{number}", [word.strip() for word in words]


def _beir_question(line: str, where: str) -> tuple[str, str]:
    try:
        row = msgspec.json.decode(line, type=dict[str, object])
        return str(row["_id"]), str(row["text"])
    except (msgspec.DecodeError, KeyError) as error:
        raise ManyhopError(f"{where}: not a question with _id and text ({error})") from error


def _word(text: str) -> str:
    if len(text.split()) != 1:
        raise ManyhopError(f"the id {text!r} has spaces, which TREC's files cannot hold; rename it")
    return text
