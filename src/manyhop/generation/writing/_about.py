"""How a benchmark was made: what its folder and its card say of it."""

from pathlib import Path

import msgspec

from manyhop._version import __version__
from manyhop.errors import ManyhopError

FILE = "manyhop.json"


class About(msgspec.Struct, frozen=True, kw_only=True):
    """Name, licence and origin of a benchmark, and the command and seed that make it again.

    ``texts`` and ``images`` are the numbers that the distractor rules were asked to keep;
    ``apart`` says that the splits share no document, which an adversarial split does not promise.
    Example: ``About(name="bridges", command="manyhop build multihop …", seed=7)``
    """

    name: str = "benchmark"
    command: str = ""
    seed: int = 0
    licence: str = ""
    attributions: tuple[str, ...] = ()
    texts: int = 10
    images: int = 15
    apart: bool = True
    version: str = __version__


def write_about(folder: Path, about: About) -> None:
    """Put it into the folder."""
    content = msgspec.json.format(msgspec.json.encode(about), indent=1)
    (folder / FILE).write_bytes(content + b"\n")


def read_about(folder: Path) -> About:
    """What a folder says of itself; the defaults where it says nothing."""
    path = folder / FILE
    if not path.is_file():
        return About()
    try:
        return msgspec.json.decode(path.read_bytes(), type=About)
    except msgspec.DecodeError as error:
        raise ManyhopError(f"{path}: {error}; build the folder again") from error
