"""What the things in a column are called, one of them and several."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from manyhop.english import plural, singular
from manyhop.sources import Table, is_person, plain_name

_VAGUE = re.compile(r"^(?:titles?|names?|works?|productions?)$")
_NO_THINGS = re.compile(r"\b(?:years?|dates?|seasons?|notes?|results?|rank|no|refs?|scores?)\b")
_LISTED = re.compile(r"\blist of (?:the )?(?:[a-z-]+ )?([a-z]+s)\b")
_SORTS = (
    ("film", re.compile(r"\bfilms?\b|\bmovies?\b"), "film)"),
    ("series", re.compile(r"\btelevision\b|\btv\b|\bseries\b"), "series)"),
    ("album", re.compile(r"\balbums?\b"), "album)"),
    ("song", re.compile(r"\bsingles?\b|\bsongs?\b"), "song)"),
    ("book", re.compile(r"\bbooks?\b|\bnovels?\b|\bbibliography\b"), "novel)"),
)


class Noun(NamedTuple):
    """The word for a thing and for several, and whether the things are people."""

    one: str
    more: str
    person: bool = False


def noun_for(table: Table, column: int, names: Sequence[str] = ()) -> Noun | None:
    """The noun for the things in a column; None where they are times or remarks, no things.

    ``names`` are the full titles of the things, which may end in what they are, in brackets.
    Example: the column "Title" under the caption "Filmography | Film" → ``Noun("film", "films")``
    """
    header = plain_name(table.columns[column].name.replace("(s)", ""))
    header = re.sub(r" (?:titles?|names?)$", "", header)
    if _NO_THINGS.search(header) or not re.search("[a-z]", header):
        return None
    one = singular(header).strip()
    if one and not _VAGUE.match(header):
        return Noun(one, plural(one), is_person(one.split()[-1]))
    said = " ".join((table.caption, *table.headings, table.title)).lower()
    for one, mentioned, ending in _SORTS:
        others = [end for _, _, end in _SORTS if end != ending]
        named = [name for name in names if name.lower().endswith(ending)]
        if any(name.lower().endswith(end) for name in names for end in others):
            continue
        if mentioned.search(said) or len(named) * 3 >= len(names) > 0:
            return Noun(one, plural(one))
    if listed := _LISTED.search(said):
        return Noun(singular(listed[1]), listed[1])
    return Noun("title", "titles") if header.startswith("title") else Noun("one", "ones")
