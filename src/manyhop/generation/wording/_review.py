"""A file for people to look through: what was built, on what evidence, and what they decide."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from manyhop.errors import ManyhopError
from manyhop.generation._built import BuiltQuestion
from manyhop.generation.wording._paraphrasing import Paraphrase
from manyhop.programs import gathered


class ReviewRow(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the queue. People set ``keep`` to true or false and may change ``question``.

    ``proposal`` is a paraphrase that was not taken, and ``fault`` says why.
    """

    id: str
    question: str
    answers: tuple[str, ...]
    evidence: tuple[str, ...]
    pseudo: str
    proposal: str = ""
    fault: str = ""
    keep: bool | None = None


def review_rows(
    questions: Iterable[BuiltQuestion], paraphrases: Iterable[Paraphrase] = ()
) -> Iterator[ReviewRow]:
    """The queue, in the order of the questions."""
    tried = {each.question.id: each for each in paraphrases if each.fault}
    for built in questions:
        attempt = tried.get(built.id)
        yield ReviewRow(
            id=built.id,
            question=built.question,
            answers=built.answers,
            evidence=tuple(citation.quote for citation in gathered(built.values)),
            pseudo=built.pseudo,
            proposal=attempt.words if attempt else "",
            fault=attempt.fault if attempt else "",
        )


def read_review(path: Path) -> dict[str, ReviewRow]:
    """What people decided, by question."""
    rows: dict[str, ReviewRow] = {}
    for number, line in enumerate(path.read_bytes().splitlines(), start=1):
        try:
            row = msgspec.json.decode(line, type=ReviewRow)
        except msgspec.DecodeError as error:
            raise ManyhopError(f"{path}, line {number}: {error}; undo the last change") from error
        rows[row.id] = row
    if not rows:
        raise ManyhopError(f"{path} is empty; give the review.jsonl that manyhop build wrote")
    return rows


def reviewed(
    questions: Iterable[BuiltQuestion], rows: dict[str, ReviewRow]
) -> Iterator[BuiltQuestion]:
    """The questions that nobody took out, in the words that people left them in."""
    for built in questions:
        row = rows.get(built.id)
        if row is None or (row.keep is not False and row.question == built.question):
            yield built
        elif row.keep is not False:
            words = row.question.strip()
            yield msgspec.structs.replace(built, question=words, paraphrase_of=built.question)
