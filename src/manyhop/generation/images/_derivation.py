"""Running a query about pictures again: the same pictures must give the same answer."""

from collections.abc import Mapping

from manyhop.errors import ManyhopError
from manyhop.generation._query import Shown, ShownIn
from manyhop.generation.images._evidence import decided, shown
from manyhop.programs import Value
from manyhop.sources import AnySource, Image, Region


def derive_shown(query: Shown, sources: Mapping[str, AnySource]) -> tuple[Value, ...]:
    """What a picture shows; nothing where that is not on record or cannot be told.

    Example: ``derive_shown(Shown("9c1d…", "colour of the towers"), sources)`` → red
    """
    image = _image(query.image, sources)
    return tuple(
        Value(text, citations=(image.cite(Region()),)) for text in shown(image, query.property)
    )


def derive_shown_in(query: ShownIn, sources: Mapping[str, AnySource]) -> tuple[Value, ...]:
    """The names of the things whose pictures show it.

    Nothing where a single picture leaves it open, for then the list might not be whole.
    """
    found = []
    for id, name in query.among:
        image = _image(id, sources)
        so = decided(image, query.property, query.value)
        if so is None:
            return ()
        if so:
            found.append(Value(name, citations=(image.cite(Region()),)))
    return tuple(found)


def _image(id: str, sources: Mapping[str, AnySource]) -> Image:
    source = sources.get(id)
    if isinstance(source, Image):
        return source
    kind = "is not there" if source is None else f"is a {source.kind}"
    raise ManyhopError(f"image {id} {kind}; give the sources that the questions were built from")
