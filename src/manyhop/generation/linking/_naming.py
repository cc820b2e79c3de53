"""Names: how they are tidied, and the normal form in which two spellings of one name are equal."""

import re
import unicodedata
from functools import lru_cache
from urllib.parse import unquote, urlsplit

from manyhop.sources import parse_date

_FOOTNOTE = re.compile(r"\s*\[\s*(?:\d{1,3}|[a-z]|[A-Z]|note \d+|nb \d+|citation needed)\s*\]")
_MARKS = re.compile(r"^[*†‡§#^•/,;:\s]+|[*†‡§^•/,;:\s]+$")
_SPACED = (
    (re.compile(r"\s+([,.;:!?)\]])"), r"\1"),
    (re.compile(r"([(\[])\s+"), r"\1"),
    (re.compile(r"\s+('s|’s|n't)\b"), r"\1"),
    (re.compile(r"\s+"), " "),
)
_QUOTED = re.compile(r"""["“„«]([^"“”„«»]+)["”“»]""")
_ASIDE = re.compile(r"\s*\([^()]*\)$")
_WORD = re.compile(r"\w+")
_KEPT = re.compile(r"\w+|[()]")
_DROPPED = str.maketrans(
    {"'": "", "’": "", "‘": "", ".": "", "_": " ", "&": " and "}
    | {"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "ı": "i"}
)
_TIME = re.compile(
    r"\d+(?:st|nd|rd|th|s)?|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|"
    r"aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|spring|summer|autumn|winter"
)
_SMALL = re.compile(
    r"a|al|an|and|at|d[aeiou]|das|del|della|den|der|des|dos|el?|en|et|for|from|ibn|in|las?|les?|los|"
    r"of|on|or|the|to|und|van|vom|von|with|y|zu"
)


@lru_cache(1 << 16)
def tidy(text: str) -> str:
    """A cell's text without footnote marks and quotes, with punctuation where it belongs.

    Example: ``tidy("Humber Bridge [ 2 ] †")`` → ``"Humber Bridge"``
    """
    text = _MARKS.sub("", _FOOTNOTE.sub("", text))
    for pattern, instead in _SPACED:
        text = pattern.sub(instead, text)
    text = text.strip()
    quoted = _QUOTED.fullmatch(text)
    return quoted[1].strip() if quoted else text


def without_aside(name: str) -> str:
    """A name without what stands behind it in brackets.

    Example: ``without_aside("Mercury (planet)")`` → ``"Mercury"``
    """
    return _ASIDE.sub("", name) or name


@lru_cache(1 << 16)
def key_of(name: str) -> str:
    """The normal form of a name: case, accents, punctuation and a leading "the" do not count.

    What stands in brackets does, since it tells two things of one name apart.
    Example: ``key_of("The Øresund  Bridge")`` → ``"oresund bridge"``
    """
    plain = name.casefold().translate(_DROPPED)
    if not plain.isascii():
        spread = unicodedata.normalize("NFKD", plain)
        plain = "".join(letter for letter in spread if not unicodedata.combining(letter))
    words = _KEPT.findall(plain)
    if len(words) > 1 and words[0] == "the":
        words = words[1:]
    return " ".join(words).replace("( ", "(").replace(" )", ")") or name.strip().casefold()


def words_in(key: str) -> list[str]:
    """The words of a key: ``words_in("mercury (planet)")`` → ``["mercury", "planet"]``."""
    return _WORD.findall(key)


def is_time(name: str) -> bool:
    """Whether this is a number or says when: ``is_time("May 5")``, ``is_time("1981")``."""
    return all(map(_TIME.fullmatch, words_in(key_of(name)))) or parse_date(name) is not None


@lru_cache(1 << 16)
def is_proper(name: str) -> bool:
    """Whether this is written like the name of one thing: capitals, no number, no date.

    Example: "Humber Bridge" is; "suspension", "Alpine skiing", "May 5" and "1,410 m" are not.
    """
    words = _WORD.findall(name.replace("'", "").replace("’", ""))
    if not words or any(letter.isdigit() for letter in name):
        return False
    first, *others = words
    if not first[0].isupper() and not (_SMALL.fullmatch(first) and others):
        return False
    return not is_time(name) and all(word[0].isupper() or _SMALL.fullmatch(word) for word in others)


@lru_cache(1 << 16)
def address_of(url: str) -> str:
    """The normal form of a web address; "" for what is none, such as a file's path.

    Pages of the English Wikipedia have one form, with or without their host.
    Example: ``address_of("https://en.wikipedia.org/wiki/Zielona_G%C3%B3ra#History")`` →
    ``"/wiki/Zielona_Góra"``
    """
    if url.startswith("/wiki/"):
        return unquote(url.partition("#")[0]).replace(" ", "_")
    if not url.startswith(("http://", "https://")):
        return ""
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    host = parts.netloc.lower().removeprefix("www.")
    path = unquote(parts.path).replace(" ", "_")
    if host in ("en.wikipedia.org", "en.m.wikipedia.org") and path.startswith("/wiki/"):
        return path
    return host + path.rstrip("/") + (f"?{parts.query}" if parts.query else "")
