"""The confidence of the engine's answers: a logistic regression over what is known of an attempt.

Questions over HybridQA's tables with their linked passages and over SQuAD's articles, some with the
sources removed that hold the answer; those of the development split, for on what they have learnt
the readers are right more often than elsewhere. ``gather`` answers them by every plan and keeps all
attempts; ``fit`` fits the weights, and prints how reliable weights are that are fitted on four
fifths of the questions, on the last fifth::

    python -m training.confidence gather dev 24 confidence-dev.jsonl
    python -m training.confidence fit confidence-dev.jsonl
"""

import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from manyhop.answering import (
    Attempt,
    Candidates,
    Hops,
    Question,
    attempt,
    confidence_features,
    coverage,
)
from manyhop.answering import asked as as_asked
from manyhop.benchmarks import HybridQA
from manyhop.metrics import hybridqa
from manyhop.models import Models, open_models
from manyhop.planners import ExplicitPlanner
from manyhop.readers import Readers
from manyhop.sources import AnySource, Snippet
from training.squad_split import squad_dev
from training.static_texts import read_json, split_of

Array = NDArray[np.float64]

DATA = Path("../shared/data")
PLANS = 3
RIGHT = 0.5  # F1 above which an answer counts as right


class Tried(msgspec.Struct):
    """An attempt, how far its cited sources cover the question, and whether it is right."""

    attempt: Attempt
    coverage: float
    right: bool


class Sample(msgspec.Struct):
    """A question, whether its sources hold the answer, and all attempts at it."""

    set: str
    question: str
    gold: str
    answerable: bool
    tried: list[Tried]


class Asked(msgspec.Struct):
    set: str
    question: Question
    gold: str
    answerable: bool


def questions(split: str, each: int) -> Iterator[Asked]:
    """Questions of both sets in turn, the same at every call.

    One in three is asked without its answer, and one in three once more over foreign sources.
    """
    chance = random.Random(0)
    hybrid = [
        Asked("hybridqa", example.question, example.gold.values[0], True)
        for example in HybridQA(DATA / "hybridqa").examples()
        if split_of(example.group) == split and example.gold
    ]
    squad = list(_squad(split, chance))
    chance.shuffle(hybrid)
    chance.shuffle(squad)
    for number, pair in enumerate(zip(hybrid[:each], squad[:each], strict=True)):
        for asked, others in zip(pair, (hybrid, squad), strict=True):
            yield asked if number % 3 else without_answer(asked)
            if number % 3 == 1:
                yield over_foreign_sources(asked, others[each + number])


def without_answer(asked: Asked) -> Asked:
    """The question with every source removed that holds the words of the answer."""
    kept = tuple(
        source
        for source in asked.question.candidates
        if asked.gold.lower() not in source.searchable.lower()
    )
    question = msgspec.structs.replace(asked.question, candidates=kept)
    return Asked(asked.set, question, asked.gold, False)


def over_foreign_sources(asked: Asked, other: Asked) -> Asked:
    """The question over the sources of another one."""
    question = msgspec.structs.replace(asked.question, candidates=other.question.candidates)
    return Asked(f"{asked.set} foreign", question, asked.gold, False)


def _squad(split: str, chance: random.Random) -> Iterator[Asked]:
    articles = read_json(DATA / "squad/cs224n_dev-v2.0.json.gz")["data"]
    kept = squad_dev(articles)
    for article in articles:
        if (article["title"] in kept) != (split == "dev"):
            continue
        title = article["title"].replace("_", " ")
        texts = [paragraph["context"] for paragraph in article["paragraphs"]]
        for paragraph in article["paragraphs"]:
            others = [text for text in texts if text != paragraph["context"]]
            around = [paragraph["context"], *chance.sample(others, min(9, len(others)))]
            sources: tuple[AnySource, ...] = tuple(
                Snippet(id=f"{title} {n}", title=title, text=text) for n, text in enumerate(around)
            )
            for qa in paragraph["qas"][:2]:
                gold = qa["answers"][0]["text"] if qa["answers"] else ""
                question = Question(id=qa["id"], text=qa["question"], candidates=sources)
                yield Asked("squad", question, gold, bool(gold))


def gather(split: str, each: int, path: Path) -> None:
    """Answer by every plan; questions that the file has already are not asked again."""
    models = open_models()
    planner, readers = ExplicitPlanner(models), Readers(models)
    done = {(each.set, each.question) for each in read_samples(path)} if path.exists() else set()
    with path.open("ab") as file:
        for asked in questions(split, each):
            if (asked.set, asked.question.text) in done:
                continue
            tried = list(_tried(asked, planner, readers, models))
            sample = Sample(asked.set, asked.question.text, asked.gold, asked.answerable, tried)
            file.write(msgspec.json.encode(sample) + b"\n")
            file.flush()


def _tried(
    asked: Asked, planner: ExplicitPlanner, readers: Readers, models: Models
) -> Iterator[Tried]:
    text = as_asked(asked.question.text)
    finder = Candidates(asked.question.candidates, models)
    hops = Hops(finder, readers, models)
    for plan in planner.plan(text, finder.kinds)[:PLANS] if finder.kinds else ():
        made = attempt(text, plan, hops)
        best = made.outcome.values[:1]
        cited = {citation.source_id for value in best for citation in value.citations}
        texts = [hops.sources[id].searchable for id in cited if id in hops.sources]
        right = bool(best and asked.gold) and hybridqa.f1(best[0].text, asked.gold) > RIGHT
        yield Tried(made, coverage(text, texts), right)


def read_samples(path: Path) -> list[Sample]:
    decoder = msgspec.json.Decoder(Sample)
    return [decoder.decode(line) for line in path.read_bytes().splitlines()]


def fit(path: Path, folds: int = 5) -> None:
    """Fit on all attempts, and tell how reliable that is in folds of questions."""
    samples = read_samples(path)
    print("WEIGHTS = (" + ", ".join(f"{weight:.2f}" for weight in fitted_on(samples)) + ")")
    fold = np.random.default_rng(0).permutation(len(samples)) % folds
    pairs: list[tuple[float, bool]] = [(0.0, False)] * len(samples)
    for each in range(folds):
        weights = fitted_on([s for s, its in zip(samples, fold, strict=True) if its != each])
        for place in np.flatnonzero(fold == each).tolist():
            pairs[place] = chosen(samples[place], weights)
    report(samples, pairs)


def fitted_on(samples: Sequence[Sample]) -> Array:
    """The weights that make the chances of these samples' attempts come true."""
    made = [t for sample in samples for t in sample.tried if t.attempt.outcome.values]
    known = np.array([known_of(tried) for tried in made])
    return fitted(known, np.array([tried.right for tried in made], np.float64))


def known_of(tried: Tried) -> Sequence[float]:
    """The features of an attempt."""
    made = tried.attempt
    return confidence_features(made.plan, made.outcome, tried.coverage)


def fitted(known: Array, right: Array, ridge: float = 1.0) -> Array:
    """Newton's method; the ridge keeps weights small that few samples speak for."""
    weights = np.zeros(known.shape[1])
    for _ in range(30):
        chances = 1 / (1 + np.exp(-known @ weights))
        slope = known.T @ (right - chances) - ridge * weights
        curve = (known * (chances * (1 - chances))[:, None]).T @ known
        weights += np.linalg.solve(curve + ridge * np.eye(len(weights)), slope)
    return weights


def chosen(sample: Sample, weights: Array) -> tuple[float, bool]:
    """The confidence of the attempt that the engine would choose, and whether it is right."""
    made = [tried for tried in sample.tried if tried.attempt.outcome.values]
    if not made:
        return 0.0, False
    known = np.array([known_of(t) for t in made])
    chances = 1 / (1 + np.exp(-known @ weights))
    best = int(np.argmax(chances))
    return float(chances[best]), made[best].right


def _product(tried: Tried) -> float:
    values = tried.attempt.outcome.values
    return tried.attempt.plan.chance * values[0].score if values else 0.0


def report(samples: Sequence[Sample], pairs: Sequence[tuple[float, bool]]) -> None:
    """Right answers, reliability by fifths, and what each threshold for silence would do."""
    sure, right = np.array([one for one, _ in pairs]), np.array([two for _, two in pairs])
    able = np.array([sample.answerable for sample in samples])
    by_score = [max(s.tried, key=_product).right for s in samples if s.tried]
    bins = np.minimum((sure * 5).astype(int), 4)
    error = sum(
        (bins == b).mean() * abs(sure[bins == b].mean() - right[bins == b].mean())
        for b in set(bins.tolist())
    )
    print(f"n={len(samples)}, {able.sum()} answerable")
    print(
        f"right of the answerable: {right[able].mean():.1%}; all by chance x score: "
        f"{np.mean(by_score):.1%}, by confidence: {right.mean():.1%}"
    )
    print(
        f"calibration error {error:.3f}; Brier {np.mean((sure - right) ** 2):.3f}, "
        f"of the mean alone {right.mean() * (1 - right.mean()):.3f}"
    )
    for b in sorted(set(bins.tolist())):
        inside = bins == b
        print(
            f"  {b / 5:.1f}-{(b + 1) / 5:.1f}: n={inside.sum()}, said {sure[inside].mean():.2f}, "
            f"right {right[inside].mean():.2f}"
        )
    for least in (0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5):
        silent = sure < least
        precision = (~able)[silent].mean() if silent.any() else float("nan")
        kept = right[~silent].mean() if (~silent).any() else float("nan")
        print(
            f"  silent below {least}: {silent.mean():.0%}, of these unanswerable {precision:.0%}; "
            f"of the unanswerable silent {silent[~able].mean():.0%}; right of the rest {kept:.0%}; "
            f"right answers kept {(right & ~silent).sum() / max(right.sum(), 1):.0%}"
        )


if __name__ == "__main__":
    command, *rest = sys.argv[1:]
    if command == "gather":
        gather(rest[0], int(rest[1]), Path(rest[2]))
    else:
        fit(Path(rest[0]))
