"""From a name to the one page that it can mean: rather no page than a wrong one."""

import re
from collections import defaultdict

from manyhop.generation.linking._naming import (
    is_proper,
    is_time,
    key_of,
    tidy,
    without_aside,
    words_in,
)
from manyhop.generation.linking._pages import Page, Pages
from manyhop.sources import Cell, Link

_LETTERS = 5  # that a name of one word must have
_SLIP_LETTERS = 5  # that a word must have for a slip in it to be one
_LONG_WORD = 7  # letters of the word with the slip, in a name of two words
_RARE = 10  # names at most that share the other word of a name of two words


class Matching:
    """Finds pages for names that carry no link."""

    def __init__(self, pages: Pages) -> None:
        self._pages = pages
        self._by_word: dict[tuple[int, int, str], list[str]] = defaultdict(list)
        for key in pages.names():
            words = words_in(key)
            if len(words) > 1:
                for place, word in enumerate(words):
                    self._by_word[len(words), place, word].append(key)

    def exact(self, name: str) -> tuple[Page, bool] | None:
        """The page with just this title, if no other title has the name in it; and if it is sure.

        A name of one word is not, nor one that the title tells apart from others in brackets.
        Example: "Humber Bridge" is sure, "Hull" is not, and with a page "Hull City" it is none
        """
        key = key_of(name)
        page = self._pages.named(key)
        if page is None or self._pages.is_within_others(key) or not _can_be_told(name, key):
            return None
        if page.only_tells_apart:
            return None
        is_whole = any(key_of(title) == key for title in page.titles)
        return page, is_whole and len(words_in(key)) > 1

    def fuzzy(self, name: str) -> Page | None:
        """The one page whose title differs from the name by a slip in one long word.

        A plural is no slip. Of a name of two words, the other one must be rare.
        Example: "Isambard Kingdon Brunel" → the page "Isambard Kingdom Brunel"
        """
        key = key_of(name)
        words = words_in(key)
        if len(words) < 2 or not is_proper(name) or self._pages.knows(key):
            return None
        near = {
            other
            for place, word in enumerate(words)
            if len(same := self._by_word.get((len(words), place, word), ())) <= _RARE
            or len(words) > 2
            for other in same
            if _differ_by_a_slip(words, words_in(other))
        }
        found = [self._pages.named(other) for other in sorted(near)]
        return found[0] if found and all(page is found[0] for page in found) else None


def _can_be_told(name: str, key: str) -> bool:
    """Whether a name is more than a number, a date or a common word."""
    words = words_in(key)
    if len(words) == 1:
        return len(key) >= _LETTERS and is_proper(name)
    return any(len(word) > 2 and word.isalpha() for word in words) and not is_time(name)


def _differ_by_a_slip(words: list[str], others: list[str]) -> bool:
    different = [(one, other) for one, other in zip(words, others, strict=True) if one != other]
    if len(different) != 1:
        return False
    one, other = different[0]
    letters = min(len(one), len(other))
    return (
        letters >= (_SLIP_LETTERS if len(words) > 2 else _LONG_WORD)
        and one[0] == other[0]
        and one.removesuffix("s") != other.removesuffix("s")
        and is_slip(one, other)
    )


def is_slip(one: str, other: str) -> bool:
    """Whether two words differ by one letter: another one, one more, or two that changed places.

    Example: ``is_slip("humber", "hunber")``
    """
    if len(one) > len(other):
        one, other = other, one
    if len(other) - len(one) > 1 or one == other:
        return False
    start = next((n for n, letter in enumerate(one) if letter != other[n]), len(one))
    rest, longer = one[start:], other[start:]
    if len(one) < len(other):
        return rest == longer[1:]
    swapped = longer[1:2] + longer[:1] + longer[2:]
    return rest[1:] == longer[1:] or rest == swapped


# Whether a cell calls the thing that it links to by a name of that thing.
#
# Cells also link where they only allude: "Brazil" to the page of the football team, "1998" to that
# year's awards. A question that named the team "Brazil" would ask for something else.

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
