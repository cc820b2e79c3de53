"""The fast text reader: a span of a passage, yes, no, or not here, with scores that compare.

    PYTHONPATH=src:. python -m training.text_reader gather carry/reading
    PYTHONPATH=src:. python -m training.text_reader train carry/reading carry/mpnet --out trained
    PYTHONPATH=src:. python -m training.text_reader ship carry/reading carry/mpnet --out trained

`train` takes about an hour on two cores: the lower layers are fixed and run only once. What is
learnt is saved as it goes, so that `ship` can take up an interrupted run.
"""

import argparse
import random
import time
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path

import torch

from training import reading_dev
from training.exporting import load_halves, save_halves
from training.learning import DEVICE, interval, train
from training.minilm import tokenizer
from training.reading_lessons import Lessons, cut, joined
from training.reading_made import statement_lessons
from training.reading_pairs import Pairs
from training.span_network import Losses, SpanNetwork, reader_of, torch_run

NAME = "text_reader"
LONGEST = 320  # pieces of a question and a passage together, in training


@dataclass(frozen=True)
class Recipe:
    """How a reader is trained."""

    layers: int = 8  # of MPNet's twelve, the lowest
    frozen: int = 4  # of these
    epochs: float = 2.0
    rate: float = 1e-4
    size: int = 16  # pairs a step
    longest: int = 600  # characters of a passage: longer ones are cut about the answer
    unanswerable: int = 1300  # of SQuAD's questions without an answer
    statements: int = 300  # made questions for yes or no
    others: int = 400  # questions that also see a passage that does not answer
    seed: int = 0


class School:
    """The lessons, and those of development."""

    def __init__(self, lessons: Path, start: Path, recipe: Recipe, every: int = 1) -> None:
        self.start, self._recipe = start, recipe
        everything = Lessons.read(lessons)
        made = statement_lessons(everything.further, recipe.statements + 200)
        real = everything.of("train")
        chance = random.Random(recipe.seed)
        able = [each for each in real.lessons if each.gold >= 0]
        unable = [each for each in real.lessons if each.gold < 0]
        real.lessons = able + chance.sample(unable, recipe.unanswerable)
        self.train = joined(real, Lessons(made.lessons[200:], made.passages))
        self.train.lessons = self.train.lessons[::every]
        self.train = cut(self.train, recipe.longest, chance)
        self.dev = joined(everything.of("dev"), Lessons(made.lessons[:200], made.passages))
        self.dev.lessons = self.dev.lessons[::every]
        self._tokenizer = tokenizer(start)
        self.pairs = Pairs(self.train, self._tokenizer, LONGEST)

    @cached_property
    def dev_pairs(self) -> Pairs:
        """Development in word pieces."""
        return Pairs(self.dev, self._tokenizer, 512)

    def chosen(self) -> list[tuple[int, int]]:
        """Lessons with their own passage, and some with another."""
        chance = random.Random(self._recipe.seed)
        rows = self.train.lessons
        found = [(row, int(self.pairs.members[row, 0])) for row in range(len(rows))]
        able = [row for row, each in enumerate(rows) if each.gold >= 0 and each.others]
        more = chance.sample(able, min(self._recipe.others, len(able) // 4))
        return found + [(row, chance.choice(rows[row].others)) for row in more]


def teach(
    recipe: Recipe, school: School, out: Path, seconds: float, after: Path | None = None
) -> SpanNetwork:
    """A network trained by a recipe, from its start or after an earlier training."""
    torch.manual_seed(recipe.seed)
    network: SpanNetwork = SpanNetwork(school.start, recipe.layers, recipe.frozen).to(DEVICE)
    if after:
        load_halves(network, after, NAME)
    began = time.time()
    losses = Losses(network, school.pairs, school.chosen())
    took, pieces = time.time() - began, losses.lengths.mean()
    print(f"{len(losses.lengths):,} pairs of {pieces:.0f} pieces, {took:.0f} s", flush=True)
    train(
        network,
        losses.lengths,
        losses,
        epochs=recipe.epochs,
        rate=recipe.rate,
        size=recipe.size,
        seed=recipe.seed,
        name="reader",
        seconds=seconds - (time.time() - began),
        half=True,
        keep=lambda: save_halves(network, out, NAME),
    )
    save_halves(network, out, NAME)
    return network


def show(name: str, network: SpanNetwork, school: School) -> None:
    """Figures over each question's own passage."""
    read = reader_of(torch_run(network), school.dev, school.dev_pairs)
    for figure, values in reading_dev.measure(read, school.dev, alone=True).items():
        print(f"RESULT {name}: {figure} {interval(values)}", flush=True)


def main() -> None:
    """Gather, train or ship."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    gathering = commands.add_parser("gather")
    gathering.add_argument("folder", type=Path)
    gathering.add_argument("--data", type=Path, default=Path("../shared/data"))
    for name in ("train", "ship"):
        command = commands.add_parser(name)
        command.add_argument("folder", type=Path)
        command.add_argument("start", type=Path)
        command.add_argument("--out", type=Path, required=True)
        command.add_argument("--seconds", type=float, default=1e9)
        command.add_argument("--after", type=Path, help="go on from what is in this folder")
        for number in fields(Recipe):
            command.add_argument(
                f"--{number.name}", type=type(number.default), default=number.default
            )
        command.add_argument("--every", type=int, default=1, help="one lesson of so many, to try")
    given = parser.parse_args()
    if given.command == "gather":
        from training.reading_gathering import gather

        gather(given.data).write(given.folder)
        return
    given.out.mkdir(parents=True, exist_ok=True)
    recipe = Recipe(**{number.name: getattr(given, number.name) for number in fields(Recipe)})
    school = School(given.folder, given.start, recipe, given.every)
    if given.command == "train":
        show("trained", teach(recipe, school, given.out, given.seconds, given.after), school)
        return
    from training.text_reader_file import ship

    network = SpanNetwork(given.start, recipe.layers, recipe.frozen)
    load_halves(network, given.out, NAME)
    ship(network, school, given.out)


if __name__ == "__main__":
    main()
