"""Lessons for the reranker from questions that the language model made (`question_maker`).

Half ask for the passage among its neighbours, which tell of the same things; half for the sentence
that holds the answer among the passage's other sentences, as the text reader will ask.
"""

import random
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from training.language_lessons import read_rows
from training.reranker_lessons import LETTERS, WRONG, Lesson, Words, lesson

NEIGHBOURS = 15  # passages to either side
_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z0-9\"“])")


def made_lessons(path: Path, most: int, seed: int = 0) -> list[Lesson]:
    """At most so many lessons, drawn from all questions that have an answer."""
    chance = random.Random(seed)
    rows = read_rows(path)
    texts = list(dict.fromkeys(row["passage"] for row in rows))
    place = {text: number for number, text in enumerate(texts)}
    asked = [row for row in rows if row["start"] >= 0]
    chance.shuffle(asked)
    found = (
        made
        for row in asked
        if (made := _passages(row, texts, place[row["passage"]], chance)
            if chance.random() < 0.5 else _sentences(row, chance))
    )  # fmt: skip
    return list(islice(found, most))


def _passages(
    row: dict[str, str], texts: Sequence[str], home: int, chance: random.Random
) -> Lesson | None:
    """The passage among its neighbours; none where its answer lies beyond what is read."""
    if int(row["start"]) + len(row["answer"]) > LETTERS:
        return None
    around = range(max(0, home - NEIGHBOURS), min(len(texts), home + NEIGHBOURS + 1))
    near = [texts[n] for n in around if n == home or row["answer"] not in texts[n]]
    if len(near) <= WRONG:
        return None
    return lesson(row["question"], near.index(texts[home]), near, Words(near), chance, "made")


def _sentences(row: dict[str, str], chance: random.Random) -> Lesson | None:
    """The sentence that holds the answer among the others."""
    sentences = list(_split(row["passage"]))
    start = int(row["start"])
    right = next(n for n, (first, end, _) in enumerate(sentences) if first <= start < end)
    texts = [
        text for n, (_, _, text) in enumerate(sentences) if n == right or row["answer"] not in text
    ]
    if len(texts) <= 3:
        return None
    home = texts.index(sentences[right][2])
    return lesson(row["question"], home, texts, Words(texts), chance, "made sentences")


def _split(passage: str) -> Iterator[tuple[int, int, str]]:
    """Each sentence with its first and last place."""
    start = 0
    for end in _END.finditer(passage):
        yield start, end.end(), passage[start : end.start()]
        start = end.end()
    yield start, len(passage) + 1, passage[start:]
