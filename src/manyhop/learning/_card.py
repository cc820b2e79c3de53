"""What is written beside the weights: from which data, with what, and how well."""

from pathlib import Path
from typing import Any

import msgspec

from manyhop.errors import ManyhopError
from manyhop.evaluation import DataFile, write_whole
from manyhop.learning._options import Options

PLAN, CARD, READABLE = "train.json", "card.json", "README.md"


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What decides how fitting goes; a folder is never continued under another plan."""

    system: str
    benchmark: str
    options: Options
    files: tuple[DataFile, ...]
    dev_files: tuple[DataFile, ...]
    versions: dict[str, str]


class Epoch(msgspec.Struct, frozen=True):
    """One pass over the lessons: the mean loss, and the figures on dev after it."""

    loss: float
    figures: dict[str, float]


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """The plan, what the system needs to be opened again, and how fitting went.

    ``best`` is the number of the epoch whose weights were kept, 0 for those it began with.
    """

    plan: Plan
    name: str
    state: dict[str, Any]
    lessons: int
    trained_on: int
    judged_on: int
    parameters: int
    epochs: tuple[Epoch, ...]
    best: int
    figures: dict[str, float]


def begin(folder: Path, plan: Plan, *, resume: bool) -> None:
    """Note the plan in a new folder, or see that the folder's plan is this one."""
    path = folder / PLAN
    if path.exists():
        before = msgspec.json.decode(path.read_bytes(), type=Plan)
        if not resume:
            raise ManyhopError(f"{folder} is taken; go on with --resume or name another folder")
        if before != plan:
            fields = Plan.__struct_fields__
            changed = [name for name in fields if getattr(before, name) != getattr(plan, name)]
            raise ManyhopError(
                f"{folder} was begun with other {', '.join(changed)}; name another folder"
            )
        return
    if folder.exists() and any(folder.iterdir()):
        raise ManyhopError(f"{folder} holds other files; name a new folder")
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(path, _json(plan))


def write_card(folder: Path, card: Card) -> None:
    """The card as JSON and as a page to read."""
    write_whole(folder / READABLE, _readable(card).encode())
    write_whole(folder / CARD, _json(card))


def read_card(folder: Path) -> Card:
    """The card of a fitted system."""
    path = folder / CARD
    if not path.is_file():
        raise ManyhopError(f"{folder} holds no fitted system; finish it with train --resume")
    try:
        return msgspec.json.decode(path.read_bytes(), type=Card)
    except msgspec.DecodeError as error:
        raise ManyhopError(f"{path}: this is no card ({error}); fit the system again") from error


def _json(value: Any) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=2) + b"\n"


def _readable(card: Card) -> str:
    plan = card.plan
    files = [("learnt from", file) for file in plan.files] + [
        ("dev", file) for file in plan.dev_files
    ]
    lines = [
        f"# {card.name}",
        "",
        f"{plan.system} on {plan.benchmark}: {card.parameters:,} numbers fitted on "
        f"{card.trained_on:,} examples ({card.lessons:,} lessons), judged on {card.judged_on:,}.",
        f"The weights are those after epoch {card.best} of {len(card.epochs) - 1}.",
        "",
        "| figure on dev | |",
        "|---|---|",
        *(f"| {name} | {value:.4f} |" for name, value in card.figures.items()),
        "",
        "| data | file | bytes | SHA-256 |",
        "|---|---|---|---|",
        *(f"| {use} | {file.name} | {file.size:,} | {file.sha256} |" for use, file in files),
        "",
        "| option | |",
        "|---|---|",
        *(f"| {name} | {value} |" for name, value in msgspec.structs.asdict(plan.options).items()),
        "",
    ]
    return "\n".join(lines)
