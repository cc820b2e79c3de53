"""The surface of a sentence: spaces, capitals, full stops, and lists of values."""

import re
from collections.abc import Sequence

from manyhop.english._words import (
    ADJECTIVES,
    ARTICLES,
    DETERMINERS,
    FUNCTION,
    NUMBERS,
    PREPOSITIONS,
    bare,
    word_set,
)

_SPACED = re.compile(r" [?,;:]|\s' ?s\b|\w - \w|\( ")
_MENDS = (
    (re.compile(r"\b([A-Z]) \. (?=[A-Z] \.)"), r"\1."),  # U . S . → U.S .
    (re.compile(r"\s+([,;:?!.])"), r"\1"),
    (re.compile(r"([\w)]) ['’] ?(s|t|re|ve|ll|d|m)\b"), r"\1'\2"),
    (re.compile(r"(\w)s ' (?=\w)"), r"\1s' "),
    (re.compile(r"\b([OdlDL]) ['’] (?=[A-Z])"), r"\1'"),
    (re.compile(r"(\w) ([-/_]) (?=\w)"), r"\1\2"),
    (re.compile(r"([(\[$£€#]) "), r"\1"),
    (re.compile(r" ([)\]%])"), r"\1"),
    (re.compile(r'" ([^"]*?) "'), r'"\1"'),
    (re.compile(r"(?<!\w)' ([^']*?) '(?!\w)"), r"'\1'"),
    (re.compile(r"(\d)\. (\d)"), r"\1.\2"),
    (re.compile(r"(\d), (\d{3})\b"), r"\1,\2"),
)

_ABBREVIATION = re.compile(
    r"(^|[\s.])([A-Z]|[A-Z]\.\w+|St|Mr|Mrs|Ms|Dr|Jr|Sr|Mt|Ave|Inc|Ltd|Co|Corp|etc|vs|\.\.)\.$|\.\.$"
)
_NAMES = ("ss", "as", "is", "os", "us")  # Texas, Paris, Laos: seldom a plural's end
_FILE = re.compile(r"[\w-]+\.[a-z]{2,4}(?=\s)")


def tidy(question: str) -> str:
    """A question with one space between words and none before its punctuation.

    Example: ``tidy("Is St . Anne ' s tower red ?")`` is ``"Is St. Anne's tower red?"``
    """
    text = " ".join(question.split()).strip()
    if text.startswith('"') and text.endswith('"') and text.count('"') == 2:
        text = text[1:-1].strip()
    if _SPACED.search(text):
        for pattern, mended in _MENDS:
            text = pattern.sub(mended, text)
    return re.sub(r"[.\s]*\?+[\s?]*$", "?", text)


def tidy_value(value: str) -> str:
    """A value without a full stop that ends no abbreviation.

    Example: ``tidy_value(" Two. ")`` is ``"Two"``
    """
    text = " ".join(value.split())
    if text.endswith(".") and not _ABBREVIATION.search(text):
        return text[:-1].rstrip()
    return text


def listed(values: Sequence[str], word: str = "and") -> str:
    """Values as one phrase.

    Example: ``listed(["red", "white", "blue"])`` is ``"red, white and blue"``
    """
    if any("," in value for value in values) and len(values) > 2:
        return "; ".join(values[:-1]) + f"; {word} " + values[-1]
    *head, last = values
    return f"{', '.join(head)} {word} {last}" if head else last


def sentence(text: str) -> str:
    """A text with a capital first, unless that is a file's name, and one full stop last.

    Example: ``sentence("it opened in 1981")`` is ``"It opened in 1981."``
    """
    text = re.sub(r"\s+([,.;])(?=\s|$)", r"\1", " ".join(text.split())).rstrip(" ,;:")
    text = re.sub(r",{2,}", ",", text)
    first = re.match(r"[\"'“‘(]*(\w+)", text)
    if first and first[1].islower() and not _FILE.match(text, first.start(1)):
        start = first.start(1)
        text = text[:start] + text[start].upper() + text[start + 1 :]
    closed = text.rstrip("\"'”’)")
    if closed.endswith((".", "!")):
        return text
    return text.rstrip("?") + "."


def lowered(value: str, common: bool = False, named: bool = False) -> str:
    """A value as it stands inside a sentence: only what is no name begins small.

    ``common`` says that the question asks for a kind of thing, ``named`` that it asks for a name.
    Example: ``lowered("Palm trees")`` is ``"palm trees"``
    """
    words = value.split()
    if not words or not words[0][:1].isupper() or words[0][1:] != words[0][1:].lower():
        return value
    first, rest = bare(words[0]), [word for word in words[1:] if bare(word) not in FUNCTION]
    plain = first in ADJECTIVES or first in NUMBERS or first in FUNCTION
    all_small = bool(rest) and all(word[:1].islower() for word in rest)
    if first.endswith(("ican", "ian", "ish", "ese")) or first in _CAPITAL:
        return value
    plain = first in ARTICLES or (plain and not any(word[:1].isupper() for word in rest))
    if all(bare(word) in ADJECTIVES | FUNCTION for word in words):
        return value.lower()
    plural = len(words) == 1 and first.endswith("s") and not first.endswith(_NAMES)
    common = common or (plural and not named)
    if plain or all_small or (common and not rest):
        return value[0].lower() + value[1:]
    return value


def with_article(value: str) -> str:
    """A bare singular noun with its article, anything else as it is.

    Example: ``with_article("umbrella")`` is ``"an umbrella"``
    """
    words = value.split()
    if not words or len(words) > 3 or any(not re.fullmatch(r"[a-z-]+", word) for word in words):
        return value
    first, last = words[0], words[-1]
    if first in FUNCTION | NUMBERS or last in ADJECTIVES | NUMBERS or last in MASS:
        return value
    if {*words} & FUNCTION or last.endswith(
        ("s", "ing", "ed", "ly", "ese", "ish", "ward", "tion", "ment", "ness", "ance")
    ):
        return value
    return f"the {value}" if first in _ORDINAL else f"{article(first)} {value}"


def article(word: str) -> str:
    """The indefinite article before a word.

    Example: ``article("hour")`` is ``"an"``
    """
    if re.match(r"(?i)(hour|honest|heir)", word):
        return "an"
    return "a" if re.match(r"(?i)(uni|use|eu|one|[^aeiou])", word) else "an"


def without_article(text: str) -> str:
    """A phrase less its leading article."""
    first, _, rest = text.partition(" ")
    return rest if rest and first.lower() in ARTICLES else text


_ORDINAL = word_set("first second third fourth fifth sixth last same only left right top bottom")
_CAPITAL = word_set("french german dutch i may will")
MASS = word_set(
    "barley wheat rice corn maize oats sugar salt pepper honey oil coal cheese butter meat "
    "water snow grass glass wood metal stone brick concrete marble steel iron gold silver "
    "bronze paper plastic leather cotton wool fabric sand ice fire smoke ivy moss lighting "
    "furniture graffiti people men women children fish sheep deer fruit food bread wine beer "
    "coffee tea milk hair fur clothing jewelry text writing fog dirt mud soil gravel rock- "
    "and-roll music art both neither none left right up down upwards downwards north south "
    "east west inside outside feet teeth geese mice antennae fungi cacti foliage greenery "
    "vegetation traffic chess silk copper brass granite limestone sandstone tile wicker "
    "bamboo rubber wax clay velvet lace"
)


def rationale(statement: str, pieces: Sequence[str]) -> str:
    """A statement with its reasons, each a clause of its own.

    Example: ``rationale("The Humber Bridge is newer.", ["It opened in 1981."])`` is
    ``"The Humber Bridge is newer, because it opened in 1981."``
    """
    reasons = [reason for piece in pieces if (reason := _clause(piece))]
    if not reasons:
        return sentence(statement)
    return sentence(f"{statement.rstrip('. ')}, because {listed(reasons)}")


def _clause(piece: str) -> str:
    """A piece of evidence without its full stop, and small where it begins with no name."""
    text = " ".join(piece.split()).rstrip(".;, ")
    first = bare(text.split()[0]) if text else ""
    small = first in ARTICLES | DETERMINERS | PREPOSITIONS | {"it", "they", "he", "she", "there"}
    return text[:1].lower() + text[1:] if small else text
