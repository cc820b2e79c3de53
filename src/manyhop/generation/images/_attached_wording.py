"""Questions that people asked, taken apart so that larger questions can be made of them."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from manyhop.generation.images._wording import HOLE

_ABOUT_TABLE = re.compile(r",? in [^,?]+(?:,[^,?]+)*? of [^,?]+, ")
_VERBS = {
    "has": "have",
    "features": "feature",
    "shows": "show",
    "contains": "contain",
    "depicts": "depict",
    "displays": "display",
    "includes": "include",
    "wears": "wear",
    "holds": "hold",
}
_SINGULAR = {verb: singular for singular, verb in _VERBS.items()} | {verb: verb for verb in _VERBS}
_LIST = re.compile(
    r"^(?:which|what)(?: of the)? [^,?]+?(?:\(s\))?(?:['’]s (?P<picture>\w+))? "
    rf"(?P<verb>{'|'.join(_SINGULAR)}) (?P<rest>[^?]+)\?*$",
    re.IGNORECASE,
)


class ListForms(NamedTuple):
    """A question about several pictures with the forms that it can be given; "" where it can't."""

    question: str
    relative: str = ""
    predicate: str = ""


def with_hole(question: str, names: Sequence[str], picture: str) -> tuple[str, str]:
    """A question with a hole where it names the thing, and how it names it there.

    Example: ``with_hole("How many masts has the Humber Bridge?", ["Humber Bridge"], "picture")`` →
    ``("How many masts has [answer]?", "the Humber Bridge")``
    """
    for name in sorted(filter(None, names), key=len, reverse=True):
        pattern = rf"(?<!\w)(?:the )?{re.escape(name)}(?!\w)"
        if found := re.search(pattern, question, re.IGNORECASE):
            return question[: found.start()] + HOLE + question[found.end() :], found[0]
    return f"{question.rstrip('? ')} in the {picture} of {HOLE}?", ""


def list_forms(question: str) -> ListForms:
    """The forms of a question for all things that have something in their pictures.

    Example: ``list_forms("Which clubs have a lion on the logo?")`` → relative
    "that has a lion on the logo", predicate "have a lion on the logo"
    """
    plain = _ABOUT_TABLE.sub(" ", question)
    if not (found := _LIST.match(plain)):
        return ListForms(question)
    verb = _SINGULAR[found["verb"].lower()]
    said = f"{verb} {found['rest'].strip()}"
    if picture := found["picture"]:
        return ListForms(question, f"whose {picture} {said}", f"have a {picture} that {said}")
    return ListForms(question, f"that {said}", said.replace(verb, _VERBS[verb], 1))
