"""Units that stand in a column's heading, as in "Main span (m)", and belong into a sentence."""

import re
from collections.abc import Mapping

from manyhop.programs import Value
from manyhop.sources import AnySource, CellAt, Table

_UNIT = re.compile(
    r"[(\[](?P<unit>[kcm]?m[²³]?|mi|ft|k?g|ha|km/h|mph|[kMG]W|°[CF]|%|[€£$])[)\]]\s*$"
    r"|[ _](?P<bare>[kcm]m|kg|mi|ft|ha|km/h|mph|[kcm]?m²|%|[€£$])$"  # "Weight kg", "length_mm"
    r"|_(?P<letter>[mg])$"  # "body_mass_g"; after a space it may be any letter
)
_BEFORE = frozenset("€£$")
_NUMBER = re.compile(r"[+−-]?\d[\d,.]*")
_SAID = re.compile(r"\bhow many\b|\bwhen\b|\byear\b", re.IGNORECASE)  # by the question itself


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
