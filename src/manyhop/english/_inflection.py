"""One of a thing and several of it: the one place where nouns are inflected."""

import re
import tomllib
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

_FILE = Path(__file__).with_name("inflection.toml")
_HISSING = ("s", "ch", "sh", "x", "z")
_LATIN = re.compile(r"[aeiou][^aeiou]+uses$")  # campuses, viruses; not houses or fuses
_NO_PLURAL = ("ss", "us", "is")  # what singulars end in that look like plurals


@lru_cache(maxsize=8_192)
def plural(noun: str) -> str:
    """More than one of it; what says several already, as the names of columns do, stays.

    Example: ``plural("member of parliament")`` → ``"members of parliament"``
    """
    head, of, rest = noun.partition(" of ")
    if of:
        return f"{plural(head)} of {rest}"
    before, space, last = noun.rpartition(" ")
    return before + space + _several(last)


@lru_cache(maxsize=8_192)
def singular(noun: str) -> str:
    """One of it; what says one already stays.

    Example: ``singular("host cities")`` → ``"host city"``
    """
    head, of, rest = noun.partition(" of ")
    if of:
        return f"{singular(head)} of {rest}"
    before, space, last = noun.rpartition(" ")
    return before + space + _one(last)


class _Lexicon(NamedTuple):
    several: dict[str, str]
    one: dict[str, str]
    ending_in_s: frozenset[str]
    ending_in_oes: frozenset[str]
    no_man: frozenset[str]
    joined: tuple[str, ...]


@cache
def _lexicon() -> _Lexicon:
    read = tomllib.loads(_FILE.read_text("utf-8"))
    words = {name: text.split() for name, text in read["words"].items()}
    return _Lexicon(
        several=read["several"],
        one={many: one for one, many in read["several"].items()} | read["one"],
        ending_in_s=frozenset(words["ending_in_s"]),
        ending_in_oes=frozenset(words["ending_in_oes"]),
        no_man=frozenset(words["no_man"]),
        joined=tuple(words["joined"]),
    )


def _several(word: str) -> str:
    known = _lexicon()
    if word in known.several:
        return known.several[word]
    for end in known.joined:
        if word.endswith(end):
            return _several(word.removesuffix(end)) + end
    if not word[-1:].isalpha() or _one(word) != word:
        return word
    if word.endswith("man") and word not in known.no_man:
        return f"{word[:-3]}men"
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return f"{word[:-1]}ies"
    return word + ("es" if word.endswith(_HISSING) or word in known.ending_in_oes else "s")


def _one(word: str) -> str:
    known = _lexicon()
    if word in known.one:
        return known.one[word]
    for end in known.joined:
        if word.endswith(end):
            return _one(word.removesuffix(end)) + end
    if word in known.ending_in_s:
        return word
    if word.endswith("men") and word != "specimen" and len(word) > 4:
        return f"{word[:-3]}man"
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    if word.endswith("oes") and word[:-2] in known.ending_in_oes:
        return word[:-2]
    if word.endswith(("ches", "shes", "xes", "sses", "zzes", "ltzes")):
        return word[:-2]
    if word[:-2] in known.ending_in_s or _LATIN.search(word):
        return word[:-2]
    if word.endswith("s") and not word.endswith(_NO_PLURAL) and len(word) > 3:
        return word[:-1]
    return word
