"""What the four kinds of source share: an id, a title, an origin, and places to cite."""

import re
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, ClassVar, Literal, Self

import msgspec

from manyhop.errors import ManyhopError

# Where inside a source: a span of text, a cell, a step, or a region of a picture.


class Span(msgspec.Struct, frozen=True, tag="span"):
    """Characters ``start`` to ``end`` (exclusive) of a snippet's text."""

    start: int
    end: int


class CellAt(msgspec.Struct, frozen=True, tag="cell"):
    """One cell of a table; the first row under the header is row 0."""

    row: int
    column: int


class StepAt(msgspec.Struct, frozen=True, tag="step", omit_defaults=True):
    """One step of a procedure, or a span of its text, or one of its images."""

    step: int
    span: Span | None = None
    image: int | None = None


class Region(msgspec.Struct, frozen=True, tag="region", omit_defaults=True):
    """A picture, or a box in it: left, top, right, bottom as shares of its size (0..1)."""

    box: tuple[float, float, float, float] | None = None


Place = Span | CellAt | StepAt | Region


class Citation(msgspec.Struct, frozen=True):
    """A place in a source and what stands there.

    Example: ``snippet.cite(Span(0, 5))`` → ``Citation("3f2a…", Span(0, 5), "Paris")``
    """

    source_id: str
    place: Place
    quote: str


Kind = Literal["snippet", "table", "image", "procedure"]
KINDS: tuple[Kind, ...] = ("snippet", "table", "image", "procedure")

_PLACES = ("page", "slide", "message")  # what ``meta`` may say of a place in the origin

_canonical = msgspec.json.Encoder(order="deterministic")


def kind_named(word: str) -> Kind:
    """The kind that a user means: its name, a plural, or "text" for a snippet.

    Example: ``kind_named("images")`` → ``"image"``
    """
    name = word.strip().lower().removesuffix("s")
    for kind in KINDS:
        if name == kind or (name == "text" and kind == "snippet"):
            return kind
    raise ManyhopError(f"there is no modality {word!r}; choose from {', '.join(KINDS)}")


def content_id(content: bytes) -> str:
    """A stable id for any bytes.

    Example: ``content_id(b"abc")`` is the same 20 characters on every machine.
    """
    return blake2b(content, digest_size=10).hexdigest()


class Source(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    """The unit that can be found and cited; immutable.

    ``id`` is a data set's own, or else a hash of the content. ``origin`` says where the source
    came from (a path or an address). ``meta`` keeps what a data set says beyond our fields.
    """

    kind: ClassVar[Kind]

    title: str = ""
    origin: str = ""
    meta: dict[str, Any] = msgspec.field(default_factory=dict)
    id: str = ""

    def __post_init__(self) -> None:
        if not self.id:
            msgspec.structs.force_setattr(self, "id", content_id(_canonical.encode(self)))

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def passage(self) -> str:
        """The words that search reads, without the title."""
        raise NotImplementedError

    @property
    def searchable(self) -> str:
        """Title and passage; a caption that only repeats the title counts once."""
        passage = self.passage
        return passage if passage == self.title else f"{self.title}\n{passage}"

    @property
    def whereabouts(self) -> str:
        """The origin as a person would look it up: ``manual.pdf, page 3``."""
        places = [f"{name} {self.meta[name]}" for name in _PLACES if name in self.meta]
        return ", ".join((self.origin, *places)) if self.origin else ""

    def gist(self, question: str) -> str:
        """What a reranker has to read to judge whether a question is about this source."""
        return self.searchable

    def quote(self, place: Place) -> str:
        """What stands at ``place``; a ``ManyhopError`` when there is no such place."""
        raise NotImplementedError

    def cite(self, place: Place) -> Citation:
        """A citation of ``place`` with its words."""
        return Citation(self.id, place, self.quote(place))

    def no_such(self, place: Place) -> ManyhopError:
        """The error for a place that this source does not have."""
        return ManyhopError(f"{self.kind} {self.id} has no place {place}")

    def to_json(self) -> bytes:
        """The source as one line of JSON, from which ``source_from_json`` makes it again."""
        return msgspec.json.encode(self)

    def with_changes(self, **changes: Any) -> Self:
        """A copy with other field values and the same id."""
        return msgspec.structs.replace(self, **changes)


# As much of a long source as tells whether a question is about it.

LETTERS = 300  # of a gist; a reranker's time grows with its length
_WORD = re.compile(r"\w{3,}")


def gist(question: str, opening: Sequence[str], lines: Sequence[str]) -> str:
    """The opening and those lines that share most words with the question, in their own order.

    By this the reranker finds the right one of four tables more often (80% of 95 of HybridQA)
    than by all that it can take (74%) or by the beginning (62%): ``python -m bench.gists``.
    Example: ``gist("Who won in 1998?", ["Cup", "Year | Winner"], rows)``
    """
    asked = set(_WORD.findall(question.lower()))
    shared = [len(asked.intersection(_WORD.findall(line.lower()))) for line in lines]
    room = LETTERS - sum(len(line) + 1 for line in opening)
    taken: list[int] = []
    for place in sorted(range(len(lines)), key=lambda place: -shared[place]):
        if taken and len(lines[place]) >= room:
            break
        taken.append(place)
        room -= len(lines[place]) + 1
    return "\n".join([*opening, *(lines[place] for place in sorted(taken))])[:LETTERS]
