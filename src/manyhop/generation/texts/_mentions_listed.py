"""Which names of a column the text about something has: "Which films does it mention?"."""

import random
from collections.abc import Mapping, Sequence

from manyhop.generation._query import Named
from manyhop.generation._single import Single
from manyhop.generation.linking import key_of
from manyhop.generation.linking._naming import words_in
from manyhop.generation.texts._deriving import values_named
from manyhop.generation.texts._mentions_facts import title_said
from manyhop.generation.texts._mentions_index import first_at
from manyhop.generation.texts._mentions_names import Called, ColumnName, means
from manyhop.programs import Value
from manyhop.sources import Snippet, Span

_WORDS = (
    ("mentioned", "the article on"),
    ("named", "the text on"),
    ("mentioned", "the text about"),
    ("named", "the article about"),
)
_LETTERS = 4  # of a word of a name that may stand for the whole
_MOST_NAMES = 8


def listed_single(
    about: Sequence[Snippet],
    column: Sequence[ColumnName],
    what: Called,
    chance: random.Random,
) -> Single | None:
    """The question for the names of a column that the snippets about one thing have.

    There is none where part of another name stands there too, since it may mean that one.
    """
    title = about[0].title
    said = title if title.endswith(")") else title_said(about[0])
    names = tuple(dict.fromkeys(name.text for name in column))
    query = Named(tuple(snippet.id for snippet in about), names)
    snippets = {snippet.id: snippet for snippet in about}
    values = values_named(query, snippets)
    found = {value.text for value in values}
    text = " ".join((title, *(snippet.text for snippet in about)))
    if (
        not said
        or title.startswith("List of")
        or not 0 < len(values) <= _MOST_NAMES
        or len(values) == len(names)
    ):
        return None
    if not 0 < len(values) <= _MOST_NAMES:
        return None
    if any(_is_hinted(name, text) for name in names if name not in found):
        return None
    if any(_share_a_word(name, title) for name in found):
        return None
    by_text = {name.text: name for name in column}
    if not all(_is_meant(by_text[value.text], what, value, snippets) for value in values):
        return None
    verb, where = chance.choice(_WORDS)
    by = f"{verb} in {where} {said}"
    one, who = len(values) == 1, "who" if what.person else "that"
    which = f"Which of the {what.nouns} {what.where}".rstrip()
    return Single(
        leaf="TextQ",
        question=f"{which} {'is' if one else 'are'} {by}?",
        phrase=f"the {what.noun} {what.where} {who} is {by}" if one and what.where else "",
        noun=what.noun,
        nouns=what.nouns,
        relative=f"{who} is {by}",
        predicate=f"are {by}",
        person=what.person,
        pseudo=f"which [{what.noun}](s) {verb} in [{title}]",
        query=query,
        values=values,
        entities=tuple(by_text[value.text].key for value in values),
    )


def _is_meant(
    name: ColumnName, what: Called, value: Value, snippets: Mapping[str, Snippet]
) -> bool:
    citation = value.citations[0]
    place = citation.place
    return isinstance(place, Span) and means(name, what, snippets[citation.source_id], place.start)


def _is_hinted(name: str, text: str) -> bool:
    """Whether a telling word of a name stands in a text, as a surname does for a person."""
    if first_at(name, text) >= 0:
        return True
    last = name.split()[-1]
    return len(last) >= _LETTERS and first_at(last, text) >= 0


def _share_a_word(name: str, title: str) -> bool:
    words = {word for word in words_in(key_of(name)) if len(word) >= _LETTERS}
    return bool(words.intersection(words_in(key_of(title))))
