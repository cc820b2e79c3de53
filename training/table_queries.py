"""Train what chooses among table queries.

    python -m training.table_queries DATA FOLDER... --work WORK --out src/manyhop/tables/ranking.npz

DATA holds WikiTableQuestions; each FOLDER of tables has its questions beside it, as
``questions-NAME.jsonl``. Candidates are gathered with the queries that give the gold marked; acts
are learnt first (softmax over words), then weights of figures before and after running, folds
apart by table. Prints how often the first is right.
"""

import argparse
import contextlib
import json
import pickle
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from bench.verdicts import is_right
from manyhop import Collection, index_paths
from manyhop.answering import InCollection
from manyhop.models import Models
from manyhop.sources import Table
from manyhop.tables._asked import Asked
from manyhop.tables._describing import NAMES, RESULT_NAMES
from manyhop.tables._enumerating import ACTS
from manyhop.tables._ranking import NoRanking, Ranking, Weights, grams_of, widened
from manyhop.tables._reading import try_queries
from training.table_lessons import normal, wikitq

_TRIED = 48  # queries run for a question while gathering
_WORDS = 2_500  # grams that the acts know
_OURS, _RIDGE = 3.0, 4.0  # weight of our own questions; ridge of the weights
_FEW = 3  # values at most that are right where no list is asked for


class Group(NamedTuple):
    """The candidates for one question: figures, whether right, act; ``key`` is what folds keep."""

    question: str
    key: str
    figures: Any
    right: Any
    acts: Any
    answers: list[tuple[str, ...]]
    ours: bool
    kind: str = ""
    id: str = ""


def gather_wikitq(
    data: Path, most: int, ranking: Any, encoder: Any, shard: tuple[int, int] = (0, 1)
) -> Iterator[Group]:
    lessons = [lesson for lesson in wikitq(data, "train") if len(lesson.table.rows) > 2]
    random.Random(5).shuffle(lessons)
    for lesson in lessons[:most][shard[0] :: shard[1]]:
        wanted = sorted(map(normal, lesson.answers))
        tried = try_queries(lesson.question, [lesson.table], encoder, ranking, _TRIED, 2.0)
        right = [sorted(map(normal, result.values)) == wanted for result in tried.results]
        yield _group(lesson.question, lesson.table.id, tried, right, False)


def gather_folder(
    folder: Path, ranking: Any, encoder: Any, shard: tuple[int, int] = (0, 1)
) -> Iterator[Group]:
    models = Models()
    lines = folder.with_name(f"questions-{folder.name}.jsonl").read_text().splitlines()
    random.Random(1).shuffle(lines)
    lines = lines[shard[0] :: shard[1]]
    with Collection.open(folder.with_name(f"{folder.name}.index"), create=True) as collection:
        if not len(collection):
            index_paths(collection, [folder])
        for question in map(json.loads, lines):
            hits = InCollection(collection, models).find(
                question["question"], "table", 8, quick=True
            )
            tables = [hit.source for hit in hits if isinstance(hit.source, Table)]
            tried = try_queries(question["question"], tables, encoder, ranking, _TRIED, 6.0)
            most = len(question.get("items") or ()) * 2 or _FEW
            right = [
                len(result.values) <= most and is_right(question, result.values)
                for result in tried.results
            ]
            key = f"{folder.name} {(question['sources'] or ['none'])[0]}"
            yield _group(
                question["question"], key, tried, right, True, question["kind"], question["id"]
            )


def _group(
    text: str, key: str, tried: Any, right: Sequence[bool], ours: bool, kind: str = "", id: str = ""
) -> Group:
    return Group(
        text,
        key,
        tried.figures,
        np.array(right, bool),
        np.array([ACTS.index(each.act) for each in tried.candidates]),
        [tuple(sorted(value.lower() for value in result.values)) for result in tried.results],
        ours,
        kind,
        id,
    )


def write(path: Path, groups: Iterator[Group]) -> None:
    """Keep groups as they come, so that a run that is stopped has kept something."""
    with path.open("wb") as file:
        for group in groups:
            pickle.dump(group, file)
            file.flush()


def read(path: Path) -> Iterator[Group]:
    with path.open("rb") as file, contextlib.suppress(EOFError):
        while True:
            yield pickle.load(file)


# ------------------------------------------------------------------------------------------ acts


def learn_acts(
    groups: Sequence[Group], encoder: Any, rounds: int = 4, tell: bool = False
) -> dict[str, Any]:
    """Weights of grams for acts, from which acts gave the gold; of several, the likelier one."""
    from sklearn.linear_model import LogisticRegression

    used = [group for group in groups if group.right.any()]
    texts = [grams_of(Asked(group.question, encoder)) for group in used]
    counts: dict[str, int] = {}
    for grams in texts:
        for gram in grams:
            counts[gram] = counts.get(gram, 0) + 1
    words = sorted(counts, key=lambda gram: -counts[gram])[:_WORDS]
    words = [word for word in words if counts[word] >= 4]
    place = {word: number for number, word in enumerate(words)}
    features = np.zeros((len(used), len(words)), np.float32)
    for row, grams in enumerate(texts):
        features[row, [place[gram] for gram in grams if gram in place]] = 1.0
    possible = np.zeros((len(used), len(ACTS)))
    for row, group in enumerate(used):
        for act in range(len(ACTS)):
            mine = group.acts == act
            if mine.any():
                possible[row, act] = (group.right & mine).sum() / mine.sum()
    believed = possible / possible.sum(axis=1, keepdims=True)
    for _ in range(rounds):
        rows, labels = np.nonzero(believed > 0.02)
        model = LogisticRegression(C=0.3, max_iter=300)
        weight = believed[rows, labels] * np.array([3.0 if used[row].ours else 1.0 for row in rows])
        model.fit(features[rows], labels, sample_weight=weight)
        chances = np.full((len(used), len(ACTS)), 1e-6)
        chances[:, model.classes_] = model.predict_proba(features)
        believed = chances * np.sqrt(possible)
        believed /= believed.sum(axis=1, keepdims=True)
    weights = np.zeros((len(words), len(ACTS)), np.float16)
    bias = np.full(len(ACTS), -8.0, np.float32)
    weights[:, model.classes_] = model.coef_.T
    bias[model.classes_] = model.intercept_
    for act in np.argsort(-believed.sum(axis=0)) if tell else ():
        best = np.argsort(-weights[:, act])[:8]
        print(f"{ACTS[act]:14}{believed[:, act].sum():8.0f}  {', '.join(words[n] for n in best)}")
    return {"words": np.array("\n".join(words)), "weights": weights, "bias": bias}


# -------------------------------------------------------------------------------------- figures


def learn_weights(groups: Sequence[Group], stage: str) -> Any:
    """Weights under which the right candidates of each question have most of the chance."""
    from scipy.optimize import minimize

    used = [group for group in groups if group.right.any() and not group.right.all()]
    figures = np.concatenate([widened(group.figures[:, : width(stage)]) for group in used])
    spread = figures.std(axis=0) + 1e-3
    figures = (figures / spread).astype(np.float32)
    right = np.concatenate([group.right for group in used]).astype(np.float32)
    starts = np.cumsum([0, *(len(group.right) for group in used)])[:-1]
    at = np.repeat(np.arange(len(used)), [len(group.right) for group in used])
    weight = np.array([_OURS if group.ours else 1.0 for group in used])

    def loss(weights: Any) -> tuple[float, Any]:
        scores = figures @ weights.astype(np.float32)
        shares = np.exp(scores - np.maximum.reduceat(scores, starts)[at])
        total, good = (np.add.reduceat(each, starts) for each in (shares, shares * right))
        slope = weight[at] * (shares / total[at] - shares * right / good[at])
        value = -(weight * np.log(good / total)).sum() + _RIDGE * weights @ weights
        return float(value), figures.T @ slope.astype(np.float32) + 2 * _RIDGE * weights

    first = np.zeros(figures.shape[1])
    found = minimize(loss, first, jac=True, method="L-BFGS-B", options={"maxiter": 150})
    return (found.x / spread).astype(np.float32)


def width(stage: str) -> int:
    return len(NAMES) + (len(RESULT_NAMES) if stage == "after" else 0)


# ------------------------------------------------------------------------------------- measuring


def first_right(groups: Sequence[Group], scores: Sequence[Any]) -> list[bool]:
    """Whether the best-scored candidate that says anything is right, for each question."""
    found = []
    for group, mine in zip(groups, scores, strict=True):
        filled = [place for place, answer in enumerate(group.answers) if answer]
        best = max(filled, key=lambda place: mine[place], default=None)
        found.append(best is not None and bool(group.right[best]))
    return found


def calibrate(groups: Sequence[Group], scores: Sequence[Any]) -> Any:
    """Weights of score, margin to the next other answer, and coverage, for a logit."""
    from sklearn.linear_model import LogisticRegression

    rows, labels = [], []
    covered = NAMES.index("covered with act")
    for group, mine in zip(groups, scores, strict=True):
        filled = [place for place, answer in enumerate(group.answers) if answer]
        if not filled:
            continue
        order = sorted(filled, key=lambda place: -mine[place])
        best = order[0]
        other = next((p for p in order if group.answers[p] != group.answers[best]), None)
        margin = mine[best] - (mine[other] if other is not None else mine[best] - 2.0)
        rows.append([mine[best], margin, group.figures[best, covered]])
        labels.append(bool(group.right[best]))
    model = LogisticRegression(C=1.0).fit(rows, labels)
    chances = model.predict_proba(rows)[:, 1]
    told = chances > 0.5
    share = np.array(labels)[told].mean()
    print(f"calibration: {model.coef_[0].round(2)} {model.intercept_.round(2)}; over one half:"
          f" {told.mean():.2f} of questions, {share:.2f} of them right")  # fmt: skip
    return np.array([*model.coef_[0], model.intercept_[0]])


def fold_of(key: str, folds: int) -> int:
    from zlib import crc32

    return crc32(key.encode()) % folds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("folders", type=Path, nargs="*")
    parser.add_argument("--wikitq", type=int, default=3000)
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument(
        "--work", type=Path, required=True, help="where gathered candidates are kept"
    )
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--part", help="only gather this part: NAME or NAME:SHARD")
    parser.add_argument("--like", type=Path, help="gather with an earlier ranking's choices")
    parser.add_argument("--shards", type=int, default=1)
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    encoder = Models().sentence_encoder

    first = options.work / "first.pickle"
    if not first.exists():
        write(first, gather_wikitq(options.data, options.wikitq // 4, NoRanking(), encoder))
    learnt = options.work / "acts.npz"
    if not learnt.exists():
        np.savez(learnt, **learn_acts(list(read(first)), encoder))
    with np.load(learnt) as arrays_of_acts:
        acts: Any = _Acts(dict(arrays_of_acts))
    if options.like:
        with np.load(options.like) as known:
            acts = _Mixed(dict(known))
    parts = {options.data.name: options.data, **{each.name: each for each in options.folders}}
    name, _, shard = (options.part or "").partition(":")
    for each, source in parts.items():
        if (name and each != name) or (not name and any(options.work.glob(f"second-{each}-*"))):
            continue
        shown = (int(shard or 0), options.shards)
        path = options.work / f"second-{each}-{shown[0]}.pickle"
        if source == options.data:
            write(path, gather_wikitq(source, options.wikitq, acts, encoder, shown))
        else:
            write(path, gather_folder(source, acts, encoder, shown))
    if name:
        return
    groups = [group for path in options.work.glob("second-*.pickle") for group in read(path)]
    if all(group.ours for group in groups):
        groups += list(read(first))
    np.savez_compressed(options.out, **learn(groups, encoder, options.folds))
    print(f"{options.out}: {options.out.stat().st_size:,} bytes")


def learn(groups: Sequence[Group], encoder: Any, folds: int) -> dict[str, Any]:
    """All arrays of a ranking; prints how it does on tables that it did not see."""
    folded = [fold_of(group.key, folds) for group in groups]
    honest: list[Any] = [None] * len(groups)
    for fold in range(folds):
        acts = learn_acts([g for g, f in zip(groups, folded, strict=True) if f != fold], encoder)
        for place, group in enumerate(groups):
            if folded[place] == fold:
                honest[place] = with_chances(group, _Acts(acts).learnt, encoder)
    arrays = dict(learn_acts(groups, encoder, tell=True))
    held: list[Any] = []
    for stage in ("before", "after"):
        held = [None] * len(groups)
        for fold in range(folds):
            seen = [g for g, f in zip(honest, folded, strict=True) if f != fold]
            model = learn_weights(seen, stage)
            for place, group in enumerate(honest):
                if folded[place] == fold:
                    held[place] = scores_of(model, group, stage)
        for name, chosen in (("wikitq", False), ("ours", True)):
            tell(
                f"{stage} {name}",
                [(g, s) for g, s in zip(honest, held, strict=True) if g.ours == chosen],
            )
        arrays[stage] = learn_weights(honest, stage)
    ours = [place for place, group in enumerate(groups) if group.ours] or range(len(groups))
    return arrays | {"calibration": calibrate([honest[p] for p in ours], [held[p] for p in ours])}


def with_chances(group: Group, acts: Ranking, encoder: Any) -> Group:
    """The group with its acts' chances told by a model that did not see it."""
    if not len(group.right):
        return group
    chances = acts.chances(Asked(group.question, encoder))
    mine = np.array([chances[act] for act in ACTS])
    figures = group.figures.copy()
    figures[:, NAMES.index("chance")] = np.log(mine[group.acts] + 1e-4)
    figures[:, NAMES.index("chance share")] = mine[group.acts] / mine.max()
    return group._replace(figures=figures)


def scores_of(weights: Any, group: Group, stage: str) -> Any:
    if not len(group.right):
        return np.zeros(0)
    return Weights(weights).score(group.figures[:, : width(stage)])


def tell(name: str, scored: Sequence[tuple[Group, Any]]) -> None:
    answerable = [(group, scores) for group, scores in scored if group.kind != "unanswerable"]
    if not answerable:
        return
    right = first_right([group for group, _ in answerable], [scores for _, scores in answerable])
    there = [bool(group.right.any()) for group, _ in answerable]
    kept = [bool(group.right[np.argsort(-scores)[:32]].any()) for group, scores in answerable]
    print(f"{name}: first right {np.mean(right):.3f}, in 32 {np.mean(kept):.3f},"
          f" there {np.mean(there):.3f}, n = {len(answerable)}", flush=True)  # fmt: skip


class _Mixed(Ranking):
    """A ranking that tries unlikely acts too."""

    def chances(self, asked: Asked) -> dict[str, float]:
        learnt = super().chances(asked)
        return {act: 0.8 * chance + 0.2 / len(ACTS) for act, chance in learnt.items()}

    def judge(self, figures: Any) -> Any:
        """The best by the trees and the best of every act, in turn."""
        learnt, plain = super().judge(figures), NoRanking().judge(figures)
        ranks = [np.argsort(np.argsort(-each, kind="stable")) for each in (learnt, plain)]
        return -np.minimum(*ranks).astype(np.float32)


class _Acts(NoRanking):
    """Acts that are learnt, queries that are not yet."""

    def __init__(self, arrays: dict[str, Any]) -> None:
        none = np.zeros(0, np.float32)
        self.learnt = Ranking({**arrays, "before": none, "after": none, "calibration": np.zeros(4)})

    def chances(self, asked: Asked) -> dict[str, float]:
        learnt = self.learnt.chances(asked)
        return {act: 0.7 * chance + 0.3 / len(ACTS) for act, chance in learnt.items()}

    def act_cover(self, asked: Asked) -> Any:
        return self.learnt.act_cover(asked)

    def judge(self, figures: Any) -> Any:
        """The best of every act, more of the likely ones."""
        return super().judge(figures) * (1.05 - figures[:, NAMES.index("chance share")])


if __name__ == "__main__":
    main()
