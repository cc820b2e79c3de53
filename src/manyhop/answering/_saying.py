"""Saying an answer, which holds the values and no other fact, and why it holds."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from manyhop.english import sentence
from manyhop.errors import ManyhopError
from manyhop.models import LanguageModel, Models, Verbaliser, WritingModels, framed
from manyhop.programs import Hop, Value
from manyhop.sources import (
    AnySource,
    CellAt,
    Citation,
    Image,
    Procedure,
    Snippet,
    Span,
    StepAt,
    Table,
)

NOT_SAID = "The sources do not say."
_UNIT = re.compile(
    r"[(\[](?P<unit>[kcm]?m[²³]?|mi|ft|k?g|ha|km/h|mph|[kMG]W|°[CF]|%|[€£$])[)\]]\s*$"
    r"|[ _](?P<bare>[kcm]m|kg|mi|ft|ha|km/h|mph|[kcm]?m²|%|[€£$])$"  # "Weight kg", "length_mm"
    r"|_(?P<letter>[mg])$"  # "body_mass_g"; after a space it may be any letter
)
_BEFORE = frozenset("€£$")
_NUMBER = re.compile(r"[+−-]?\d[\d,.]*")
_SAID = re.compile(r"\bhow many\b|\bwhen\b|\byear\b", re.IGNORECASE)  # by the question itself
_SENTENCE_END = re.compile(r"(?<=[.!?])[\"”’)]*\s+(?=[\"“‘(]?[A-Z0-9])|\n+")
_QUOTED = 200  # characters of a sentence
_PIECES = 4  # sources that are told of; the citations have all
_CELLS = 3


class Saying:
    """Rules say most answers at once; the language model is asked only where they cannot.

    Example: ``Saying(models).say("When did the tunnel open?", ["1994"])``
    """

    def __init__(self, models: Models) -> None:
        self._models = models
        self._rules = Verbaliser()

    def tell(self, question: str, values: Sequence[Value], sources: Mapping[str, AnySource]) -> str:
        """The same, with units; steps of a procedure are sentences already."""
        if values and all(_is_step(value) for value in values):
            return " ".join(sentence(value.text) for value in values)
        return self.say(question, [with_unit(question, value, sources) for value in values])

    def say(self, question: str, values: Sequence[str]) -> str:
        """One sentence with every value, or that there is none."""
        if not values:
            return NOT_SAID
        said = self._rules.say(question, values)
        if said != framed(question, values) or self._careful is None:
            return said
        return self._careful.say(question, values)

    @cached_property
    def _careful(self) -> Verbaliser | None:
        """The one with the embedded language model, where that is what writes."""
        if isinstance(self._models, WritingModels) or not LanguageModel.available():
            return None
        writer = self._models.generator
        return Verbaliser(writer) if isinstance(writer, LanguageModel) else None


def _is_step(value: Value) -> bool:
    """Whether a value is a whole step, as its citation quotes it."""
    return (
        any(
            isinstance(cited.place, StepAt) and cited.quote == value.text
            for cited in value.citations
        )
        and " " in value.text
    )


# Units that stand in a column's heading, as in "Main span (m)", and belong into a sentence.


def with_unit(question: str, value: Value, sources: Mapping[str, AnySource]) -> str:
    """A value as a sentence says it: a number with the unit of the cells that it rests on.

    Example: ``"214"`` from a column "Main span (m)" is ``"214 m"``.
    """
    if _SAID.search(question) or not _NUMBER.fullmatch(value.text):
        return value.text
    units = {
        _unit_of(sources.get(cited.source_id), cited.place)
        for cited in value.citations
        if isinstance(cited.place, CellAt) and _NUMBER.fullmatch(cited.quote)
    }
    unit = units.pop() if len(units) == 1 else ""
    if unit in _BEFORE:
        return f"{unit}{value.text}"
    return f"{value.text} {unit}".replace(" %", "%").rstrip()


def _unit_of(source: AnySource | None, place: CellAt) -> str:
    if not isinstance(source, Table):
        return ""
    found = _UNIT.search(source.columns[place.column].name)
    return found["unit"] or found["bare"] or found["letter"] if found else ""


# Citations that hold: each quotes what stands at its place, or it does not go out.


def checked(
    citations: Iterable[Citation], sources: Mapping[str, AnySource]
) -> tuple[Citation, ...]:
    """Each citation once, quoted anew from its source; without those whose place is not there.

    Example: ``checked((snippet.cite(Span(0, 5)),), {snippet.id: snippet})``
    """
    found: dict[Citation, None] = {}
    for citation in citations:
        source = sources.get(citation.source_id)
        if source is None:
            continue
        try:
            found.setdefault(source.cite(citation.place))
        except ManyhopError:
            continue
    return tuple(found)


def cited_sources(citations: Iterable[Citation]) -> tuple[str, ...]:
    """The ids of the sources that are cited, each once, in order."""
    return tuple(dict.fromkeys(citation.source_id for citation in citations))


# Why an answer holds, in a sentence or two: which source says what, hop by hop.


def rationale_of(
    hops: Sequence[Hop],
    citations: Sequence[Citation],
    sources: Mapping[str, AnySource],
    others: Sequence[Value] = (),
    beside: Sequence[Citation] = (),
) -> str:
    """What each cited source says, and those ``beside`` them that say the same; then, if there are
    any, what others say against it.

    Example: ``“Humber Bridge” says “It opened in 1981.” [1]``
    """
    number = {citation: place for place, citation in enumerate(citations, start=1)}
    used: dict[Citation, Value] = {}
    for hop in hops:
        for value in hop.passed_on:
            if value.citations and all(citation in number for citation in value.citations):
                used.setdefault(value.citations[0], value)
    told = list(used.values()) or [Value("", 1.0, (citation,)) for citation in citations]
    told += [Value("", 1.0, (each,)) for each in beside if used and each in number]
    pieces = [
        piece for value in _with_joined_steps(told) if (piece := _told(value, sources, number))
    ][:_PIECES]
    said = [_closed("; ".join(pieces))] if pieces else []
    against = [piece for value in others[:2] if (piece := _told(value, sources, {}))]
    if against:
        said.append(_closed("But " + " and ".join(against)))
    return " ".join(said)


def looked_at(sources: Mapping[str, AnySource]) -> str:
    """What was read in vain.

    Example: ``Nothing in “Humber Bridge”, “Forth Bridge” and 3 more sources answers this.``
    """
    titles = list(dict.fromkeys(f"“{_name(source)}”" for source in sources.values()))
    if not titles:
        return "No source was found to look at."
    shown, more = titles[:3], len(titles) - 3
    if more > 0:
        shown.append(f"{more} more {'source' if more == 1 else 'sources'}")
    listed = " and ".join([", ".join(shown[:-1]), shown[-1]]) if len(shown) > 1 else shown[0]
    return f"Nothing in {listed} answers this."


def _told(value: Value, sources: Mapping[str, AnySource], number: Mapping[Citation, int]) -> str:
    """What a value's first source says: its sentence, its cells, or what its picture shows."""
    if not value.citations:
        return ""
    first = value.citations[0]
    source = sources.get(first.source_id)
    here = [citation for citation in value.citations if citation.source_id == first.source_id]
    marks = "".join(f" [{number[each]}]" for each in here[:_CELLS] if each in number)
    match source:
        case Snippet():
            assert isinstance(first.place, Span)
            return f"“{_name(source)}” says “{sentence_at(source.text, first.place)}”{marks}"
        case Table():
            return f"the table “{_name(source)}” has {_cells(source, here)}{marks}"
        case Image():
            shows = f" shows {value.text}" if value.text else " was looked at"
            return f"the picture “{_name(source)}”{shows}{marks}"
        case Procedure() if isinstance(first.place, StepAt) and first.place.image is not None:
            return f"step {first.place.step + 1} of “{_name(source)}” has {value.text}{marks}"
        case Procedure() if len(here) > 1:
            numbers = sorted(number[each] for each in here if each in number)
            return f"“{_name(source)}” tells it in {len(here)} steps [{numbers[0]}–{numbers[-1]}]"
        case Procedure():
            return f"“{_name(source)}” says “{_cut(first.quote)}”{marks}"
    return ""


def _with_joined_steps(told: Sequence[Value]) -> list[Value]:
    """The same with all steps of one procedure as one, which would fill the page else."""
    joined: dict[str | Value, Value] = {}
    for value in told:
        place = value.citations[0].place if len(value.citations) == 1 else None
        is_step = isinstance(place, StepAt) and place.span is None and place.image is None
        key = value.citations[0].source_id if is_step else value
        before = joined.get(key)
        cited = (*before.citations, *value.citations) if before else value.citations
        joined[key] = Value(value.text, value.score, cited, value.about)
    return list(joined.values())


def sentence_at(text: str, span: Span) -> str:
    """The sentence that a span stands in, word for word; only its beginning if it is very long.

    Example: ``sentence_at("It is old. It opened in 1981.", Span(24, 28))``
    """
    starts = [0, *(end.end() for end in _SENTENCE_END.finditer(text))]
    start = max(place for place in starts if place <= span.start)
    end = min((place for place in starts if place >= span.end), default=len(text))
    found = text[start:end].strip()
    if len(found) <= _QUOTED:
        return found
    room = max(_QUOTED - (span.end - span.start), 0) // 2
    first, last = max(start, span.start - room), min(end, span.end + room)
    return f"{'… ' if first > start else ''}{text[first:last].strip()}{' …' if last < end else ''}"


def _cells(table: Table, citations: Sequence[Citation]) -> str:
    said = []
    for citation in citations[:_CELLS]:
        if isinstance(citation.place, CellAt):
            row, column = citation.place.row, citation.place.column
            subject = table.quote(CellAt(row, 0)) if column else ""
            of = f" for {subject}" if subject else ""
            said.append(f"“{citation.quote}” under “{table.columns[column].name}”{of}")
    more = len(citations) - len(said)
    if more > 0:
        said.append(f"{more} more")
    return " and ".join(filter(None, [", ".join(said[:-1]), said[-1]])) if said else "nothing"


def _name(source: AnySource) -> str:
    return _cut(source.title or source.origin or source.id, 80)


def _cut(text: str, longest: int = _QUOTED) -> str:
    text = " ".join(text.split())
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"


def _closed(text: str) -> str:
    text = text[:1].upper() + text[1:]
    return text if text.rstrip("”").endswith((".", "!", "?")) else f"{text}."
