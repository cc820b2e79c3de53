"""Train what chooses among table queries.

    python -m training.table_queries DATA FOLDER... --work WORK --out src/manyhop/tables/ranking.npz

DATA holds WikiTableQuestions; each FOLDER of tables has its questions beside it, as
``questions-NAME.jsonl``. Candidates are gathered with the queries that give the gold marked; acts
are learnt first (softmax over words), then small networks over figures before and after running,
folds apart by table. Prints how often the first is right.
"""

import argparse
import contextlib
import json
import pickle
import random
from collections.abc import Iterator, Sequence
from itertools import pairwise
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
from manyhop.tables._ranking import (
    Judge,
    LearntActs,
    NoRanking,
    Ranking,
    calibrating,
    grams_of,
    prepared,
    widened,
)
from manyhop.tables._reading import different, try_queries
from training.table_lessons import normal, wikitq

STAGES = ("before", "after")
_TRIED = 48  # queries run for a question while gathering
_WORDS = 2_500  # grams that the acts know
_OURS = 2.0  # weight of our own questions
_LAYERS = 3
_HIDDEN, _MEMBERS, _ROUNDS, _BATCH = (32, 16), 3, 20, 32
_NEAR = 0.02  # how strongly the line is held to the earlier one
_RATE, _DECAY, _DROPPED = 2e-3, 3e-3, 0.15
_CONSIDERED = 12  # tables that a question may be about
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
                question["question"], "table", _CONSIDERED, quick=True
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
    from scipy.sparse import csr_matrix
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
    known = [[place[gram] for gram in grams if gram in place] for grams in texts]
    starts = np.cumsum([0, *map(len, known)])
    flat = np.array([number for numbers in known for number in numbers])
    features = csr_matrix((np.ones(len(flat)), flat, starts), (len(used), len(words)))
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


def learn_judge(
    groups: Sequence[Group], stage: str, start: Any, members: int = 1
) -> dict[str, Any]:
    """A line and networks under which right candidates have most of each question's chance.

    The line stays near ``start``, an earlier one; networks that correct it begin at nothing.
    """
    import torch

    used = [group for group in groups if group.right.any() and not group.right.all()]
    plain = [group.figures[:, : width(stage)] for group in used]
    everything = widened(np.concatenate(plain))
    mean, spread = everything.mean(axis=0), everything.std(axis=0) + 0.05
    inputs = [torch.from_numpy(prepared(each, mean, spread)) for each in plain]
    right = [torch.from_numpy(group.right) for group in used]
    weight = [_OURS if group.ours else 1.0 for group in used]
    earlier = torch.from_numpy((start * spread).astype(np.float32))
    layers: list[list[Any]] = [[] for _ in range(2 * _LAYERS)]
    lines = []
    for member in range(members):
        rng = torch.manual_seed(member)
        line = earlier.clone().requires_grad_()
        parts: list[Any] = []
        for number, (of, to) in enumerate(pairwise((len(earlier), *_HIDDEN, 1))):
            parts.append(torch.nn.Linear(of, to))
            if number + 1 < _LAYERS:
                parts += [torch.nn.ReLU(), torch.nn.Dropout(_DROPPED)]
        net = torch.nn.Sequential(*parts)
        torch.nn.init.zeros_(parts[-1].weight)
        steps = _ROUNDS * (len(used) // _BATCH + 1)
        optimizer = torch.optim.AdamW([*net.parameters(), line], lr=_RATE, weight_decay=_DECAY)
        schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, _RATE, total_steps=steps + 1)
        for _ in range(_ROUNDS):
            for batch in torch.randperm(len(used), generator=rng).split(_BATCH):
                chosen = batch.tolist()
                given = torch.cat([inputs[n] for n in chosen])
                scores = net(given)[:, 0] + given @ line
                loss = _NEAR * ((line - earlier) ** 2).sum()
                split = scores.split([len(right[n]) for n in chosen])
                for n, mine in zip(chosen, split, strict=True):
                    good = torch.logsumexp(mine[right[n]], 0)
                    loss = loss + weight[n] * (torch.logsumexp(mine, 0) - good) / len(chosen)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                schedule.step()
        lines.append(line.detach().numpy())
        for number in range(_LAYERS):
            linear = net[3 * number]
            layers[2 * number].append(linear.weight.detach().numpy().T)
            layers[2 * number + 1].append(linear.bias.detach().numpy())
    arrays = {f"{stage} mean": mean, f"{stage} spread": spread}
    arrays[f"{stage} line"] = np.mean(lines, axis=0).astype(np.float32)
    for number in range(_LAYERS):
        arrays[f"{stage} w{number}"] = np.stack(layers[2 * number]).astype(np.float16)
        arrays[f"{stage} b{number}"] = np.stack(layers[2 * number + 1]).astype(np.float16)
    return arrays


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
    """Weights of margin, share and telling figures for the logit that the best query is right."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import cross_val_predict

    rows, labels = [], []
    for group, mine in zip(groups, scores, strict=True):
        for place, margin, share in different(mine, group.answers)[:1]:
            rows.append(calibrating(float(mine[place]), margin, share, group.figures[place])[:-1])
            labels.append(bool(group.right[place]))
    table, truth = np.array(rows), np.array(labels)
    spread = table.std(axis=0) + 1e-2
    model = LogisticRegression(C=0.1, max_iter=1000)
    chances = cross_val_predict(model, table / spread, truth, cv=10, method="predict_proba")[:, 1]
    for least in (0.4, 0.5, 0.6, 0.7):
        told = chances > least
        print(f"told above {least}: {told.sum()} of {len(told)}, {truth[told].sum()} of them right")
    model.fit(table / spread, truth)
    return np.array([*(model.coef_[0] / spread), model.intercept_[0]])


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
    parser.add_argument("--like", type=Path, help="an earlier ranking to go on from")
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
    np.savez_compressed(
        options.out, **learn(groups, encoder, options.folds, starting(options.like))
    )
    print(f"{options.out}: {options.out.stat().st_size:,} bytes")


def learn(
    groups: Sequence[Group], encoder: Any, folds: int, start: dict[str, Any]
) -> dict[str, Any]:
    """All arrays of a ranking; prints how it does on tables that it did not see."""
    folded = [fold_of(group.key, folds) for group in groups]
    honest: list[Any] = [None] * len(groups)
    for fold in range(folds):
        acts = learn_acts([g for g, f in zip(groups, folded, strict=True) if f != fold], encoder)
        for place, group in enumerate(groups):
            if folded[place] == fold:
                honest[place] = with_chances(group, LearntActs(acts), encoder)
    arrays = dict(learn_acts(groups, encoder, tell=True))
    held: list[Any] = []
    for stage in STAGES:
        held = [None] * len(groups)
        for fold in range(folds):
            seen = [g for g, f in zip(honest, folded, strict=True) if f != fold]
            net = Judge(learn_judge(seen, stage, start[stage]), stage)
            for place, group in enumerate(honest):
                if folded[place] == fold:
                    held[place] = scores_of(net, group, stage)
        for name, chosen in (("wikitq", False), ("ours", True)):
            tell(
                f"{stage} {name}",
                [(g, s) for g, s in zip(honest, held, strict=True) if g.ours == chosen],
            )
        arrays |= learn_judge(honest, stage, start[stage], _MEMBERS)
    ours = [place for place, group in enumerate(groups) if group.ours] or range(len(groups))
    return arrays | {"calibration": calibrate([honest[p] for p in ours], [held[p] for p in ours])}


def with_chances(group: Group, acts: LearntActs, encoder: Any) -> Group:
    """The group with its acts' chances told by a model that did not see it."""
    if not len(group.right):
        return group
    chances = acts.chances(Asked(group.question, encoder))
    mine = np.array([chances[act] for act in ACTS])
    figures = group.figures.copy()
    figures[:, NAMES.index("chance")] = np.log(mine[group.acts] + 1e-4)
    figures[:, NAMES.index("chance share")] = mine[group.acts] / mine.max()
    return group._replace(figures=figures)


def scores_of(net: Judge, group: Group, stage: str) -> Any:
    if not len(group.right):
        return np.zeros(0)
    return net.score(group.figures[:, : width(stage)])


def tell(name: str, scored: Sequence[tuple[Group, Any]]) -> None:
    answerable = [(group, scores) for group, scores in scored if group.kind != "unanswerable"]
    if not answerable:
        return
    right = first_right([group for group, _ in answerable], [scores for _, scores in answerable])
    there = [bool(group.right.any()) for group, _ in answerable]
    kept = [bool(group.right[np.argsort(-scores)[:32]].any()) for group, scores in answerable]
    print(f"{name}: first right {np.mean(right):.3f}, in 32 {np.mean(kept):.3f},"
          f" there {np.mean(there):.3f}, n = {len(answerable)}", flush=True)  # fmt: skip


def starting(like: Path | None) -> dict[str, Any]:
    """The lines of an earlier ranking, or none."""
    if like is None:
        sizes = {each: widened(np.zeros((1, width(each)), np.float32)).shape[1] for each in STAGES}
        return {each: np.zeros(size, np.float32) for each, size in sizes.items()}
    with np.load(like) as known:
        ranking = Ranking(dict(known))
    return {each: ranking.slope(each) for each in STAGES}


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
        self.learnt = LearntActs(arrays)

    def chances(self, asked: Asked) -> dict[str, float]:
        learnt = self.learnt.chances(asked)
        return {act: 0.7 * chance + 0.3 / len(ACTS) for act, chance in learnt.items()}

    def act_cover(self, asked: Asked) -> Any:
        return self.learnt.cover(asked)

    def judge(self, figures: Any) -> Any:
        """The best of every act, more of the likely ones."""
        return super().judge(figures) * (1.05 - figures[:, NAMES.index("chance share")])


if __name__ == "__main__":
    main()
