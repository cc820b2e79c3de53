"""What can be said of a candidate's form in a word or two."""

import re
from collections.abc import Sequence

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")


def words(text: str) -> list[str]:
    """The words in small letters: ``words("Don't stir!")`` → ``["don't", "stir"]``."""
    return _WORD.findall(text.casefold())


def word_marks(text: str) -> list[str]:
    """The words that a text has, and those that it begins and ends with."""
    found = words(text)
    if not found:
        return []
    marks = [f"the word “{word}”" for word in dict.fromkeys(found)]
    return [*marks, f"begins with “{found[0]}”", f"ends with “{found[-1]}”"]


def form_marks(text: str) -> list[str]:
    """How a text is written."""
    letters = [word for word in text.split() if word[0].isalpha()]
    signs = {
        "ends in an exclamation mark": text.endswith("!"),
        "ends in a full stop": text.endswith("."),
        "has a comma": "," in text,
        "has a digit": any(sign.isdigit() for sign in text),
        "has brackets": "(" in text,
        "is one word": len(text.split()) == 1,
        "all in capitals": text.isupper(),
        "begins with a small letter": text[:1].islower(),
        "every word begins with a capital": len(letters) > 1
        and all(word[0].isupper() for word in letters),
    }
    return [name for name, has in signs.items() if has]


def length_marks(texts: Sequence[str]) -> list[list[str]]:
    """Which text of some is the longest and which the shortest, if one is."""
    lengths = [len(text) for text in texts]
    marks: list[list[str]] = [[] for _ in texts]
    for name, bound in (("the longest", max(lengths)), ("the shortest", min(lengths))):
        if lengths.count(bound) == 1:
            marks[lengths.index(bound)].append(name)
    return marks
