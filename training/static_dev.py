"""Judging a static encoder on the dev questions while it is trained."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from manyhop.models.embedded._static import WordPieces
from training.static_lessons import piece_rows
from training.static_teacher import Teacher

SIDES = ("questions", "passages")


def hit_rate(query: Tensor, passage: Tensor, gold: list[list[int]], depth: int = 10) -> float:
    best = (query @ passage.T).topk(depth, dim=1).indices.tolist()
    hits = [bool(set(row) & set(right)) for row, right in zip(best, gold, strict=True)]
    return sum(hits) / len(hits)


def mean_reciprocal_rank(query: Tensor, passage: Tensor, gold: list[list[int]]) -> float:
    best = (query @ passage.T).topk(10, dim=1).indices.tolist()
    scores = []
    for row, right in zip(best, gold, strict=True):
        ranks = [place for place, number in enumerate(row, 1) if number in right]
        scores.append(1 / ranks[0] if ranks else 0.0)
    return sum(scores) / len(scores)


class Dev:
    """The dev questions, ready to judge a student."""

    def __init__(self, sets: dict[str, Any], pieces: WordPieces, teacher: Teacher) -> None:
        self.gold = {name: each["gold"] for name, each in sets.items()}
        self.rows = {
            name: [piece_rows(each[side], pieces).to(teacher.device) for side in SIDES]
            for name, each in sets.items()
        }
        self.teacher = {
            name: [teacher.encode(each[side]) for side in SIDES] for name, each in sets.items()
        }

    def report(self, label: str, student: Callable[[Tensor], Tensor] | None = None) -> float:
        """Print one line; the sum of all figures is what recipes are compared by."""
        figures = []
        for name, gold in self.gold.items():
            with torch.inference_mode():
                query, passage = (
                    (student(side) for side in self.rows[name]) if student else self.teacher[name]
                )
                figures.append((name, mean_reciprocal_rank(query, passage, gold),
                                hit_rate(query, passage, gold)))  # fmt: skip
        line = "  ".join(f"{name} MRR {mrr:.3f} hit {hit:.3f}" for name, mrr, hit in figures)
        print(f"{label}: {line}", flush=True)
        return sum(mrr + hit for _, mrr, hit in figures)
