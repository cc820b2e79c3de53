"""Which field of somebody's question file is the question, the choices, the answer, the context."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import takewhile
from typing import Any

import msgspec

from manyhop.errors import ManyhopError


class Fields(msgspec.Struct, frozen=True, kw_only=True):
    """The names of the fields; several ``choices`` are one choice each.

    Example: ``Fields(question="q", choices=("A", "B"), answer="correct")``
    """

    question: str
    answer: str = ""
    choices: tuple[str, ...] = ()
    context: tuple[str, ...] = ()
    group: str = ""
    id: str = ""

    def told(self) -> str:
        """The mapping in words: ``question: q; choices: A, B; answer: correct``."""
        named = {
            name: value if isinstance(value, str) else ", ".join(value)
            for name, value in msgspec.structs.asdict(self).items()
        }
        return "; ".join(f"{name}: {value}" for name, value in named.items() if value)


def guess_fields(rows: Sequence[Mapping[str, Any]], named: Mapping[str, str], where: str) -> Fields:
    """The fields by their names, as ``question_fields.toml`` lists them; ``named`` goes before.

    Choices of ``named`` are parted by commas. Example: ``guess_fields(rows, {}, "train.csv")``
    """
    present = list(dict.fromkeys(name for row in rows for name in row))
    for role, names in named.items():
        for name in _parted(role, names):
            if name not in present:
                raise ManyhopError(
                    f"{where} has no field {name!r} for --{role}; it has {', '.join(present)}"
                )
    question = named.get("question") or _known("question", present)
    if not question:
        raise ManyhopError(
            f"{where}: which field is the question is not plain; name it with --question, "
            f"it has {', '.join(present) or 'no fields'}"
        )
    choices = _parted("choices", named.get("choices", "")) or _choices(rows, present, question)
    taken = {question, *choices}
    answer = named.get("answer") or _known("answer", [n for n in present if n not in taken])
    taken.add(answer)
    context = _parted("context", named.get("context", "")) or tuple(
        name for name in _in_order("context", present) if name not in taken
    )
    group = named.get("group") or _known("group", [name for name in present if name not in taken])
    return Fields(
        question=question,
        answer=answer,
        choices=choices,
        context=context,
        group=group,
        id=_known("id", [name for name in present if name not in taken]),
    )


def _choices(
    rows: Sequence[Mapping[str, Any]], present: Sequence[str], question: str
) -> tuple[str, ...]:
    """One field that holds a list, or several of which each is a choice (``A`` … ``D``)."""
    lists = [name for name in _in_order("choices", present) if name != question]
    for name in lists:
        if any(_is_listed(row.get(name)) for row in rows):
            return (name,)
    folded = {_folded(name): name for name in present}
    for prefix in _names()["choice_each"]:
        for marks in ("abcdefgh", "01234567", "12345678"):
            found = tuple(takewhile(bool, (folded.get(prefix + mark, "") for mark in marks)))
            if len(found) > 1 and question not in found:
                return found
    wrong = [name for name in present if _folded(name).startswith("distractor")]
    right = folded.get("correctanswer")
    return (right, *wrong) if right and wrong else ()


def _is_listed(value: Any) -> bool:
    if isinstance(value, dict):
        return any(isinstance(each, list) for each in value.values())
    return isinstance(value, list) and len(value) > 1


def _known(role: str, present: Sequence[str]) -> str:
    return next(iter(_in_order(role, present)), "")


def _in_order(role: str, present: Sequence[str]) -> list[str]:
    folded = {_folded(name): name for name in reversed(present)}
    return [folded[name] for name in _names()[role] if name in folded]


def _parted(role: str, names: str) -> tuple[str, ...]:
    parts = names.split(",") if role in {"choices", "context"} else [names]
    return tuple(part.strip() for part in parts if part.strip())


def _folded(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isalnum() or letter == ".")


@cache
def _names() -> dict[str, list[str]]:
    text = (files("manyhop.benchmarks") / "question_fields.toml").read_text("utf-8")
    return {role: list(names) for role, names in tomllib.loads(text).items()}
