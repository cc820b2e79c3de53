"""BARTScore: the mean log-probability of a text given another, by a BART model."""

from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

LONGEST = 1024
BATCH = 4


class BartScore:
    """A loaded model; call it with sources and targets.

    WebQA's fluency needs ``base`` = facebook/bart-large-cnn and ``weights`` = ``bart.pth``, the
    state that BARTScore's authors tuned on ParaBank2; other weights give other numbers.
    Example: ``BartScore("bart-large-cnn", "bart.pth")(["This is fun."], ["It is fun."])``
    """

    def __init__(
        self, base: str | Path, weights: str | Path | None = None, device: str = "cpu"
    ) -> None:
        torch, transformers = _libraries()
        self._torch = torch
        self.device = device
        self.tokenizer: Any = transformers.BartTokenizer.from_pretrained(base)
        self.model: Any = transformers.BartForConditionalGeneration.from_pretrained(base)
        if weights is not None:
            self.model.load_state_dict(
                torch.load(weights, map_location=device, weights_only=True), strict=True
            )
        self.model.eval().to(device)

    def __call__(self, sources: Sequence[str], targets: Sequence[str]) -> list[float]:
        """Score each target given its source: 0 is certain, more negative less probable."""
        pairs = list(zip(sources, targets, strict=True))
        scores: list[float] = []
        for start in range(0, len(pairs), BATCH):
            batch = pairs[start : start + BATCH]
            scores += self._batch([s for s, _ in batch], [t for _, t in batch])
        return scores

    def _batch(self, sources: list[str], targets: list[str]) -> list[float]:
        source, target = self._tokens(sources), self._tokens(targets)
        wanted, real = target["input_ids"], target["attention_mask"]
        with self._torch.no_grad():
            logits = self.model(
                input_ids=source["input_ids"],
                attention_mask=source["attention_mask"],
                labels=wanted,
            ).logits
        logs = logits.log_softmax(dim=-1).gather(2, wanted.unsqueeze(-1)).squeeze(-1)
        means: list[float] = ((logs * real).sum(dim=1) / real.sum(dim=1)).tolist()
        return means

    def _tokens(self, texts: list[str]) -> Any:
        return self.tokenizer(
            texts, max_length=LONGEST, truncation=True, padding=True, return_tensors="pt"
        ).to(self.device)


def _libraries() -> tuple[ModuleType, ModuleType]:
    try:
        import torch
        import transformers
    except ImportError as error:
        raise ModuleNotFoundError(
            "BARTScore needs torch and transformers; install the extra with "
            "pip install 'manyhop[bartscore]'"
        ) from error
    return torch, transformers
