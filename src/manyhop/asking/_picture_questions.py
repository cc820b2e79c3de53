"""What a question says of pictures: whether it wants them listed, which one it means, by what."""

import re

import msgspec

PICTURE = r"(?:pictures?|photos?|photographs?|images?|shots?|snapshots?|pics?)"

_FILE = re.compile(
    r"\b[\w()-]*\d[\w()-]*\.(?:jpe?g|png|gif|webp|heic)\b|\b(?:IMG|DSC|DSCN|DSCF|PXL|P)[_-]?\d+\b",
    re.IGNORECASE,
)
_NUMBERED = re.compile(rf"\b{PICTURE}\s+(?:no\.?|number|nr\.?|#)?\s*(\d+)\b", re.IGNORECASE)
_HERE = re.compile(rf"\b(?:this|that|the given) {PICTURE}\b", re.IGNORECASE)

_SEE = (
    r"(?:show(?:s|n|ing)?|ha(?:ve|s|d)|contain(?:s|ing)?|featur(?:e|es|ing)|depict(?:s|ing)?"
    r"|includ(?:e|es|ing)|of|with|where|in which|on which|that|which|can|could|do|does|did"
    r"|i|you|we|one|see|find|is|are|was|were|there|taken|from|visible|seen|any|all)"
)
_ASKS_WHICH = re.compile(
    rf"^(?:(?:in|on|at|from)\s+)?(?:which|what|how many)(?:\s+of)?(?:\s+(?:the|my|our|these|all))*"
    rf"\s+(?P<before>(?:(?!(?:did|does|do|is|was|has)\b)[\w-]+\s+){{0,2}}?)(?P<noun>{PICTURE})\b(?P<after>.*)$",
    re.IGNORECASE,
)
_ASKS_TO_SHOW = re.compile(
    r"^(?:please\s+)?(?:(?:can|could) you\s+)?(?:find|show|list|give|name|get|search)"
    r"(?:\s+(?:me|us|for))?(?:\s+(?:all|every|each|any|of|the|my|our|a|an))*"
    rf"\s+(?P<before>(?:[\w-]+\s+){{0,3}}?)(?P<noun>{PICTURE})\b(?P<after>.*)$",
    re.IGNORECASE,
)
_ASKS_WHETHER = re.compile(
    r"^(?:is|are) there(?:\s+(?:a|an|any))?"
    rf"\s+(?P<before>(?:[\w-]+\s+){{0,3}}?)(?P<noun>{PICTURE})\b(?P<after>.*)$",
    re.IGNORECASE,
)
_ASKS_WHERE = re.compile(
    r"^where (?:can|could|do|did) (?:i|we|you|one) (?:see|find) (?P<after>.*)$"
    r"|^where (?:is|are) (?P<there>.*) to be seen$"
    r"|^show me (?P<thing>(?:the|a|an|all|any|some) (?!\w+ (?:steps?|recipe)).*)$",
    re.IGNORECASE,
)
_WHICH_ONE = re.compile(r"[,.?;]?\s*(?:and\s+)?which ones?(?: (?:is|are) (?:it|they))?$", re.I)
_TOLD = re.compile(  # what notes say of a picture rather than what it shows
    r"\b(?:took|taken (?:by|on|with)|shot (?:by|on|with)|made by|by [A-Z]\w+|printed|ordered|won"
    r"|wins?|hangs?|hung|sold|prize|log(?:ged)?|newsletter|calendar|exhibition)\b"
)
_LEAD = re.compile(rf"^(?:{_SEE}\s+)+", re.IGNORECASE)
_TAIL = re.compile(
    r"\s+(?:in|on) (?:it|them|there)$|\s+(?:to be seen|visible|shown|depicted)$|[?.!\s]+$", re.I
)

_OF = re.compile(
    rf"\b{PICTURE}\s+(?:of|with|showing|that shows?|which shows?|where|in which|on which)\s+"
    r"(?P<what>.+)$",
    re.IGNORECASE,
)
_PRINT_OF = re.compile(r"\b(?:print|canvas|card|copy|frame)\s+(?:of|with)\s+(?P<what>.+)$", re.I)
_BEFORE = re.compile(rf"\b(?:the|a|an)\s+(?P<what>(?:[\w-]+\s+){{1,5}}?){PICTURE}\b", re.IGNORECASE)
_PHOTOGRAPHED = re.compile(
    r"\b(?:photograph(?:ed|s)?|captured?|(?:took|take) a (?:picture|photo) of)\s+"
    r"(?!(?:at|on|in|inside|with|during|by|from|for)\b)(?P<what>.+)$",
    re.IGNORECASE,
)
_WAS_PHOTOGRAPHED = re.compile(
    r"\b(?:was|were|is|are)\s+(?P<what>(?:the|a|an)\s.+?)\s+(?:being\s+)?(?:photographed|pictured)\b",
    re.IGNORECASE,
)
_AFTER = re.compile(  # what follows the description of a picture and does not belong to it
    r"[,;]?\s+(?:(?:(?:was|were|is|are|be|been) )?(?:taken|printed|sold|chosen|made|shot"
    r"|photographed)"
    r"|win|won|wins|cost|costs|hangs?|hanging|hung|come|get|got|used|appear|place[ds]?"
    r"|and (?:when|where|who|on|how)|in the (?:log|contest|list|calendar|newsletter)"
    r"|at the (?:bakery|exhibition|contest))\b.*$",
    re.IGNORECASE,
)
_QUESTION_WORDS = re.compile(
    r"^(?:(?:what|which|who|whose|whom|where|when|why|how)(?:\s+(?:many|much|long|old|big|deep))?"
    r"|is|are|was|were|does|do|did|can|has|have)\b\s*",
    re.IGNORECASE,
)
_FRAMES = re.compile(
    rf"\b(?:in|on|of|from)?\s*(?:this|that|the|a)?\s*\b{PICTURE}\b|\bcolou?rs?\b"
    r"|\b(?:can|could) be seen\b|\bis there\b|\bare there\b|\bphotograph(?:ed)?\b"
    r"|\b(?:is|are|does|do|did|was|were)\b",
    re.IGNORECASE,
)


class Listed(msgspec.Struct, frozen=True):
    """A question for pictures: what they are to show, whether one or a number is wanted."""

    shows: str
    one: bool = False
    counted: bool = False


def listed(question: str) -> Listed | None:
    """What pictures are asked for; None where the question wants something else.

    Example: ``listed("Which pictures show suitcases?").shows`` → ``"suitcases"``
    """
    text = " ".join(question.split()).rstrip("?.! ")
    cut = _WHICH_ONE.sub("", text)
    whether = _ASKS_WHETHER.match(cut)
    found = _ASKS_WHICH.match(text) or _ASKS_TO_SHOW.match(text) or _ASKS_WHERE.match(text)
    found = found or (whether if cut != text else None)
    if found is None or named_files(question) or _HERE.search(text):
        return None
    parts = found.groupdict()
    before = (parts.get("before") or "").strip()
    after = parts.get("after") or parts.get("there") or parts.get("thing") or ""
    after = _TAIL.sub("", _LEAD.sub("", after.strip()))
    shows = _TAIL.sub("", f"{before} {after}".strip(" ,;:"))
    if not shows or _TOLD.search(text):
        return None
    one = not (parts.get("noun") or parts.get("thing") or "s").lower().endswith("s")
    return Listed(shows, one, text.lower().startswith("how many"))


def named_files(question: str) -> list[str]:
    """Names and numbers of picture files in a question.

    Example: ``named_files("What animal is in IMG_0142.jpg?")`` → ``["IMG_0142.jpg"]``
    """
    names = [found[0] for found in _FILE.finditer(question)]
    return names or [found[1] for found in _NUMBERED.finditer(question)]


def described(question: str) -> str:
    """What the picture shows that a question means, in the question's words; else ``""``.

    Example: ``described("Who took the picture of the penguin?")`` → ``"the penguin"``
    """
    text = " ".join(question.split()).rstrip("?.! ")
    for pattern in (_OF, _WAS_PHOTOGRAPHED, _PRINT_OF, _PHOTOGRAPHED, _BEFORE):
        if found := pattern.search(text):
            what = _AFTER.sub("", found["what"])
            what = re.sub(rf"\s+{PICTURE}$", "", what.strip(" ,;:"), flags=re.IGNORECASE)
            if what:
                return what
    return ""


def content_words(question: str) -> str:
    """A question without the words that only ask: what a picture of its answer would show.

    Example: ``content_words("Which colour is the shirt of the boy on the swing?")``
    """
    text = " ".join(question.split()).rstrip("?.! ")
    text = _QUESTION_WORDS.sub("", text)
    return " ".join(_FRAMES.sub(" ", text).split())
