"""What words mean for tables: the knowledge in ``words.toml`` and ``nations.toml``."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple


class Words(NamedTuple):
    """Sets of words by what they do; ``same`` has, for a phrase, what cells may say instead.

    ``codes`` are written in capitals and known by that. Example: ``words().more``
    """

    glue: frozenset[str]
    numbers: Mapping[str, int]
    months: Mapping[str, int]
    weekdays: Mapping[str, int]
    quarters: Mapping[str, int]
    more: frozenset[str]
    less: frozenset[str]
    negating: frozenset[str]
    direction: Mapping[str, frozenset[str]]
    same: Mapping[str, frozenset[str]]
    codes: Mapping[str, frozenset[str]]


@cache
def words() -> Words:
    """All that is known, read once."""
    known = _read("words.toml")
    same, codes = _alike(known["same"])
    numbers = _numbered(known["numbers"], 0) | {"thirty": 30, "forty": 40, "fifty": 50, "dozen": 12}
    return Words(
        glue=frozenset(known["glue"].split()),
        numbers=numbers,
        months=_numbered(known["months"]),
        weekdays=_numbered(known["weekdays"]),
        quarters=_numbered(known["quarters"]),
        more=frozenset(known["more"].split()),
        less=frozenset(known["less"].split()),
        negating=frozenset(known["negating"].split()),
        direction={name: frozenset(each.split()) for name, each in known["direction"].items()},
        same=same,
        codes=codes,
    )


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((files("manyhop.tables") / name).read_text(encoding="utf-8"))


def _numbered(text: str, first: int = 1) -> dict[str, int]:
    return {word: number for number, word in enumerate(text.split(), start=first)}


def _alike(
    groups: list[dict[str, str]],
) -> tuple[dict[str, frozenset[str]], dict[str, frozenset[str]]]:
    same: dict[str, frozenset[str]] = {}
    codes: dict[str, frozenset[str]] = {}
    named = [name for part in _read("nations.toml").values() for name in part.items()]
    for forms in [
        *(group["words"].split() for group in groups),
        *([name, *others.split()] for name, others in named),
    ]:
        plain = [form.replace("_", " ") for form in forms]
        everything = frozenset(form.lower() for form in plain)
        for form in plain:
            into = codes if form.isupper() else same
            key = form if form.isupper() else form.lower()
            if len(form) > 1:  # a letter in a question is no hint, one in a cell may be
                into[key] = into.get(key, frozenset()) | everything - {form.lower()}
    return same, codes
