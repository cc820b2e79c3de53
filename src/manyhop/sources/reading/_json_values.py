"""JSON as data sets write it."""

import json
from contextlib import suppress
from typing import Any

import msgspec


def decode_json(data: bytes | msgspec.Raw) -> Any:
    """The value; ``msgspec.DecodeError`` where it is not JSON.

    NaN and Infinity count as numbers, and half of a surrogate pair becomes a question mark.
    """
    try:
        return msgspec.json.decode(data)
    except msgspec.DecodeError:
        with suppress(ValueError):
            value = json.loads(bytes(data))
            return json.loads(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"))
        raise
