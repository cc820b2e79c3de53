"""Trains the classifier of MultiModalQA's sixteen question types.

    PYTHONPATH=src python -m training.question_types gather carry/types
    python -m training.question_types train carry/types --start carry/minilm --out carry/out

Five folds grouped by table. Inside each fold: a few MiniLMs and a bag of words are the teachers,
with ``--language`` SmolLM2 too; one student learns the labels and what the teachers together think,
also of questions without labels. With ``--students 3`` three such students teach the last one. The
shipped student saw every question but the slice's, and a temperature from the predictions out of
fold makes its chances honest.
"""

import argparse
import copy
import json
import lzma
import multiprocessing
import random
import re
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from training.exporting import TEXTS, export, quantise, save_halves, text_inputs
from training.learning import DEVICE, Packed, interval, ordered_batches, train
from training.minilm import tokenizer
from training.type_networks import (
    HOPS,
    OUTER,
    PARTS,
    LanguageTyper,
    Shipped,
    Typer,
    language_tokenizer,
)

FOLDS, LONGEST = 5, 96
WORKERS = 3  # folds at a time: one alone leaves a GPU waiting


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


class Questions:
    """Packed questions with their types; those without a label come last."""

    def __init__(self, labelled: list[Any], others: list[str], splitter: Any, keep: Any) -> None:
        texts = [each["question"] for each in labelled] + others
        splitter.enable_truncation(LONGEST)
        self.packed = Packed(splitter.encode_batch([marked(text) for text in texts]))
        if keep:
            prompts = [f"Question: {text}\nType:" for text in texts]
            self.prompts = Packed(language_tokenizer(keep).encode_batch(prompts))
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

    def packed_for(self, model: nn.Module) -> Packed:
        """The questions in the word pieces of a network."""
        return self.prompts if isinstance(model, LanguageTyper) else self.packed


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


def label_loss(questions: Questions, model: nn.Module, rows: np.ndarray, twice: float) -> Tensor:
    """Labels, smoothed, of the type and of its parts; two passes must agree (``twice``)."""
    wanted = torch.from_numpy(questions.labels[rows]).to(DEVICE)
    pieces = torch.from_numpy(questions.parts[rows]).to(DEVICE)
    batch = questions.packed_for(model).batch(rows)
    passes = [model(*batch) for _ in range(2 if twice else 1)]
    loss = torch.zeros((), device=DEVICE)
    for flat, parted in passes:
        loss = loss + functional.cross_entropy(flat, wanted, label_smoothing=0.05)
        heads = parted.split(PARTS, -1)
        for number, head in enumerate(heads):
            loss = loss + 0.3 * functional.cross_entropy(head, pieces[:, number])
    loss = loss / len(passes)
    if twice:
        one, two = (functional.log_softmax(flat, -1) for flat, _ in passes)
        apart = functional.kl_div(one, two, log_target=True, reduction="batchmean")
        apart = apart + functional.kl_div(two, one, log_target=True, reduction="batchmean")
        loss = loss + twice * apart / 2
    return loss


def taught_loss(questions: Questions, model: nn.Module, rows: np.ndarray, taught: Tensor) -> Tensor:
    """How far the network is from what it is taught."""
    batch = questions.packed.batch(rows)
    flat, _ = model(*batch)
    wanted = taught[torch.from_numpy(rows).to(DEVICE)]
    return -(wanted * functional.log_softmax(flat, -1)).sum(-1).mean()


Model = TypeVar("Model", Typer, LanguageTyper)


class Plan(NamedTuple):
    """How a network is trained."""

    epochs: float
    size: int
    rate: float
    seed: int
    name: str


def fitted(
    model: Model,
    questions: Questions,
    rows: np.ndarray,
    loss: Callable[[nn.Module, np.ndarray], Tensor],
    plan: Plan,
) -> Model:
    """The network, trained on the rows."""
    lengths = questions.packed_for(model).lengths[rows]
    train(
        model,
        lengths,
        lambda batch: loss(model, rows[batch]),
        epochs=plan.epochs,
        rate=plan.rate,
        size=plan.size,
        seed=plan.seed,
        name=plan.name,
    )
    return model


@torch.no_grad()  # type: ignore[untyped-decorator]
def scores(model: nn.Module, questions: Questions, most: int | None = None) -> Tensor:
    """Every question's scores of the types, before they are chances."""
    packed = questions.packed_for(model)
    found = torch.zeros(len(packed), len(questions.types), device=DEVICE)
    model.eval()
    for rows in ordered_batches(packed.lengths[:most], 512):
        with torch.autocast(DEVICE, dtype=torch.bfloat16, enabled=DEVICE == "cuda"):
            found[torch.from_numpy(rows).to(DEVICE)] = model(*packed.batch(rows))[0]
    return found


def teach(
    recipe: "Recipe", questions: Questions, rows: np.ndarray, name: str
) -> tuple[Typer, dict[str, Tensor]]:
    """Teachers on the rows' labels, then students; scores of every question by each."""
    told = {"bag of words": bag_chances(questions, rows).clamp_min(1e-9).log()}
    together = 0.5 * told["bag of words"].exp()
    teachers = [(f"teacher {n}", 0) for n in range(recipe.seeds)]
    teachers += [(f"language {n}", n + 1) for n in range(recipe.languages)]
    for number, (called, language) in enumerate(teachers):
        torch.manual_seed(number)
        plan = Plan(10 * recipe.pace, 32, 2e-4, number, f"{name} {called}")
        model: Typer | LanguageTyper = Typer(recipe.start, len(questions.types))
        if language:
            model = LanguageTyper(recipe.keep, len(questions.types))
            plan = plan._replace(epochs=6 * recipe.pace, rate=6e-4)
        twice = 0.0 if language else 1.0
        loss = partial(label_loss, questions, twice=twice)
        model = fitted(model.to(DEVICE), questions, rows, loss, plan)
        told[called] = scores(model, questions)
        together = together + torch.softmax(told[called], -1)
        del model
    together = together / together.sum(-1, keepdim=True)
    told["teachers"] = together.clamp_min(1e-9).log()
    if recipe.students > 1:
        for number in range(recipe.students):
            student = taught_student(recipe, questions, rows, together, number, name)
            told[f"student {number}"] = scores(student, questions)
        chances = [torch.softmax(told[f"student {n}"], -1) for n in range(recipe.students)]
        together = (together + torch.stack(chances).sum(0)) / (1 + recipe.students)
        told["students"] = together.clamp_min(1e-9).log()
    student = taught_student(recipe, questions, rows, together, recipe.students, name)
    told["student"] = scores(student, questions)
    return student, told


def taught_student(
    recipe: "Recipe",
    questions: Questions,
    rows: np.ndarray,
    together: Tensor,
    seed: int,
    name: str,
) -> Typer:
    """A network that learns labels and what others together think, also where no label is."""
    taught = together.clone()
    labels = torch.from_numpy(questions.labels[rows]).to(DEVICE)
    own = torch.from_numpy(rows).to(DEVICE)
    known = functional.one_hot(labels, len(questions.types)).float()
    taught[own] = 0.5 * known + 0.5 * taught[own]
    both = np.concatenate([np.repeat(rows, 2), questions.unlabelled])
    plan = Plan(6 * recipe.pace, 64, 2e-4, 100 + seed, f"{name} student {seed}")
    torch.manual_seed(plan.seed)
    student: Typer = Typer(recipe.start, len(questions.types)).to(DEVICE)
    return fitted(student, questions, both, partial(taught_loss, questions, taught=taught), plan)


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


class Recipe(NamedTuple):
    """What is read, and how many networks teach."""

    folder: Path
    start: Path
    keep: Path
    seeds: int
    languages: int
    students: int
    pace: float  # of the epochs; less than 1 to try the script

    @property
    def small(self) -> bool:
        return self.pace < 1


class Done(NamedTuple):
    """All questions' scores by every network, the student's weights, and its own int8 chances."""

    told: dict[str, np.ndarray]
    weights: dict[str, np.ndarray]
    rounded: np.ndarray


def read(recipe: Recipe) -> Questions:
    with lzma.open(recipe.folder / "questions.json.xz", "rt") as file:
        found = json.load(file)
    if recipe.small:
        found = {"labelled": found["labelled"][::32], "others": found["others"][:4]}
    keep = recipe.keep if recipe.languages else None
    return Questions(found["labelled"], found["others"], tokenizer(recipe.start), keep)


def work(recipe: Recipe, fold: int) -> Done:
    """One fold, or the shipped network (-1)."""
    if recipe.small:
        torch.set_num_threads(1)
    questions = read(recipe)
    mine = questions.slice if fold < 0 else questions.folds == fold
    name = f"fold {fold}" if fold >= 0 else "shipped"
    student, told = teach(recipe, questions, np.flatnonzero(~mine), name)
    count = len(questions.labels)
    weights = {name: each.cpu().numpy() for name, each in student.state_dict().items()}
    found = {name: each[:count].cpu().numpy() for name, each in told.items()}
    return Done(found, weights, rounded_chances(student, questions, np.flatnonzero(mine)))


def rounded_chances(model: Typer, questions: Questions, rows: np.ndarray) -> np.ndarray:
    """What the network says of these questions when it is rounded to int8, as it will ship."""
    import onnxruntime

    with tempfile.TemporaryDirectory() as folder:
        path = write_int8(model, 1.0, Path(folder))
        session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    table, found = model.body.words.cpu(), []
    for row in rows.tolist():
        ids, kinds, mask = (each.cpu() for each in questions.packed.batch([row]))
        there = int(mask.sum())
        inputs = {"words": table[ids], "kinds": kinds, "mask": mask}
        given = {name: each[:, :there].numpy() for name, each in inputs.items()}
        found.append(session.run(None, given)[0][0])
    return np.array(found)


def write_int8(model: Typer, temperature: float, out: Path) -> Path:
    """The network as it ships."""
    full, target = out / "full_types.onnx", out / "question_types.onnx"
    shipped = Shipped(copy.deepcopy(model), temperature)
    dynamic = {"words": TEXTS, "kinds": TEXTS, "mask": TEXTS, "chances": {0: "texts"}}
    export(shipped, text_inputs(), ["chances"], full, dynamic)
    quantise(full, target)
    full.unlink()
    return target


def learn(recipe: Recipe, out: Path) -> None:
    """Folds side by side, their figures, and the shipped network."""
    began = time.time()
    folds = [-1, 0] if recipe.small else [-1, *range(FOLDS)]
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1 if recipe.small else WORKERS, mp_context=context) as pool:
        done = dict(zip(folds, pool.map(partial(work, recipe), folds), strict=True))
    questions, shipped = read(recipe), done.pop(-1)
    kept: dict[str, np.ndarray] = {}
    for fold, each in done.items():
        mine = questions.folds == fold
        for name, logits in (each.told | {"student, int8": shipped.told["student"] * 0}).items():
            kept.setdefault(name, np.zeros_like(logits))[mine] = logits[mine]
        kept["student, int8"][mine] = np.log(each.rounded + 1e-9)
    for name, logits in kept.items():
        report(name, (logits.argmax(1) == questions.labels).astype(float))
    temperature, figures = calibrated(kept["student, int8"], questions)
    model = Typer(recipe.start, len(questions.types)).to(DEVICE)
    model.load_state_dict({name: torch.from_numpy(each) for name, each in shipped.weights.items()})
    for name, key in (("bag of words", "bag_of_words"), ("student", "float")):
        figures[key] = 100 * float((kept[name].argmax(1) == questions.labels).mean())
    write(model, temperature, questions, figures, shipped.rounded, out)
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
    model: Typer,
    temperature: float,
    questions: Questions,
    figures: dict[str, Any],
    rounded: np.ndarray,
    out: Path,
) -> None:
    """The int8 network, its types and figures, and what it says of the slice."""
    out.mkdir(parents=True, exist_ok=True)
    logits = scores(model, questions, len(questions.labels)).cpu().numpy()
    labels = questions.labels[questions.slice]
    told = logits[: len(questions.labels)][questions.slice]
    for name, guess in (("slice_float", told), ("slice", rounded)):
        right = (guess.argmax(1) == labels).astype(float)
        report(f"the shipped network on the slice ({name})", right)
        figures[name] = float(right.mean())
    save_halves(model, out, "question_types")
    target = write_int8(model, temperature, out)
    (out / "question_types.json").write_text(json.dumps(figures))
    print(f"{target}: {target.stat().st_size / 1e6:.1f} MB", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("task", choices=("gather", "train"))
    parser.add_argument("folder", type=Path, nargs="?", default=Path("carry/types"))
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--start", type=Path, default=Path("carry/minilm"))
    parser.add_argument("--out", type=Path, default=Path("carry/out"))
    parser.add_argument("--seeds", type=int, default=3, help="MiniLMs among the teachers")
    parser.add_argument("--students", type=int, default=1, help="more than one teach the last")
    parser.add_argument("--language", type=int, default=0, help="SmolLM2s among the teachers")
    parser.add_argument("--keep", type=Path, default=Path("carry"), help="where SmolLM2 lies")
    parser.add_argument("--small", action="store_true", help="a few steps, to try the script")
    given = parser.parse_args()
    if given.task == "gather":
        gather(given.data, given.folder)
        return
    pace = 0.001 if given.small else 1.0
    given.out.mkdir(parents=True, exist_ok=True)
    recipe = Recipe(
        given.folder, given.start, given.keep, given.seeds, given.language, given.students, pace
    )
    learn(recipe, given.out)


if __name__ == "__main__":
    main()
