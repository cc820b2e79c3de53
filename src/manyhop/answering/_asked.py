"""The question as the engine takes it."""

import re

LONGEST = 600  # characters; what a planner or a reader could still make use of
_SENTENCE = re.compile(r"[^.!?\n]*\?|[^.!?\n]+[.!\n]?")
_LOOSE_END = re.compile(r"\s+(?=[?.!]+$)")


def asked(text: str) -> str:
    """One line; of a text that is too long, the last question in it, or else its beginning.

    Example: ``asked("  When did it\\nopen ? ")`` → ``"When did it open?"``
    """
    text = _LOOSE_END.sub("", " ".join(text.replace("\0", " ").split()))
    if len(text) <= LONGEST:
        return text
    questions = [
        found.strip()
        for found in _SENTENCE.findall(text)
        if found.endswith("?") and len(found.split()) > 2 and len(found) <= LONGEST
    ]
    return questions[-1] if questions else text[:LONGEST].rsplit(" ", 1)[0]
