"""A made-up corpus of any size that behaves like text, and questions with one right snippet each.

Words follow Zipf's law, and about a tenth are in no vocabulary, as in an encyclopedia. Names share
their words with other names, and a question says things in other words than its snippet, so that
finding it is neither certain nor hopeless.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec
import numpy as np

from bench.facts import MONTHS, REMARKS, SUBJECTS, Fact, Subject
from bench.vocabulary import Frequencies, common_nouns, english, first_names, invented
from manyhop.sources import Snippet

T = TypeVar("T")

_BLOCK = 10_000
_INVENTED = 200_000
_PER_THING = 6  # snippets about one thing, on average
_NAMED_BY_NOUN = 0.6  # share of names like Humber Bridge; the others are two invented words
_LEFT_OUT = 0.3  # share of questions that lost a word


class Question(msgspec.Struct, frozen=True):
    """A question and the id of the one snippet that it was made from."""

    text: str
    gold: str


class Thing(NamedTuple):
    """What snippets are about."""

    name: str
    kind: str
    region: str
    subject: Subject


class World:
    """The things, people and regions of one seed.

    Example: ``snippet, question = next(World(seed=7, size=1000).told(1000, asked={0}))``
    """

    def __init__(self, seed: int, size: int) -> None:
        self._rng = rng = np.random.default_rng(seed)
        made_up = invented(_INVENTED, rng)
        self._words = Frequencies([*english(), *made_up], 1.2)
        names = [word.capitalize() for word in made_up]
        rng.shuffle(names)
        self._regions = names[:400]
        self._first, self._last = Frequencies(first_names()), Frequencies(names[1000:7000])
        self._things = self._make_things(max(50, size // _PER_THING), names[7000:27000])

    def _make_things(self, number: int, names: Sequence[str]) -> list[Thing]:
        rng, drawn = self._rng, Frequencies(names, 0.7)
        first, second = drawn.draw(rng, number), drawn.draw(rng, number)
        nouns = Frequencies([noun.capitalize() for noun in common_nouns()], 0.5)
        second = np.where(rng.random(number) < _NAMED_BY_NOUN, nouns.draw(rng, number), second)
        regions = rng.integers(0, len(self._regions), number)
        subjects = rng.integers(0, len(SUBJECTS), number)
        kinds = rng.integers(0, len(SUBJECTS[0].kinds), number)
        return [
            Thing(
                f"{first[at]} {second[at]}",
                SUBJECTS[subjects[at]].kinds[kinds[at]],
                self._regions[regions[at]],
                SUBJECTS[subjects[at]],
            )
            for at in range(number)
        ]

    def told(self, size: int, asked: set[int]) -> Iterator[tuple[Snippet, Question | None]]:
        """So many snippets; those at the ``asked`` places come with a question."""
        for start in range(0, size, _BLOCK):
            yield from self._block(start, min(_BLOCK, size - start), asked)

    def _block(
        self, start: int, number: int, asked: set[int]
    ) -> Iterator[tuple[Snippet, Question | None]]:
        rng = self._rng
        dice = rng.random((number, 12)).tolist()
        remarks = self._remarks(number)
        people = (self._first.draw(rng, number) + " " + self._last.draw(rng, number)).tolist()
        clues = self._words.draw(rng, number).tolist()
        for at, (die, person, clue) in enumerate(zip(dice, people, clues, strict=True)):
            thing = self._things[int(len(self._things) * die[0] ** 1.3)]
            slots = _slots(thing, die)
            slots |= {"person": person, "clue": clue}
            slots["other"] = self._things[int(len(self._things) * die[1])].name
            fact = _pick(thing.subject.facts, die[2])
            sentences = [_pick(fact.statements, die[3]).format_map(slots), *next(remarks)]
            if die[4] < 0.3:
                sentences.reverse()
            snippet = Snippet(title=thing.name, text=" ".join(sentences))
            question = self._ask(fact, slots, snippet.id) if start + at in asked else None
            yield snippet, question

    def _remarks(self, number: int) -> Iterator[list[str]]:
        """One to three remarks for each of so many snippets."""
        rng = self._rng
        numbers = rng.choice([1, 2, 3], number, p=[0.2, 0.75, 0.05])
        chosen = iter(rng.integers(0, len(REMARKS), numbers.sum()).tolist())
        words = iter(self._words.draw(rng, 4 * numbers.sum()).tolist())
        for several in numbers.tolist():
            yield [_filled(REMARKS[which], words) for which in islice(chosen, several)]

    def _ask(self, fact: Fact, slots: dict[str, Any], gold: str) -> Question:
        die = self._rng.random(3)
        words = _pick(fact.questions, die[0]).format_map(slots).split()
        if die[1] < _LEFT_OUT:
            del words[1 + int((len(words) - 2) * die[2])]
        return Question(" ".join(words), gold)


def make_corpus(folder: Path, size: int, questions: int, seed: int) -> None:
    """Write ``corpus.jsonl`` and ``questions.jsonl`` unless they are there already."""
    if (folder / "questions.jsonl").exists():
        return
    folder.mkdir(parents=True, exist_ok=True)
    places = np.random.default_rng([seed, 1]).choice(size, min(questions, size), replace=False)
    asked: list[Question] = []
    with (folder / "corpus.jsonl").open("wb") as file:
        for snippet, question in World(seed, size).told(size, set(places.tolist())):
            file.write(snippet.to_json() + b"\n")
            if question:
                asked.append(question)
    lines = msgspec.json.Encoder().encode_lines(asked)
    (folder / "questions.jsonl").write_bytes(lines)


def read_corpus(folder: Path) -> Iterator[Snippet]:
    """The snippets of a corpus, one after the other."""
    decoder = msgspec.json.Decoder(Snippet)
    with (folder / "corpus.jsonl").open("rb") as file:
        yield from map(decoder.decode, file)


def _filled(remark: str, words: Iterator[str]) -> str:
    return remark % tuple(islice(words, remark.count("%s")))


def _slots(thing: Thing, die: Sequence[float]) -> dict[str, Any]:
    """What a sentence about a thing may speak of."""
    return {
        "name": thing.name,
        "half": thing.name.split()[die[5] < 0.5],
        "kind": thing.kind,
        "region": thing.region,
        "year": 1650 + int(370 * die[6] ** 0.5),
        "number": f"{int(10 ** (1.5 + 4 * die[7])):,}",
        "age": 20 + int(75 * die[8]),
        "month": _pick(MONTHS, die[9]),
    }


def _pick(choices: Sequence[T], die: float) -> T:
    return choices[int(len(choices) * die)]
