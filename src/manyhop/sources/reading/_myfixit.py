"""MyFixit's repair manuals: one JSON object to a manual, with its steps and the tools it takes."""

from typing import Any

import msgspec

from manyhop.sources import Procedure, Step


class _Tool(msgspec.Struct, rename="pascal"):
    name: str = ""


class _ManualStep(msgspec.Struct, rename="pascal"):
    order: int = 0
    text_raw: str = msgspec.field(name="Text_raw", default="")
    images: list[str] = []


class _Manual(msgspec.Struct, rename="pascal"):
    guidid: int | str
    steps: list[_ManualStep]
    title: str = ""
    url: str = ""
    toolbox: list[_Tool] = []


def is_manual(row: dict[str, Any]) -> bool:
    """Whether a JSON object is a manual of MyFixit."""
    return "Guidid" in row and isinstance(row.get("Steps"), list)


def manual_from_row(row: dict[str, Any], origin: str) -> Procedure:
    """The manual of one row; its steps have texts and pictures, but no titles."""
    manual = msgspec.convert(row, _Manual)
    steps = sorted(manual.steps, key=lambda step: step.order)
    return Procedure(
        id=f"myfixit-{manual.guidid}",
        title=manual.title,
        steps=tuple(Step("", step.text_raw.strip(), tuple(step.images)) for step in steps),
        materials=tuple(tool.name for tool in manual.toolbox if tool.name),
        origin=manual.url or origin,
        meta={
            key.lower(): row[key] for key in ("Category", "Subject", "Ancestors") if row.get(key)
        },
    )
