"""Text vectors from BERT and its kin, and from sentence-transformers folders."""

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from manyhop.errors import ManyhopError
from manyhop.models.hub._checkpoint import Checkpoint, libraries
from manyhop.models.hub._loading import batches, input_limit, load_model, load_tokenizer, unit_rows


class HubTextEncoder:
    """An encoder that pools its last hidden states as the folder says, by their mean otherwise.

    Example: ``HubTextEncoder(find_checkpoint("all-MiniLM-L6-v2")).encode(["Who wrote Emma?"])``
    """

    def __init__(self, checkpoint: Checkpoint) -> None:
        recipe = read_recipe(checkpoint.folder)
        self._tokenizer = load_tokenizer(checkpoint)
        self._model = load_model(checkpoint, "AutoModel", unused=("pooler.",))
        self._pooling = recipe.pooling
        self._turn = threading.Lock()  # tokenizers cannot be shared between threads
        self._longest = recipe.longest or input_limit(self._model, self._tokenizer)
        self.name = checkpoint.weights_name()
        self.dimension = int(self._model.config.hidden_size)

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One unit row per text; a text with nothing to go by gets a row of zeros."""
        found = np.zeros((len(texts), self.dimension), np.float32)
        rows = [row for row, text in enumerate(texts) if text.strip()]
        for places, batch in batches([texts[row] for row in rows], len):
            found[[rows[place] for place in places]] = self._vectors(batch)
        return unit_rows(found)

    def _vectors(self, texts: list[str]) -> NDArray[np.float32]:
        torch, _ = libraries()
        with self._turn:
            tokens = self._tokenizer(
                texts, padding=True, truncation=True, max_length=self._longest, return_tensors="pt"
            ).to(self._model.device)
        with torch.inference_mode():
            states = self._model(**tokens).last_hidden_state.float()
        pooled: NDArray[np.float32] = self._pooled(states, tokens["attention_mask"]).cpu().numpy()
        return pooled

    def _pooled(self, states: Any, mask: Any) -> Any:
        real = mask.unsqueeze(-1).to(states.dtype)
        if self._pooling == "mean":
            return (states * real).sum(dim=1) / real.sum(dim=1)
        if self._pooling == "max":
            return states.masked_fill(real == 0, -1e9).max(dim=1).values
        places = mask.cumsum(dim=1)  # the first token has place 1, on whichever side padding is
        wanted = 1 if self._pooling == "cls" else mask.sum(dim=1, keepdim=True)
        chosen = ((places == wanted) & (mask == 1)).unsqueeze(-1)
        return (states * chosen).sum(dim=1)


# How a text's vector is made of its tokens' vectors, as sentence-transformers folders say it.

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
