"""What speaks for a value and against it: the kind that is asked for, other sources, coverage."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from manyhop.answering._finders import Finder
from manyhop.collection import question_terms, word_analyzer
from manyhop.programs import Value, normal_form
from manyhop.readers import same_page
from manyhop.sources import AnySource, CellAt, Citation, Snippet, Span, Table

_stems = word_analyzer()
_DATE = re.compile(
    r"\bwhen\b|\b(?:what|which)\s+(?:\w+\s+)?(?:year|date|day|month|decade|century)\b", re.I
)
_NUMBER = re.compile(
    r"\bhow (?:many|much|old|long|tall|high|deep|wide|far|large|big|heavy)\b", re.I
)
_PERSON = re.compile(r"\bwho(?:se|m)?\b", re.I)
_YES_NO = re.compile(
    r"(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should)\b", re.I
)
_OTHER = re.compile(r"\b(?:what|which|where|why|how)\b", re.I)
_MONTH = re.compile(r"\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)", re.I)
_NUMBER_WORD = re.compile(
    r"\b(?:no|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|hundred|thousand|"
    r"million|billion|dozen|once|twice|half|several|few)\b",
    re.I,
)
_NOUN = re.compile(r"\b(?:which|what) ([a-z]+)\b", re.IGNORECASE)
_TOLD = 0.3  # of the best value's score, from which on another one is worth telling
_SEVERAL = re.compile(
    r"\b(?:which|what)\s+(?:\w+\s+){0,2}?(?!is\b|was\b|does\b|has\b)\w+[^s\W]s\b"
    r"|\b(?:who|what|which|where)\s+(?:are|were|all)\b"
    r"|\b(?:list|name|give)\s+(?:all|the|every)\b|\bwhich of\b|\ball the\b",
    re.IGNORECASE,
)
_WITNESSES = 2  # further sources that are cited
_CITED = 12  # places of a value that are looked at; a list may cite thousands
_TABLES = 3  # in which the rows of a text's page are looked for
_SHORTEST = 3  # letters or figures of a value; what is shorter stands anywhere
_TEXTS = 3  # found for the question, in which the value is looked for
_SPOKEN_OF = 0.3  # of the question's telling words, at least, that a linked page must have
_ANSWERED = 0.6  # of them that a text must have which no link binds to the answer

Witness = tuple[AnySource, Citation]


def coverage(question: str, texts: Iterable[str]) -> float:
    """The share of the question's telling words that the texts have, in any form.

    Example: ``coverage("When did the bridge open?", ["Bridges opened here."])`` → ``1.0``
    """
    asked = set(question_terms(question))
    found = {stem for text in texts for stem in _stems.analyze(text)}
    return len(asked & found) / len(asked) if asked else 0.0


# Whether a value is of the kind that its question asks for.


def fits(question: str, value: str) -> bool:
    """Whether a value may answer: a date for "when", a number for "how many", no date for "who".

    Where the question does not tell, everything fits.
    Example: ``fits("When did it open?", "Hull")`` → ``False``
    """
    if _asked_noun(question) == normal_form(value):
        return False
    polar = is_polar(value)
    if asks_yes_or_no(question.strip()) and " or " not in question:
        return polar
    match _first_asked(question):
        case "date":
            return bool(re.search(r"\d", value) or _MONTH.search(value))
        case "number":
            return bool(re.search(r"\d", value) or _NUMBER_WORD.search(value))
        case "person":
            return not re.fullmatch(r"[\d\W]*", value) and not polar
    return not polar


def _asked_noun(question: str) -> str:
    """What a "which" or "what" asks for: to say "sea" does not tell which sea."""
    found = _NOUN.search(question)
    return normal_form(found[1]) if found else ""


def asks_yes_or_no(question: str) -> bool:
    """Whether a question begins as those do that are answered by yes or no.

    Example: ``asks_yes_or_no("Is it long?")`` → ``True``
    """
    return _YES_NO.match(question) is not None


def is_polar(value: str) -> bool:
    """Whether a value is yes or no."""
    return normal_form(value) in {"yes", "no"}


def _first_asked(question: str) -> str:
    """The kind that the first question word asks for."""
    kinds = {"date": _DATE, "number": _NUMBER, "person": _PERSON, "": _OTHER}
    found = {
        kind: match.start() for kind, asks in kinds.items() if (match := asks.search(question))
    }
    return min(found, key=lambda kind: (found[kind], not kind), default="")


# Where sources contradict one another: one value is the answer, the others are told.


def settled(
    question: str, answers: Sequence[Value], candidates: Sequence[Value]
) -> tuple[tuple[Value, ...], tuple[Value, ...]]:
    """The values to answer with, and those of other texts that contradict them.

    Cells of a table stand side by side and do not contradict each other; nor do texts that are
    asked for several things, or that speak of different ones.
    Example: for "When did it open?", 1981 of one text and 1980 of another give ``(1981,), (1980,)``
    """
    if not answers or not all(map(_from_text, answers)) or asks_for_several(question):
        return tuple(answers), ()
    best = answers[0]
    same_thing = [value for value in answers if value.about == best.about]
    others = [
        value
        for value in candidates
        if value.about == best.about
        and value.score >= _TOLD * best.score
        and _from_text(value)
        and value.citations[0].source_id != best.citations[0].source_id
        and not _alike(value.text, best.text)
    ]
    kept = [value for value in answers if value is best or value not in same_thing]
    return tuple(kept), tuple(others)


def asks_for_several(question: str) -> bool:
    """Whether a question is put in the plural.

    Example: ``asks_for_several("Which bridges opened in 1937?")`` → ``True``
    """
    return _SEVERAL.search(question) is not None


def _from_text(value: Value) -> bool:
    return bool(value.citations) and isinstance(value.citations[0].place, Span)


def _alike(one: str, other: str) -> bool:
    """Whether one says no more than the other: "1981" and "24 June 1981" do not disagree."""
    ours, theirs = (set(re.findall(r"\w+", text.casefold())) for text in (one, other))
    return normal_form(one) == normal_form(other) or ours <= theirs or theirs <= ours


# A second source for an answer: what a row and the pages it links to, or two texts, both say.


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
        for source, witness in islice(_beside(question, value, citation, finder), _WITNESSES):
            if source.id not in cited:
                found.setdefault(source.id, (source, witness))
    return list(found.values())[:_WITNESSES]


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
