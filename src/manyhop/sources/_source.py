"""What the four kinds of source share: an id, a title, an origin, and places to cite."""

from hashlib import blake2b
from typing import Any, ClassVar, Literal, Self

import msgspec

from manyhop.errors import ManyhopError
from manyhop.sources._place import Citation, Place

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
