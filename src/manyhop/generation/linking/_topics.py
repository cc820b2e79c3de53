"""Topics: each table with what is about the things in its cells, then the things of one sort."""

from collections.abc import Iterable, Iterator

from manyhop.generation._topic import Thing, Topic
from manyhop.generation.linking._links import LinkedCell, Links, link
from manyhop.generation.linking._naming import key_of, without_aside
from manyhop.generation.linking._pages import Page
from manyhop.generation.linking._sorts import sort_of
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
    yield from _by_sort([page for page in links.pages.all if page.key not in in_tables])


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


def _by_sort(pages: list[Page]) -> Iterator[Topic]:
    sorts: dict[str, list[Page]] = {}
    for page in pages:
        sort = sort_of(page.snippets[0].text) if page.snippets else ""
        if sort:
            sorts.setdefault(sort, []).append(page)
    for sort, same in sorted(sorts.items()):
        for number, start in enumerate(range(0, len(same), MOST_THINGS), start=1):
            some = same[start : start + MOST_THINGS]
            if len(some) > 1:
                things = tuple(_thing(page, []) for page in some)
                yield Topic(id=f"{sort}-{number}", title=sort, things=things)
