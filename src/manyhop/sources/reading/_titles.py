"""Titles for things that only have the name of a file or an address."""

from pathlib import PurePath
from urllib.parse import unquote, urlsplit


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
