"""Questions from snippets that only mention what stands in a topic's table."""

import random
from collections.abc import Iterable, Mapping, Sequence

from manyhop.generation._query import sources_of
from manyhop.generation._single import Single
from manyhop.generation._topic import Topic
from manyhop.generation.linking import key_of
from manyhop.generation.texts._mentions_deeds import deed_singles
from manyhop.generation.texts._mentions_facts import fact_singles
from manyhop.generation.texts._mentions_listed import listed_single
from manyhop.generation.texts._mentions_names import Called, ColumnName, called, names_of
from manyhop.generation.texts._mentions_told import told_singles
from manyhop.sources import Snippet

_MOST_LISTED = 12  # questions for what a text mentions, of one topic


def mention_singles(
    topic: Topic, mentioned: Mapping[str, Sequence[Snippet]], chance: random.Random
) -> list[Single]:
    """Questions that lead from other things' snippets to the names in a topic's table.

    ``mentioned`` are the snippets of the pages that have each name, as ``Mentions`` finds them.
    Example: ``mention_singles(cast, mentions.of(names_of(cast)), chance)[0].question`` →
    ``"Who directed The Last Ferry?"``
    """
    found: list[Single] = []
    named: list[tuple[ColumnName, Called]] = []
    listed: list[Single] = []
    snippets: dict[str, Snippet] = {}
    for column, names in _by_column(names_of(topic)).items():
        what = called(topic, column)
        there = [name for name in names if mentioned.get(name.text)]
        if what is None or not there:
            continue
        named += [(name, what) for name in there]
        own = {snippet.id: snippet for name in there for snippet in mentioned[name.text]}
        snippets |= own
        found += told_singles(there, what, list(own.values()))
        for name in there:
            found += deed_singles(name, what, mentioned[name.text])
        for about in _by_title(own.values()):
            single = listed_single(about, names, what, chance)
            listed += [single] if single else []
    found += fact_singles(topic, named, snippets.values(), chance)
    told = {(sources_of(single.query), single.answers) for single in found}
    listed = [single for single in listed if (sources_of(single.query), single.answers) not in told]
    return found + chance.sample(listed, min(len(listed), _MOST_LISTED))


def _by_column(names: Mapping[str, ColumnName]) -> dict[int, list[ColumnName]]:
    columns: dict[int, list[ColumnName]] = {}
    for name in names.values():
        columns.setdefault(name.column, []).append(name)
    return columns


def _by_title(snippets: Iterable[Snippet]) -> list[list[Snippet]]:
    pages: dict[str, list[Snippet]] = {}
    for snippet in snippets:
        if snippet.title:
            pages.setdefault(key_of(snippet.title), []).append(snippet)
    return list(pages.values())
