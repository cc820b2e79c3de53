"""Topics: each table with what is about the things in its cells, then the things of one sort."""

import re
from collections.abc import Container, Iterable, Iterator

from manyhop.generation._topic import Thing, Topic
from manyhop.generation.linking._links import LinkedCell, Links, link
from manyhop.generation.linking._naming import key_of, without_aside
from manyhop.generation.linking._pages import Page
from manyhop.sources import AnySource, Snippet, Table

MOST_THINGS = 25  # in a topic without a table


def topics(sources: Links | Iterable[AnySource]) -> Iterator[Topic]:
    """What questions can be composed over: the tables in their order, then things of one sort.

    A table whose cells name nothing that other sources are about is a topic without things. The
    things that no table names come in topics of at most 25, by what their first sentences say
    they are.
    Example: ``next(topics(Collection.open("bridges"))).column(0)[0].name`` → ``"Humber Bridge"``
    """
    links = sources if isinstance(sources, Links) else link(sources)
    in_tables: set[str] = set()
    for table in links.tables:
        topic = topic_of(table, links.cells(table))
        in_tables.update(thing.key for thing in topic.things)
        yield topic
    yield from _by_sort(links.pages.all, in_tables)


def topic_of(table: Table, cells: Iterable[LinkedCell]) -> Topic:
    """A table with its things, in the order in which it names them.

    Things that the table calls by one name are left out, since the name would not say which.
    """
    by_page: dict[str, list[LinkedCell]] = {}
    by_name: dict[str, set[str]] = {}
    for linked in cells:
        by_page.setdefault(linked.page.key, []).append(linked)
        by_name.setdefault(key_of(linked.name), set()).add(linked.page.key)
    things = tuple(
        _thing(linked[0].page, linked)
        for linked in by_page.values()
        if all(len(by_name[key_of(each.name)]) == 1 for each in linked)
    )
    return Topic(id=table.id, title=table.title, things=things, table=table)


def _thing(page: Page, linked: list[LinkedCell]) -> Thing:
    """The thing of a page; of snippets with the same text, as redirects have, the first."""
    first: dict[str, Snippet] = {}
    for snippet in page.snippets:
        first.setdefault(snippet.text, snippet)
    return Thing(
        key=page.key,
        name=linked[0].name if linked else without_aside(page.title),
        cells=tuple(each.cell for each in linked),
        snippets=tuple(first.values()),
        images=tuple(page.images),
    )


def _by_sort(pages: Iterable[Page], in_tables: Container[str]) -> Iterator[Topic]:
    sorts: dict[str, list[Page]] = {}
    elsewhere: set[str] = set()
    for page in pages:
        sort = sort_of(page.snippets[0].text) if page.snippets else ""
        if page.key in in_tables:
            elsewhere.add(sort)
        elif sort:
            sorts.setdefault(sort, []).append(page)
    for sort, same in sorted(sorts.items()):
        whole = sort not in elsewhere and len(same) <= MOST_THINGS
        for number, start in enumerate(range(0, len(same), MOST_THINGS), start=1):
            some = same[start : start + MOST_THINGS]
            if len(some) > 1:
                things = tuple(_thing(page, []) for page in some)
                yield Topic(id=f"{sort}-{number}", title=sort, things=things, whole=whole)


_IS_A = re.compile(r"\b(?:is|was|are|were)\s+(?:an?|the)\s+(?P<said>[^.;:]+)", re.IGNORECASE)
_ENDS = re.compile(
    r"[,(\[–—]|\b(?:about|and|as|at|before|below|born|between|built|by|during|for|from|held|in|known|"
    r"led|made|near|of|off|on|or|over|set|since|that|to|under|when|where|which|who|whose|with|within|"
    r"written|\w+ed(?= (?:as|at|between|by|for|from|in|near|of|on|to|under|with)\b))\b"
)
_NOUNS_IN_ING = re.compile(r"building|crossing|drawing|king|landing|painting|ring|spring|wing")
_WORD = re.compile(r"[^\W\d_][\w'’-]*")
_SENTENCE_LETTERS = 400
_NO_SORT = re.compile(
    r".{0,2}|ancient|best|day|first|former|large|largest|last|major|name|new|old|oldest|one|only|part|"
    r"public|result|same|set|small|.*-|.*[A-Z].*"
)


def sort_of(text: str) -> str:
    """The noun with which the first sentence says what its subject is; "" where it doesn't.

    Example: ``sort_of("The Humber Bridge is a suspension bridge near Hull.")`` → ``"bridge"``
    """
    said = _IS_A.search(text[:_SENTENCE_LETTERS])
    if said is None:
        return ""
    words = _WORD.findall(_ENDS.split(said["said"], maxsplit=1)[0])
    noun = words[-1] if words else ""
    if noun.endswith("ing") and not _NOUNS_IN_ING.fullmatch(noun):
        return ""
    return "" if _NO_SORT.fullmatch(noun) else noun
