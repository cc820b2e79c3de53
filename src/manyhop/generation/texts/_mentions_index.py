"""Which snippets of a collection name something: a person's page that names a film."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping

from manyhop.sources import Snippet

_CAPITALISED = re.compile(r"[A-ZÀ-Þ][\w'’-]*")
_GOES_ON = re.compile(r"[\w-]|['’]\w{2}|:?\s[A-ZÀ-Þ0-9]")
_WORD_BEFORE = re.compile(
    r"(?<!\w)(?!(?:In|At|From|The|Near|To|For|By|On|And|But)\s)[A-ZÀ-Þ][\w'’.-]*\s$"
)
_MOST = 12  # snippets of one name: one that stands in more tells little
_MOST_OF_ONE_WORD = 4


class Mentions:
    """The capitalised words of snippets, read when the first name is looked up.

    Example: ``Mentions(snippets).of(["Humber Bridge"])`` → ``{"Humber Bridge": [snippet, …]}``
    """

    def __init__(self, snippets: Iterable[Snippet]) -> None:
        self._unread = snippets
        self._snippets: list[Snippet] = []
        self._places: dict[str, list[int]] = {}
        self._titled: dict[str, list[Snippet]] = {}

    def of(self, names: Iterable[str]) -> dict[str, list[Snippet]]:
        """For each name the snippets of every page that has it word for word.

        Names that no page has are left out, and those that stand in more than twelve snippets,
        or four for a name of one word.
        """
        self._read()
        found = {}
        for name in dict.fromkeys(names):
            snippets = self._naming(name)
            if 0 < len(snippets) <= (_MOST if " " in name else _MOST_OF_ONE_WORD):
                pages = dict.fromkeys(snippet.title.casefold() for snippet in snippets)
                found[name] = [snippet for page in pages for snippet in self._titled[page]]
        return found

    def _naming(self, name: str) -> list[Snippet]:
        words = _CAPITALISED.findall(name)
        if not words:
            return []
        fewest = min((self._places.get(word, []) for word in words), key=len)
        near = [self._snippets[place] for place in fewest]
        return [snippet for snippet in near if first_at(name, snippet.text) >= 0]

    def _read(self) -> None:
        if self._places:
            return
        self._snippets = [snippet for snippet in self._unread if snippet.text]
        places: Mapping[str, list[int]] = defaultdict(list)
        for place, snippet in enumerate(self._snippets):
            for word in set(_CAPITALISED.findall(snippet.text)):
                places[word].append(place)
            self._titled.setdefault(snippet.title.casefold(), []).append(snippet)
        self._places = dict(places)


def first_at(name: str, text: str, start: int = 0) -> int:
    """Where a text has the name first, by itself and not within a longer name; -1 for nowhere.

    Example: ``first_at("Ann Bell", "Ann Bell Road is named after Ann Bell.")`` → 29
    """
    alone = " " not in name
    while (start := text.find(name, start)) >= 0:
        before = _WORD_BEFORE.search(text, max(0, start - 20), start) if alone else None
        within = text[start - 1 : start].isalnum() or before
        if not within and not _GOES_ON.match(text, start + len(name)):
            return start
        start += 1
    return -1
