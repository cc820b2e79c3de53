"""What a question wants a picture to show, in a caption's words."""

import re

_FRONT = re.compile(
    r"^\s*(?:which|what|who)\b(?P<kind>.*?)\b"
    r"(?P<verb>ha(?:s|ve)|had|features?|shows?|contains?|depicts?|includes?|displays?|is|are|was"
    r"|were|wears?|holds?|with|showing|featuring)\s+(?P<rest>.+?)[\s?.]*$",
    re.IGNORECASE | re.DOTALL,
)
_MEANT = re.compile(r"^(?:ha(?:s|ve)|had|features?|shows?|contains?|depicts?|includes?|displays?)$")
_MEDIUM = re.compile(
    r"\b(?:on|in|of|for|featured on|shown on|at) (?:its|their|his|her|the|it'?s) "
    r"(?P<medium>(?:\w+ )?(?:poster|logo|cover|crest|badge|picture|image|photo|photograph|flag|"
    r"emblem|seal|advertisement|title screen))s?\b",
    re.IGNORECASE,
)


def shown(question: str) -> str:
    """The thing that must be seen: ``"two towers"`` for "Which bridges have two towers?".

    What cannot be taken apart is given back whole, without its question mark.
    """
    found = _FRONT.match(question)
    if not found:
        return question.strip().rstrip("?. ")
    verb, rest = found["verb"].lower(), found["rest"]
    medium = _MEDIUM.search(rest)
    thing = _MEDIUM.sub(" ", rest) if medium else rest
    thing = " ".join(thing.split()).rstrip("?., ")
    if not _MEANT.match(verb) and verb not in {"with", "showing", "featuring"}:
        kind = found["kind"].strip(" ,").split(",")[0].strip()
        thing = f"{kind or 'someone'} {verb} {thing}"
    return thing or rest
