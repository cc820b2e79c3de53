"""What comes back."""

from typing import Any, Protocol

import msgspec

from manyhop.answering._notebook import as_html, as_markdown
from manyhop.answering._question import Question
from manyhop.sources import Citation


class Answer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Values, said in a sentence, with what supports them.

    ``choice`` is the number of the chosen choice; ``sources`` are the ids of the sources that the
    answer rests on; ``trace`` holds whatever led to it (hops, prompts, token counts).
    Example: ``Answer(values=("1981",), sentence="It opened in 1981.", sources=("humber-1",))``
    """

    values: tuple[str, ...] = ()
    sentence: str = ""
    choice: int | None = None
    sources: tuple[str, ...] = ()
    citations: tuple[Citation, ...] = ()
    rationale: str = ""
    confidence: float | None = None
    abstained: bool = False
    trace: dict[str, Any] = msgspec.field(default_factory=dict)

    def _repr_html_(self) -> str:
        """How a notebook shows it."""
        return as_html(self)

    def _repr_markdown_(self) -> str:
        return as_markdown(self)


class Answerer(Protocol):
    """Anything that answers: the engine, a baseline, a language model.

    The same question must get the same answer whatever was asked before, so that a run can be
    resumed; chance comes from a seed and the question's id.
    """

    @property
    def name(self) -> str:
        """What a report calls it, with what decides its answers: ``random(seed=0)``."""
        ...

    def answer(self, question: Question) -> Answer:
        """Answer one question; called from several threads at once."""
        ...
