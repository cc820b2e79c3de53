"""Extractive question answering: the best span of each passage, and the chance that it answers."""

import math
import threading
from collections.abc import Sequence
from typing import Any

from manyhop.models._protocols import Reading
from manyhop.models.hub._checkpoint import Checkpoint, libraries
from manyhop.models.hub._loading import BATCH, input_limit, load_model, load_tokenizer

LONGEST_WINDOW = 384  # tokens of question and passage together
LONGEST_QUESTION = 64
LONGEST_ANSWER = 30
NOTHING = Reading("", 0, 0, -100.0, 0.0)


class HubTextReader:
    """Reads passages of any length in overlapping windows.

    A span's score is how far its logits are above those of "no answer" (the first token), which
    makes spans of different passages comparable; the chance is the sigmoid of it. Checkpoints that
    never learnt to say "no answer" are sure of everything.
    Example: ``open_text_reader("roberta-base-squad2").read("Who wrote Emma?", passages)``
    """

    def __init__(self, checkpoint: Checkpoint) -> None:
        self._tokenizer = load_tokenizer(checkpoint)
        self._model = load_model(checkpoint, "AutoModelForQuestionAnswering")
        self._turn = threading.Lock()  # tokenizers cannot be shared between threads
        self._window = min(LONGEST_WINDOW, input_limit(self._model, self._tokenizer))

    def read(self, question: str, passages: Sequence[str]) -> Sequence[Reading]:
        """One reading per passage, in the passages' order."""
        found = [NOTHING] * len(passages)
        rows = [row for row, passage in enumerate(passages) if passage.strip()]
        if not rows:
            return found
        with self._turn:
            windows = self._windows(question, [passages[row] for row in rows])
        for first in range(0, len(windows["input_ids"]), BATCH):
            for row, start, end, score in self._best(windows, slice(first, first + BATCH)):
                place = rows[row]
                if score > found[place].score:
                    text = passages[place][start:end]
                    found[place] = Reading(text, start, end, score, _sigmoid(score))
        return found

    def _windows(self, question: str, passages: list[str]) -> Any:
        question = self._shortened(question, min(LONGEST_QUESTION, self._window // 2))
        return self._tokenizer(
            [question] * len(passages),
            passages,
            truncation="only_second",
            max_length=self._window,
            stride=self._window // 4,
            padding=True,
            return_overflowing_tokens=True,
            return_offsets_mapping=True,
        )

    def _shortened(self, text: str, tokens: int) -> str:
        offsets = self._tokenizer(
            text, add_special_tokens=False, return_offsets_mapping=True, verbose=False
        )["offset_mapping"]
        return text if len(offsets) <= tokens else text[: offsets[tokens - 1][1]]

    def _best(self, windows: Any, chosen: slice) -> list[tuple[int, int, int, float]]:
        """Passage, start, end and score of the best span in each of some windows."""
        torch, _ = libraries()
        names = [name for name in self._tokenizer.model_input_names if name in windows]
        inputs = {name: torch.tensor(windows[name][chosen]) for name in names}
        with torch.inference_mode():
            output = self._model(
                **{name: value.to(self._model.device) for name, value in inputs.items()}
            )
        best = []
        numbers = range(len(windows["input_ids"]))[chosen]
        logits = zip(output.start_logits.float(), output.end_logits.float(), strict=True)
        for number, (starts, ends) in zip(numbers, logits, strict=True):
            readable = [part == 1 for part in windows.sequence_ids(number)]
            if not any(readable):
                continue
            null = self._null_place(windows["input_ids"][number])
            first, last, score = _best_span(torch, starts, ends, readable)
            offsets = windows["offset_mapping"][number]
            best.append(
                (
                    windows["overflow_to_sample_mapping"][number],
                    offsets[first][0],
                    offsets[last][1],
                    score - float(starts[null] + ends[null]),
                )
            )
        return best

    def _null_place(self, tokens: list[int]) -> int:
        mark = self._tokenizer.cls_token_id
        return tokens.index(mark) if mark in tokens else 0


def _best_span(torch: Any, starts: Any, ends: Any, readable: list[bool]) -> tuple[int, int, float]:
    """First and last token of the likeliest span within the passage, and the sum of its logits."""
    allowed = torch.tensor(readable, device=starts.device)
    pairs = torch.ones(len(readable), len(readable), dtype=torch.bool, device=starts.device)
    pairs = pairs.triu().tril(LONGEST_ANSWER - 1) & allowed[:, None] & allowed[None, :]
    sums = (starts[:, None] + ends[None, :]).masked_fill(~pairs, -math.inf)
    first, last = divmod(int(sums.argmax()), len(readable))
    return first, last, float(sums[first, last])


def _sigmoid(score: float) -> float:
    return 1 / (1 + math.exp(-score)) if score > -700 else 0.0
