"""What sources offer as answers, before anybody has asked."""

import re
from collections.abc import Iterator, Sequence

import msgspec

from manyhop.audit._choice_features import words_of
from manyhop.audit._guessed import Guess
from manyhop.baselines._passages import sentences
from manyhop.sources import AnySource, Image, Procedure, Snippet, Table

_MOST = 150  # of one question
_SENTENCES = 4  # of one snippet or step
_NAME = re.compile(r"(?:[A-Z][\w’'.-]*)(?:\s+(?:of|the|and|de|von)?\s*[A-Z][\w’'-]*)*")
_NO_NAME = re.compile(
    r"the|its?|an?|in|on|at|as|of|s?he|they|his|her|their|th(?:is|at|ese|ose|ere)|one|two|after"
    r"|before|during|when|while|with|for|from|by|to|and|but|or|if|both|each|many|most|some|i|we|you"
    r"|was|is|are",
    re.I,
)
_NUMBER = re.compile(r"\b\d[\d.,]*\b")


def guesses(sources: Sequence[AnySource]) -> tuple[Guess, ...]:
    """Yes, no, the cells of tables, titles, and the names and numbers of texts, each once.

    Example: ``[one.text for one in guesses([table])]`` → ``["yes", "no", "Oslo", "1925"]``
    """
    found: dict[str, Guess] = {
        "yes": Guess("yes", kind="yes"),
        "no": Guess("no", kind="no"),
    }
    for number, source in enumerate(sources):
        for one in _offered(source, number):
            key = words_of(one.text)
            if key in found:
                before = found[key]
                found[key] = msgspec.structs.replace(before, times=before.times + 1)
            elif len(found) < _MOST and key:
                found[key] = one
    return tuple(found.values())


def _offered(source: AnySource, number: int) -> Iterator[Guess]:
    if isinstance(source, Table):
        for place, row in enumerate(source.rows):
            around = " ".join(cell.text for cell in row)
            for column, cell in enumerate(row):
                if cell.text.strip():
                    heading = source.columns[column].name
                    kind = f"column {column + 1}"
                    yield Guess(cell.text, f"{around} {heading}", kind, place)
        return
    if source.title:
        yield Guess(source.title, _said(source), f"title of a {source.kind}", number)
    for place, (_, sentence) in zip(range(_SENTENCES), sentences(_said(source)), strict=False):
        around = f"{source.title} {sentence}"
        for match in _NAME.finditer(sentence):
            if not _NO_NAME.fullmatch(match[0]):
                yield Guess(match[0], around, "name", place)
        for match in _NUMBER.finditer(sentence):
            yield Guess(match[0].rstrip(".,"), around, "number", place)


def _said(source: AnySource) -> str:
    if isinstance(source, Snippet):
        return source.text
    if isinstance(source, Image):
        return f"{source.caption} {source.text}".strip()
    assert isinstance(source, Procedure)
    return " ".join(step.text for step in source.steps)
