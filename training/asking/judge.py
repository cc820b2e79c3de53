"""Train the network that judges a proposal beside its evidence: `manyhop.asking` shows it one line.

    python -m training.asking.judge wikitq DATA OUT.jsonl          # lessons about tables
    python -m training.asking.judge learn MINILM OUT --public W.jsonl… --own G.jsonl…

``learn`` starts from the shipped reranker, learns from the public lessons, then from our own
folders: from each half of these to judge the other (its verdicts are written beside each gathered
file as ``…judged.jsonl``, lessons for the chooser), and at last from all, which ships.
"""

import argparse
import copy
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor
from torch.nn import functional

from manyhop.answering import Candidates, Question
from manyhop.asking import answer_from_tables, look, shown
from training.asking.chooser import Row, read
from training.asking.gathering import fast_models
from training.exporting import TEXTS, export, quantise, text_inputs
from training.learning import Packed, ordered_batches, train
from training.minilm import LAYERS, SHIPPED_WORDS, WIDTH, tokenizer
from training.reranker import CrossEncoder, Shipped
from training.table_lessons import normal, wikitq

GROUP = 6  # proposals to a question that one step looks at
LONGEST = 104  # word pieces of a question and a proposal
PUBLIC = {"epochs": 1.5, "rate": 1e-4, "size": 16}
OWN = {"epochs": 2.0, "rate": 8e-5, "size": 8}


def gather_wikitq(data: Path, most: int, out: Path) -> None:
    """What tables propose to questions of WikiTableQuestions' training part."""
    lessons = [lesson for lesson in wikitq(data, "train") if len(lesson.table.rows) > 2]
    random.Random(5).shuffle(lessons)
    models = fast_models()
    with out.open("wb") as file:
        for number, lesson in enumerate(lessons[:most]):
            question = Question(id=str(number), text=lesson.question, candidates=(lesson.table,))
            finder = Candidates(question.candidates, models)
            seen = look(question, lesson.question, finder, models)
            wanted = sorted(map(normal, lesson.answers))
            proposals = [
                {
                    "way": each.way,
                    "signs": dict(each.signs),
                    "values": each.values_text[:20],
                    "sentence": each.sentence,
                    "right": sorted(map(normal, each.values_text)) == wanted,
                    "shown": shown(each),
                }
                for each in answer_from_tables(seen)
            ]
            row = {
                "id": str(number),
                "collection": "wikitq",
                "question": lesson.question,
                "kind": "table lookup",
                "unanswerable": False,
                "proposals": proposals,
            }
            file.write(msgspec.json.encode(row) + b"\n")
            file.flush()


class Lessons:
    """Proposals of many questions as packed pairs, and which of them are right."""

    def __init__(self, rows: Sequence[Row], splitter: Any, seed: int = 0) -> None:
        self.rows = [row for row in rows if row["proposals"]]
        pairs = [(row["question"], each["shown"]) for row in self.rows for each in row["proposals"]]
        splitter.enable_truncation(LONGEST, strategy="longest_first")
        self.packed = Packed(splitter.encode_batch(pairs))
        self.right = np.array([flag for row in self.rows for flag in row["apt"]], bool)
        ends = np.cumsum([len(row["proposals"]) for row in self.rows])
        self.of = [
            np.arange(end - len(row["proposals"]), end)
            for end, row in zip(ends, self.rows, strict=True)
        ]
        self.lengths = np.array([int(self.packed.lengths[each].max()) for each in self.of])
        self._rng = np.random.default_rng(seed)

    def loss(self, model: CrossEncoder, rows: np.ndarray) -> Tensor:
        """Each for itself, and where one is right, that one of them is drawn."""
        drawn = [self._draw(self.of[row]) for row in rows]
        scores = model(*self.packed.batch(np.concatenate(drawn))).float()
        parts = []
        for mine, its in zip(drawn, scores.split([len(each) for each in drawn]), strict=True):
            right = torch.from_numpy(self.right[mine])
            parts.append(functional.binary_cross_entropy_with_logits(its, right.float()))
            if right.any() and not right.all():
                parts.append(torch.logsumexp(its, 0) - torch.logsumexp(its[right], 0))
        return torch.stack(parts).sum() / len(rows)

    def _draw(self, places: np.ndarray) -> np.ndarray:
        """At most ``GROUP`` proposals: up to two right ones, the rest wrong."""
        right, wrong = places[self.right[places]], places[~self.right[places]]
        good = self._rng.permutation(right)[:2]
        return np.concatenate([good, self._rng.permutation(wrong)[: GROUP - len(good)]])


@torch.no_grad()  # type: ignore[untyped-decorator]
def judged(model: CrossEncoder, lessons: Lessons) -> np.ndarray:
    """A score for every proposal."""
    found = np.zeros(len(lessons.packed), np.float32)
    model.eval()
    for rows in ordered_batches(lessons.packed.lengths, 64):
        with torch.autocast("cpu", dtype=torch.bfloat16):
            found[rows] = model(*lessons.packed.batch(rows)).float().numpy()
    return found


def report(name: str, lessons: Lessons, scores: np.ndarray) -> None:
    """How often the best judged proposal is right, where one is; how well right is told apart."""
    first = [
        bool(lessons.right[its[scores[its].argmax()]])
        for its in lessons.of
        if lessons.right[its].any()
    ]
    order = np.argsort(np.argsort(scores))
    good, bad = order[lessons.right], (~lessons.right).sum()
    area = (good.sum() - len(good) * (len(good) - 1) / 2) / max(len(good) * bad, 1)
    print(
        f"RESULT {name}: best is right {100 * np.mean(first):.1f}% of {len(first)}, "
        f"right above wrong {100 * area:.1f}%",
        flush=True,
    )


def learn(model: CrossEncoder, lessons: Lessons, name: str, recipe: dict[str, float]) -> None:
    """Go on from where the model is."""
    train(
        model,
        lessons.lengths,
        lambda rows: lessons.loss(model, rows),
        epochs=recipe["epochs"],
        rate=recipe["rate"],
        size=int(recipe["size"]),
        name=name,
        half=True,
    )


def reranker(start: Path) -> CrossEncoder:
    """The shipped reranker in floats again."""
    model = CrossEncoder(start)
    graph = onnx.load(str(SHIPPED_WORDS.parent / "cross_encoder.onnx")).graph
    arrays = {each.name: numpy_helper.to_array(each) for each in graph.initializer}

    def matrix(name: str) -> Tensor:
        whole = arrays[f"{name}.whole"].astype(np.float32) * arrays[f"{name}.step"]
        return torch.from_numpy(whole.T.copy())

    state = {
        name.removeprefix("model."): torch.tensor(array)
        for name, array in arrays.items()
        if name.startswith("model.") and array.dtype == np.float32 and ".score.weight" not in name
    }
    found = (name.removesuffix(".whole") for name in arrays if name.endswith(".whole"))
    names = sorted(name for name in found if "MatMul" in name)
    parts = ("query", "key", "value", "mixed", "widened", "narrowed")
    for layer in range(LAYERS):
        for place, part in enumerate(parts):
            state[f"body.layers.{layer}.{part}.weight"] = matrix(names[len(parts) * layer + place])
        biases = arrays[f"/layers.{layer}/norm2/LayerNormalization_output_0.biases"]
        for place, part in enumerate(parts[:3]):
            own = biases[WIDTH * place : WIDTH * (place + 1)]
            state[f"body.layers.{layer}.{part}.bias"] = torch.tensor(own)
    state["score.weight"] = matrix("model.score.weight")
    missing = model.load_state_dict(state, strict=False)
    assert not missing.unexpected_keys, missing
    return model


def write(model: CrossEncoder, path: Path) -> None:
    """The eight-bit network."""
    full = path.with_suffix(".full.onnx")
    dynamic = {"words": TEXTS, "kinds": TEXTS, "mask": TEXTS, "scores": {0: "texts"}}
    export(Shipped(copy.deepcopy(model)), text_inputs(), ["scores"], full, dynamic)
    quantise(full, path)
    full.unlink()


def half_of(collection: str) -> int:
    """Which half a folder of our own is in: each has some of every kind."""
    return ("docs-a", "howtos-b", "photos-a", "tables-b", "docs-d", "tables-d").count(collection)


def add_verdicts(path: Path, rows: Sequence[Row], scores: Iterator[float]) -> None:
    """Write a gathered file again, each proposal with its verdict as a sign."""
    with path.with_suffix(".judged.jsonl").open("wb") as file:
        for line, row in zip(path.read_bytes().splitlines(), rows, strict=True):
            told = msgspec.json.decode(line)
            assert told["id"] == row["id"]
            for each in told["proposals"]:
                each["signs"]["judge"] = round(next(scores), 4)
            file.write(msgspec.json.encode(told) + b"\n")


def main() -> None:
    """Gather, or learn and write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    gathering = commands.add_parser("wikitq")
    gathering.add_argument("data", type=Path)
    gathering.add_argument("out", type=Path)
    gathering.add_argument("--most", type=int, default=2000)
    learning = commands.add_parser("learn")
    learning.add_argument("start", type=Path, help="what training.minilm packs")
    learning.add_argument("out", type=Path)
    learning.add_argument("--public", type=Path, nargs="+", required=True)
    learning.add_argument("--own", type=Path, nargs="+", required=True)
    learning.add_argument("--check", type=Path, nargs="*", default=())
    options = parser.parse_args()
    if options.command == "wikitq":
        gather_wikitq(options.data, options.most, options.out)
        return
    options.out.mkdir(parents=True, exist_ok=True)
    splitter = tokenizer(options.start)
    model = reranker(options.start)
    kept = options.out / "public.pt"
    own = {path: read([path]) for path in options.own}
    everything = [row for rows in own.values() for row in rows]
    all_own = Lessons(everything, splitter)
    if kept.exists():
        model.load_state_dict(torch.load(kept))
    else:
        learn(model, Lessons(read(options.public), splitter), "public", PUBLIC)
        torch.save(model.state_dict(), kept)
    before = copy.deepcopy(model.state_dict())
    for half in (0, 1):
        model.load_state_dict(before)
        lessons = Lessons([r for r in everything if half_of(r["collection"]) != half], splitter)
        learn(model, lessons, f"all but half {half}", OWN)
        for path, rows in own.items():
            if half_of(rows[0]["collection"]) == half:
                mine = Lessons(rows, splitter)
                scores = judged(model, mine)
                report(path.stem, mine, scores)
                add_verdicts(path, rows, iter(scores.tolist()))
    model.load_state_dict(before)
    learn(model, all_own, "all", OWN)
    torch.save(model.state_dict(), options.out / "judge.pt")
    write(model, options.out / "judge.onnx")
    for path in options.check:
        rows = read([path])
        mine = Lessons(rows, splitter)
        scores = judged(model, mine)
        report(path.stem, mine, scores)
        add_verdicts(path, rows, iter(scores.tolist()))


if __name__ == "__main__":
    main()
