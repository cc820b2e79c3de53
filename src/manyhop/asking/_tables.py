"""Proposals from tables: exact queries over all rows."""

from collections.abc import Iterator

from manyhop.asking._look import Look
from manyhop.asking._proposal import Proposal
from manyhop.programs import Aggregate, Aggregation, Program, TableQ, Value
from manyhop.sources import Table
from manyhop.tables import Query, Reading, Result, cite, read_tables, say

_FOLDS: dict[str | None, Aggregation] = {
    "count": "count",
    "different": "count",
    "sum": "sum",
    "mean": "mean",
    "min": "min",
    "max": "max",
}


def answer_from_tables(look: Look) -> Iterator[Proposal]:
    """Answers that queries over the found tables give, the likeliest first.

    Example: ``next(iter(answer_from_tables(look(question, text, finder, models)))).text``
    """
    tables = [source for source in look.sources("table") if isinstance(source, Table)]
    for reading in read_tables(look.text, tables, look.models.sentence_encoder):
        yield _proposal(look.text, reading)


def _proposal(question: str, reading: Reading) -> Proposal:
    query, result = reading.candidate.query, reading.result
    cited = cite(query, result)
    values = tuple(
        Value(text, reading.chance, cited[place] if place < len(cited) else ())
        for place, text in enumerate(result.values)
    )
    return Proposal(
        way="table",
        values=values,
        program=_program(question, query),
        signs={
            "table": reading.logit,
            "table margin": reading.margin,
            "table coverage": reading.coverage,
            "table joins": float(len(query.joins)),
            "table list": float(len(result.values) > 1),
        },
        sources=tuple(table.source for table in query.tables),
        sentence=_sentence(query, result, values),
        detail={"sql": str(query), "rows": result.rows, "act": reading.candidate.act},
    )


def _program(question: str, query: Query) -> Program:
    if query.shape == "fold" and query.fold in _FOLDS:
        return Aggregate(_FOLDS[query.fold], TableQ(question))
    return TableQ(question)


def _sentence(query: Query, result: Result, values: tuple[Value, ...]) -> str:
    """The value with the figures it was chosen by, where there are any."""
    if not result.measures or query.shape == "fold" or len(values) != 1:
        return ""
    fold = query.fold or "sum"
    if query.sides:
        one, other = (say(measure, fold) for measure in result.measures[:2])
        return f"{values[0].text} ({one} against {other})"
    if not query.grouped and not query.less and len(values[0].citations) > 1:
        return f"{values[0].text} ({values[0].citations[1].quote})"
    return f"{values[0].text} ({say(result.measures[0], fold)})"
