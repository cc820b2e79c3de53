"""Questions from snippets that only mention what stands in a topic's table."""

import random
import re
from collections.abc import Iterable, Mapping, Sequence

from manyhop.generation._query import Written, sources_of
from manyhop.generation._single import Single
from manyhop.generation._topic import Topic
from manyhop.generation.linking import key_of
from manyhop.generation.texts._deriving import derive_written
from manyhop.generation.texts._facts import plain
from manyhop.generation.texts._mentions_facts import fact_singles
from manyhop.generation.texts._mentions_listed import listed_single
from manyhop.generation.texts._mentions_names import Called, ColumnName, called, means, names_of
from manyhop.generation.texts._sentences import sentences
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


_MOST_SENTENCES = 30
_FEWEST, _MOST_TOLD = 4, 16  # words after the name
_VERB = re.compile(
    r"\s(?:(?:also|later|then|subsequently)\s)?(?P<told>(?:was\s|were\s)?"
    r"(?!(?:need|seed|speed|unnamed|red)\b)"
    r"(?:[a-z]+ed|won|wrote|sang|became|began|held|led|made|took|beat|built|sold|drew|gave|went"
    r")\s.+)"
)
_CLAUSE = re.compile(
    r"\s?[,;:(–—]|\s-\s|\s(?:and|but|which|who|where|when|while|as|because|before|after|although"
    r"|though|since|until|that|whom|whose)\s"
)
_NOT_BY_ITSELF = re.compile(
    r"\b(?:it|he|she|they|this|that|these|those|him|her|his|its|their|them|there|then|latter|former"
    r"|same|such|other|another|both|one|here|first|also|later|again|next|last)\b|[\"“”\[\]]",
    re.IGNORECASE,
)
_HANGS = re.compile(r"\b(?:\w+ed|by|in|on|at|of|for|with|from|to|the|a|an)$")
_DEFINITE = re.compile(r"\bthe\s(?!(?:[\w'-]+\s){0,3}?of\s)(?![\w'’-]*\s?[A-Z0-9])")


def told_singles(
    names: Iterable[ColumnName],
    what: Called,
    snippets: Sequence[Snippet],
) -> list[Single]:
    """Questions for a name by what short sentences say of it, where they say enough by themselves.

    Example: "Mira Holt won the regatta of 1931." → "Who won the regatta of 1931?"
    """
    by_text = {name.text: name for name in names}
    found: list[Single] = []
    for snippet in snippets:
        for start, end in sentences(snippet.text, _MOST_SENTENCES):
            for text, name in by_text.items():
                if snippet.text.startswith(text, start):
                    single = _told_single(name, what, snippet, start, end)
                    found += [single] if single else []
    return found


def _told_single(
    name: ColumnName, what: Called, snippet: Snippet, start: int, end: int
) -> Single | None:
    after = start + len(name.text)
    verb = _VERB.match(snippet.text, after, end)
    if verb is None or not means(name, what, snippet, start):
        return None
    told = _CLAUSE.split(verb["told"], maxsplit=1)[0].strip(" .")
    told = plain(told)
    if not _FEWEST <= len(told.split()) <= _MOST_TOLD or not _says_enough(told, name.text):
        return None
    query = Written(snippet.id, start, after)
    by_whom = "Who" if what.noun == "person" else f"Which {what.noun}"
    who = "who" if what.person else "that"
    return Single(
        leaf="TextQ",
        question=f"{by_whom} {told}?",
        phrase=f"the {what.noun} {who} {told}",
        noun=what.noun,
        nouns=what.nouns,
        relative=f"{who} {told}",
        person=what.person,
        pseudo=f"which [{what.noun}](s) {told}",
        query=query,
        values=derive_written(query, {snippet.id: snippet}),
        entities=(name.key,),
    )


def _says_enough(told: str, name: str) -> bool:
    """Whether a predicate stands by itself: no pronoun, a name or number, not its own."""
    rest = told.split(" ", 1)[1]
    return (
        not _NOT_BY_ITSELF.search(told)
        and not _DEFINITE.search(told)
        and not _HANGS.search(told)
        and re.search(r"[A-Z0-9]", rest) is not None
        and not set(name.split()).intersection(told.split())
    )
