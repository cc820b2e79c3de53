"""What tables say so plainly that nothing else need be read."""

from collections.abc import Sequence

from manyhop.programs import Value
from manyhop.readers._exact_rows import exact_reading
from manyhop.readers._exact_values import exact_values
from manyhop.readers._naming import names
from manyhop.readers._rows_about import whole
from manyhop.sources import Table


def plain_values(
    question: str, tables: Sequence[Table], given: Sequence[Value] = ()
) -> list[Value]:
    """The values of the first table in which every word of the question has its place.

    None where something is given that the question does not say: then it says too little.
    Example: ``plain_values("When did the Humber Bridge open?", [bridges])[0].text``
    """
    if not all(names(question, thing.text) for thing in given):
        return []
    for table in tables:
        exact = exact_reading(question, table)
        if exact and not exact.doubts:
            return list(exact_values(table, whole(table), exact, exact.chance))
    return []
