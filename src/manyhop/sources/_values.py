"""Cell text before it is read as a value: footnote marks, spaces, and blanks."""

import re

_SPACE = re.compile(r"\s+")

# [a], [12], [note 3], [nb 1], [A 2], [citation needed]; * † ‡ § ¶
_MARK = (
    r"(?:\[(?:[0-9]{1,3}|[a-zA-Z]{1,2}|[a-zA-Z]{1,4}\.?\ ?[0-9]{1,3}|note|citation\ needed)\]"
    r"|[*†‡§¶])"
)
_LEADING = re.compile(rf"\A(?:{_MARK}\ ?)+")
_TRAILING = re.compile(rf"(?:\ ?{_MARK})+\Z")

_NEAR_END = 200  # characters in which marks are looked for, so that long cells take no time

_BLANKS = frozenset(
    ("n/a", "n.a.", "na", "none", "null", "nan", "nil", "tbd", "tba", "tbc", "unknown")
)
_DASHES = re.compile(r"[-–—―−‒.…?\ ]*")


def clean_cell(text: str) -> str:
    """The text without footnote marks at its ends and with single spaces.

    Example: ``clean_cell("1,234 [a]*")`` → ``"1,234"``
    """
    text = _LEADING.sub("", _SPACE.sub(" ", text).strip())
    marks = _TRAILING.search(text, max(0, len(text) - _NEAR_END))
    return (text[: marks.start()] if marks else text).strip()


def is_blank(text: str) -> bool:
    """Whether a cell says nothing: empty, a dash, "N/A", "unknown", or only footnote marks.

    Example: ``is_blank("—[a]")`` → ``True``
    """
    text = clean_cell(text)
    return text.lower().replace(" ", "") in _BLANKS or _DASHES.fullmatch(text) is not None
