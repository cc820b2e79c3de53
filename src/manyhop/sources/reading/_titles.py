"""Titles for things that only have a caption, the name of a file or an address."""

import re
from pathlib import PurePath
from urllib.parse import unquote, urlsplit

_BIG = r"[A-ZÀ-ÖØ-Þ][\w'’.-]*"
_BETWEEN = r"(?:of|the|and|de|du|des|del|della|di|da|la|le|von|van|der|den|zu|am|upon|on)"
_NAME = re.compile(rf"(?:The )?({_BIG}(?: (?:{_BETWEEN} ){{0,2}}{_BIG}){{1,5}})(?=[\s,.:;]|$)")
_NO_NAMES = re.compile(
    r"(?:An?|My|Our|His|Her|Its|Their|This|That|These|Those|One|Two|Three|Some|In|On|At|From|With"
    r"|View|Photo|Picture|Image|Map|Figure|Fig|Plate|Table|Detail) ",
    re.IGNORECASE,
)


def title_from_caption(caption: str) -> str:
    """The name that a caption begins with, of two words or more; ``""`` where there is none.

    Example: ``title_from_caption("The Humber Bridge at dusk.")`` → ``"Humber Bridge"``
    """
    found = None if _NO_NAMES.match(caption) else _NAME.match(caption)
    return found[1].rstrip(".") if found else ""


def title_from_name(path: PurePath) -> str:
    """The words of a file's name.

    Example: ``title_from_name(Path("humber_bridge.html"))`` → ``"humber bridge"``
    """
    return " ".join(path.stem.replace("_", " ").replace("-", " ").split()) or path.name


def title_from_address(address: str) -> str:
    """The name of the page that an address leads to, as wikis write them; ``""`` for others.

    Example: ``title_from_address("/wiki/Humber_Bridge#History")`` → ``"Humber Bridge"``
    """
    try:
        path = urlsplit(address).path
    except ValueError:
        return ""
    _, wiki, page = path.partition("/wiki/")
    if not wiki and path.startswith("./"):
        page = path[2:]
    return " ".join(unquote(page).replace("_", " ").split())
