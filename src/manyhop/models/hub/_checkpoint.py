"""A checkpoint on disk: a folder, or a hub name whose files are in the user's cache already."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

from manyhop.errors import ManyhopError

_SAMPLE = 1 << 20  # bytes from the beginning, the middle and the end of a weight file
_NOT_FOR_TORCH = ["*.h5", "*.msgpack", "*.ot", "*.onnx", "*.gguf", "onnx/*", "openvino/*"]


class _Config(msgspec.Struct):
    architectures: list[str] | None = None


class Checkpoint(msgspec.Struct, frozen=True):
    """A folder with ``config.json``, weights and a tokenizer, under the name the user gave it."""

    name: str
    folder: Path
    architectures: tuple[str, ...]

    @property
    def described(self) -> str:
        """What it is, for a message: ``"BertModel"``."""
        return " and ".join(self.architectures) or "a model of no named architecture"

    def weights_name(self) -> str:
        """A name that changes with the weights, not with the folder's place on the disk."""
        is_folder = Path(self.name).expanduser().is_dir()
        return f"hf:{self.folder.name if is_folder else self.name}@{self._print()}"

    def _print(self) -> str:
        """A hash that reads little of large files, so it is quick."""
        hashed = blake2b((self.folder / "config.json").read_bytes(), digest_size=6)
        for path in sorted(self._weight_files()):
            hashed.update(f"{path.name} {path.stat().st_size}".encode())
            for sample in _samples(path):
                hashed.update(sample)
        return hashed.hexdigest()

    def _weight_files(self) -> Iterator[Path]:
        for pattern in ("*.safetensors", "*.bin"):
            yield from self.folder.glob(pattern)


def find_checkpoint(name: str) -> Checkpoint:
    """The checkpoint in a folder or, by its hub name, in the cache; nothing is downloaded.

    Only where the user's settings say ``HF_HUB_OFFLINE=0`` may a missing one be fetched.
    Example: ``find_checkpoint("sentence-transformers/all-MiniLM-L6-v2").folder``
    """
    folder = Path(name).expanduser()
    if not folder.is_dir():
        folder = _cached(name)
    return Checkpoint(name, folder, _architectures(folder))


def _cached(name: str) -> Path:
    libraries()
    from huggingface_hub import snapshot_download

    allowed = os.environ.get("HF_HUB_OFFLINE", "").lower() in ("0", "off", "no", "false")
    try:
        return Path(
            snapshot_download(name, local_files_only=not allowed, ignore_patterns=_NOT_FOR_TORCH)
        )
    except (OSError, ValueError) as error:
        raise ManyhopError(
            f"there is neither a folder {name} nor a model of that name in the Hugging Face cache; "
            "name a checkpoint's folder, or allow a download by HF_HUB_OFFLINE=0"
        ) from error


def _architectures(folder: Path) -> tuple[str, ...]:
    path = folder / "config.json"
    try:
        config = msgspec.json.decode(path.read_bytes(), type=_Config)
    except FileNotFoundError:
        raise ManyhopError(
            f"{folder} holds no config.json; name the folder of a transformers checkpoint"
        ) from None
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ManyhopError(
            f"{path} is damaged ({error}); copy or download the checkpoint again"
        ) from error
    return tuple(config.architectures or ())


def _samples(path: Path) -> Iterator[bytes]:
    size = path.stat().st_size
    with path.open("rb") as file:
        for start in (0, max(0, size // 2), max(0, size - _SAMPLE)):
            file.seek(start)
            yield file.read(_SAMPLE)


# torch and transformers, imported when a checkpoint is opened and not before.


def libraries() -> tuple[Any, Any]:
    """The modules torch and transformers.

    Example: ``torch, transformers = libraries()``
    """
    try:
        import torch
        import transformers
    except ImportError as error:
        raise ManyhopError(
            "models named hf:… need torch and transformers, which are not installed; run "
            'pip install "manyhop[transformers]"'
        ) from error
    return torch, transformers


def device() -> str:
    """Where models run: the first GPU, or the processor."""
    torch, _ = libraries()
    return "cuda" if torch.cuda.is_available() else "cpu"


@contextmanager
def quietly() -> Iterator[None]:
    """Without the progress bars and remarks of transformers, which a command has no use for."""
    _, transformers = libraries()
    logging = transformers.utils.logging
    verbosity, bars = logging.get_verbosity(), logging.is_progress_bar_enabled()
    logging.set_verbosity_error()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        logging.set_verbosity(verbosity)
        if bars:
            logging.enable_progress_bar()
