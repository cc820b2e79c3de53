"""Where a procedure speaks of a thing: by stems that stand together, "cheese cloth" or not."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

import msgspec

from manyhop.collection import question_terms
from manyhop.readers import sentences, step_using
from manyhop.sources import Citation, Procedure, Span, StepAt

_WORD = re.compile(r"[^\W_]+")
_APART = 2  # other words that may stand between those of a name


class Token(msgspec.Struct, frozen=True):
    """A word of a text, as it is told apart from others, and where it stands."""

    stem: str
    word: str
    start: int
    end: int


class Mention(msgspec.Struct, frozen=True):
    """A sentence of a procedure, and the part of it that names the thing."""

    procedure: Procedure
    step: int | None  # none: among the materials
    sentence: str
    start: int  # of the name in the sentence
    end: int
    share: float  # of the name's words that it has
    place: Span | None = None

    def cite(self) -> Citation:
        """The sentence in its step; of materials, which have no place, the step that uses it."""
        if self.step is None:
            name = self.sentence[self.start : self.end]
            return self.procedure.cite(StepAt(step_using(self.procedure, name)))
        return self.procedure.cite(StepAt(self.step, self.place))


@lru_cache(20_000)
def stem(word: str) -> str:
    """What a word is told by. Example: ``stem("Batteries")`` → ``"batteri"``"""
    return (question_terms(word) or [word.lower()])[0]


@lru_cache(2_000)
def tokens(text: str) -> tuple[Token, ...]:
    """The words of a text with their stems."""
    return tuple(
        Token(stem(found[0]), found[0].lower(), found.start(), found.end())
        for found in _WORD.finditer(text)
    )


def sentences_of(procedure: Procedure) -> Iterator[tuple[int | None, Span | None, str]]:
    """What a procedure says, material by material and sentence by sentence."""
    for material in procedure.materials:
        yield None, None, material
    for number, step in enumerate(procedure.steps):
        if step.title.strip():
            yield number, None, step.title
        for span in sentences(step.text):
            yield number, span, step.text[span.start : span.end]


def find_mentions(procedure: Procedure, name: str, least: float = 1.0) -> list[Mention]:
    """The sentences that have at least that share of a name's words close together, best first.

    Example: ``find_mentions(curds, "cheesecloth")[0].step``
    """
    wanted = [token for token in tokens(name) if question_terms(token.word)]
    found = []
    for step, place, sentence in sentences_of(procedure):
        if match := _matched(wanted, tokens(sentence), least):
            start, end, share = match
            found.append(Mention(procedure, step, sentence, start, end, share, place))
    return sorted(found, key=lambda mention: -mention.share)


def _matched(
    wanted: Sequence[Token], said: Sequence[Token], least: float
) -> tuple[int, int, float] | None:
    """Start, end and share of the stretch that has most of the wanted words."""
    if not wanted:
        return None
    places = []  # (token number, which of the wanted words)
    joined = "".join(token.word for token in wanted)
    for number, token in enumerate(said):
        places += [(number, n) for n, each in enumerate(wanted) if each.stem == token.stem]
        if number + 1 < len(said) and stem(token.word + said[number + 1].word) == stem(joined):
            return token.start, said[number + 1].end, 1.0
        if len(wanted) > 1 and token.word == joined:
            return token.start, token.end, 1.0
    best: tuple[int, int, float] | None = None
    for begin, (first, _) in enumerate(places):
        stretch = [
            (number, n) for number, n in places[begin:] if number - first < len(wanted) + _APART
        ]
        share = len({n for _, n in stretch}) / len(wanted)
        if share >= least and (best is None or share > best[2]):
            last = max(number for number, _ in stretch)
            best = said[first].start, said[last].end, share
    return best
