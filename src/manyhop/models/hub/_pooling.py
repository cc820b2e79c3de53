"""How a text's vector is made of its tokens' vectors, as sentence-transformers folders say it."""

from pathlib import Path
from typing import Any, Literal

import msgspec

from manyhop.errors import ManyhopError

Pooling = Literal["mean", "cls", "max", "lasttoken"]

_NAMES: dict[str, Pooling] = {"mean": "mean", "cls": "cls", "max": "max", "lasttoken": "lasttoken"}
_FLAGS: dict[str, Pooling] = {  # as older folders write it
    "pooling_mode_mean_tokens": "mean",
    "pooling_mode_cls_token": "cls",
    "pooling_mode_max_tokens": "max",
    "pooling_mode_lasttoken": "lasttoken",
}


class _Module(msgspec.Struct):
    type: str
    path: str = ""


class _Limits(msgspec.Struct):
    max_seq_length: int | None = None


class Recipe(msgspec.Struct, frozen=True):
    """How to pool, and how many tokens of a text count (None: as many as the model reads)."""

    pooling: Pooling = "mean"
    longest: int | None = None


def read_recipe(folder: Path) -> Recipe:
    """What ``modules.json`` asks for; the mean of all tokens where a folder has none.

    Example: ``read_recipe(Path("all-MiniLM-L6-v2")).pooling`` → ``"mean"``
    """
    listed = folder / "modules.json"
    if not listed.exists():
        return Recipe()
    pooling: Pooling = "mean"
    for module in _decoded(listed, list[_Module]):
        kind = module.type.rpartition(".")[2]
        if kind == "Pooling":
            pooling = _pooling(folder / module.path / "config.json")
        elif kind not in ("Transformer", "Normalize"):
            raise ManyhopError(
                f"{listed} asks for a module {kind}, which Manyhop cannot run; choose an encoder "
                "made of Transformer, Pooling and Normalize"
            )
    limits = folder / "sentence_bert_config.json"
    longest = _decoded(limits, _Limits).max_seq_length if limits.exists() else None
    return Recipe(pooling, longest)


def _pooling(path: Path) -> Pooling:
    config = _decoded(path, dict[str, Any])
    asked = [kind for name, kind in _NAMES.items() if config.get("pooling_mode") == name]
    asked += [kind for flag, kind in _FLAGS.items() if config.get(flag) is True]
    if len(asked) == 1:
        return asked[0]
    raise ManyhopError(
        f"{path} asks for a pooling that Manyhop cannot do; choose an encoder that pools by mean, "
        "cls, max or lasttoken"
    )


def _decoded(path: Path, kind: Any) -> Any:
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ManyhopError(
            f"{path} cannot be read ({error}); copy or download the checkpoint again"
        ) from error
