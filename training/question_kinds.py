"""Trains the model that guesses which kind of source a question asks for.

    python -m training.question_kinds --data ../shared/data

A multinomial logistic regression over hashed words and the static encoder's vector, fitted with
L-BFGS; needs numpy and scipy only, and takes a minute. Prints cross-validated accuracy first.
"""

import argparse
import random
import re
import tarfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.sparse import csr_matrix, hstack

from manyhop.models import StaticEncoder
from manyhop.models.embedded._source_choice import BUCKETS, WEIGHTS, question_buckets
from manyhop.sources import KINDS, Kind
from training.static_texts import read_json, read_lines

PENALTY = 0.2
FOLDS = 5

MMQA_KINDS: dict[str, Kind] = {
    "TextQ": "snippet",
    "TableQ": "table",
    "ImageQ": "image",
    "ImageListQ": "image",
}
# Procedures have no natural question set here: our own wordings over titles of recipes.
PROCEDURE_QUESTIONS = (
    "How do I make {}?",
    "How to make {}",
    "What is the first step of {}?",
    "How do you prepare {}?",
    "What do I do after the first step when making {}?",
    "Which step of {} comes last?",
    "What ingredients do I need for {}?",
    "How can I cook {} at home?",
    "What comes next after mixing in {}?",
    "instructions for {}",
    "What tools do I need to build {}?",
    "In which step of {} do I add the sugar?",
    "how do i fix {}",
    "Steps to assemble {}",
    "What should be done before baking {}?",
)


class Asked(NamedTuple):
    question: str
    kind: Kind | None  # None: as likely one as another
    set: str


def asked(data: Path) -> Iterator[Asked]:
    """Every training question; nothing of WebQA's val50 files or of the MMQA slice."""
    chance = random.Random(0)
    held_out = {
        _letters(record["Q"])
        for name in ("img", "txt")
        for record in read_json(data / f"webqa/webqa_val50_{name}.json.gz").values()
    } | {
        _letters(record["Q"])
        for record in read_json(data / "webqa/webqa_recovered_with_sources.json.gz")
    }
    for row in read_lines(data / "webqa/webqa_val_qa_qrels.jsonl.gz"):
        if _letters(row["Q"]) not in held_out:
            yield Asked(row["Q"], "snippet" if row["Qcate"] == "text" else "image", "webqa")
    slice_ids = {row["qid"] for row in read_lines(data / "mmqa/slice/MMQA_dev.jsonl.gz")}
    for row in read_lines(data / "mmqa/MMQA_dev.jsonl.gz"):
        kind = MMQA_KINDS.get(row["metadata"]["type"])
        if kind and row["qid"] not in slice_ids:
            yield Asked(row["question"], kind, "mmqa")
    squad = [
        question["question"]
        for article in read_json(data / "squad/cs224n_dev-v2.0.json.gz")["data"]
        for paragraph in article["paragraphs"]
        for question in paragraph["qas"]
    ]
    okvqa = read_json(data / "okvqa/OpenEnded_mscoco_train2014_questions.json.gz")["questions"]
    hotpot = read_json(data / "hotpotqa/hotpot_dev_v1_simplified.json.gz")
    yield from (Asked(q, "snippet", "squad") for q in chance.sample(squad, 1500))
    yield from (Asked(row["question"], "snippet", "hotpot") for row in chance.sample(hotpot, 1000))
    yield from (Asked(q, "table", "wikitq") for q in chance.sample(wikitq_questions(data), 2500))
    yield from (Asked(row["question"], "image", "okvqa") for row in chance.sample(okvqa, 700))
    for row in read_lines(data / "recipeqa/recipes.jsonl.gz"):
        title = row["recipe_id"].replace("-", " ")
        yield Asked(chance.choice(PROCEDURE_QUESTIONS).format(title), "procedure", "made")
        yield Asked(title, None, "titles")
    tables = read_lines(data / "hybridqa/tables.jsonl.gz")
    yield from (Asked(row["title"], None, "titles") for row in chance.sample(tables, 700))


def wikitq_questions(data: Path) -> list[str]:
    """WikiTableQuestions' training questions."""
    with tarfile.open(data / "wikitq/wikitq.tar.gz") as archive:
        name = next(name for name in archive.getnames() if name.endswith("training.tsv"))
        file = archive.extractfile(name)
        assert file is not None
        return [line.split("\t")[1] for line in file.read().decode().splitlines()[1:]]


def _letters(question: str) -> str:
    return re.sub(r"\W", "", question).lower()


def features(questions: list[str], encoder: StaticEncoder) -> csr_matrix:
    """Hashed words, scaled by the root of their number, beside the encoder's vector and a one."""
    rows = [question_buckets(question) for question in questions]
    columns = [column for row in rows for column in row]
    values = [1 / len(row) ** 0.5 for row in rows for _ in row]
    starts = np.cumsum([0, *map(len, rows)])
    words = csr_matrix((values, columns, starts), shape=(len(rows), BUCKETS))
    ones = np.ones((len(rows), 1))
    return hstack([words, csr_matrix(encoder.encode(questions)), csr_matrix(ones)]).tocsr()


def targets(questions: list[Asked]) -> NDArray[np.float64]:
    """A row of chances for each question."""
    even = np.full(len(KINDS), 1 / len(KINDS))
    one_hot = np.eye(len(KINDS))
    return np.array([even if q.kind is None else one_hot[KINDS.index(q.kind)] for q in questions])


def fit(inputs: csr_matrix, wanted: NDArray[np.float64]) -> NDArray[np.float64]:
    """Weights that minimise cross-entropy with an L2 penalty."""
    shape = (inputs.shape[1], len(KINDS))

    def loss(flat: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        weights = flat.reshape(shape)
        chances = softmax(inputs @ weights)
        cost = -(wanted * np.log(chances + 1e-12)).sum() + PENALTY / 2 * (weights**2).sum()
        slope = inputs.T @ (chances - wanted) + PENALTY * weights
        return float(cost), np.asarray(slope).ravel()

    start = np.zeros(shape[0] * shape[1])
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 300})
    return np.asarray(found.x).reshape(shape)


def softmax(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def cross_validate(inputs: csr_matrix, wanted: NDArray[np.float64], questions: list[Asked]) -> None:
    """Print the accuracy on held-out folds, by set, and the calibration error."""
    fold = np.random.default_rng(0).permutation(len(questions)) % FOLDS
    chances = np.zeros_like(wanted)
    for number in range(FOLDS):
        weights = fit(inputs[fold != number], wanted[fold != number])
        chances[fold == number] = softmax(inputs[fold == number] @ weights)
    right, asked_of = Counter[str](), Counter[str]()
    for question, row in zip(questions, chances, strict=True):
        if question.kind:
            asked_of[question.set] += 1
            right[question.set] += KINDS[int(row.argmax())] == question.kind
    for name, number in asked_of.items():
        print(f"{name:8} {right[name] / number:6.1%}  n={number}")
    print(f"{'all':8} {right.total() / asked_of.total():6.1%}  n={asked_of.total()}")
    known = np.array([question.kind is not None for question in questions])
    sure, hit = chances[known].max(axis=1), chances[known].argmax(1) == wanted[known].argmax(1)
    bins = np.minimum((sure * 10).astype(int), 9)
    error = sum(
        abs(sure[bins == b].mean() - hit[bins == b].mean()) * (bins == b).mean()
        for b in np.unique(bins)
    )
    print(f"calibration error {error:.3f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    options = parser.parse_args()
    questions = list(asked(options.data))
    encoder = StaticEncoder.load()
    inputs = features([question.question for question in questions], encoder)
    wanted = targets(questions)
    cross_validate(inputs, wanted, questions)
    weights = fit(inputs, wanted).astype(np.float16)
    np.savez_compressed(
        options.out,
        table=weights[:BUCKETS],
        dense=weights[BUCKETS:-1],
        bias=weights[-1],
        encoder=encoder.name,
    )
    print(f"{options.out}: {options.out.stat().st_size / 1e3:.0f} kB")


if __name__ == "__main__":
    main()
