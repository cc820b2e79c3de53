"""Whether a text says an answer, however it is written."""

import re
import unicodedata
from collections.abc import Iterable

_WORD = re.compile(r"\d+(?:\.\d+)*|[^\W\d_]+")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d)")
_ACCENTS = re.compile("[\u0300-\u036f]+")
_NUMBERS = """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
    sixteen seventeen eighteen nineteen twenty
"""
_DIGITS = {word: str(number) for number, word in enumerate(_NUMBERS.split())}
_YES_OR_NO = frozenset(["yes", "no"])


def plain_words(text: str) -> str:
    """The words in lower case between single spaces, without accents and marks, small numbers as
    digits: what two writings of the same have in common.

    Example: ``plain_words("Seven Brücken, 1,410 m")`` → ``" 7 brucken 1410 m "``
    """
    plain = _THOUSANDS.sub("", text.lower())
    if not plain.isascii():
        plain = _ACCENTS.sub("", unicodedata.normalize("NFKD", plain))
    words = [_DIGITS.get(word, word) for word in _WORD.findall(plain)]
    return f" {' '.join(words)} "


def telling(answers: Iterable[str]) -> tuple[str, ...]:
    """The plain words of the answers that a distractor must not say.

    "Yes" and "no" are not among them: a text that says "no" somewhere answers nothing. Numbers,
    however small, are: "5" is also said by "five".
    Example: ``telling(["Yes", "Five"])`` → ``(" 5 ",)``
    """
    plain = dict.fromkeys(map(plain_words, answers))
    return tuple(words for words in plain if words.strip() and words.strip() not in _YES_OR_NO)


def says(plain: str, telling_answers: Iterable[str]) -> bool:
    """Whether plain words hold one of the answers as whole words.

    Example: ``says(plain_words("It opened in 1981."), telling(["1981"]))`` → ``True``
    """
    return any(answer in plain for answer in telling_answers)
