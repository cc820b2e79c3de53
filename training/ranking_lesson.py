"""One lesson of the reranker: a question, a right passage, and wrong ones that are like it."""

import math
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple
from urllib.parse import unquote

WRONG = 7  # wrong passages beside each right one
LETTERS = 600  # of a passage: what 200 word pieces hold at most, and then some
WORD = re.compile(r"\w+")
_PLAIN_WORDS = """
    the a an of in on and or to is was were are at for from with by which what who does do did it
    its that this than has have had more less most how many both same there where when between be
    been as other any all one two not no their they he his her she about into out up down if can
    would could color colors shape kind type side different while also each either around
"""
_PLAIN = set(_PLAIN_WORDS.split())


class Lesson(NamedTuple):
    """A question, and passages of which the first is right."""

    question: str
    passages: list[str]
    set: str


class Words:
    """Texts found by the rare words that they share with a question.

    Example: ``Words(captions).nearest("Is the Humber Bridge red?", 5)`` → numbers of captions
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self.bags = [set(WORD.findall(text.lower())) for text in texts]
        self.places: dict[str, list[int]] = defaultdict(list)
        for place, bag in enumerate(self.bags):
            for word in bag:
                self.places[word].append(place)

    def rarity(self, word: str) -> float:
        return math.log(1 + len(self.bags) / (1 + len(self.places.get(word, ()))))

    def nearest(self, question: str, most: int) -> list[int]:
        scores: Counter[int] = Counter()
        for word in set(WORD.findall(question.lower())) - _PLAIN:
            found = self.places.get(word, [])
            if len(found) < 4000:
                weight = self.rarity(word)
                for place in found:
                    scores[place] += weight / (6 + len(self.bags[place]))  # type: ignore[assignment]
        return [place for place, _ in scores.most_common(most)]


def lesson(
    question: str,
    right: int,
    texts: Sequence[str],
    words: Words,
    chance: random.Random,
    name: str,
    also_right: Iterable[int] = (),
) -> Lesson:
    """Four wrong passages that share words with the question, and three others."""
    barred = {right, *also_right}
    near = [place for place in words.nearest(question, 16) if place not in barred]
    near = chance.sample(near, min(4, len(near)))
    others = [place for place in range(len(texts)) if place not in barred and place not in near]
    others = chance.sample(others, min(WRONG - len(near), len(others)))
    return Lesson(question, [texts[place][:LETTERS] for place in (right, *near, *others)], name)


def letters(text: str) -> str:
    """What makes two questions the same."""
    return re.sub(r"\W", "", text).lower()


def passage(title: str, text: str) -> str:
    """As a source's ``searchable`` writes it."""
    return f"{title}\n{text}"[:LETTERS] if title and title != text else text[:LETTERS]


def title_of(url: str) -> str:
    return unquote(url.rsplit("/wiki/", 1)[-1]).replace("_", " ").removesuffix(" - Wikipedia")
