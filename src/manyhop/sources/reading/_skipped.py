"""What could not be read."""

import msgspec


class Skipped(msgspec.Struct, frozen=True):
    """One part of the input that was left out while the rest was read.

    Example: ``Skipped("corpus.jsonl:17", "not valid JSON: trailing characters (byte 40)")``
    """

    where: str
    reason: str
