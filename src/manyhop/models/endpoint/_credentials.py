"""Keys and passwords: checked before they are sent, and kept out of every message."""

import re
from collections.abc import Iterable
from urllib.parse import unquote

from manyhop.errors import ManyhopError

_HIDDEN = "…"


def without_credentials(url: str) -> str:
    """The address as it may be shown: no name, no password.

    Example: ``without_credentials("http://me:secret@host/v1")`` → ``"http://host/v1"``
    """
    scheme, found, rest = url.partition("://")
    shown = (rest if found else scheme).rpartition("@")[2]
    return f"{scheme}{found}{shown}" if found else shown


def credentials(url: str) -> list[str]:
    """What must not be shown of an address: its password, as written and as meant."""
    before = url.partition("://")[2].rpartition("@")[0]
    password = before.partition(":")[2]
    return [before, password, unquote(password)]


def usable_key(key: str) -> str:
    """The key as a header can carry it."""
    key = key.strip()
    if not (key.isascii() and key.isprintable()):
        raise ManyhopError(
            "the key holds characters that no key has, such as accents, curly quotes or line ends; "
            "copy it anew"
        )
    return key


def hide(text: str, secrets: Iterable[str]) -> str:
    """The text without any of the secrets, for servers like to repeat what they were sent."""
    for secret in sorted(filter(None, secrets), key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(secret)}(?!\w)", _HIDDEN, text)
    return text
