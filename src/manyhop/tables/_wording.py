"""A query in plain words, so that its meaning can be laid beside the question's."""

from manyhop.tables._enumerating import Candidate
from manyhop.tables._opening import OpenColumn
from manyhop.tables._query import Filter

_FOLDED = {"sum": "total", "mean": "average", "min": "lowest", "max": "highest"}
_RELATIONS = {
    "=": "is", "!=": "is not", "<": "below", "<=": "at most", ">": "above", ">=": "at least",
    "holds": "has", "is empty": "is missing", "is filled": "is there", "in": "is one of",
}  # fmt: skip


def word_query(candidate: Candidate) -> str:
    """What a query asks, said with the names of tables, columns and cells.

    Example: ``word_query(candidate)`` → ``"average body mass g of penguins, species Chinstrap"``
    """
    query, act = candidate.query, candidate.act
    things = query.table.source.title or "rows"
    of = _named(query.of) + (f" minus {_named(query.less)}" if query.less else "")
    shown = _named(query.select)
    which = "".join(f", {_condition(each)}" for each in query.filters)
    sides = " or ".join(query.names)
    more = "more" if query.descending else "less"
    folded = f"{_FOLDED.get(query.fold or '', '')} {of}".strip() or things
    match act:
        case "count":
            said = f"how many {things}"
        case "different":
            said = f"how many different {of} of {things}"
        case "sum" | "mean" | "min" | "max":
            said = f"{_FOLDED[act]} {of} of {things}"
        case "most" | "least":
            said = (
                f"{shown} of {things} with the {'highest' if query.descending else 'lowest'} {of}"
            )
        case "group most" | "group least":
            most = "most" if query.descending else "fewest"
            what = f"{most} {things}" if query.fold == "count" else f"{most} {folded}"
            said = f"{query.part} {shown} with the {what}"
        case "compare most" | "compare least":
            said = f"which has {more} {folded}: {sides}"
        case "apart":
            said = f"difference in {folded} between {' and '.join(query.names)}"
        case "more" | "fewer":
            said = f"whether {query.names[0]} has {more} {folded} than {query.names[1]}"
        case "check":
            said = f"whether there are {things}"
        case "next" | "previous":
            said = f"{shown} of the {act} of {things} after" if act == "next" else f"{shown} before"
        case _:
            said = f"{shown} of {things}"
    return said + which


def _named(column: OpenColumn | None) -> str:
    return (" ".join(column.words) or column.name) if column else ""


def _condition(each: Filter) -> str:
    name = _named(each.column)
    if each.relation == "when":
        return f"{name} {each.value[0][:10]}"
    if isinstance(each.value, bool):
        return name if each.value else f"not {name}"
    value = ", ".join(map(str, each.value)) if isinstance(each.value, tuple) else each.value
    if each.relation == "=":
        return f"{name} {value}"
    return f"{name} {_RELATIONS[each.relation]} {value if value is not None else ''}".strip()
