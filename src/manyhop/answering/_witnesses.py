"""A second source for an answer: what a row and the pages it links to, or two texts, both say."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from manyhop.answering._evidence import coverage
from manyhop.answering._finder import Finder
from manyhop.answering._fitting import is_polar
from manyhop.programs import Value, normal_form
from manyhop.readers import same_page
from manyhop.sources import AnySource, CellAt, Citation, Snippet, Span, Table

MOST = 2  # further sources that are cited
_CITED = 12  # places of a value that are looked at; a list may cite thousands
_TABLES = 3  # in which the rows of a text's page are looked for
_SHORTEST = 3  # letters or figures of a value; what is shorter stands anywhere
_TEXTS = 3  # found for the question, in which the value is looked for
_SPOKEN_OF = 0.3  # of the question's telling words, at least, that a linked page must have
_ANSWERED = 0.6  # of them that a text must have which no link binds to the answer

Witness = tuple[AnySource, Citation]


def witnesses(question: str, values: Sequence[Value], finder: Finder) -> list[Witness]:
    """Other sources that hold the values, and speak of what was asked; a few at most.

    A cell's witness is the text of a page that its row links to and that is not about the value
    itself; a text's is the cell of a row that links to its page. Then come texts that no link
    binds to the answer, which must speak of most that the question names.
    Example: ``witnesses("When did it open?", [cell_value], finder)[0][1].quote`` → ``"1981"``
    """
    cited = {citation.source_id for value in values for citation in value.citations}
    found: dict[str, Witness] = {}
    telling = [value for value in values if _telling(value, question)]
    places = ((value, citation) for value in telling for citation in value.citations)
    for value, citation in islice(places, _CITED):
        for source, witness in islice(_beside(question, value, citation, finder), MOST):
            if source.id not in cited:
                found.setdefault(source.id, (source, witness))
    return list(found.values())[:MOST]


def _telling(value: Value, question: str) -> bool:
    """Whether a value that stands somewhere tells anything.

    Yes, no and small numbers stand anywhere, and what the question names stands in every text that
    the question leads to.
    """
    if normal_form(value.text) in normal_form(question):
        return False
    return len(re.sub(r"\W", "", value.text)) >= _SHORTEST and not is_polar(value.text)


def _beside(question: str, value: Value, citation: Citation, finder: Finder) -> Iterator[Witness]:
    source, place = finder.get(citation.source_id), citation.place
    if normal_form(value.text) in normal_form(citation.quote):
        if isinstance(source, Table) and isinstance(place, CellAt):
            yield from _in_linked_texts(question, value, source, place, finder)
        elif isinstance(source, Snippet) and source.title and "table" in finder.kinds:
            yield from _in_linking_rows(question, value, source, finder)
    if isinstance(source, Table | Snippet) and "snippet" in finder.kinds:
        hits = finder.find(question, "snippet", _TEXTS, quick=True)
        yield from _holding(question, value, [hit.source for hit in hits], _ANSWERED)


def _in_linked_texts(
    question: str, value: Value, table: Table, place: CellAt, finder: Finder
) -> Iterator[Witness]:
    titles = [link.title for cell in table.rows[place.row] for link in cell.links]
    for title in dict.fromkeys(titles):
        if title.strip():
            yield from _holding(question, value, finder.titled(title, "snippet"), _SPOKEN_OF)


def _holding(
    question: str, value: Value, sources: Sequence[AnySource], least: float
) -> Iterator[Witness]:
    """Texts that hold a value and so much of the question, and are not about the value itself."""
    wanted = re.compile(rf"(?<!\w){re.escape(value.text.strip())}(?!\w)", re.IGNORECASE)
    for source in sources:
        if not isinstance(source, Snippet) or wanted.search(source.title.replace("_", " ")):
            continue
        met = wanted.search(source.text)
        if met and coverage(question, [source.searchable]) >= least:
            yield source, source.cite(Span(met.start(), met.end()))


def _in_linking_rows(
    question: str, value: Value, snippet: Snippet, finder: Finder
) -> Iterator[Witness]:
    for hit in finder.find(question, "table", _TABLES, quick=True):
        table = hit.source
        if not isinstance(table, Table):
            continue
        for number, row in enumerate(table.rows):
            links = (link.title for cell in row for link in cell.links)
            if not any(same_page(title, snippet.title) for title in links):
                continue
            for column, cell in enumerate(row):
                if normal_form(cell.text) == normal_form(value.text):
                    yield table, table.cite(CellAt(number, column))
