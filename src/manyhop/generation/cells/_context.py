"""Where a question looks: "at the 2012 Games", "in the list of museums in Kent"."""

import re

from manyhop.generation.cells._cell_words import tidy
from manyhop.generation.cells._nouns import comes_from_a_land

_LIST = re.compile(r"(?:ranked )?(?:lists?|index) of (.+)", re.IGNORECASE)
_ASIDE = re.compile(r"\s*\([^()]*\)$")
_AT = re.compile(
    r"\b(?:championships?|games|olympics|paralympics|olympiad|grand prix|festival|awards"
    r"|masters|open|regatta|marathon|universiade|cup final|worlds|convention|(?:\d{3,4}))$",
    re.IGNORECASE,
)
_IN = re.compile(
    r"\b(?:season|draft|league|cup|tournament|election|elections|series|tour|race|war|congress"
    r"|parliament|assembly|bundesliga|division|conference|competition|contest|rally|playoffs"
    r"|premiership|trophy|campaign|legislature|handicap|derby|stakes|classic)$",
    re.IGNORECASE,
)
_CAREER = re.compile(r"\b(filmography|discography|bibliography|videography)\b", re.IGNORECASE)
_PARTICIPANT = re.compile(r"(.+) (?:at|in) the (.+)")
_REGISTER = re.compile(r"(.+?) listings in (.+)")
_YEAR = re.compile(r"^(?:[12]\d{3})(?:[-–]\d{2,4})?\b|\b[12]\d{3}(?:[-–]\d{2,4})?$")
_PLAIN = re.compile(r"[^\W\d_][\w'’-]*(?: [\w'’&-]+){0,5}")
_SEVERAL = re.compile(r"\w+(?<!ian)(?<!can)s", re.IGNORECASE)
_SPORT = re.compile(
    r"[A-Z]\w+ing|[A-Z]\w+ [a-z][\w ]+|Athletics|Judo|\w*[Bb]all|Golf|Tennis|Gymnastics"
)
_VAGUE = re.compile(
    r"lists?|results?|overview|tables?|summary|current|history|details|statistics|(?:by )?year"
    r"|by .*|listings?|[a-z]|men|women|ladies|data|entries|notes|examples|other|others|general"
    r"|background|current listings|medal summary|former|awards|honou?rs",
    re.IGNORECASE,
)


def context_of(title: str, caption: str) -> str:
    """The phrase that says which table is meant; "" where there is none that reads well.

    Example: ``context_of("List of museums in Kent", "")`` → ``"in the list of museums in Kent"``
    """
    title, caption = tidy(title), tidy(caption)
    if len(title.split()) > 12:
        return ""
    bare = _ASIDE.sub("", title)
    if match := _CAREER.search(f"{caption} {bare}"):
        kind = match[1].lower()
        owner = re.sub(rf"(?:'s)? {kind}$", "", bare, flags=re.IGNORECASE)
        if _LIST.fullmatch(owner):
            return f"in the list of {_LIST.fullmatch(owner)[1]}"  # type: ignore[index]
        return f"in {owner}'s {kind}" if not owner.endswith("s") else f"in {owner}' {kind}"
    if match := _LIST.fullmatch(title):
        return f"in the list of {match[1]}"
    if match := _REGISTER.fullmatch(bare):
        return f"on the {match[1]} in {match[2]}"
    if re.match(r"[12]\d{3}(?:[-–]\d+)? in ", bare):
        return _generic(bare, caption)
    if (match := _PARTICIPANT.fullmatch(bare)) and _AT.search(bare):
        if _SPORT.fullmatch(match[1]):
            return f"in {match[1].lower()} at the {match[2]}"
        return f"for {match[1]} at the {match[2]}"
    if _AT.search(bare) and (_YEAR.search(bare) or not bare[-1].isdigit()):
        return f"at {_the(bare)}"
    if _IN.search(bare) or _YEAR.match(bare):
        return f"in {_the(bare)}"
    return _generic(bare, caption)


def _generic(title: str, caption: str) -> str:
    part = _ASIDE.sub("", caption.split(" -- ")[-1].strip())
    if match := _LIST.fullmatch(part):
        return f"in the list of {match[1]}"
    told = " " in part or _SEVERAL.fullmatch(part)
    if told and _PLAIN.fullmatch(part) and not _VAGUE.fullmatch(part) and part != title:
        return f"in the table of {_lowered(part)} for {title}"
    return f"in the table for {title}"


def _the(title: str) -> str:
    return title if re.match(r"(?:the|\w+['’]s) ", title, re.IGNORECASE) else f"the {title}"


def _lowered(part: str) -> str:
    """A caption inside a sentence: its first word small unless it looks like a name."""
    names = sum(word[:1].isupper() for word in part.split())
    named = names > 1 or part[1:2].isupper() or comes_from_a_land(part.split()[0])
    return part if named else part[0].lower() + part[1:]
