"""Trains the classifier of MultiModalQA's sixteen question types.

    PYTHONPATH=src python -m training.question_types gather carry/types
    python -m training.question_types train carry/types --start carry/minilm --out carry/out

Five folds grouped by table. Inside each fold: a few MiniLMs and a bag of words are the teachers;
one student learns the labels and what the teachers together think, also of questions without
labels. The shipped student saw every question but the slice's, and a temperature from the
predictions out of fold makes its chances honest.
"""

import argparse
import copy
import json
import lzma
import multiprocessing
import random
import re
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional
from training.exporting import TEXTS, export, quantise, text_inputs
from training.learning import DEVICE, Packed, interval, ordered_batches, train
from training.minilm import MiniLM, mean_of, tokenizer

FOLDS, LONGEST = 5, 96
WORKERS = 2  # folds at a time: one alone leaves a GPU waiting
OUTER = ("none", "Compose", "Compare", "Intersect")
HOPS = ("none", "TextQ", "TableQ", "ImageQ", "ImageListQ", "Compose")


def gather(data: Path, folder: Path) -> None:
    """Write questions, types and tables, and the questions without labels."""
    from training.static_texts import read_lines

    measured = {each["qid"] for each in read_lines(data / "mmqa/slice/MMQA_dev.jsonl.gz")}
    labelled = [
        {
            "question": each["question"],
            "type": each["metadata"]["type"],
            "table": each["metadata"].get("table_id") or each["qid"],
            "slice": each["qid"] in measured,
        }
        for each in read_lines(data / "mmqa/MMQA_dev.jsonl.gz")
    ]
    others = [each["question"] for each in read_lines(data / "mmqa/MMQA_test.jsonl.gz")]
    folder.mkdir(parents=True, exist_ok=True)
    with lzma.open(folder / "questions.json.xz", "wt") as file:
        json.dump({"labelled": labelled, "others": others}, file, ensure_ascii=False)
    size = (folder / "questions.json.xz").stat().st_size
    print(f"{len(labelled)} labelled, {len(others)} others, {size / 1e6:.2f} MB")


def marked(question: str) -> str:
    """The question, with a word for what small letters hide: that it has no capitals at all.

    Example: ``marked("who wrote emma")`` → ``"small : who wrote emma"``
    """
    return question if re.search(r"[A-Z]", question) else f"small : {question}"


def parts(kind: str) -> tuple[int, int, int]:
    """The outer operation and its two sides, as numbers.

    Example: ``parts("Compose(TextQ,TableQ)")`` → Compose, TextQ, TableQ
    """
    outer, _, inner = kind.partition("(")
    if not inner:
        return 0, HOPS.index(kind), 0
    sides = re.findall(r"(\w+)(?:\([^)]*\))?", inner[:-1])
    return OUTER.index(outer), HOPS.index(sides[0]), HOPS.index(sides[1])


class Typer(nn.Module):
    """Scores of the types from the first piece's state and the mean; the parts help to learn."""

    def __init__(self, folder: Path, types: int) -> None:
        super().__init__()
        self.body = MiniLM(folder)
        self.drop = nn.Dropout(0.1)
        self.flat = nn.Linear(2 * 384, types)
        self.parts = nn.Linear(2 * 384, len(OUTER) + 2 * len(HOPS))

    def seen(self, hidden: Tensor, mask: Tensor) -> Tensor:
        """What the heads look at."""
        return self.drop(torch.cat([hidden[:, 0], mean_of(hidden, mask)], -1))

    def forward(self, ids: Tensor, kinds: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        state = self.seen(self.body(ids, kinds, mask), mask)
        return self.flat(state).float(), self.parts(state).float()


class Shipped(nn.Module):
    """As the runtime runs it: chances at the right temperature, from word vectors."""

    def __init__(self, model: Typer, temperature: float) -> None:
        super().__init__()
        self.model, self.temperature = model, temperature

    def forward(self, words: Tensor, kinds: Tensor, mask: Tensor) -> Tensor:
        hidden = self.model.body.encode(words, kinds, mask)
        return torch.softmax(self.model.flat(self.model.seen(hidden, mask)) / self.temperature, -1)


class Questions:
    """Packed questions with their types; those without a label come last."""

    def __init__(self, labelled: list[Any], others: list[str], splitter: Any) -> None:
        texts = [each["question"] for each in labelled] + others
        splitter.enable_truncation(LONGEST)
        self.packed = Packed(splitter.encode_batch([marked(text) for text in texts]))
        self.types = sorted({each["type"] for each in labelled})
        self.labels = np.array([self.types.index(each["type"]) for each in labelled])
        self.parts = np.array([parts(each["type"]) for each in labelled])
        self.bags = bags(texts, len(labelled))
        tables = sorted({each["table"] for each in labelled})
        random.Random(0).shuffle(tables)
        fold = {table: place % FOLDS for place, table in enumerate(tables)}
        self.folds = np.array([fold[each["table"]] for each in labelled])
        self.slice = np.array([each["slice"] for each in labelled])
        self.unlabelled = np.arange(len(labelled), len(texts))


def bags(texts: Sequence[str], labelled: int) -> Tensor:
    """Words and pairs of words, capitals told apart, each question a unit row."""
    seen: list[set[str]] = []
    for text in texts:
        words = re.findall(r"\w+|[?,:]", text)
        words = ["^", *("Aa" if word[0].isupper() else word for word in words), "$"]
        pairs = {f"{one} {two}" for one, two in pairwise(words)}
        seen.append({*words, *pairs, *(word.lower() for word in re.findall(r"\w+", text))})
    counts: dict[str, int] = {}
    for bag in seen[:labelled]:
        for word in bag:
            counts[word] = counts.get(word, 0) + 1
    places = {word: n for n, word in enumerate(word for word, c in counts.items() if c > 1)}
    table = torch.zeros(len(texts), len(places))
    for row, bag in enumerate(seen):
        table[row, [places[word] for word in bag if word in places]] = 1
    return functional.normalize(table, dim=1).to(DEVICE)


def bag_chances(questions: Questions, rows: np.ndarray, smooth: float = 1e-5) -> Tensor:
    """Every question's chances by a logistic regression over words, from the rows' labels."""
    torch.manual_seed(0)
    table, labels = questions.bags, torch.from_numpy(questions.labels).to(DEVICE)
    linear = nn.Linear(table.shape[1], len(questions.types)).to(DEVICE)
    optimizer = torch.optim.Adam(linear.parameters(), lr=0.05)
    for _ in range(300):
        loss = functional.cross_entropy(linear(table[rows]), labels[rows])
        loss = loss + smooth * (linear.weight**2).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    with torch.no_grad():
        return torch.softmax(linear(table), -1)


def label_loss(questions: Questions, model: Typer, rows: np.ndarray, twice: float) -> Tensor:
    """Labels, smoothed, of the type and of its parts; two passes must agree (``twice``)."""
    wanted = torch.from_numpy(questions.labels[rows]).to(DEVICE)
    pieces = torch.from_numpy(questions.parts[rows]).to(DEVICE)
    batch = questions.packed.batch(rows)
    passes = [model(*batch) for _ in range(2 if twice else 1)]
    loss = torch.zeros((), device=DEVICE)
    for flat, parted in passes:
        loss = loss + functional.cross_entropy(flat, wanted, label_smoothing=0.05)
        heads = parted.split((len(OUTER), len(HOPS), len(HOPS)), -1)
        for number, head in enumerate(heads):
            loss = loss + 0.3 * functional.cross_entropy(head, pieces[:, number])
    loss = loss / len(passes)
    if twice:
        one, two = (functional.log_softmax(flat, -1) for flat, _ in passes)
        apart = functional.kl_div(one, two, log_target=True, reduction="batchmean")
        apart = apart + functional.kl_div(two, one, log_target=True, reduction="batchmean")
        loss = loss + twice * apart / 2
    return loss


def taught_loss(questions: Questions, model: Typer, rows: np.ndarray, taught: Tensor) -> Tensor:
    """Labels where there are any, and the teachers' chances everywhere."""
    batch = questions.packed.batch(rows)
    flat, _ = model(*batch)
    wanted = taught[torch.from_numpy(rows).to(DEVICE)]
    return -(wanted * functional.log_softmax(flat, -1)).sum(-1).mean()


def fitted(
    start: Path,
    questions: Questions,
    rows: np.ndarray,
    loss: Callable[[Typer, np.ndarray], Tensor],
    epochs: float,
    size: int,
    seed: int,
    name: str,
) -> Typer:
    """One network, trained on the rows."""
    torch.manual_seed(seed)
    model: Typer = Typer(start, len(questions.types)).to(DEVICE)
    lengths = questions.packed.lengths[rows]
    train(
        model,
        lengths,
        lambda batch: loss(model, rows[batch]),
        epochs=epochs,
        rate=2e-4,
        size=size,
        seed=seed,
        name=name,
    )
    return model


@torch.no_grad()  # type: ignore[untyped-decorator]
def scores(model: Typer, questions: Questions, most: int | None = None) -> Tensor:
    """Every question's scores of the types, before they are chances."""
    found = torch.zeros(len(questions.packed), len(questions.types), device=DEVICE)
    model.eval()
    for rows in ordered_batches(questions.packed.lengths[:most], 512):
        with torch.autocast(DEVICE, dtype=torch.bfloat16, enabled=DEVICE == "cuda"):
            found[torch.from_numpy(rows).to(DEVICE)] = model(*questions.packed.batch(rows))[0]
    return found


def teach(
    start: Path, questions: Questions, rows: np.ndarray, seeds: int, pace: float, name: str
) -> tuple[Typer, dict[str, Tensor]]:
    """Teachers on the rows' labels, then the student; scores of every question by each."""
    told: dict[str, Tensor] = {"bag of words": bag_chances(questions, rows).clamp_min(1e-9).log()}
    together = 0.5 * told["bag of words"].exp()
    for seed in range(seeds):
        model = fitted(
            start,
            questions,
            rows,
            lambda model, batch: label_loss(questions, model, batch, twice=1.0),
            10 * pace,
            32,
            seed,
            f"{name} teacher {seed}",
        )
        told[f"teacher {seed}"] = scores(model, questions)
        together = together + torch.softmax(told[f"teacher {seed}"], -1)
    together = together / together.sum(-1, keepdim=True)
    told["teachers"] = together.clamp_min(1e-9).log()
    taught = together.clone()
    labels = torch.from_numpy(questions.labels[rows]).to(DEVICE)
    own = torch.from_numpy(rows).to(DEVICE)
    known = functional.one_hot(labels, len(questions.types)).float()
    taught[own] = 0.5 * known + 0.5 * taught[own]
    both = np.concatenate([np.repeat(rows, 2), questions.unlabelled])
    student = fitted(
        start,
        questions,
        both,
        lambda model, batch: taught_loss(questions, model, batch, taught),
        6 * pace,
        64,
        100,
        f"{name} student",
    )
    told["student"] = scores(student, questions)
    return student, told


def temperature_of(logits: Tensor, labels: Tensor) -> float:
    """What the scores are divided by for the labels to be likeliest."""
    tried = np.geomspace(0.3, 4, 120)
    return float(min(tried, key=lambda t: float(functional.cross_entropy(logits / t, labels))))


def calibration_error(chances: np.ndarray, labels: np.ndarray) -> float:
    """How far the highest chance is from the share that is right, over ten bins."""
    sure, hit = chances.max(1), chances.argmax(1) == labels
    bins = np.minimum((sure * 10).astype(int), 9)
    return float(
        sum(
            abs(sure[bins == each].mean() - hit[bins == each].mean()) * (bins == each).mean()
            for each in np.unique(bins)
        )
    )


class Job(NamedTuple):
    """One fold, or -1 for the shipped network."""

    folder: Path
    start: Path
    fold: int
    seeds: int
    small: bool


def read(folder: Path, start: Path, small: bool) -> Questions:
    with lzma.open(folder / "questions.json.xz", "rt") as file:
        found = json.load(file)
    if small:
        found = {"labelled": found["labelled"][::8], "others": found["others"][:4]}
    return Questions(found["labelled"], found["others"], tokenizer(start))


def work(job: Job) -> tuple[dict[str, np.ndarray], dict[str, np.ndarray]]:
    """All questions' scores by every network, and the student's weights."""
    if job.small:
        torch.set_num_threads(1)
    questions = read(job.folder, job.start, job.small)
    rows = np.flatnonzero(~questions.slice if job.fold < 0 else questions.folds != job.fold)
    name = f"fold {job.fold}" if job.fold >= 0 else "shipped"
    pace = 0.001 if job.small else 1.0
    student, told = teach(job.start, questions, rows, job.seeds, pace, name)
    count = len(questions.labels)
    weights = {name: each.cpu().numpy() for name, each in student.state_dict().items()}
    return {name: each[:count].cpu().numpy() for name, each in told.items()}, weights


def learn(folder: Path, start: Path, out: Path, seeds: int, small: bool) -> None:
    """Folds side by side, their figures, and the shipped network."""
    began = time.time()
    jobs = [Job(folder, start, fold, seeds, small) for fold in (-1, *range(FOLDS))]
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1 if small else WORKERS, mp_context=context) as pool:
        done = list(pool.map(work, jobs[:2])) * 3 if small else list(pool.map(work, jobs))
    questions = read(folder, start, small)
    kept: dict[str, np.ndarray] = {}
    for fold, (told, _) in enumerate(done[1 : FOLDS + 1]):
        mine = questions.folds == fold
        for name, logits in told.items():
            kept.setdefault(name, np.zeros_like(logits))[mine] = logits[mine]
    for name, logits in kept.items():
        report(name, (logits.argmax(1) == questions.labels).astype(float))
    temperature, figures = calibrated(kept["student"], questions)
    model = Typer(start, len(questions.types)).to(DEVICE)
    model.load_state_dict({name: torch.from_numpy(each) for name, each in done[0][1].items()})
    plain = kept["bag of words"].argmax(1) == questions.labels
    figures["bag_of_words"] = 100 * float(plain.mean())
    write(model, temperature, questions, figures, out)
    arrays = {name.replace(" ", "_"): each.astype(np.float16) for name, each in kept.items()}
    arrays["labels"] = questions.labels
    np.savez_compressed(out / "types_out_of_fold.npz", **arrays)  # type: ignore[arg-type]
    print(f"all in {time.time() - began:.0f} s", flush=True)


def report(name: str, right: np.ndarray) -> None:
    print(
        f"RESULT question type, five folds by table, {name}: {interval(right.tolist())}", flush=True
    )


def calibrated(logits: np.ndarray, questions: Questions) -> tuple[float, dict[str, Any]]:
    """The temperature, itself judged in folds, and the figures that go beside the weights."""
    scored, labels = torch.from_numpy(logits).float(), torch.from_numpy(questions.labels)
    chances = np.zeros_like(logits)
    for fold in range(FOLDS):
        mine = questions.folds == fold
        temperature = temperature_of(scored[~mine], labels[~mine])
        chances[mine] = torch.softmax(scored[mine] / temperature, -1).numpy()
    before = calibration_error(torch.softmax(scored, -1).numpy(), questions.labels)
    after = calibration_error(chances, questions.labels)
    temperature = temperature_of(scored, labels)
    print(
        f"RESULT calibration error {before:.3f}, with temperature {after:.3f}; {temperature=:.2f}"
    )
    right = logits.argmax(1) == questions.labels
    return temperature, {
        "types": questions.types,
        "temperature": temperature,
        "calibration_error": [before, after],
        "right": [int(each) for each in right],
    }


def write(
    model: Typer, temperature: float, questions: Questions, figures: dict[str, Any], out: Path
) -> None:
    """The int8 network, its types and figures, and what the float one says of the slice."""
    out.mkdir(parents=True, exist_ok=True)
    full, target = out / "full_types.onnx", out / "question_types.onnx"
    logits = scores(model, questions, len(questions.labels)).cpu().numpy()
    right = logits.argmax(1)[: len(questions.labels)] == questions.labels
    report("the shipped network on the slice", right[questions.slice].astype(float))
    figures["slice_float"] = float(right[questions.slice].mean())
    shipped = Shipped(copy.deepcopy(model), temperature)
    dynamic = {"words": TEXTS, "kinds": TEXTS, "mask": TEXTS, "chances": {0: "texts"}}
    export(shipped, text_inputs(), ["chances"], full, dynamic)
    quantise(full, target)
    full.unlink()
    (out / "question_types.json").write_text(json.dumps(figures))
    print(f"{target}: {target.stat().st_size / 1e6:.1f} MB", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("task", choices=("gather", "train"))
    parser.add_argument("folder", type=Path, nargs="?", default=Path("carry/types"))
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--start", type=Path, default=Path("carry/minilm"))
    parser.add_argument("--out", type=Path, default=Path("carry/out"))
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--small", action="store_true", help="a few steps, to try the script")
    given = parser.parse_args()
    if given.task == "gather":
        gather(given.data, given.folder)
    else:
        learn(given.folder, given.start, given.out, given.seeds, given.small)


if __name__ == "__main__":
    main()
