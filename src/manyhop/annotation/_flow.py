"""How a set is collected: stages that an item goes through, and what each asks people for."""

from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

from manyhop.errors import ManyhopError

Values = dict[str, list[str]]
"""What a person gave, field by field; every field is a list of texts."""


class Field(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing to give: one of ``options``, a text, ``count`` texts, or some of the sources.

    ``start`` names what is already there to change.
    """

    name: str
    kind: Literal["choice", "text", "texts", "sources"]
    label: str
    options: tuple[str, ...] = ()
    start: str = ""
    count: int = 1
    required: bool = True


class Stage(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One step of a flow.

    ``annotators`` people go over each item. An item passes with a verdict in ``passes`` (always,
    where there are none); one in ``back`` sends it back to the stage named there. With ``others``
    nobody judges what they wrote. ``hint`` is shown while one writes, ``check`` is made before a
    decision is taken. A stage that ``qualifies`` people asks items with known values and lets on
    those who get that share right.
    """

    name: str
    ask: str
    fields: tuple[Field, ...]
    annotators: int = 1
    passes: tuple[str, ...] = ()
    back: dict[str, str] = msgspec.field(default_factory=dict)
    others: bool = False
    hint: Literal["", "distance", "similar"] = ""
    check: Literal["", "trivial"] = ""
    qualifies: float = 0.0

    def checked(self, values: Values) -> Values:
        """The values without loose ends; a ``ManyhopError`` says what is missing or impossible."""
        return {field.name: _checked(field, values.get(field.name, [])) for field in self.fields}


class Flow(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A way of collecting: ``over`` says what its items are, ``export`` in which format they end.

    Example: ``flow_named("review").stages[0].ask``
    """

    name: str = ""
    title: str
    about: str
    over: Literal["questions", "pictures", "sources"]
    export: Literal["review", "mmqa", "aokvqa", "webqa"]
    stages: tuple[Stage, ...]

    def stage(self, name: str) -> Stage:
        """The stage of a name."""
        for stage in self.stages:
            if stage.name == name:
                return stage
        raise ManyhopError(f"{self.title} has no stage {name!r}")


@cache
def flows() -> dict[str, Flow]:
    """All flows that come with Manyhop, by name."""
    text = (files("manyhop.annotation") / "flows.toml").read_bytes()
    found = msgspec.toml.decode(text, type=dict[str, Flow])
    return {name: msgspec.structs.replace(flow, name=name) for name, flow in found.items()}


def flow_named(name: str) -> Flow:
    """The flow of a name; a ``ManyhopError`` names those there are."""
    if name not in flows():
        raise ManyhopError(f"there is no flow {name!r}; choose from {', '.join(flows())}")
    return flows()[name]


def _checked(field: Field, given: list[str]) -> list[str]:
    texts = [" ".join(text.split()) for text in given]
    texts = [text for text in texts if text]
    if field.required and len(texts) < field.count:
        wanted = "is missing" if field.count == 1 else f"must be given {field.count} times"
        raise ManyhopError(f"“{field.label}” {wanted}; give it and save again")
    if field.kind == "choice" and any(text not in field.options for text in texts):
        raise ManyhopError(f"“{field.label}” is one of {', '.join(field.options)}")
    if field.kind == "texts" and len({text.casefold() for text in texts}) < len(texts):
        raise ManyhopError(f"“{field.label}”: two are the same; change one")
    return texts if field.kind == "sources" else texts[: field.count]
