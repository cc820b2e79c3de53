"""Accuracy by the knowledge that a question takes: A-OKVQA's Table 7."""

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from manyhop.audit._linear_cheater import descend
from manyhop.audit.analyses._by_group import by_group
from manyhop.audit.analyses._graded import Graded
from manyhop.audit.analyses._training import read_rows, read_text, read_value, same
from manyhop.errors import ManyhopError
from manyhop.evaluation import estimate
from manyhop.models import TextEncoder
from manyhop.report import Figures

_FEWEST = 20  # labels that a classifier is learnt from
_REMEDY = "give a CSV with the columns id (or question) and label, or a JSON object of id to label"


class Labels(msgspec.Struct, frozen=True):
    """Labels that people gave, by a question's id or by its text."""

    by_id: dict[str, str]
    by_text: dict[str, str]  # the texts as ``same`` writes them
    name: str = ""


def read_labels(path: Path) -> Labels:
    """Labels from a CSV or TSV with a header, JSON Lines of records, or a JSON object.

    Example: ``read_labels(Path("knowledge.csv")).by_id["q1"]``
    """
    by_id: dict[str, str] = {}
    by_text: dict[str, str] = {}
    for number, record in enumerate(_records(path), start=1):
        label = record.get("label", "")
        id, text = record.get("id", ""), record.get("question", "")
        if not label or not (id or text):
            raise ManyhopError(f"{path}, label {number}: no label, or nothing it is of; {_REMEDY}")
        if id:
            by_id[id] = label
        if text:
            by_text[same(text)] = label
    if not by_id and not by_text:
        raise ManyhopError(f"{path} has no labels; {_REMEDY}")
    return Labels(by_id, by_text, path.name)


def by_knowledge(
    runs: Graded, encoder: TextEncoder, labels: Labels | None = None, seed: int = 0
) -> Figures:
    """Each run's score by knowledge type; the caption says where the types come from.

    Labels given count as they are. What has none is labelled by a small classifier learnt from
    those given, where there are enough; without any labels, by a rule of keywords.
    """
    if labels is None:
        types = [guessed_knowledge(sample.question) for sample in runs.questions]
        said = (
            "The types are guessed by a rule of keywords that nobody has checked against people's "
            "labels; give labels for types to rely on."
        )
    else:
        types, said = _labelled(runs, encoder, labels)
    caption = f"{said} The form of A-OKVQA's Table 7."
    return by_group(runs, "knowledge type", types, caption, seed=seed)


def _labelled(runs: Graded, encoder: TextEncoder, labels: Labels) -> tuple[list[str], str]:
    questions = runs.questions
    given = [
        labels.by_id.get(sample.id) or labels.by_text.get(same(sample.question), "")
        for sample in questions
    ]
    texts, known, groups = _examples(runs, given, labels)
    missing = [number for number, label in enumerate(given) if not label]
    said = f"Labels from {labels.name or 'people'}: {len(given) - len(missing):,} given"
    if not missing:
        return given, f"{said}."
    if len(known) < _FEWEST or len(set(known)) < 2:
        return given, f"{said}; {len(missing):,} questions without a label are left out."
    vectors = encoder.encode(texts)
    guesses = held_out_labels(vectors, known, groups)
    hits = estimate([float(a == b) for a, b in zip(guesses, known, strict=True)], groups)
    usual = Counter(known).most_common(1)[0][1] / len(known)
    predicted = (
        LabelModel()
        .fit(vectors, known)
        .predict(encoder.encode([questions[n].question for n in missing]))
    )
    for number, label in zip(missing, predicted, strict=True):
        given[number] = label
    return given, (
        f"{said}, {len(missing):,} predicted by a linear classifier over {encoder.name} that is "
        f"right on {hits.value:.1%} [{hits.low:.1%}, {hits.high:.1%}] of {hits.n:,} labels kept "
        f"from it (always the most common label: {usual:.1%})."
    )


def _examples(
    runs: Graded, given: Sequence[str], labels: Labels
) -> tuple[list[str], list[str], list[str]]:
    """Everything to learn from: labelled questions of the runs, and others that came as text."""
    texts, known, groups, seen = [], [], [], set()
    for sample, label in zip(runs.questions, given, strict=True):
        if label:
            texts.append(sample.question)
            known.append(label)
            groups.append(sample.group or sample.id)
            seen.add(same(sample.question))
    for text, label in labels.by_text.items():
        if text not in seen:
            texts.append(text)
            known.append(label)
            groups.append(text)
    return texts, known, groups


def _records(path: Path) -> list[dict[str, str]]:
    if any(path.name.endswith(end) for end in (".csv", ".tsv", ".csv.gz", ".tsv.gz")):
        rows = read_rows(path)
        header = [same(cell) for cell in rows[0]] if rows else []
        if "label" not in header or not {"id", "question"} & set(header):
            raise ManyhopError(f"{path}, line 1: no such header; {_REMEDY}")
        return [dict(zip(header, row, strict=False)) for row in rows[1:] if any(row)]
    if ".jsonl" in path.suffixes:
        found = []
        for number, line in enumerate(read_text(path).splitlines(), start=1):
            try:
                found.append(msgspec.json.decode(line, type=dict[str, str]))
            except msgspec.DecodeError as error:
                raise ManyhopError(f"{path}, line {number}: {error}; {_REMEDY}") from error
        return found
    value: Any = read_value(path)
    try:
        objects = msgspec.convert(value, dict[str, str])
    except msgspec.ValidationError as error:
        raise ManyhopError(f"{path}: {error}; {_REMEDY}") from error
    return [{"id": id, "label": label} for id, label in objects.items()]


# A guess at what knowledge a question takes, from words in it: a rule, not a measurement.
#
# The four types are those of A-OKVQA's paper. The words were written down from the paper's
# definitions, without looking at any benchmark's questions, and nobody has checked the rule against
# people's labels: tables made with it say so.

COMMONSENSE = "Commonsense"
KNOWLEDGE_BASE = "Knowledge Base"
PHYSICAL = "Physical Knowledge"
VISUAL = "Visual Knowledge"
TYPES = (COMMONSENSE, KNOWLEDGE_BASE, PHYSICAL, VISUAL)

_WORDS = {
    KNOWLEDGE_BASE: """invented inventor invention country nation continent capital city state
        founded founder company brand manufacturer year century decade species breed genus family
        named famous president king queen religion religious language film movie book author wrote
        born league holiday origin originate originated originally native history historical
        scientific term called known organization vitamin vitamins""",
    PHYSICAL: """temperature weigh weighs weight heavy heavier melt melts freeze freezes boil float
        floats sink burn burns heat hot cold warm wet dry fast faster speed energy electricity
        electric power powered powers fuel force gravity fall falls break breaks material made
        metal liquid solid wind weather season rain temperature light shadow reflection sharp""",
    VISUAL: """color colour colors colours shape pattern look looks style wearing dressed painted
        striped visible seen see shown side left right background foreground many number
        facial expression pose posture design""",
}
_SETS = {type_: frozenset(words.split()) for type_, words in _WORDS.items()}
_WORD = re.compile(r"[a-z]+")


def guessed_knowledge(question: str) -> str:
    """The type with the most of its words in the question; of equals the first, else commonsense.

    Example: ``guessed_knowledge("In which country was this invented?")`` → ``"Knowledge Base"``
    """
    words = _WORD.findall(question.casefold())
    counts = {type_: sum(word in known for word in words) for type_, known in _SETS.items()}
    best = max(counts, key=counts.__getitem__)
    return best if counts[best] else COMMONSENSE


# A small linear classifier: labels of texts from their vectors, learnt with numpy alone.

Floats = NDArray[np.float64]

_STRENGTH = 1e-3  # of what keeps the weights small
_STEPS = 3000
_STILL = 1e-7


class LabelModel:
    """Softmax regression with an L2 penalty on the weights, none on the intercepts.

    The loss is strictly convex, and descended until its slope is gone: there is no seed, and the
    same examples give the same labels.
    Example: ``LabelModel().fit(encoder.encode(texts), labels).predict(encoder.encode(others))``
    """

    def __init__(self, strength: float = _STRENGTH) -> None:
        self.strength = strength
        self.labels: list[str] = []
        self.weights: Floats = np.zeros((0, 0))

    def fit(self, rows: NDArray[np.floating], labels: Sequence[str]) -> "LabelModel":
        """Learn which label goes with which vector."""
        self.labels = sorted(set(labels))
        number = {label: place for place, label in enumerate(self.labels)}
        wanted = np.eye(len(self.labels))[[number[label] for label in labels]]
        inside = _with_one(rows)
        penalty = np.full((inside.shape[1], 1), self.strength)
        penalty[-1] = 0
        shape = inside.shape[1], len(self.labels)

        def slope(at: Floats) -> tuple[float, Floats]:
            weights = at.reshape(shape)
            shares = _shares(inside @ weights)
            loss = -np.log(np.maximum((shares * wanted).sum(axis=1), 1e-300)).mean()
            loss += 0.5 * (penalty * weights**2).sum()
            steep = inside.T @ (shares - wanted) / len(inside) + penalty * weights
            return float(loss), steep.ravel()

        self.weights = descend(slope, np.zeros(shape).ravel(), _STEPS, _STILL).reshape(shape)
        return self

    def chances(self, rows: NDArray[np.floating]) -> Floats:
        """The chance of each label, in the order of ``labels``."""
        return _shares(_with_one(rows) @ self.weights)

    def predict(self, rows: NDArray[np.floating]) -> list[str]:
        """The likeliest label of each vector."""
        return [self.labels[place] for place in self.chances(rows).argmax(axis=1)]


def held_out_labels(
    rows: NDArray[np.floating], labels: Sequence[str], groups: Sequence[str], folds: int = 5
) -> list[str]:
    """What the model says of each text when its group was kept from it."""
    numbers: dict[str, int] = {}
    fold = np.array([numbers.setdefault(name, len(numbers)) % folds for name in groups])
    found = [""] * len(labels)
    for number in range(folds):
        mine, rest = np.nonzero(fold == number)[0], np.nonzero(fold != number)[0]
        if len(mine) and len(rest):
            model = LabelModel().fit(rows[rest], [labels[n] for n in rest.tolist()])
            for place, label in zip(mine, model.predict(rows[mine]), strict=True):
                found[place] = label
    return found


def _with_one(rows: NDArray[np.floating]) -> Floats:
    return np.hstack([np.asarray(rows, np.float64), np.ones((len(rows), 1))])


def _shares(scores: Floats) -> Floats:
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True), np.float64)
