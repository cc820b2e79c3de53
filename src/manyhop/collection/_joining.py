"""One source from what several files say under the same id."""

import re
from collections.abc import Iterable

from manyhop.sources import AnySource, Image

_WHITE = re.compile(rb"(?:\\[nrt]|\s)+")


def joined(parts: Iterable[AnySource]) -> AnySource:
    """All that is said of a picture, say in a page and beside its file; of others, the first.

    Example: ``joined([Image(id="7", caption="a"), Image(id="7", caption="b")]).caption``
    """
    first, *others = parts
    for part in others:
        if isinstance(first, Image) and isinstance(part, Image):
            first = _merged(first, part)
    return first


def say_the_same(first: AnySource, second: AnySource) -> bool:
    """Whether two sources differ in nothing but where they come from and white space."""
    return _content(first) == _content(second)


def _content(source: AnySource) -> bytes:
    return _WHITE.sub(b"", source.with_changes(origin="", meta={}).to_json())


def _merged(first: Image, second: Image) -> Image:
    shown = first if first.path or first.data else second
    new = second.caption if second.caption not in first.caption else ""
    return first.with_changes(
        caption="\n".join(filter(None, (first.caption, new))),
        title=first.title or second.title,
        path=shown.path,
        data=shown.data,
        content=shown.content,
        text=first.text or second.text,
        meta=second.meta | first.meta,
    )
