"""What a system is fitted with: one set of options, of which each system uses its own."""

from typing import Literal, get_args

import msgspec

System = Literal[
    "heads",
    "zero-shot",
    "contrastive",
    "choice-only",
    "hasty-student",
    "impatient-reader",
    "order-reader",
    "unordered-reader",
]
SYSTEMS: tuple[System, ...] = get_args(System)

Reads = Literal["question", "image", "both"]


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """How a system is fitted; where None, the system's own default is taken.

    ``texts`` and ``pictures`` name encoders that stay as they are: ``embedded``, ``static``,
    ``tiny`` (at random, for tests) or a folder of the transformers library. ``backbone`` names a
    network that is fitted further: ``tiny`` or such a folder. ``keep_every`` is after how many
    batches what was learnt so far is written, besides after every epoch.
    Example: ``Options(reads="both", epochs=20, seed=1)``
    """

    seed: int = 0
    epochs: int | None = None
    batch: int | None = None
    rate: float | None = None
    patience: int | None = None
    keep_every: int = 200
    reads: Reads = "both"
    texts: str = "embedded"
    pictures: str = "embedded"
    backbone: str = "tiny"
    vocabulary: str = ""
    hidden: int | None = None
