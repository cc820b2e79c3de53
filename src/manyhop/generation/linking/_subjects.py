"""What a snippet or picture is about where its title does not say so."""

import re
from collections.abc import Iterator, Sequence

from manyhop.generation.linking._naming import is_proper, key_of, words_in
from manyhop.sources import Image, Snippet

_LEAD = re.compile(
    r"(?:an? |the )?(?:(?:aerial )?(?:view|photo|photograph|picture|image|portrait) of )?(?:the )?"
)
_MOST_WORDS = 8  # of a name at the beginning of a caption


def with_subjects(sources: Sequence[Snippet | Image]) -> Iterator[Snippet | Image]:
    """The sources, with the title of their subject where another source has it for a title.

    A snippet is about what its last heading names; a picture without a name of its own is about
    what its caption begins with.
    Example: a section "Forth Bridge" of the page "Bridges of Scotland", where a picture is titled
    "Forth Bridge", gets that title.
    """
    titles: dict[str, str] = {}
    for source in sources:
        if is_proper(source.title.strip()):
            titles.setdefault(key_of(source.title), source.title)
    for source in sources:
        subject = _heading(source) if isinstance(source, Snippet) else _captioned(source, titles)
        title = titles.get(key_of(subject)) if subject else None
        if title is None or key_of(title) == key_of(source.title):
            yield source
        else:
            yield source.with_changes(title=title)


def _heading(snippet: Snippet) -> str:
    heading = snippet.headings[-1] if snippet.headings else ""
    return heading if is_proper(heading) and len(heading.split()) > 1 else ""


def _captioned(image: Image, titles: dict[str, str]) -> str:
    """The longest title that the caption begins with."""
    if not image.caption or key_of(image.title) in titles:
        return ""
    caption = key_of(image.caption)
    words = words_in(_LEAD.sub("", caption, count=1))[:_MOST_WORDS]
    starts = (" ".join(words[:end]) for end in range(len(words), 1, -1))
    return next((start for start in starts if start in titles), "")
