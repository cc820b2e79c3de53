"""The forms of English verbs: which verb a word is a form of, and how a verb is inflected."""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from manyhop.english._words import bare, word_set

_FILE = Path(__file__).parent / "verbs.txt"
_DOUBLED = word_set(
    "stop plan drop pad grab ship star rob beg run win swim sit get set put cut hit shut let "
    "bet dig spin span step trap wrap clap fit grip slip rid quit forget begin occur refer "
    "prefer permit commit admit overrun"
)


class Verb(NamedTuple):
    """A verb's base, past and participle; a noisy one is as often a noun."""

    base: str
    past: str
    participle: str
    noisy: bool

    @property
    def third(self) -> str:
        """He, she or it does this. Example: ``verb("carry").third`` is ``"carries"``."""
        return {"be": "is", "have": "has", "do": "does", "go": "goes"}.get(
            self.base, with_s(self.base)
        )

    @property
    def ing(self) -> str:
        """Doing this. Example: ``verb("make").ing`` is ``"making"``."""
        base = self.base
        if base.endswith("ie"):
            return base[:-2] + "ying"
        if base.endswith("e") and not base.endswith(("ee", "oe", "be")):
            return base[:-1] + "ing"
        return _doubled(base) + "ing"


def verb(word: str) -> Verb | None:
    """The verb whose base form a word is, or None.

    Example: ``verb("hang").past`` is ``"hung"``.
    """
    return _verbs().get(word.lower())


def forms(word: str) -> list[tuple[Verb, str]]:
    """The verbs a word may be a form of, each with which: base, third, past, participle or ing.

    Example: ``[form for _, form in forms("hung")]`` is ``["past", "participle"]``.
    """
    return _forms().get(word.lower(), [])


def is_form(word: str, *kinds: str) -> bool:
    """Whether a word may be one of these forms of a known verb."""
    return any(kind in kinds for _, kind in forms(word))


def is_participle(word: str) -> bool:
    """Whether a word looks like the predicate of be: doing, done."""
    low = bare(word)
    if low in _NOUNS_IN_ING:
        return False
    if is_form(low, "ing", "participle"):
        return True
    return len(low) > 5 and low.endswith(("ing", "ed")) and not is_form(low, "base")


def inflect(base: str, kind: str) -> str:
    """A verb's third person, past, participle or ing form; regular where the verb is unknown.

    Example: ``inflect("open", "past")`` is ``"opened"``.
    """
    found = verb(base) or Verb(base, _regular_past(base), _regular_past(base), False)
    match kind:
        case "third":
            return found.third
        case "past":
            return found.past
        case "participle":
            return found.participle
        case "ing":
            return found.ing
        case _:
            return base


def with_s(word: str) -> str:
    """A verb's third person or a noun's plural.

    Example: ``with_s("church")`` is ``"churches"``.
    """
    if re.search(r"(s|x|z|ch|sh)$", word):
        return word + "es"
    if re.search(r"[^aeiou]y$", word):
        return word[:-1] + "ies"
    return word + "s"


def _regular_past(base: str) -> str:
    if base.endswith("e"):
        return base + "d"
    if re.search(r"[^aeiou]y$", base):
        return base[:-1] + "ied"
    return _doubled(base) + "ed"


def _doubled(base: str) -> str:
    return base + base[-1] if base in _DOUBLED else base


@cache
def _verbs() -> dict[str, Verb]:
    verbs: dict[str, Verb] = {}
    noisy = False
    for line in _FILE.read_text(encoding="utf-8").splitlines():
        if line == "also nouns":
            noisy = True
        elif line and not line.startswith("#"):
            base, *irregular = line.split()
            past, participle = irregular or [_regular_past(base)] * 2
            verbs.setdefault(base, Verb(base, past, participle, noisy))
    return verbs


@cache
def _forms() -> dict[str, list[tuple[Verb, str]]]:
    found: dict[str, list[tuple[Verb, str]]] = {}
    for each in _verbs().values():
        kinds = {
            "base": each.base,
            "third": each.third,
            "past": each.past,
            "participle": each.participle,
            "ing": each.ing,
        }
        for kind, form in kinds.items():
            found.setdefault(form, []).append((each, kind))
    return found


_NOUNS_IN_ING = word_set(
    "building painting ceiling clothing wing king string railing ring evening morning spring "
    "thing lighting drawing wedding crossing parking flooring opening coloring colouring "
    "seating landing bed carving feeding awning dwelling offspring beginning dining swimming "
    "red seed hundred shed sled weed reed breed meaning setting"
)
