"""A short run of text."""

from typing import ClassVar

from manyhop.sources._source import Kind, Place, Source, Span


class Snippet(Source, frozen=True, kw_only=True, tag="snippet"):
    """A paragraph or a few, under the headings it stood under.

    Example: ``Snippet(title="Humber Bridge", text="It opened in 1981.")``
    """

    kind: ClassVar[Kind] = "snippet"

    text: str
    headings: tuple[str, ...] = ()

    @property
    def passage(self) -> str:
        """Headings, then the text."""
        return "\n".join((*self.headings, self.text))

    def quote(self, place: Place) -> str:
        """The characters of a span."""
        if isinstance(place, Span) and 0 <= place.start < place.end <= len(self.text):
            return self.text[place.start : place.end]
        raise self.no_such(place)
