"""What is asked, what comes back, and how a notebook shows it."""

import re
from collections.abc import Sequence
from html import escape
from typing import Any, Protocol

import msgspec

from manyhop.sources import AnySource, CellAt, Citation, Image, Place, StepAt

_MARKS = re.compile(r"([\\`*_{}\[\]()#+!|~$-])")
_SHOWN = 20  # citations


class Question(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A question, and what its task gives along with it.

    ``candidates`` are the sources to answer from in a restricted setting; empty, where a whole
    collection is searched. ``parts`` is the sequence of a cloze question, one of them
    ``@placeholder``. Example: ``Question(id="1", text="When did the Humber Bridge open?")``
    """

    id: str
    text: str
    choices: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    image: Image | None = None
    candidates: tuple[AnySource, ...] = ()


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


# An answer in a notebook: the sentence, how sure it is, why, and its citations by number.


def as_html(answer: "Answer") -> str:
    """The answer as HTML, everything in it escaped."""
    sure = f" <small>{_chance(answer)}</small>" if _chance(answer) else ""
    parts = [f"<p><strong>{escape(_said(answer))}</strong>{sure}</p>"]
    if answer.rationale:
        parts.append(f"<p>{escape(answer.rationale)}</p>")
    if answer.citations:
        items = "".join(
            f"<li>“{escape(_short(one.quote))}” <small><code>{escape(one.source_id)}</code>"
            f"{escape(_where(one.place))}</small></li>"
            for one in answer.citations[:_SHOWN]
        )
        parts.append(f"<ol>{items}</ol>{escape(_left(answer.citations))}")
    return "\n".join(parts)


def as_markdown(answer: "Answer") -> str:
    """The answer as Markdown, everything in it escaped."""
    parts = [f"**{_plain(_said(answer))}**" + (f" ({_chance(answer)})" if _chance(answer) else "")]
    if answer.rationale:
        parts.append(_plain(answer.rationale))
    if answer.citations:
        lines = [
            f"{number}. “{_plain(_short(one.quote))}” ({_plain(one.source_id + _where(one.place))})"
            for number, one in enumerate(answer.citations[:_SHOWN], start=1)
        ]
        parts.append("\n".join(lines))
        parts.append(_left(answer.citations))
    return "\n\n".join(filter(None, parts))


def _said(answer: "Answer") -> str:
    return answer.sentence or ", ".join(answer.values) or "No answer."


def _chance(answer: "Answer") -> str:
    known = answer.confidence is not None and not answer.abstained
    return f"{answer.confidence:.0%}" if known else ""


def _where(place: Place) -> str:
    """The place as one counts: ``", row 3, column 2"``."""
    match place:
        case CellAt(row, column):
            return f", row {row + 1}, column {column + 1}"
        case StepAt(step=step):
            return f", step {step + 1}"
    return ""


def _left(citations: Sequence[Citation]) -> str:
    left = len(citations) - _SHOWN
    return f"… and {left:,} more" if left > 0 else ""


def _short(text: str, width: int = 240) -> str:
    line = " ".join(text.split())
    return line if len(line) <= width else line[: width - 1].rstrip() + "…"


def _plain(text: str) -> str:
    """Text that Markdown shows as it is."""
    return _MARKS.sub(r"\\\1", escape(" ".join(text.split()), quote=False))
