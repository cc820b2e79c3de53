"""How the networks are trained: the paper's settings, and ours where it names none."""

from dataclasses import dataclass
from typing import Literal

Reader = Literal[
    "choice-only", "hasty-student", "impatient-reader", "unordered-reader", "order-reader"
]
READERS: tuple[Reader, ...] = (
    "choice-only",
    "hasty-student",
    "impatient-reader",
    "unordered-reader",
    "order-reader",
)


@dataclass(frozen=True)
class ReaderSettings:
    """Layers, rate and patience are the paper's; it says neither width, batch nor most epochs.

    The paper writes "a dropout of 0.9". Dropping nine in ten leaves nothing to learn from, so we
    read it as the share that is kept, as some libraries count it: ``dropout`` is what is dropped.
    Example: ``ReaderSettings(hidden=32, patience=3)``
    """

    hidden: int = 100
    layers: int = 3
    dropout: float = 0.1
    rate: float = 5e-4
    patience: int = 20
    epochs: int = 100
    batch: int = 64
    seed: int = 0
    device: str = "cpu"
