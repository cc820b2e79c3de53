"""CLIP, SigLIP and their kin: a tower for pictures and one for texts, into one space."""

import threading
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from manyhop.models._protocols import TextEncoder
from manyhop.models.hub._checkpoint import Checkpoint, libraries
from manyhop.models.hub._loading import batches, input_limit, load_model, load_processor, unit_rows
from manyhop.models.hub._pictures import decoded


class TowerTextEncoder:
    """The text tower of a model that also looks at pictures.

    Example: ``open_image_encoder("clip-vit-base-patch32").texts.encode(["a red boat"])``
    """

    def __init__(self, name: str, model: Any, tokenizer: Any) -> None:
        self.name = name
        self._model = model
        self._tokenizer = tokenizer
        self._longest = input_limit(model, tokenizer)
        self._turn = threading.Lock()  # tokenizers cannot be shared between threads
        # SigLIP learnt from texts that were all filled up to the same length.
        self._padding = "max_length" if "siglip" in model.config.model_type else True
        self.dimension = int(self._vectors(["a"]).shape[1])

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One unit row per text; a text with nothing to go by gets a row of zeros."""
        found = np.zeros((len(texts), self.dimension), np.float32)
        rows = [row for row, text in enumerate(texts) if text.strip()]
        for places, batch in batches([texts[row] for row in rows], len):
            found[[rows[place] for place in places]] = self._vectors(batch)
        return unit_rows(found)

    def _vectors(self, texts: list[str]) -> NDArray[np.float32]:
        with self._turn:
            tokens = self._tokenizer(
                texts,
                padding=self._padding,
                truncation=True,
                max_length=self._longest,
                return_tensors="pt",
            ).to(self._model.device)
        return _features(self._model.get_text_features, tokens)


class HubImageEncoder:
    """The picture tower; ``texts`` is the other one.

    Example: ``encoder.texts.encode(["a red boat"]) @ encoder.encode([png]).T``
    """

    def __init__(self, checkpoint: Checkpoint) -> None:
        processor = load_processor(checkpoint)
        self._pictures = processor.image_processor
        self._model = load_model(checkpoint, "AutoModel")
        self.name = checkpoint.weights_name()
        self._texts = TowerTextEncoder(self.name, self._model, processor.tokenizer)

    @property
    def texts(self) -> TextEncoder:
        """The text tower of the same model."""
        return self._texts

    def encode(self, pictures: Sequence[bytes]) -> NDArray[np.float32]:
        """One unit row per encoded picture."""
        found = np.zeros((len(pictures), self._texts.dimension), np.float32)
        for places, batch in batches(pictures, len):
            pixels = self._pictures(
                images=[decoded(picture) for picture in batch], return_tensors="pt"
            ).to(self._model.device)
            found[places] = _features(self._model.get_image_features, pixels)
        return unit_rows(found)


def _features(tower: Callable[..., Any], inputs: Any) -> NDArray[np.float32]:
    """What a tower gives: vectors in older releases of transformers, an output around them now."""
    torch, _ = libraries()
    with torch.inference_mode():
        given = tower(**inputs)
    vectors: NDArray[np.float32] = getattr(given, "pooler_output", given).float().cpu().numpy()
    return vectors
