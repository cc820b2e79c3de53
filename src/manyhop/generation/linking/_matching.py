"""From a name to the one page that it can mean: rather no page than a wrong one."""

from collections import defaultdict

from manyhop.generation.linking._naming import is_proper, key_of, without_aside, words_in
from manyhop.generation.linking._pages import Page, Pages

_LETTERS = 5  # that a name of one word must have
_FUZZY_LETTERS = 8  # that a name must have to be matched with a slip in it
_WORD_LETTERS = 5  # that a word must have for a slip in it to be one


class Matching:
    """Finds pages for names that carry no link."""

    def __init__(self, pages: Pages) -> None:
        self._pages = pages
        self._by_word: dict[tuple[int, int, str], list[str]] = defaultdict(list)
        for key in pages.names():
            words = words_in(key)
            if len(words) > 1 and len(key) >= _FUZZY_LETTERS:
                for place, word in enumerate(words):
                    self._by_word[len(words), place, word].append(key)

    def exact(self, name: str) -> Page | None:
        """The page with just this title, if the name can mean no other.

        Example: "Humber Bridge"; not "Hull" where there is also a page "Hull City", and not "1981"
        """
        key = key_of(name)
        page = self._pages.named(key)
        if page is None or not is_proper(name) or self._pages.is_within_others(key):
            return None
        return page if len(words_in(key)) > 1 or len(key) >= _LETTERS else None

    def fuzzy(self, name: str) -> Page | None:
        """The one page whose title differs from the name by a slip in one word.

        Example: "Isambard Kingdon Brunel" → the page "Isambard Kingdom Brunel"
        """
        key = key_of(name)
        words = words_in(key)
        if len(words) < 2 or len(key) < _FUZZY_LETTERS or not is_proper(name):
            return None
        if self._pages.knows(key) or self._pages.knows(key_of(without_aside(name))):
            return None
        near = {
            other
            for place, word in enumerate(words)
            for other in self._by_word.get((len(words), place, word), ())
            if _differ_by_a_slip(words, words_in(other))
        }
        found = [self._pages.named(other) for other in sorted(near)]
        if not found or any(page is not found[0] for page in found):
            return None
        return found[0]


def _differ_by_a_slip(words: list[str], others: list[str]) -> bool:
    different = [(one, other) for one, other in zip(words, others, strict=True) if one != other]
    if len(different) != 1:
        return False
    one, other = different[0]
    return min(len(one), len(other)) >= _WORD_LETTERS and is_slip(one, other)


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
