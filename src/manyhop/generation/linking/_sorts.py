"""What sort of thing a text says its subject is."""

import re

_IS_A = re.compile(r"\b(?:is|was|are|were)\s+(?:an?|the)\s+(?P<said>[^.;:]+)", re.IGNORECASE)
_ENDS = re.compile(
    r"[,(\[–—]|\b(?:about|and|as|at|before|below|born|between|built|by|during|for|from|held|in|known|"
    r"led|made|near|of|off|on|or|over|set|since|that|to|under|when|where|which|who|whose|with|within|"
    r"written|\w+ed(?= (?:as|at|between|by|for|from|in|near|of|on|to|under|with)\b))\b"
)
_NOUNS_IN_ING = re.compile(r"building|crossing|drawing|king|landing|painting|ring|spring|wing")
_WORD = re.compile(r"[^\W\d_][\w'’-]*")
_SENTENCE_LETTERS = 400
_NO_SORT = re.compile(
    r".{0,2}|ancient|best|day|first|former|large|largest|last|major|name|new|old|oldest|one|only|part|"
    r"public|result|same|set|small|.*-|.*[A-Z].*"
)


def sort_of(text: str) -> str:
    """The noun with which the first sentence says what its subject is; "" where it doesn't.

    Example: ``sort_of("The Humber Bridge is a suspension bridge near Hull.")`` → ``"bridge"``
    """
    said = _IS_A.search(text[:_SENTENCE_LETTERS])
    if said is None:
        return ""
    words = _WORD.findall(_ENDS.split(said["said"], maxsplit=1)[0])
    noun = words[-1] if words else ""
    if noun.endswith("ing") and not _NOUNS_IN_ING.fullmatch(noun):
        return ""
    return "" if _NO_SORT.fullmatch(noun) else noun
