"""Trains the cross-encoder that reranks sources.

    PYTHONPATH=src python -m training.reranker_lessons carry/sources
    python -m training.reranker train carry/sources --start carry/minilm --out carry/out
    PYTHONPATH=src python -m training.reranker choose carry/sources --out carry/out

``train`` needs torch, best with a GPU: it learns from all lessons, then once more for each fold of
the recovered WebQA questions, whose scores out of fold are kept, and at last from all of them.
``choose`` finds from those scores how to join them with words and vectors, and how many to take.
"""

import argparse
import copy
import json
import lzma
import random
import time
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from training.exporting import TEXTS, export, load_halves, quantise, save_halves, text_inputs
from training.learning import DEVICE, Packed, interval, ordered_batches, train
from training.minilm import MiniLM, tokenizer
from training.reranker_made import made_lessons

GROUP = 8  # a right passage and seven wrong ones
LONGEST = 200
FOLDS = 5
MADE = 16_000  # lessons from made questions, at most


class CrossEncoder(nn.Module):
    """A score from the first piece's hidden state and the mean of all."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.body = MiniLM(folder)
        self.drop = nn.Dropout(0.1)
        self.score = nn.Linear(2 * 384, 1)

    def forward(self, ids: Tensor, kinds: Tensor, mask: Tensor) -> Tensor:
        return self.judged(self.body(ids, kinds, mask), mask)

    def judged(self, hidden: Tensor, mask: Tensor) -> Tensor:
        """One score per pair of texts."""
        there = mask[..., None].to(hidden.dtype)
        mean = (hidden * there).sum(1) / there.sum(1)
        return self.score(self.drop(torch.cat([hidden[:, 0], mean], -1)))[:, 0]


class Shipped(nn.Module):
    """As the runtime runs it: from word vectors."""

    def __init__(self, model: CrossEncoder) -> None:
        super().__init__()
        self.model = model

    def forward(self, words: Tensor, kinds: Tensor, mask: Tensor) -> Tensor:
        return self.model.judged(self.model.body.encode(words, kinds, mask), mask)


def packed_pairs(pairs: list[tuple[str, str]], splitter: Any) -> Packed:
    """Pairs as rows of pieces, the longer text cut."""
    splitter.enable_truncation(LONGEST, strategy="longest_first")
    return Packed(splitter.encode_batch(pairs))


class Groups:
    """Lessons as packed pairs, ``GROUP`` rows each, the right one first."""

    def __init__(self, lessons: list[tuple[str, list[str]]], splitter: Any) -> None:
        pairs = [(question, text) for question, texts in lessons for text in texts]
        self.packed = packed_pairs(pairs, splitter)
        self.lengths = self.packed.lengths.reshape(-1, GROUP).max(axis=1)

    def loss(self, model: CrossEncoder, kind: str, rows: np.ndarray) -> Tensor:
        """The right one of the group, each for itself, or the mean of both."""
        pairs = (rows[:, None] * GROUP + np.arange(GROUP)).ravel()
        scores = model(*self.packed.batch(pairs)).float().view(-1, GROUP)
        first = torch.zeros(len(rows), dtype=torch.long, device=DEVICE)
        chosen = functional.cross_entropy(scores, first)
        wanted = functional.one_hot(first, GROUP).float()
        weight = torch.tensor(3.0, device=DEVICE)
        each = functional.binary_cross_entropy_with_logits(scores, wanted, pos_weight=weight)
        return {"softmax": chosen, "bce": each, "both": (chosen + each) / 2}[kind]


def made_groups(path: Path, most: int) -> list[tuple[str, list[str]]]:
    """Questions that a model made; where wrong passages lack, the group before lends some."""
    found: list[tuple[str, list[str]]] = []
    before = [""] * GROUP
    for each in made_lessons(path, most):
        passages = [*each.passages, *before[: GROUP - len(each.passages)]]
        found.append((each.question, passages))
        before = each.passages[:1] + before[: GROUP - 1]
    return found


def recovered_groups(questions: list[Any], times: int, seed: int) -> list[tuple[str, list[str]]]:
    """Each right passage with wrong ones drawn ``times`` over, half of them of its own kind."""
    chance = random.Random(seed)
    found = []
    for asked in questions:
        rows = list(zip(asked["passages"], asked["right"], asked["kinds"], strict=True))
        wrong = [text for text, right, _ in rows if not right]
        for text, right, kind in rows:
            if not right or len(wrong) < GROUP - 1:
                continue
            alike = [other for other, good, its in rows if its == kind and not good]
            for _ in range(times):
                near = chance.sample(alike, min(4, len(alike)))
                rest = [other for other in wrong if other not in near]
                picked = near + chance.sample(rest, min(len(rest), GROUP - 1 - len(near)))
                if len(picked) == GROUP - 1:
                    found.append((asked["question"], [text, *picked]))
    return found


@torch.no_grad()  # type: ignore[untyped-decorator]
def scores(model: CrossEncoder, pairs: list[tuple[str, str]], splitter: Any) -> np.ndarray:
    """One score per pair."""
    packed = packed_pairs(pairs, splitter)
    found = np.zeros(len(packed), np.float32)
    model.eval()
    for rows in ordered_batches(packed.lengths, 256):
        with torch.autocast(DEVICE, dtype=torch.bfloat16, enabled=DEVICE == "cuda"):
            found[rows] = model(*packed.batch(rows)).float().cpu().numpy()
    return found


def recovered_scores(model: CrossEncoder, questions: list[Any], splitter: Any) -> list[np.ndarray]:
    """The candidates' scores, question by question."""
    pairs = [(asked["question"], text) for asked in questions for text in asked["passages"]]
    ends = np.cumsum([len(asked["passages"]) for asked in questions])[:-1]
    return np.split(scores(model, pairs, splitter), ends)


def top_two(questions: list[Any], found: list[np.ndarray]) -> list[float]:
    """Source F1 where the two best of the right kind's candidates are taken."""
    values = []
    for asked, each in zip(questions, found, strict=True):
        right = np.array(asked["right"])
        same = np.array([kind == asked["kinds"][int(right.argmax())] for kind in asked["kinds"]])
        best = np.argsort(-np.where(same, each, -1e9))[:2]
        hits = int(right[best].sum())
        values.append(2 * hits / (len(best) + int(right.sum())))
    return values


def report(name: str, questions: list[Any], found: list[np.ndarray]) -> None:
    """Print the F1 of two sources, for captions and for snippets."""
    values = np.array(top_two(questions, found))
    captions = np.array(["image" in np.array(q["kinds"])[np.array(q["right"])] for q in questions])
    parts = {"all": values, "captions": values[captions], "snippets": values[~captions]}
    for part, each in parts.items():
        figure = interval(each.tolist())
        print(f"RESULT recovered, top two of the kind, {name}, {part}: {figure}", flush=True)


def learn(
    folder: Path, start: Path, out: Path, small: bool, losses: list[str], made: Path | None
) -> None:
    """Train, keep the scores out of fold, and write the shipped network."""
    began = time.time()
    splitter = tokenizer(start)
    with lzma.open(folder / "lessons.json.xz", "rt") as file:
        packed = json.load(file)
    with lzma.open(folder / "recovered.json.xz", "rt") as file:
        questions = json.load(file)
    texts, rows = packed["texts"], packed["lessons"]
    if small:
        torch.set_num_threads(1)
        rows, questions = rows[::1500], questions[-50::10]
    asked = [(texts[row[0]], [texts[n] for n in row[1:]]) for row in rows]
    if made:
        asked += made_groups(made, 40 if small else MADE)
    lessons = Groups(asked, splitter)
    print(
        f"{len(asked)} lessons, {len(questions)} questions, {time.time() - began:.0f} s", flush=True
    )
    folds = np.random.default_rng(0).permutation(len(questions)) % FOLDS
    kept: dict[str, list[np.ndarray]] = {}
    for kind in losses:
        model = CrossEncoder(start).to(DEVICE)
        train(
            model,
            lessons.lengths,
            partial(lessons.loss, model, kind),
            epochs=0.2 if small else 3,
            rate=2e-4,
            size=2 if small else 32,
            name=f"lessons, {kind}",
        )
        before = copy.deepcopy(model.state_dict())
        kept[f"{kind}, lessons alone"] = recovered_scores(model, questions, splitter)
        report(f"{kind}, lessons alone", questions, kept[f"{kind}, lessons alone"])
        found: list[Any] = [None] * len(questions)
        for fold in range(FOLDS):
            model.load_state_dict(before)
            others = [q for q, its in zip(questions, folds, strict=True) if its != fold]
            fine_tune(model, others, lessons, splitter, kind, small)
            mine = [place for place in range(len(questions)) if folds[place] == fold]
            given = recovered_scores(model, [questions[place] for place in mine], splitter)
            for place, each in zip(mine, given, strict=True):
                found[place] = each
        kept[kind] = found
        report(f"{kind}, folds", questions, found)
        model.load_state_dict(before)
        fine_tune(model, questions, lessons, splitter, kind, small)
        write(model, kind, out, questions, splitter)
    keep(kept, folds, out / f"sources_scores_{'_'.join(losses)}.npz")
    print(f"all in {time.time() - began:.0f} s", flush=True)


def fine_tune(
    model: CrossEncoder, asked: list[Any], lessons: Groups, splitter: Any, kind: str, small: bool
) -> None:
    """Recovered questions, with as many other lessons so that those are not forgotten."""
    mine = Groups(recovered_groups(asked, 1 if small else 4, seed=0), splitter)
    chance = np.random.default_rng(0)
    others = chance.permutation(len(lessons.lengths))[: len(mine.lengths)]
    lengths = np.concatenate([mine.lengths, lessons.lengths[others]])

    def loss(rows: np.ndarray) -> Tensor:
        own, rest = rows[rows < len(mine.lengths)], rows[rows >= len(mine.lengths)]
        parts = [mine.loss(model, kind, own) * len(own)] if len(own) else []
        if len(rest):
            parts.append(lessons.loss(model, kind, others[rest - len(mine.lengths)]) * len(rest))
        return torch.stack(parts).sum() / len(rows)

    epochs = 0.1 if small else 3
    train(model, lengths, loss, epochs=epochs, rate=8e-5, size=2 if small else 16, name="recovered")


def write(model: CrossEncoder, kind: str, out: Path, questions: list[Any], splitter: Any) -> None:
    """The state, the int8 network, and the float one's scores to compare it by."""
    out.mkdir(parents=True, exist_ok=True)
    save_halves(model, out, f"cross_encoder_{kind}")
    write_rounded(model, kind, out)
    floats = recovered_scores(model, questions[:20], splitter)
    np.savez_compressed(out / f"sources_float_{kind}.npz", *floats)


def write_rounded(model: CrossEncoder, kind: str, out: Path) -> None:
    """The int8 network alone."""
    full, target = out / f"full_{kind}.onnx", out / f"cross_encoder_{kind}.onnx"
    dynamic = {"words": TEXTS, "kinds": TEXTS, "mask": TEXTS, "scores": {0: "texts"}}
    export(Shipped(copy.deepcopy(model)), text_inputs(), ["scores"], full, dynamic)
    quantise(full, target)
    full.unlink()
    print(f"{target}: {target.stat().st_size / 1e6:.1f} MB", flush=True)


def keep(kept: dict[str, list[np.ndarray]], folds: np.ndarray, path: Path) -> None:
    """Every network's scores of the recovered questions' candidates."""
    arrays = {name: np.concatenate(found).astype(np.float16) for name, found in kept.items()}
    sizes = np.array([len(each) for each in next(iter(kept.values()))])
    arrays |= {"folds": folds, "sizes": sizes}
    np.savez_compressed(path, **arrays)  # type: ignore[arg-type]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("task", choices=("train", "round", "choose"))
    parser.add_argument("folder", type=Path, nargs="?", default=Path("carry/sources"))
    parser.add_argument("--start", type=Path, default=Path("carry/minilm"))
    parser.add_argument("--out", type=Path, default=Path("carry/out"))
    parser.add_argument("--losses", default="both,softmax,bce")
    parser.add_argument("--generated", type=Path, help="questions made by training.language_model")
    parser.add_argument("--small", action="store_true", help="a few lessons, to try the script")
    given = parser.parse_args()
    if given.task == "train":
        losses = given.losses.split(",")
        learn(given.folder, given.start, given.out, given.small, losses, given.generated)
    elif given.task == "round":
        for kind in given.losses.split(","):
            model = CrossEncoder(given.start)
            load_halves(model, given.out, f"cross_encoder_{kind}")
            write_rounded(model, kind, given.out)
    else:
        from training.source_choice import choose

        choose(given.folder, given.out)


if __name__ == "__main__":
    main()
