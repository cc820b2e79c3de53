"""What a program gives: values with their citations, and the hops that led to them."""

from collections.abc import Sequence

import msgspec

from manyhop.programs._program import Leaf
from manyhop.sources import Citation

LIKELY = 0.5  # from this score on, a value is one of the answers
AS_GOOD = 0.9  # and so is one that scores this share of the best


class Value(msgspec.Struct, frozen=True, omit_defaults=True):
    """One answer: its words, the chance that it is right (0..1), and where it stands.

    ``about`` names the thing that the value says something of; ``Compare`` answers with it.
    Example: ``Value("1981", 0.9, (citation,), about="Humber Bridge")``
    """

    text: str
    score: float = 1.0
    citations: tuple[Citation, ...] = ()
    about: str = ""


class Hop(msgspec.Struct, frozen=True, omit_defaults=True):
    """One question that was asked: with which answers given, what was found, what was kept.

    Scores in ``found`` are the reader's own; ``passed_on`` are those that later steps worked with.
    """

    leaf: Leaf
    question: str
    given: tuple[Value, ...] = ()
    found: tuple[Value, ...] = ()
    passed_on: tuple[Value, ...] = ()


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """All candidates for the answer, the best first, and the hops in the order of asking."""

    values: tuple[Value, ...] = ()
    hops: tuple[Hop, ...] = ()

    @property
    def answers(self) -> tuple[Value, ...]:
        """The candidates that count as the answer; none where nothing was found."""
        return accepted(self.values)


def accepted(values: Sequence[Value]) -> tuple[Value, ...]:
    """The likely values and those nearly as good as the best; so at least one, if there are any.

    Example: of scores 0.4, 0.38 and 0.2 the first two are kept, of 0.4 and 0.3 the first.
    """
    best = max((value.score for value in values), default=0.0)
    return tuple(value for value in values if value.score >= min(LIKELY, AS_GOOD * best))


def gathered(values: Sequence[Value]) -> tuple[Citation, ...]:
    """The citations of all values, each once, in order."""
    return tuple(dict.fromkeys(citation for value in values for citation in value.citations))
