"""How well the language model reads, says and splits, on the dev parts of its lessons."""

import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from tokenizers import Tokenizer

from training.language_lessons import Reading, Saying, Splitting, plain, prompts
from training.language_torch import END, LanguageModel
from training.language_writing import Writing, write


@dataclass
class Found:
    """What was read from one passage, and how likely "none" was instead."""

    text: str
    none: float
    log_probability: float


def reading_prompt(question: str, passage: str, question_first: bool = True) -> str:
    """The shipped wording, which asks before and after the passage, or the one that asks after."""
    prompt: str = prompts.reading_prompt(question, passage)
    return prompt if question_first else prompt.removeprefix(f"Question: {question}\n")


def read_passages(
    model: LanguageModel,
    tokenizer: Tokenizer,
    pairs: Sequence[tuple[str, str]],
    deadline: float = math.inf,
    question_first: bool = False,
) -> list[Found | None]:
    """The best answer other than "none" for each question and passage."""
    encoded = tokenizer.encode_batch(
        [reading_prompt(question, passage, question_first) for question, passage in pairs]
    )
    none = tokenizer.encode(f" {prompts.NONE}").ids
    how = Writing(length=20, watched=none[0], not_first=(none[0], END))
    written = write(model, [each.ids[-1000:] for each in encoded], how, deadline)
    texts = tokenizer.decode_batch([each[0].ids if each else [] for each in written])
    return [
        Found(text.strip().split("\n")[0], each[0].watched, each[0].log_probability)
        if each
        else None
        for text, each in zip(texts, written, strict=True)
    ]


def closeness(answer: str, gold: str) -> float:
    """Token F1 as SQuAD counts it."""
    ours, theirs = plain(answer).split(), plain(gold).split()
    if not ours or not theirs:
        return float(ours == theirs)
    common = sum((Counter(ours) & Counter(theirs)).values())
    return 2 * common / (len(ours) + len(theirs))


def best_closeness(answer: str, golds: Sequence[str]) -> float:
    return max(closeness(answer, gold) for gold in golds)


def exact(answer: str, golds: Sequence[str]) -> float:
    return float(any(plain(answer) == plain(gold) for gold in golds))


def interval(values: Sequence[float]) -> str:
    """The mean in percent with its 95% bootstrap interval."""
    if not len(values):
        return "none"
    numbers = np.asarray(values, float) * 100
    draws = np.random.default_rng(0).integers(0, len(numbers), (1000, len(numbers)))
    low, high = np.percentile(numbers[draws].mean(1), [2.5, 97.5])
    return f"{numbers.mean():.1f} ({low:.1f}-{high:.1f}) n={len(numbers)}"


def report(name: str, measure: str, values: Sequence[float]) -> None:
    print(f"RESULT {name} | {measure} | {interval(values)}", flush=True)


@dataclass
class Dev:
    """The dev parts, cut down for a trial run."""

    readings: list[Reading]
    sayings: list[Saying]
    splittings: list[Splitting]

    def smaller(self, count: int) -> "Dev":
        spread = self.readings[:: len(self.readings) // count]
        return Dev(spread, self.sayings[:count], self.splittings[:count])


def evaluate_reading(
    name: str, model: LanguageModel, tokenizer: Tokenizer, dev: Dev, question_first: bool
) -> None:
    """SQuAD's F1, exact match and answerability, and HybridQA's F1."""
    read = partial(read_passages, model, tokenizer, question_first=question_first)
    for source in ("squad", "hybridqa"):
        rows = [each for each in dev.readings if each.source == source]
        found = read([(each.question, each.passage) for each in rows])
        both = [(row, each) for row, each in zip(rows, found, strict=True) if each is not None]
        right = [(row, each) for row, each in both if row.answers]
        f1 = [best_closeness(each.text, row.answers) for row, each in right]
        report(name, f"{source} F1", f1)
        report(name, f"{source} EM", [exact(each.text, row.answers) for row, each in right])
        report(name, f"{source} stands in passage",
               [float(plain(each.text) in plain(row.passage)) for row, each in right])  # fmt: skip
        report(name, f"{source} answerability",
               [float((each.none <= 0.5) == bool(row.answers)) for row, each in both])  # fmt: skip


def evaluate_ten_paragraphs(
    name: str, model: LanguageModel, tokenizer: Tokenizer, dev: Dev, question_first: bool
) -> None:
    """Each SQuAD question over its own paragraph and nine others of the article."""
    squad = [each for each in dev.readings if each.source == "squad"]
    paragraphs: dict[str, dict[str, None]] = {}
    for each in squad:
        paragraphs.setdefault(each.group, {})[each.passage] = None
    rng = random.Random(1)
    asked = [each for each in squad if each.answers]
    choices = []
    for each in asked:
        others = [text for text in paragraphs[each.group] if text != each.passage]
        rng.shuffle(others)
        choices.append([each.passage, *others[:9]])
    pairs = [
        (each.question, text) for each, texts in zip(asked, choices, strict=True) for text in texts
    ]
    found = iter(read_passages(model, tokenizer, pairs, question_first=question_first))
    read = [[next(found) for _ in texts] for texts in choices]
    ways = {
        "least none": lambda each: -each.none,
        "likeliest answer": lambda each: (
            each.log_probability + math.log(1 - min(each.none, 1 - 1e-7))
        ),
    }
    for way, score in ways.items():
        f1, right = [], []
        for each, answers in zip(asked, read, strict=True):
            here = [answer for answer in answers if answer is not None]
            best = max(here, key=score)
            f1.append(best_closeness(best.text, each.answers))
            right.append(float(best is here[0]))
        report(name, f"ten paragraphs F1, by {way}", f1)
        report(name, f"ten paragraphs right one, by {way}", right)


def evaluate_saying(name: str, model: LanguageModel, tokenizer: Tokenizer, dev: Dev) -> None:
    """Whether the sentence holds the values."""
    asked = [prompts.saying_prompt(each.question, each.values) for each in dev.sayings]
    said = _write_lines(model, tokenizer, asked, 56)
    holds, words = [], []
    for each, sentence in zip(dev.sayings, said, strict=True):
        inside = f" {plain(sentence)} "
        holds.append(float(all(f" {plain(value)} " in inside for value in each.values)))
        words.append(closeness(sentence, each.sentence))
    report(name, "saying holds the value", holds)
    report(name, "saying F1 to the reference", words)
    for each, sentence in list(zip(dev.sayings, said, strict=True))[:12]:
        print(f"  {name} says: {each.question[:90]} | {each.values} => {sentence}", flush=True)


def evaluate_splitting(name: str, model: LanguageModel, tokenizer: Tokenizer, dev: Dev) -> None:
    """Whether the number of steps is right, and how close the steps are."""
    asked = [prompts.splitting_prompt(each.question) for each in dev.splittings]
    written = _write_lines(model, tokenizer, asked, 96)
    counts, f1 = [], []
    for each, text in zip(dev.splittings, written, strict=True):
        steps = [line.strip() for line in text.split("\n")]
        counts.append(float(len(steps) == len(each.steps)))
        if len(each.steps) > 1:
            f1.append(closeness(text, "\n".join(each.steps)))
    report(name, "splitting number of steps", counts)
    report(name, "splitting F1 of compound questions", f1)
    compound = [
        pair for pair in zip(dev.splittings, written, strict=True) if len(pair[0].steps) > 1
    ]
    for each, text in compound[:8]:
        print(f"  {name} splits: {each.question[:120]} => {text.split(chr(10))}", flush=True)


def _write_lines(
    model: LanguageModel, tokenizer: Tokenizer, asked: list[str], length: int
) -> list[str]:
    ids = [each.ids for each in tokenizer.encode_batch(asked)]
    written = write(model, ids, Writing(length, not_first=(END,)))
    return [text.strip() for text in tokenizer.decode_batch([each[0].ids for each in written])]
