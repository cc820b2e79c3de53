"""Questions and passages as word pieces on the device, put together into pairs batch by batch.

Each text is split once, however many passages a question is read over.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from training.learning import DEVICE
from training.minilm import CLS, SEP
from training.reading_lessons import Lessons

Batch = tuple[Tensor, Tensor, Tensor]
MOST_SPANS = 6


class Texts:
    """Texts as one long row of pieces, without marks around them."""

    def __init__(self, texts: Sequence[str], tokenizer: Any, longest: int) -> None:
        encodings = tokenizer.encode_batch(list(texts), add_special_tokens=False)
        rows = [np.array(each.ids[:longest], np.int32) for each in encodings]
        self.offsets = [each.offsets[:longest] for each in encodings]
        self.lengths = np.array([len(row) for row in rows])
        self._flat = torch.from_numpy(np.concatenate([*rows, np.zeros(1, np.int32)])).to(DEVICE)
        self._lengths = torch.from_numpy(self.lengths).to(DEVICE)
        self._starts = torch.cumsum(self._lengths, 0) - self._lengths

    def pieces(self, chosen: Tensor, places: Tensor) -> tuple[Tensor, Tensor]:
        """The pieces at places (counted from each text's first, or outside), and the lengths."""
        lengths = self._lengths[chosen][:, None]
        inside = (places >= 0) & (places < lengths)
        at = torch.where(inside, self._starts[chosen][:, None] + places, len(self._flat) - 1)
        return torch.where(inside, self._flat[at], 0).long(), lengths


class Pairs:
    """Lessons ready to be cut into batches of (question, passage) pairs.

    ``members[lesson]`` are its passages, the one that answers (or should, but doesn't) first, -1
    where there are no more; ``starts`` and ``ends`` are the pieces of the answer in it, or -1;
    ``verdicts`` are 0 where there is a span, 1 for no answer, 2 for yes and 3 for no.
    """

    def __init__(self, lessons: Lessons, tokenizer: Any, longest: int = 384) -> None:
        rows = lessons.lessons
        self.questions = Texts([each.question for each in rows], tokenizer, 64)
        used = {number for each in rows for number in (each.gold, *each.others)}
        texts = [text if number in used else "" for number, text in enumerate(lessons.passages)]
        self.passages = Texts(texts, tokenizer, longest - 67)
        most = max(len(each.others) for each in rows) + 1
        self.members = np.full((len(rows), most), -1)
        self.starts = np.full((len(rows), MOST_SPANS), -1)
        self.ends = np.full((len(rows), MOST_SPANS), -1)
        self.verdicts = np.zeros(len(rows), int)
        for row, lesson in enumerate(rows):
            members = [lesson.gold, *lesson.others] if lesson.gold >= 0 else lesson.others
            self.members[row, : len(members)] = members
            if lesson.verdict:
                self.verdicts[row] = 2 if lesson.verdict == "yes" else 3
                continue
            found = [
                pieces
                for span in lesson.spans
                if (pieces := _pieces(self.passages.offsets[lesson.gold], *span))
            ]
            self.verdicts[row] = 0 if found else 1
            for place, (first, last) in enumerate(found[:MOST_SPANS]):
                self.starts[row, place], self.ends[row, place] = first, last
        longest_members = self.passages.lengths[self.members.clip(0)].max(axis=1)
        self.lengths = self.questions.lengths + longest_members

    def __len__(self) -> int:
        return len(self.verdicts)

    def batch(self, questions: NDArray[Any], passages: NDArray[Any]) -> Batch:
        """Numbers of the pieces, which text each is of, and which are there."""
        most = self.questions.lengths[questions] + self.passages.lengths[passages] + 3
        length = -(-int(most.max()) // 16) * 16
        asked = torch.as_tensor(questions, device=DEVICE)
        read = torch.as_tensor(passages, device=DEVICE)
        places = torch.arange(length, device=DEVICE)[None]
        first, size = self.questions.pieces(asked, places - 1)
        second, more = self.passages.pieces(read, places - size - 2)
        there = places < size + more + 3
        marks = torch.where(places == 0, CLS, 0)
        marks = marks + SEP * ((places == size + 1) | (places == size + more + 2))
        kinds = (places >= size + 2) & there
        return first + second + marks, kinds.long(), there.long()


def _pieces(offsets: Sequence[tuple[int, int]], start: int, end: int) -> tuple[int, int] | None:
    inside = [place for place, (a, b) in enumerate(offsets) if a < end and b > start]
    return (inside[0], inside[-1]) if inside and offsets[inside[-1]][1] >= end else None
