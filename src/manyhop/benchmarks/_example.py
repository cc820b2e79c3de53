"""A question with its gold."""

from typing import Any

import msgspec

from manyhop.answering import Question

# In an answer's trace: it was read from a file that has no place for sources, so that it is not
# scored as one that found none.
SOURCES_UNKNOWN = "sources_unknown"


class Gold(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a benchmark knows of the right answer; each fills in what it has.

    ``values``: the answers that must all be given (MultiModalQA's list). ``sentences``: full
    reference answers. ``keywords``: WebQA's. ``answers``: what several people said (A-OKVQA's ten).
    ``sources``: ids. ``program`` and ``intermediate``: how it is found, hop by hop.
    """

    values: tuple[str, ...] = ()
    sentences: tuple[str, ...] = ()
    keywords: str = ""
    answers: tuple[str, ...] = ()
    choice: int | None = None
    sources: tuple[str, ...] = ()
    program: str = ""
    intermediate: tuple[tuple[str, ...], ...] = ()
    rationales: tuple[str, ...] = ()


class Example(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One item of a benchmark. ``gold`` is None in a blind split.

    ``category`` is what results are broken down by; ``group`` names the table, image or recipe that
    items share, for statistics; ``meta`` keeps every further field of the official record.
    """

    question: Question
    gold: Gold | None = None
    category: str = ""
    group: str = ""
    meta: dict[str, Any] = msgspec.field(default_factory=dict)
