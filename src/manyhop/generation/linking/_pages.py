"""What is about one thing: the snippets and pictures under one title or address."""

import re
from collections.abc import Iterable, Iterator

import msgspec

from manyhop.generation.linking._naming import address_of, key_of, without_aside, words_in
from manyhop.sources import Image, Snippet

_MEANINGS = re.compile(r"\b(?:may|can|could|might)(?: also)? refer to\b")
_SAME_TEXT = 80  # characters from which on equal texts are taken for one page under two addresses
_LONGEST = 12  # words of a title that are looked at for shorter names in it


class Page(msgspec.Struct, eq=False):
    """All that has one title or address; ``key`` is the key of the thing that it is about.

    ``titles`` has more than one where the page stands under several addresses, as redirects do.
    """

    titles: list[str]
    addresses: list[str]
    snippets: list[Snippet]
    images: list[Image]
    key: str = ""

    @property
    def title(self) -> str:
        """The title that its text begins with, or else the first."""
        return self.titles[0]

    @property
    def opening(self) -> str:
        """How its first snippet begins."""
        return self.snippets[0].text[:300] if self.snippets else ""

    @property
    def only_tells_apart(self) -> bool:
        """Whether it is about no thing but lists what a name can mean."""
        return bool(_MEANINGS.search(self.opening))


class Pages:
    """The pages of a collection, to be found by address and by name.

    Two spellings of a title are one page unless they have addresses of their own and say different
    things; two addresses with the same text are one page too.
    Example: ``Pages(sources).named("humber bridge")`` → the page, or ``None`` where it is not clear
    """

    def __init__(self, sources: Iterable[Snippet | Image]) -> None:
        found = list(_by_place(sources))
        self.all = _settled(found)
        self._by_address = {address: page for page in self.all for address in page.addresses}
        self._named: dict[str, Page | None] = {}
        self._short: dict[str, Page | None] = {}
        for page in self.all:
            for title in page.titles:
                _note(self._named, key_of(title), page)
                _note(self._short, key_of(without_aside(title)), page)
        self._within = set(self._names_within())

    def at(self, url: str) -> Page | None:
        """The page at an address."""
        return self._by_address.get(address_of(url)) if url else None

    def named(self, key: str) -> Page | None:
        """The one page of this name, with or without what its title adds in brackets."""
        return self._named[key] if key in self._named else self._short.get(key)

    def knows(self, key: str) -> bool:
        """Whether any page has this name, be it clear which or not."""
        return key in self._named or key in self._short

    def is_within_others(self, key: str) -> bool:
        """Whether the name is part of the title of another page, and so may be short for it."""
        return key in self._within

    def names(self) -> Iterator[str]:
        """The keys of all names, with and without brackets, each once."""
        yield from self._named
        yield from (key for key in self._short if key not in self._named)

    def _names_within(self) -> Iterator[str]:
        for page in self.all:
            for title in page.titles:
                words = words_in(key_of(title))[:_LONGEST]
                for start in range(len(words)):
                    for end in range(start + 1, len(words) + 1):
                        part = " ".join(words[start:end])
                        if self.knows(part) and self.named(part) is not page:
                            yield part


def _by_place(sources: Iterable[Snippet | Image]) -> Iterator[Page]:
    """A page for each address, or for each title where there is no address."""
    places: dict[tuple[str, str], Page] = {}
    for source in sources:
        title, address = source.title.strip(), address_of(source.origin)
        if not title:
            continue
        place = (address, "" if address else title)
        page = places.get(place)
        if page is None:
            page = places[place] = Page([title], [address] if address else [], [], [])
        if isinstance(source, Snippet):
            page.snippets.append(source)
        else:
            page.images.append(source)
    yield from places.values()


def _settled(found: list[Page]) -> list[Page]:
    """The pages with those joined that are one, each with a key of its own."""
    texts: dict[str, Page] = {}
    titles: dict[str, list[Page]] = {}
    for page in found:
        twin = _same_text(page, texts) or _same_title(page, titles.get(key_of(page.title), []))
        if twin is None:
            titles.setdefault(key_of(page.title), []).append(page)
        else:
            _join(twin, page)
    settled = [page for same in titles.values() for page in same]
    taken: set[str] = set()
    for page in settled:
        page.titles.sort(key=lambda title: not _begins(page.opening, title))
        keys = (key_of(page.title), page.title, f"{page.title} ({' '.join(page.addresses)})")
        page.key = next(key for key in keys if key not in taken)
        taken.add(page.key)
    return settled


def _same_text(page: Page, texts: dict[str, Page]) -> Page | None:
    text = "\n".join(snippet.text for snippet in page.snippets)
    if len(text) < _SAME_TEXT:
        return None
    twin = texts.setdefault(text, page)
    return None if twin is page else twin


def _same_title(page: Page, others: list[Page]) -> Page | None:
    for other in others:
        if not (page.addresses and other.addresses):
            return other
        if page.title == other.title and _hosts(page).isdisjoint(_hosts(other)):
            return other
    return None


def _join(page: Page, other: Page) -> None:
    page.snippets += other.snippets
    page.images += other.images
    page.addresses += other.addresses
    page.titles += [title for title in other.titles if title not in page.titles]


def _begins(text: str, title: str) -> bool:
    return key_of(text[: len(title) + 20]).startswith(key_of(without_aside(title)))


def _hosts(page: Page) -> set[str]:
    return {address.partition("/")[0] for address in page.addresses}


def _note(names: dict[str, Page | None], key: str, page: Page) -> None:
    names[key] = page if names.get(key, page) is page else None
