"""Telling instructions from other numbered things."""

import re
from collections.abc import Sequence

from manyhop.sources._procedure import Step

_HOW_TO = re.compile(r"\bhow[ -]?to\b|\bstep[ -]by[ -]step\b|\b(?:recipe|tutorial)\b", re.I)
_STEPS = re.compile(
    r"(?:the |cooking |preparation |assembly )?"
    r"(?:steps?|instructions?|methods?|directions?|preparation|procedures?|what to do)"
    r"(?: to follow)?\W*",
    re.I,
)
_ALTERNATIVE = re.compile(
    r"(?:method|option|variant|approach|way)\s+(?:\d+|[a-z]|one|two|three)\b", re.I
)
_THINGS = r"(?:ingredients?|materials?|supplies|tools?|equipment|parts(?: list)?)"
_MATERIALS = re.compile(
    rf"(?:(?:gather|collect) )?(?:(?:the|all|your) )*{_THINGS}(?: ?(?:and|&|[+,/]) ?{_THINGS})*"
    r"(?: (?:needed|required|list))?(?: ?\([^)]*\))?\W*"
    r"|(?:(?:what|things) )?you(?:(?:'|’| wi)?ll)? need\W*",
    re.I,
)
_MATERIALS_LINE = re.compile(rf"({_MATERIALS.pattern}):\s+(\S.*)", re.I)
_ASIDE = re.compile(
    r"(?:references?|notes?|footnotes?|bibliography|sources?|citations?|further reading"
    r"|see also|external links|(?:table of )?contents|works cited|literature)\W*",
    re.I,
)
_STEP = re.compile(
    r"step\s+#?(\d{1,3}|[ivx]{1,5}|one|two|three|four|five|six|seven|eight|nine|ten)\b[\s:.)–—-]*",
    re.I,
)
_NUMBERED = re.compile(r"\d{1,3}[.):]\s+")
_STATEMENT = re.compile(
    r"(?:the|an?|it|its|he|she|they|we|i|this|that|these|those|there|his|her|their|our|my|you|your"
    r"|neither|no|all|any|each|some|if|optional|when|in|because|since|although|both|what|why|who)\b"
    r"|\w+(?:tions?|ments?|ness|ity)\b|\w+ of\b|\W"
    r"|\w+ (?:is|are|was|were|will|can|cannot|may|should|must|has|have|does|would)\b",
    re.I,
)
_ORDER = re.compile(
    r"(?:add|allow|apply|attach|bake|boil|bring|build|change|check|choose|clean|click|clone|close"
    r"|connect|cook|copy|cover|create|cut|dig|download|drain|draw|dry|enter|fill|find|fold|go|heat"
    r"|hold|insert|install|leave|let|lift|log|make|mark|measure|melt|mix|open|place|plug|position|pour|prepare"
    r"|press|pull|push|put|remove|repeat|replace|restart|rinse|run|save|select|set|sign|spread|start"
    r"|stir|take|test|tighten|transfer|turn|type|unplug|unpack|update|use|wait|wash|wipe|write)\b",
    re.I,
)
_CITED = re.compile(r"\(\d{4}[a-z]?\)|\bISBN\b|\bdoi\b|\bpp?\. ?\d|\bet al\b|^\^")


def is_how_to(title: str) -> bool:
    """Whether a title promises instructions, as "How to mend a puncture" does."""
    return bool(_HOW_TO.search(title))


def is_steps(heading: str) -> bool:
    """Whether a heading only says that steps follow: "Method", "Directions:"."""
    return bool(_STEPS.fullmatch(heading.strip()))


def is_materials(heading: str) -> bool:
    """Whether a heading announces what one needs: "Ingredients", "You will need"."""
    return bool(_MATERIALS.fullmatch(heading.strip()))


def materials_in(line: str) -> list[str]:
    """What a line such as "Tools: a clamp, wood filler" names; nothing for other lines."""
    found = _MATERIALS_LINE.fullmatch(line.strip())
    return (
        [thing.strip(" .") for thing in re.split(r"[,;] ", found[found.re.groups])] if found else []
    )


def is_alternative(heading: str) -> bool:
    """Whether a heading starts another way to the same end: "Method 2: With a patch"."""
    return bool(_ALTERNATIVE.match(heading.strip()))


def is_aside(heading: str) -> bool:
    """Whether what follows is numbered but no instruction: "References", "Contents"."""
    return bool(_ASIDE.fullmatch(heading.strip()))


def step_title(heading: str, *, numbered: bool = False) -> str | None:
    """What a step's heading says after "Step 3:" (or, if ``numbered``, "3."); else ``None``."""
    for pattern in (_STEP, _NUMBERED) if numbered else (_STEP,):
        if mark := pattern.match(heading):
            return heading[mark.end() :].strip()
    return None


def instruct(items: Sequence[Step]) -> bool:
    """Whether three or more items read like orders: sentences that start with what to do."""
    orders = sum(map(_is_order, items))
    return orders >= 3 and orders * 3 >= len(items) * 2


def _is_order(item: Step) -> bool:
    words = item.text.partition("\n")[0].strip()
    if _CITED.search(words):
        return False
    if _ORDER.match(words):
        return len(words.split()) > 1
    return len(words.split()) > 2 and words[-1] in ".!:;)`" and not _STATEMENT.match(words)
