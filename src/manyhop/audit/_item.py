"""A question as cheaters see it: what could be said, and what stands around it."""

import re
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from manyhop.audit._choice_features import words_of
from manyhop.baselines import free_answer, is_picture_name, sentences
from manyhop.benchmarks import Example, Gold
from manyhop.sources import AnySource, Image, Procedure, Snippet, Table


class Guess(msgspec.Struct, frozen=True):
    """A candidate: its words, what stands around it, of what kind it is, where and how often.

    Example: ``Guess("1981", around="Humber Bridge 1981 Opened", kind="number", place=4)``
    """

    text: str
    around: str = ""
    kind: str = ""
    place: int = 0
    times: int = 1

    def answers(self, gold: Gold) -> bool:
        """Whether these are the words of the right answer, or a yes or no that begins it."""
        key = words_of(self.text)
        if any(key == words_of(value) for value in (*gold.values, *gold.answers, gold.keywords)):
            return True
        if gold.values or gold.keywords:
            return False
        said = [words_of(sentence) for sentence in gold.sentences]
        if self.kind in ("yes", "no"):
            return any(sentence.split()[:1] == [key] for sentence in said)
        return any(f" {key} " in f" {sentence} " for sentence in said)


_GAP = "@placeholder"


class Item(msgspec.Struct, frozen=True, kw_only=True):
    """The candidates of one question, of which ``answer`` is right (-1: none of them is).

    Candidates are the choices, or, where an answer is free, what stands in the context. ``shown``
    are the parts of a cloze question in order, "" where the blank is; ``right`` is a free answer.
    """

    id: str
    group: str
    question: str
    candidates: tuple[Guess, ...]
    answer: int
    right: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    context: tuple[str, ...] = ()

    @property
    def asked(self) -> str:
        """All words of the question."""
        return " ".join((self.question, *filter(None, self.shown)))


def choice_items(examples: Iterable[Example]) -> list[Item]:
    """The examples that have choices and a right one; a picture's name is no words.

    Example: ``choice_items(RecipeQA(Path("val.json")).examples())``
    """
    found = []
    for example in examples:
        question, gold = example.question, example.gold
        if gold is None or gold.choice is None or len(question.choices) < 2:
            continue
        found.append(
            Item(
                id=question.id,
                group=example.group or question.id,
                question=question.text,
                candidates=tuple(
                    Guess("" if is_picture_name(choice) else choice, kind="choice", place=place)
                    for place, choice in enumerate(question.choices)
                ),
                answer=gold.choice,
                shown=tuple(
                    "" if part == _GAP or is_picture_name(part) else part for part in question.parts
                ),
                context=tuple(text for source in question.candidates for text in _texts(source)),
            )
        )
    return found


def free_items(examples: Iterable[Example]) -> list[Item]:
    """The examples with a free answer, and what their sources offer as one."""
    found = []
    for example in examples:
        question, gold = example.question, example.gold
        if gold is None or not (gold.values or gold.keywords or gold.sentences or gold.answers):
            continue
        candidates = guesses(question.candidates)
        found.append(
            Item(
                id=question.id,
                group=example.group or question.id,
                question=question.text,
                candidates=candidates,
                right=_right(example),
                answer=next((n for n, one in enumerate(candidates) if one.answers(gold)), -1),
            )
        )
    return found


def _right(example: Example) -> tuple[str, ...]:
    """The right answer; only the yes or no of a sentence that begins with one."""
    right = free_answer(example)
    first = words_of(right[0]).split()[:1] if right else []
    return (first[0],) if first in (["yes"], ["no"]) else right


def _texts(source: AnySource) -> list[str]:
    """What a source says, part by part and in order."""
    if isinstance(source, Procedure):
        return [f"{step.title} {step.text}".strip() for step in source.steps]
    if isinstance(source, Table):
        return [" ".join(cell.text for cell in row) for row in source.rows]
    if isinstance(source, Snippet):
        return [f"{source.title} {source.text}".strip()]
    assert isinstance(source, Image)
    return [f"{source.title} {source.caption} {source.text}".strip()]


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
