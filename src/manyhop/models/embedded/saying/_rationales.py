"""Why an answer holds: the statement, "because", and what the evidence says."""

from collections.abc import Sequence

from manyhop.models.embedded.saying._phrasing import listed, sentence
from manyhop.models.embedded.saying._words import ARTICLES, DETERMINERS, PREPOSITIONS, bare


def rationale(statement: str, pieces: Sequence[str]) -> str:
    """A statement with its reasons, each a clause of its own.

    Example: ``rationale("The Humber Bridge is newer.", ["It opened in 1981."])`` is
    ``"The Humber Bridge is newer, because it opened in 1981."``
    """
    reasons = [reason for piece in pieces if (reason := _clause(piece))]
    if not reasons:
        return sentence(statement)
    return sentence(f"{statement.rstrip('. ')}, because {listed(reasons)}")


def _clause(piece: str) -> str:
    """A piece of evidence without its full stop, and small where it begins with no name."""
    text = " ".join(piece.split()).rstrip(".;, ")
    first = bare(text.split()[0]) if text else ""
    small = first in ARTICLES | DETERMINERS | PREPOSITIONS | {"it", "they", "he", "she", "there"}
    return text[:1].lower() + text[1:] if small else text
