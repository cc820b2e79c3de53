"""The experiments behind the adapter, each a process of its own; together they share the GPU.

The maker writes questions, the reader confirms them, and each adapter is trained with or without
them. They meet only in files of a work folder, so one that fails or is late stops no other.
"""

import json
import lzma
import random
import re
import time
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from tokenizers import Tokenizer
from torch import Tensor

from training import language_dev
from training.language_dev import Dev, reading_prompt
from training.language_lessons import Reading, Saying, Splitting, prompts
from training.language_torch import END, LanguageModel, device
from training.language_training import Example, Schedule, Stage, train
from training.language_weights import (
    load_adapter,
    load_base,
    merge,
    round_matrices,
    save_adapter,
)  # fmt: skip
from training.question_maker import (
    Asked,
    generated_readings,
    keep_confirmed,
    make_questions,
    maker_examples,
    passages_to_ask,
    save_questions,
)  # fmt: skip
from training.row_files import read_rows

LONGEST = 768  # tokens of an example
PASSAGES, SAMPLES = 24_000, 4
GENERATED = "generated.jsonl.xz"


@dataclass
class Experiment:
    """One way to train: with a low-rank adapter, or (rank 0) all weights."""

    name: str
    rank: int
    rate: float
    generated: bool = False
    question_first: bool = False
    epochs: int = 3
    seed: int = 0


@dataclass
class Workshop:
    """Where an experiment finds its lessons, leaves its files, and when it must be done."""

    keep: Path
    out: Path
    work: Path
    began: float
    limit: float
    small: bool = False
    generated: Path = Path(GENERATED)

    def __post_init__(self) -> None:
        (lessons,) = (path.parent for path in self.keep.rglob("reading.jsonl.xz"))
        self.lessons = lessons
        text = lzma.decompress((lessons / "tokenizer.json.xz").read_bytes()).decode()
        self.tokenizer = Tokenizer.from_str(text)
        self.readings = [Reading(**row) for row in read_rows(lessons / "reading.jsonl.xz")]
        self.sayings = [Saying(**row) for row in read_rows(lessons / "saying.jsonl.xz")]
        self.splittings = [Splitting(**row) for row in read_rows(lessons / "splitting.jsonl.xz")]

    def base(self) -> dict[str, Tensor]:
        state = load_base(self.keep)
        if self.small:  # two layers are enough to try the code
            state = {key: state[key] for key in state if not re.match(r"blocks\.(?![01]\.)", key)}
        return {key: value.to(device()) for key, value in state.items()}

    def at(self, share: float) -> float:
        """The moment when this share of the time allowed has passed."""
        return self.began + share * self.limit

    def say(self, text: str) -> None:
        print(f"[{time.time() - self.began:.0f} s] {text}", flush=True)

    def wait_for(self, name: str, until: float) -> bool:
        while not (self.work / name).exists():
            if time.time() > until:
                self.say(f"gave up waiting for {name}")
                return False
            time.sleep(0.5)
        return True

    def few(self, count: int, small: int) -> int:
        return small if self.small else count

    def train_readings(self) -> list[Reading]:
        """Real questions, and SQuAD's also asked of another paragraph of the article, in vain."""
        found = [each for each in self.readings if each.split == "train"]
        rng = random.Random(0)
        rng.shuffle(found)
        found = found[: self.few(len(found), 12)]
        articles: dict[str, list[str]] = {}
        for each in found:
            articles.setdefault(each.group, []).append(each.passage)
        for each in found[:]:
            other = rng.choice(articles[each.group])
            chosen = each.source == "squad" and each.answers and rng.random() < 0.6
            if chosen and not any(text in other for text in each.answers):
                found.append(Reading(each.question, other, [], "squad", "train", each.group))
        return found

    def dev(self) -> Dev:
        dev = Dev(
            [each for each in self.readings if each.split == "dev"],
            [each for each in self.sayings if each.split == "dev"],
            [each for each in self.splittings if each.split == "dev"],
        )
        return dev.smaller(8) if self.small else dev

    def examples(self, pairs: list[tuple[str, str]]) -> list[Example]:
        """Prompts and replies as tokens; the loss counts the reply."""
        asked = self.tokenizer.encode_batch([prompt for prompt, _ in pairs])
        replies = self.tokenizer.encode_batch([f" {reply}" for _, reply in pairs])
        found = [
            Example([*prompt.ids, *reply.ids, END], len(prompt.ids))
            for prompt, reply in zip(asked, replies, strict=True)
        ]
        return [each for each in found if len(each.ids) <= LONGEST]

    def reading_examples(self, readings: list[Reading], question_first: bool) -> list[Example]:
        return self.examples(
            [
                (reading_prompt(each.question, each.passage, question_first), _usual(each.answers))
                for each in readings
            ]
        )

    def other_examples(self) -> list[Example]:
        """Saying and splitting."""
        said = [
            (prompts.saying_prompt(each.question, each.values), each.sentence)
            for each in self.sayings
            if each.split == "train"
        ]
        split = [
            (prompts.splitting_prompt(each.question), "\n".join(each.steps))
            for each in self.splittings
            if each.split == "train"
        ]
        return self.examples([*said[: self.few(9999, 8)], *split[: self.few(9999, 8)]])


def _usual(answers: list[str]) -> str:
    """The answer most people gave."""
    return Counter(answers).most_common(1)[0][0] if answers else prompts.NONE


def run_maker(shop: Workshop) -> None:
    """Learn to ask, then ask about every passage."""
    model = LanguageModel.of(shop.base())
    real = [each for each in shop.readings if each.split == "train"]
    examples = maker_examples(real[: shop.few(len(real), 12)], shop.tokenizer)
    stages = [Stage(examples)] * 3
    shop.say("maker: " + train(model, stages, Schedule(rate=2e-4), shop.at(0.2)))
    model = LanguageModel.of(model.state_dict(), _speed_type())
    passages = passages_to_ask(shop.lessons, shop.readings, shop.few(PASSAGES, 700))
    passages = passages if not shop.small else [*passages[:1], *passages[-4:]]
    asked = make_questions(model, shop.tokenizer, passages, shop.few(SAMPLES, 2), shop.at(0.58))
    rows = {"passages": passages, "asked": [asdict(each) for each in asked]}
    _write_json(shop.work / "asked.json", rows)
    shop.say(f"maker: {len(asked)} questions, e.g. {asked[:3]}")


def run_reader(shop: Workshop) -> None:
    """Learn to read from real questions, all weights; then confirm the made ones."""
    model = LanguageModel.of(shop.base())
    stages = [Stage(shop.reading_examples(shop.train_readings(), False))] * 3
    shop.say("reader: " + train(model, stages, Schedule(rate=1e-4), shop.at(0.25)))
    model = LanguageModel.of(model.state_dict(), _speed_type())
    language_dev.evaluate_reading("all weights, real", model, shop.tokenizer, shop.dev(), False)
    if not shop.wait_for("asked.json", shop.at(0.7)):
        return
    rows = json.loads((shop.work / "asked.json").read_text())
    asked = [Asked(**each) for each in rows["asked"]]
    kept = keep_confirmed(model, shop.tokenizer, rows["passages"], asked, shop.at(0.97))
    if shop.small:
        kept = asked
    save_questions(shop.out / GENERATED, rows["passages"], kept)
    sure = sum(each.answerable for each in kept)
    shop.say(f"reader: kept {len(kept)} of {len(asked)}, {sure} answerable, e.g. {kept[:3]}")


def run_experiment(shop: Workshop, experiment: Experiment) -> None:
    """Train one adapter (or all weights), save it, and measure it before and after rounding."""
    base = shop.base()
    real = shop.train_readings()
    stages = [
        Stage(shop.reading_examples(real, experiment.question_first) + shop.other_examples())
    ] * experiment.epochs
    if experiment.generated:
        made = generated_readings(shop.generated)
        mixed = shop.reading_examples(made + real, experiment.question_first)
        stages = [Stage(mixed, tokens=16_384), *stages]
    model = LanguageModel.of(base, _speed_type() if experiment.rank else None)
    if experiment.rank:
        torch.manual_seed(experiment.seed)
        model.adapt(experiment.rank)
    how = Schedule(experiment.rate, seed=experiment.seed)
    shop.say(f"{experiment.name}: " + train(model, stages, how, shop.at(0.86)))
    if not experiment.rank:
        _evaluate(shop, experiment, model.state_dict())
        return
    path = shop.out / f"{experiment.name.replace(' ', '-')}.npz"
    save_adapter(model.adapter(), path)
    _evaluate(shop, experiment, merge(base, model.adapter()))
    shipped = LanguageModel.of(round_matrices(merge(base, load_adapter(path))), _speed_type())
    language_dev.evaluate_reading(
        f"{experiment.name}, int8", shipped, shop.tokenizer, shop.dev(), experiment.question_first
    )


def _evaluate(shop: Workshop, experiment: Experiment, state: dict[str, Tensor]) -> None:
    model = LanguageModel.of(state, _speed_type())
    name, tokenizer, dev = experiment.name, shop.tokenizer, shop.dev()
    language_dev.evaluate_reading(name, model, tokenizer, dev, experiment.question_first)
    language_dev.evaluate_ten_paragraphs(name, model, tokenizer, dev, experiment.question_first)
    language_dev.evaluate_saying(name, model, tokenizer, dev)
    language_dev.evaluate_splitting(name, model, tokenizer, dev)


def _speed_type() -> torch.dtype | None:
    return torch.bfloat16 if device() == "cuda" else None


def _write_json(path: Path, value: object) -> None:
    """Write all of it, or nothing that another process could see."""
    path.with_suffix(".part").write_text(json.dumps(value))
    path.with_suffix(".part").rename(path)
