"""No outer hop's source says by itself what the inner hop was to find."""

import pytest
from tests.generation import skerry

from manyhop.generation import BuildSettings, BuiltQuestion, build_questions
from manyhop.generation._query import Cells, Said
from manyhop.generation.composing._shortcuts import plain_words
from manyhop.generation.tables import Where
from manyhop.sources import AnySource, Snippet, Table


@pytest.fixture(scope="module")
def sources() -> dict[str, AnySource]:
    return {source.id: source for source in skerry.sources()}


def described(built: BuiltQuestion, sources: dict[str, AnySource]) -> tuple[list[str], str]:
    """The cells by which a table finds the thing, and the text that is then asked."""
    clues, read = list[str](), ""
    for query in built.queries.values():
        if isinstance(query, Cells) and isinstance(query.program.selection, Where):
            table = sources[query.table]
            assert isinstance(table, Table)
            for each in query.program.selection.conditions:
                clues.append(plain_words(table.rows[each.row][each.column].text))
        elif isinstance(query, Said):
            snippet = sources[query.snippet]
            assert isinstance(snippet, Snippet)
            read = plain_words(snippet.searchable)
    return [clue for clue in clues if len(clue) > 2], read


def test_a_page_that_names_what_describes_it_needs_no_table(sources: dict[str, AnySource]) -> None:
    built = build_questions(
        sources.values(), BuildSettings(count=300, seed=3, shares={"Compose(TextQ,TableQ)": 1.0})
    )
    asked = [described(question, sources) for question in built.questions]
    asked = [(clues, read) for clues, read in asked if clues and read]
    assert asked
    assert built.dropped["redundant evidence"]
    for clues, read in asked:
        assert not all(f" {clue} " in f" {read} " for clue in clues)
