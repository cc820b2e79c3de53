"""What a cell says, in the spelling of a sentence, and whether a question may quote it."""

import re
from functools import lru_cache

_TIDY: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"\s+([,;:.!?%)\]])"), r"\1"),
    (re.compile(r"([(\[])\s+"), r"\1"),
    (re.compile(r"\s+(?=(?:['’](?:s|t|re|ve|ll|d|m)|n['’]t)\b)"), ""),
    (re.compile(r"(?<=s) (['’])(?= |$)"), r"\1"),
    (re.compile(r"\s+"), " "),
)
_ASIDE = re.compile(r"\s*(?:\([^()]*\)|\[[^\[\]]*\])")
_QUOTED = re.compile(r"[\"“]([^\"“”]+)[\"”]")
_MARKS = re.compile(r"[*†‡§#^]+$")
_AWKWARD = re.compile(
    r"[;/\\|<>°″′•→=~_{}\[\]@#†‡*\"“”]| vs\.? |--|\.\.|https?:|www\.|\d:\d|, *$|^\W|[a-z]\.\d"
)
_NOTHING = re.compile(
    r"\W*(?:unknown|n/?a|tb[acd]|none|various|vacant|see below|other|others|not available|same"
    r"|unlisted|pending|to be (?:determined|announced))\W*",
    re.IGNORECASE,
)
_LETTER = re.compile(r"[^\W\d_]")
_LONGEST_ANSWER = 8
_LONGEST_QUOTE = 6

_ARTICLED = re.compile(
    r"^(?:united (?:states|kingdom|nations|arab)|netherlands|philippines|bahamas|maldives|gambia"
    r"|soviet union|czech republic|dominican republic|ivory coast|university of|museum of"
    r"|house of|church of|battle of|republic of|isle of|national (?:museum|gallery|theatre|library)"
    r"|bank of|city of|cathedral of|statue of|tower of|kingdom of|province of)\b"
    r"|\b(?:bridge|river|sea|ocean|islands|mountains|tower|hotel|museum|canal|tunnel|gallery"
    r"|isles|cathedral|desert|dam|theatre|theater|building|monument|memorial|lighthouse|railway"
    r"|empire|dome|expressway|motorway|railroad|war|channel|peninsula|archipelago)$",
    re.IGNORECASE,
)

_YEARLY = re.compile(r"(?:1[89]|20)\d\d(?:[-–]\d+)? [A-Z][^:]+$")


@lru_cache(maxsize=65_536)
def tidy(text: str) -> str:
    """A text without the spaces that machines put around marks.

    Example: ``tidy("Men 's doubles ( final )")`` → ``"Men's doubles (final)"``
    """
    for pattern, instead in _TIDY:
        text = pattern.sub(instead, text)
    return text.strip()


@lru_cache(maxsize=65_536)
def called(text: str) -> str:
    """A name without its asides and marks.

    Example: ``called("Chi Cheng ( ROC ) *")`` → ``"Chi Cheng"``
    """
    text = tidy(text)
    bare = _MARKS.sub("", _ASIDE.sub("", text)).strip()
    if quoted := _QUOTED.fullmatch(bare):
        bare = quoted[1]
    return bare or text


def folded(text: str) -> str:
    """The same for all spellings of a name that differ in case, asides and marks only."""
    return called(text).casefold()


@lru_cache(maxsize=65_536)
def is_answer(text: str) -> bool:
    """Whether a cell's text can be an answer: a few words or a figure, no bare marks."""
    said = any(map(str.isalnum, text)) and not _NOTHING.fullmatch(text)
    return said and len(text.split()) <= _LONGEST_ANSWER


@lru_cache(maxsize=65_536)
def is_quotable(text: str) -> bool:
    """Whether a question can quote a cell: a name or a term, as people write them.

    Example: ``is_quotable("Off State Route 8; 33°08′N")`` → ``False``
    """
    said = tidy(text)
    return (
        1 < len(said) <= 60
        and not _NOTHING.fullmatch(said)
        and len(said.split()) <= _LONGEST_QUOTE
        and _LETTER.search(said) is not None
        and _AWKWARD.search(said) is None
        and said.count("(") == said.count(")")
        and said.count(",") <= 1
        and sum(map(str.isdigit, said)) <= 4
        and not (said[0].islower() and len(said.split()) > 3)
    )


@lru_cache(maxsize=65_536)
def with_article(name: str) -> str:
    """A name with "the" where people say it.

    Example: ``with_article("Humber Bridge")`` → ``"the Humber Bridge"``
    """
    if name[:4].lower() == "the ":
        return name
    if _YEARLY.match(name):
        return f"the {name}"
    if _ARTICLED.search(name) and not re.search(r"['’]s?\b|\d", name):
        return f"the {name}"
    return name


def indefinite(noun: str) -> str:
    """A noun with "a" or "an".

    Example: ``indefinite("elevation")`` → ``"an elevation"``
    """
    vowel = noun[:1].lower() in "aeiou" and not noun.lower().startswith(("uni", "use", "eu", "one"))
    return f"{'an' if vowel else 'a'} {noun}"


def listed(names: tuple[str, ...]) -> str:
    """Names as a sentence lists them.

    Example: ``listed(("Oslo", "Bergen"))`` → ``"Oslo and Bergen"``
    """
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"
