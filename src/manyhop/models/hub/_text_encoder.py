"""Text vectors from BERT and its kin, and from sentence-transformers folders."""

import threading
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from manyhop.models.hub._batches import batches, unit_rows
from manyhop.models.hub._checkpoint import Checkpoint
from manyhop.models.hub._libraries import libraries
from manyhop.models.hub._loading import input_limit, load_model, load_tokenizer
from manyhop.models.hub._pooling import read_recipe


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
