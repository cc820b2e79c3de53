"""Cross-encoders: any sequence classifier with one label or two."""

import threading
from collections.abc import Sequence

from manyhop.errors import ManyhopError
from manyhop.models.hub._checkpoint import Checkpoint, libraries
from manyhop.models.hub._loading import batches, input_limit, load_model, load_tokenizer


class HubReranker:
    """Scores a passage by its one logit, or by how far the second label is above the first.

    Example: ``open_reranker("ms-marco-MiniLM-L6-v2").score("Who wrote Emma?", passages)``
    """

    def __init__(self, checkpoint: Checkpoint) -> None:
        self._tokenizer = load_tokenizer(checkpoint)
        self._model = load_model(checkpoint, "AutoModelForSequenceClassification")
        self._longest = input_limit(self._model, self._tokenizer)
        self._turn = threading.Lock()  # tokenizers cannot be shared between threads
        labels = int(self._model.config.num_labels)
        if labels not in (1, 2):
            raise ManyhopError(
                f"{checkpoint.name} tells {labels} labels apart; a reranker has one or two"
            )

    def score(self, question: str, passages: Sequence[str]) -> Sequence[float]:
        """One score per passage, higher is better."""
        torch, _ = libraries()
        scores = [0.0] * len(passages)
        for places, batch in batches(passages, len):
            with self._turn:
                tokens = self._tokenizer(
                    [question] * len(batch),
                    batch,
                    padding=True,
                    truncation="longest_first",
                    max_length=self._longest,
                    return_tensors="pt",
                ).to(self._model.device)
            with torch.inference_mode():
                logits = self._model(**tokens).logits.float()
            relevant = logits[:, -1] - (logits[:, 0] if logits.shape[1] == 2 else 0)
            for place, score in zip(places, relevant.tolist(), strict=True):
                scores[place] = score
        return scores
