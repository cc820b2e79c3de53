"""What a small network thinks of a proposal beside its evidence: a sign for the chooser.

It reads the question with one line that says what is proposed and what that rests on, whatever the
way; `training/asking/judge.py` makes it.
"""

from collections.abc import Iterator, Sequence

import msgspec

from manyhop.asking._proposal import Proposal
from manyhop.models import Reranker
from manyhop.programs import Hop, Value
from manyhop.sources import AnySource, Citation, Procedure, Snippet, Span, StepAt, Table

_ANSWER, _EVIDENCE = 240, 360  # letters that are shown
_AROUND = 110  # letters on either side of a quotation
_VALUES, _CITED, _HOPS = 6, 2, 2


def judged(question: str, proposals: Sequence[Proposal], judge: Reranker) -> list[Proposal]:
    """Proposals with the sign ``judge``: what the network thinks of each."""
    verdicts = judge.score(question, [shown(each) for each in proposals])
    return [
        msgspec.structs.replace(each, signs={**each.signs, "judge": verdict})
        for each, verdict in zip(proposals, verdicts, strict=True)
    ]


def shown(proposal: Proposal) -> str:
    """A proposal in one line: its way, the answer, and what it rests on.

    Example: ``"span: 24 June 1981 | Humber Bridge: It was opened on 24 June 1981."``
    """
    said = "; ".join(proposal.values_text[:_VALUES])
    more = len(proposal.values) - _VALUES
    answer = f"{said[:_ANSWER]}{f' and {more} more' if more > 0 else ''}"
    evidence = " … ".join(dict.fromkeys(_evidence(proposal)))[:_EVIDENCE]
    return " ".join(f"{proposal.way}: {answer} | {evidence}".split())


def _evidence(proposal: Proposal) -> Iterator[str]:
    sources = {source.id: source for source in proposal.sources}
    if query := proposal.detail.get("query"):
        titles = ", ".join(source.title for source in proposal.sources[:2])
        yield f"{titles}: {query}, {proposal.detail['rows']} rows"
        return
    for hop in proposal.hops[-_HOPS:]:
        yield _hop(hop)
    if proposal.sentence and len(proposal.values_text[0]) < len(proposal.sentence) < _ANSWER:
        yield proposal.sentence
    for cited in _cited(proposal.values):
        if cited.source_id in sources:
            yield _told(sources[cited.source_id], cited)


def _hop(hop: Hop) -> str:
    return f"{hop.question} {'; '.join(value.text for value in hop.passed_on[:_VALUES])}"


def _cited(values: Sequence[Value]) -> list[Citation]:
    return [cited for value in values[:_VALUES] for cited in value.citations[:1]][:_CITED]


def _told(source: AnySource, cited: Citation) -> str:
    """A quotation under its headings, with what stands around it."""
    place = cited.place
    if isinstance(source, Snippet) and isinstance(place, Span):
        above = " › ".join(dict.fromkeys((source.title, *source.headings[-1:])))
        return f"{above}: {_around(source.text, place)}"
    if isinstance(source, Procedure) and isinstance(place, StepAt):
        step = source.steps[place.step]
        text = step.text or step.title
        around = _around(text, place.span) if place.span else text
        return f"{source.title}, step {place.step + 1} of {len(source.steps)}: {around}"
    if isinstance(source, Table):
        columns = ", ".join(column.name for column in source.columns)
        return f"{source.title} ({columns[:_AROUND]}): {cited.quote[:_AROUND]}"
    return f"{source.title}: {cited.quote[:_AROUND]}"


def _around(text: str, span: Span) -> str:
    start, end = max(0, span.start - _AROUND), min(len(text), span.end + _AROUND)
    return text[start:end]
