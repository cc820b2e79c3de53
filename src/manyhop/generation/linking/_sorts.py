"""What sort of thing a text says its subject is."""

import re

_IS_A = re.compile(
    r"\b(?:is|was|are|were)\s+(?:an?|the|one of the)\s+(?P<said>[^.;:]+)", re.IGNORECASE
)
_ENDS = re.compile(
    r"[,(\[–—]|\b(?:about|and|as|at|before|below|born|between|based|built|by|connecting|created|"
    r"designed|directed|during|elected|featuring|for|formed|founded|from|held|in|known|led|located|"
    r"made|near|of|off|on|or|over|owned|played|produced|published|recorded|released|running|"
    r"serving|set|since|situated|starring|that|to|under|used|when|where|which|who|whose|with|"
    r"within|written)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_][\w'’-]*")
_SENTENCE_LETTERS = 400
_NO_SORT = re.compile(
    r".{0,2}|first|largest|last|name|oldest|one|only|part|process|result|same|set"
)


def sort_of(text: str) -> str:
    """The noun with which the first sentence says what its subject is; "" where it doesn't.

    Example: ``sort_of("The Humber Bridge is a suspension bridge near Hull.")`` → ``"bridge"``
    """
    said = _IS_A.search(text[:_SENTENCE_LETTERS])
    if said is None:
        return ""
    words = _WORD.findall(_ENDS.split(said["said"], maxsplit=1)[0])
    noun = words[-1].lower() if words else ""
    return "" if _NO_SORT.fullmatch(noun) else noun
