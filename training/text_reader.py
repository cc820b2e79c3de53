"""The fast text reader: a span of a passage, yes, no, or not here, with scores that compare.

    PYTHONPATH=src:. python -m training.text_reader gather carry/reading
    PYTHONPATH=src:. python -m training.text_reader train carry/reading carry/minilm --out trained

`train` needs a GPU and nothing but the two folders. It tries the recipes named by ``--recipes`` one
after another while ``--seconds`` last and keeps the int8 network of the best.
"""

import argparse
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch

from training import reading_dev
from training.exporting import TEXTS, export, quantise, save_halves, text_inputs
from training.learning import DEVICE, interval, train
from training.minilm import tokenizer
from training.reading_lessons import Lessons, joined
from training.reading_made import cloze_lessons, generated_lessons, statement_lessons
from training.reading_pairs import Pairs
from training.span_network import Losses, SpanNetwork, onnx_run, reader_of, torch_run

LONGEST_STAGE = 180  # seconds
FILE = "span_reader.onnx"
CHOSEN_BY = ("SQuAD F1", "10 paragraphs F1", "HybridQA F1")


@dataclass(frozen=True)
class Recipe:
    """How one reader is trained; ``shared`` is the weight of the softmax over a whole group."""

    first: str = ""  # "", "cloze" or "generated": what it learns before the real questions
    first_epochs: float = 1
    epochs: float = 5
    rate: float = 2e-4
    first_rate: float = 3e-4
    shared: float = 1.0
    passages: int = 4  # in a group
    size: int = 16  # groups a step
    mixed: float = 0.0  # share of the generated questions that stay among the real ones
    seed: int = 0


RECIPES = {
    "real": Recipe(shared=0.0),
    "shared": Recipe(),
    "cloze": Recipe(first="cloze"),
    "cloze-local": Recipe(first="cloze", shared=0.0),
    "cloze-fast": Recipe(first="cloze", rate=3e-4),
    "cloze-long": Recipe(first="cloze", first_epochs=2, epochs=8),
    "cloze-wide": Recipe(first="cloze", passages=7, size=10),
    "cloze-seed1": Recipe(first="cloze", seed=1),
    "generated": Recipe(first="generated"),
    "generated-2": Recipe(first="generated", first_epochs=2),
    "generated-mixed": Recipe(first="generated", mixed=0.2),
    "generated-slow": Recipe(first="generated", first_epochs=2, rate=1e-4),
    "generated-seed1": Recipe(first="generated", first_epochs=2, seed=1),
}


def show(name: str, figures: dict[str, list[float]]) -> float:
    """Print the figures; their mean is what recipes are chosen by."""
    for figure, values in figures.items():
        print(f"RESULT {name}: {figure} {interval(values)}", flush=True)
    return float(np.mean([np.mean(figures[figure]) for figure in CHOSEN_BY]))


class School:
    """Everything that the recipes share: lessons of every kind, packed once."""

    def __init__(self, lessons: Path, start: Path, generated: Path | None, small: bool) -> None:
        self.start = start
        self._tokenizer = tokenizer(start)
        self._generated, self.small = generated, small
        self._packed: dict[str, Pairs] = {}
        self._all = Lessons.read(lessons)
        made = statement_lessons(self._all.further, 1200)
        self._real = joined(self._all.of("train"), Lessons(made.lessons[200:], made.passages))
        self.dev = joined(self._all.of("dev"), Lessons(made.lessons[:200], made.passages))
        if small:
            self._real.lessons = self._real.lessons[::700]
            self.dev.lessons = self.dev.lessons[::240]
            self._all.further = self._all.further[:300]
        self.dev_pairs = Pairs(self.dev, self._tokenizer, 512)

    def pairs(self, kind: str, mixed: float = 0.0) -> Pairs:
        """Lessons by kind: real, cloze or generated; some of the generated among the real."""
        key = f"{kind} {mixed}"
        if key not in self._packed:
            self._packed[key] = Pairs(self._lessons(kind, mixed), self._tokenizer)
            print(f"{key}: {len(self._packed[key]):,} lessons", flush=True)
        return self._packed[key]

    def _lessons(self, kind: str, mixed: float) -> Lessons:
        if kind == "cloze":
            return cloze_lessons(self._all.further[:: 50 if self.small else 1], 3)
        if kind == "real" and not mixed:
            return self._real
        assert self._generated is not None, "this recipe needs --generated"
        written = generated_lessons(self._generated)
        if kind == "generated":
            return written
        written.lessons = written.lessons[:: max(1, round(1 / mixed))]
        return joined(self._real, written)


def teach(recipe: Recipe, school: School, name: str) -> SpanNetwork:
    """A network trained by a recipe."""
    torch.manual_seed(recipe.seed)
    network = SpanNetwork(school.start)
    network.to(DEVICE)
    stages = [("real", recipe.epochs, recipe.rate, recipe.size, recipe.passages)]
    if recipe.first:
        stages.insert(0, (recipe.first, recipe.first_epochs, recipe.first_rate, 48, 2))
    for kind, epochs, rate, size, passages in stages:
        pairs = school.pairs(kind, recipe.mixed if kind == "real" else 0.0)
        losses = Losses(network, pairs, passages, recipe.shared, recipe.seed)
        train(
            network,
            pairs.lengths,
            losses,
            epochs=epochs,
            rate=rate,
            size=size,
            seed=recipe.seed,
            name=f"{name}, {kind}",
            seconds=LONGEST_STAGE,
        )
    return network


def ship(network: SpanNetwork, school: School, out: Path) -> None:
    """Write the int8 network and store how its scores become chances."""
    import onnx

    network.float().cpu().eval()
    out.mkdir(parents=True, exist_ok=True)
    save_halves(network, out, "span_reader")
    dynamic = dict.fromkeys(("words", "kinds", "mask", "start", "end"), TEXTS)
    dynamic["verdict"] = {0: "texts"}
    with tempfile.TemporaryDirectory() as scratch:
        floats = Path(scratch) / FILE
        export(network, text_inputs(), ["start", "end", "verdict"], floats, dynamic)
        quantise(floats, out / FILE)
    read = reader_of(onnx_run(out / FILE, network.encoder.words), school.dev, school.dev_pairs, 16)
    own = [(row, each.gold if each.gold >= 0 else each.others[0])
           for row, each in enumerate(school.dev.lessons) if each.source == "squad"]  # fmt: skip
    answers = read(own)
    scores = np.array([score for _, score in answers])
    there = np.array([school.dev.lessons[row].gold >= 0 for row, _ in own])
    slope, offset = reading_dev.fit_chance(scores, there)
    model = onnx.load(out / FILE)
    onnx.helper.set_model_props(model, {"slope": f"{slope:.6f}", "offset": f"{offset:.6f}"})
    onnx.save(model, out / FILE)
    values = [
        reading_dev.best_f1(text, school.dev.lessons[row].answers)
        for (row, _), (text, _) in zip(own, answers, strict=True)
        if school.dev.lessons[row].answers
    ]
    print(f"RESULT int8: SQuAD F1 {interval(values)}", flush=True)
    print(f"RESULT int8: chance by slope {slope:.3f} and offset {offset:.3f}", flush=True)


def try_recipes(names: Sequence[str], school: School, out: Path, seconds: float) -> None:
    """Train by each recipe while there is time; ship the best."""
    began, best, took, chosen = time.time(), -1.0, 0.0, None
    for name in names:
        if time.time() - began + took > seconds:
            print(f"no time left for {name}", flush=True)
            continue
        start = time.time()
        recipe = replace(RECIPES[name], epochs=1) if school.small else RECIPES[name]
        network = teach(recipe, school, name)
        read = reader_of(torch_run(network), school.dev, school.dev_pairs)
        value = show(name, reading_dev.measure(read, school.dev))
        took = max(took, time.time() - start)
        print(f"RESULT {name}: mean {100 * value:.2f}, {time.time() - start:.0f} s", flush=True)
        if value > best:
            best, chosen = value, network.cpu()
            print(f"best so far: {name}", flush=True)
    assert chosen is not None
    ship(chosen, school, out)


def main() -> None:
    """Gather or train."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    gathering = commands.add_parser("gather")
    gathering.add_argument("folder", type=Path)
    gathering.add_argument("--data", type=Path, default=Path("../shared/data"))
    training = commands.add_parser("train")
    training.add_argument("folder", type=Path)
    training.add_argument("start", type=Path)
    training.add_argument("--out", type=Path, required=True)
    training.add_argument("--recipes", default="cloze")
    training.add_argument("--generated", type=Path)
    training.add_argument("--seconds", type=float, default=400)
    training.add_argument("--small", action="store_true", help="a few lessons, to try the code")
    given = parser.parse_args()
    if given.command == "gather":
        from training.reading_gathering import gather

        gather(given.data).write(given.folder)
        return
    given.out.mkdir(parents=True, exist_ok=True)
    school = School(given.folder, given.start, given.generated, given.small)
    try_recipes(given.recipes.split(","), school, given.out, given.seconds)


if __name__ == "__main__":
    main()
