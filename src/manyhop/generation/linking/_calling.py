"""Whether a cell calls the thing that it links to by a name of that thing.

Cells also link where they only allude: "Brazil" to the page of the football team, "1998" to that
year's awards. A question that named the team "Brazil" would ask for something else.
"""

import re

from manyhop.generation.linking._matching import is_slip
from manyhop.generation.linking._naming import is_time, key_of, tidy, without_aside, words_in
from manyhop.generation.linking._pages import Page, Pages
from manyhop.sources import Cell, Link

_MORE_WORDS = 2  # that a cell may say beyond the title
_LIST = re.compile(r"[,;/+]| and | & ")


def name_in(text: str) -> str:
    """What a cell names: its tidied text without what it adds in brackets.

    What stands there twice, as sort keys do in some tables, is said once.
    Example: ``name_in("Ada Wren ( GBR ) [ 1 ]")`` → ``"Ada Wren"``
    """
    name = without_aside(tidy(text))
    words = name.split()
    half = len(words) // 2
    first, second = " ".join(words[:half]), " ".join(words[half:])
    return first if half and key_of(first) == key_of(second) else name


def covers(link: Link, cell: Cell) -> bool:
    """Whether a link stands for the whole cell and not for one word in it."""
    if link.text in ("", cell.text):
        return True
    return key_of(tidy(link.text)) in (key_of(tidy(cell.text)), key_of(name_in(cell.text)))


def calls(name: str, page: Page, pages: Pages) -> bool:
    """Whether ``name`` is a name of the page's thing and of no other page.

    Example: "Findlay" for "Findlay, Ohio", "MAC" for a page that begins "The Mid-American
    Conference (MAC) is"
    """
    if page.only_tells_apart:
        return False
    key = key_of(name)
    keys = {key_of(title) for title in page.titles}
    if key in keys or key in {key_of(without_aside(title)) for title in page.titles}:
        return True
    words = words_in(key)
    if not words or _is_no_name(name) or pages.knows(key):
        return False
    is_list = bool(_LIST.search(name))
    return any(_alike(words, words_in(other), is_list) for other in keys) or _is_said(key, page)


def _is_no_name(name: str) -> bool:
    return name[0].isdigit() or name[0] in "-–−+$£€" or is_time(name)


def _alike(words: list[str], title: list[str], is_list: bool) -> bool:
    if set(words) <= set(title):
        return True
    if set(title) <= set(words):
        return not is_list and len(words) - len(title) <= _MORE_WORDS
    return len(words) == len(title) and all(
        one == other or is_slip(one, other) for one, other in zip(words, title, strict=True)
    )


def _is_said(key: str, page: Page) -> bool:
    return len(key) > 1 and f" {key} " in f" {key_of(page.opening).translate(_BRACKETS)} "


_BRACKETS = str.maketrans("()", "  ")
