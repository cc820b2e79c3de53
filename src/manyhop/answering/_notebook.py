"""An answer in a notebook: the sentence, how sure it is, why, and its citations by number."""

import re
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from manyhop.sources import CellAt, Citation, Place, StepAt

if TYPE_CHECKING:
    from manyhop.answering._answer import Answer

_MARKS = re.compile(r"([\\`*_{}\[\]()#+!|~$-])")
_SHOWN = 20  # citations


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
