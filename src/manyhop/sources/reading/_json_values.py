"""JSON as data sets write it."""

import json
from typing import Any

import msgspec


def decode_json(data: bytes | msgspec.Raw) -> Any:
    """The value, where NaN and Infinity count as numbers; else ``msgspec.DecodeError``."""
    try:
        return msgspec.json.decode(data)
    except msgspec.DecodeError:
        try:
            return json.loads(bytes(data))
        except ValueError:
            pass
        raise
