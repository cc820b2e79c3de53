"""The short texts that the static encoder learns from, and all texts as rows of pieces."""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor

from manyhop.models.embedded._static import WordPieces, words

PIECES_READ = 256
ASKING = ("who", "what", "which", "where", "when", "how")


@dataclass
class Lesson:
    """Texts of one kind; `home` is the number of the passage each was taken from, or -1."""

    texts: list[str]
    home: list[int]

    def add(self, text: str, home: int = -1) -> None:
        self.texts.append(text)
        self.home.append(home)


def make_queries(texts: dict[str, Any], vocabulary: list[str]) -> Lesson:
    """Questions, table rows, what each passage gives, and random words for the rare pieces."""
    chance = random.Random(0)
    lesson = Lesson([], [])
    number = {text: place for place, text in enumerate(texts["passages"].values())}
    for question, passage in texts["answered"] * 6:
        if passage in number:
            lesson.add(question, number[passage])
    for text in texts["questions"] * 3 + texts["rows"]:
        lesson.add(text)
    for home, (title, passage) in enumerate(texts["passages"].items()):
        for text in passage_queries(title, passage, chance):
            lesson.add(text, home)
    plain = [piece for piece in vocabulary if piece.isascii() and piece.isalpha()]
    for _ in range(150_000):
        lesson.add(" ".join(chance.sample(plain, chance.randint(1, 7))))
    for piece in plain:
        lesson.add(piece)
    return lesson


def passage_queries(title: str, passage: str, chance: random.Random) -> Iterator[str]:
    """What might be asked for: the title, sentences, questions, a snatch of words, key words."""
    yield title
    sentences = [each for each in re.split(r"(?<=[.!?])\s+", passage) if len(each) > 25]
    yield from chance.sample(sentences, min(4, len(sentences)))
    asked = [found for each in sentences if (found := re.search(r"\b(is|was|are|were) (.+)", each))]
    for found in chance.sample(asked, min(2, len(asked))):
        yield f"{chance.choice(ASKING)} {found[1]} {found[2].rstrip(' .')}?"
    split = passage.split()
    start = chance.randrange(max(1, len(split) - 6))
    yield " ".join(split[start : start + chance.randint(3, 14)])
    keys = sorted({word for word in split if len(word) > 3})
    yield " ".join(chance.sample(keys, min(len(keys), chance.randint(2, 7))))


def piece_rows(texts: list[str], pieces: WordPieces, read: int = PIECES_READ) -> Tensor:
    """The rows of each text's pieces, padded with the row after the last."""
    known: dict[bytes, list[int]] = {}
    table = np.full((len(texts), read), len(pieces), np.int32)
    for place, text in enumerate(texts):
        rows: list[int] = []
        for word in words(text):
            if word not in known:
                known[word] = pieces.of(word)
            rows += known[word]
        rows = rows[:read]
        table[place, : len(rows)] = rows
    return torch.tensor(table)
