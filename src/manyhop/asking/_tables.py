"""Proposals from tables: exact queries over all rows.

Signs: ``table`` is the calibrated logit that the query is right; ``table margin`` how far it leads
over the best query with another value; ``table share`` what all queries with this value have of the
chances; ``table list`` whether there are several values. The others are figures of the query
(`manyhop.tables`): ``coverage`` the share of the question's words that it explains,
``numbers uncovered`` and ``named uncovered`` how many numbers and names it leaves out, ``best
unused`` how sure the surest condition is that it leaves out, ``agreement`` how much of the chances
before running gave the same value, ``one met`` and ``all met`` whether its conditions leave one row
or all, ``direction agrees`` and ``against`` whether it goes to the end that the words name.
"""

from collections.abc import Iterator

from manyhop.asking._look import Look
from manyhop.asking._proposal import Proposal
from manyhop.programs import Aggregate, Aggregation, Program, TableQ, Value
from manyhop.sources import Table
from manyhop.tables import Query, Reading, Result, cite, read_tables, say

CONSIDERED = 12  # tables whose links to the question are looked at
_SHORT = {"covered with act": "coverage", "uncovered with act": "uncovered"}

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
    more = [hit.source for hit in look.finder.find(look.text, "table", CONSIDERED, quick=True)]
    found = {source.id: source for source in (*look.sources("table"), *more)}
    tables = [source for source in found.values() if isinstance(source, Table)]
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
            "table margin": max(min(reading.margin, 4.0), -4.0),
            "table share": reading.share,
            "table list": float(len(result.values) > 1),
            **{f"table {_SHORT.get(name, name)}": sign for name, sign in reading.signs.items()},
        },
        sources=tuple(table.source for table in query.tables),
        sentence=_sentence(query, result, values),
        detail={
            "query": query.words,
            "sql": str(query),
            "rows": result.rows,
            "act": reading.candidate.act,
        },
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
