"""WebQA's accuracy, source retrieval, fluency and leaderboard totals.

Example: ``accuracy("color", "The bird is light blue.", "Blue")`` is 0.999995: the official F1
adds a small constant below the line, so even a perfect answer stays a little under one.
"""

import math
import re
import string
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from types import ModuleType
from typing import Any

from manyhop.metrics._number_words import number

__all__ = [
    "CATEGORIES",
    "BartScore",
    "Batch",
    "Lemmatizer",
    "LogScorer",
    "Overlap",
    "Retrieval",
    "Scored",
    "Summary",
    "Totals",
    "accuracy",
    "approximate_accuracy",
    "fluency",
    "fluency_from_log_scores",
    "fluency_text",
    "leaderboard_totals",
    "normalize",
    "number_or_word",
    "overlap",
    "retrieval",
    "summarize",
    "threshold_retrieval",
    "whole_numbers",
]


# The closed vocabularies of WebQA's scorer, accidents such as ``bluere`` and ``xs`` included.

_COLORS = """
    aqua beige black blonde blue bluere bluewhite bronze brown chrome gold golden gray green grey
    ivory maroon orange orangebrown orangepurple pink purple rainbow red redorange rust silver spot
    tan teal transparent turquoise violet white yellow yes
"""
_SHAPES = """
    arch ball bell bellshaped bow circle circular concave cone conical convex corkscrew crescent
    crest cross crosse cube cuboid curl curve cylinder cylindrical diamond dome domeshape dot flat
    flower fold fork globe globular h heart hexagon hook hoop keyhole obelisk octagon octagonal
    octogon oval pentagon point pyramid pyramidal rectangle rectangular ring round rounded
    semicircle shamrock slope sphere spherical spiral square star step straight teardrop torus
    triangle triangular tube wavy xs
"""
COLORS = frozenset(_COLORS.split())
SHAPES = frozenset(_SHAPES.split())
YES_NO = frozenset(["yes", "no"])
DOMAINS = {"color": COLORS, "shape": SHAPES, "YesNo": YES_NO}


# How WebQA's scorer reads an answer before it compares words.

Lemmatizer = Callable[[str], str]
"""Text in, its lemmas joined by spaces out. The official scores used spaCy's English model."""

_MARKS = str.maketrans("", "", string.punctuation.replace(".", ""))
_PERIOD = re.compile(r"\.(?!\d)")
_ARTICLE = re.compile(r"\b(?:a|an|the)\b")


def normalize(text: str, lemmatize: Lemmatizer | None = None) -> str:
    """Lower-case, strip punctuation and articles, turn number words to digits, lemmatise.

    Without a lemmatiser the words stay as they are, which lowers accuracy by about 0.005.
    Example: ``normalize("The six light-blue cars.")`` is ``"6 lightblue cars"``.
    """
    stripped = text.strip()
    if len(stripped) == 1:
        return _with_digits(stripped.lower())
    cleaned = _PERIOD.sub("", text.lower().translate(_MARKS))
    if len(stripped.split()) != 1:
        cleaned = _ARTICLE.sub(" ", cleaned)
    words = _with_digits(cleaned)
    return lemmatize(words) if lemmatize else words


def number_or_word(word: str) -> int | float | str:
    """Give the number a word stands for, or the word: ``number_or_word("six")`` is 6.

    The word "point" is kept, though the converter would read it as zero.
    """
    if word == "point":
        return word
    try:
        return number(word)
    except (ValueError, IndexError):
        return word


def _with_digits(text: str) -> str:
    return " ".join(str(number_or_word(word)) for word in text.split())


# How well the cited sources agree with the gold ones.


@dataclass(frozen=True, slots=True)
class Retrieval:
    """Precision, recall and F1 (0..1) of one question's sources."""

    precision: float
    recall: float
    f1: float


def retrieval(
    predicted: Iterable[int | str], gold: Iterable[int | str], *, strict: bool = False
) -> Retrieval:
    """Compare two sets of source ids; no prediction scores 0, or raises where ``strict``.

    Example: ``retrieval([30000001, 30000002], [30000002]).recall`` is 1.0.
    """
    ours, theirs = set(predicted), set(gold)
    if not strict and not (ours and theirs):
        return Retrieval(0.0, 0.0, 0.0)
    common = len(ours & theirs)
    precision, recall = common / len(ours), common / len(theirs)
    return Retrieval(precision, recall, 2 * precision * recall / (precision + recall + EPSILON))


def threshold_retrieval(
    logits: Sequence[tuple[float, float]],
    gold: Sequence[bool | int],
    *,
    threshold: float = 0.2,
    mask: Sequence[bool | int] | None = None,
) -> Retrieval:
    """Score a selector that takes each source whose probability is above a threshold.

    ``logits`` are (selected, not selected) for each candidate; padding has mask 0. This is the
    measure inside the baseline model, with its own small constants:
    ``threshold_retrieval([(2.0, -1.0)], [1]).recall`` is 0.99999.
    """
    present = mask or [1] * len(gold)
    chosen = [_probability(pair) > threshold for pair in logits]
    rows = [(c, g) for c, g, here in zip(chosen, gold, present, strict=True) if here]
    common = sum(bool(c and g) for c, g in rows)
    precision = common / (sum(c for c, _ in rows) + EPSILON)
    recall = common / (sum(bool(g) for _, g in rows) + EPSILON)
    return Retrieval(precision, recall, 2 * precision * recall / (precision + recall + EPSILON))


def _probability(pair: tuple[float, float]) -> float:
    highest = max(pair)
    selected, other = (math.exp(logit - highest) for logit in pair)
    return selected / (selected + other)


# WebQA's accuracy: the words of an answer against the keywords, by category.

CATEGORIES = ("YesNo", "choose", "color", "shape", "number", "Others", "text")
F1_CATEGORIES = frozenset([*DOMAINS, "number"])
EPSILON = 1e-5


@dataclass(frozen=True, slots=True)
class Overlap:
    """How far two bags of words agree; all zero where they share no word."""

    precision: float
    recall: float
    f1: float
    exact: bool


def accuracy(
    category: str, candidate: str, keywords: str, lemmatize: Lemmatizer | None = None
) -> float:
    """Give F1 for colours, shapes, numbers and yes or no, and recall for the rest.

    Example: ``accuracy("choose", "The red tower is taller.", "red tower")`` is 1.0.
    """
    scores = overlap(category, candidate, keywords, lemmatize)
    return scores.f1 if category in F1_CATEGORIES else scores.recall


def approximate_accuracy(
    category: str, candidate: str, reference: str, lemmatize: Lemmatizer | None = None
) -> float:
    """Stand in for accuracy where there are no keywords: a reference sentence takes their place.

    The F1 has no small constant here: ``approximate_accuracy("YesNo", "Yes.", "Yes, it is")``
    is 1.0.
    """
    scores = overlap(category, candidate, reference, lemmatize, epsilon=0.0)
    return scores.f1 if category in F1_CATEGORIES else scores.recall


def overlap(
    category: str,
    candidate: str,
    keywords: str,
    lemmatize: Lemmatizer | None = None,
    *,
    epsilon: float = EPSILON,
) -> Overlap:
    """Compare the words that count for the category.

    Example: ``overlap("number", "Six of the 8.5 cars", "6").precision`` is 1.0.
    """
    ours = _bag(category, normalize(candidate, lemmatize).split())
    theirs = _bag(category, normalize(keywords, lemmatize).split())
    common = len(ours) and len(theirs) and (Counter(ours) & Counter(theirs)).total()
    if not common:
        return Overlap(0.0, 0.0, 0.0, False)
    precision, recall = common / len(ours), common / len(theirs)
    f1 = 2 * precision * recall / (precision + recall + epsilon)
    return Overlap(precision, recall, f1, ours == theirs)


def whole_numbers(words: Iterable[str]) -> list[str]:
    """Keep the words that are whole numbers: ``whole_numbers(["x", "007"])`` is ``["7"]``."""
    return [str(number) for word in words if (number := _whole_number(word)) is not None]


def _bag(category: str, words: list[str]) -> list[str]:
    if category not in CATEGORIES:
        raise ValueError(f"{category!r} is no WebQA category; use one of {', '.join(CATEGORIES)}")
    if category == "number":
        return whole_numbers(words)
    if category in DOMAINS:
        return sorted(DOMAINS[category].intersection(words))
    return words


def _whole_number(word: str) -> int | None:
    try:
        return int(word)
    except ValueError:
        return None


# BARTScore: the mean log-probability of a text given another, by a BART model.

LONGEST = 1024
BATCH = 4


class BartScore:
    """A loaded model; call it with sources and targets.

    WebQA's fluency needs ``base`` = facebook/bart-large-cnn and ``weights`` = ``bart.pth``, the
    state that BARTScore's authors tuned on ParaBank2; other weights give other numbers.
    Example: ``BartScore("bart-large-cnn", "bart.pth")(["This is fun."], ["It is fun."])``
    """

    def __init__(
        self, base: str | Path, weights: str | Path | None = None, device: str = "cpu"
    ) -> None:
        torch, transformers = _libraries()
        self._torch = torch
        self.device = device
        self.tokenizer: Any = transformers.BartTokenizer.from_pretrained(base)
        self.model: Any = transformers.BartForConditionalGeneration.from_pretrained(base)
        if weights is not None:
            self.model.load_state_dict(
                torch.load(weights, map_location=device, weights_only=True), strict=True
            )
        self.model.eval().to(device)

    def __call__(self, sources: Sequence[str], targets: Sequence[str]) -> list[float]:
        """Score each target given its source: 0 is certain, more negative less probable."""
        pairs = list(zip(sources, targets, strict=True))
        scores: list[float] = []
        for start in range(0, len(pairs), BATCH):
            batch = pairs[start : start + BATCH]
            scores += self._batch([s for s, _ in batch], [t for _, t in batch])
        return scores

    def _batch(self, sources: list[str], targets: list[str]) -> list[float]:
        source, target = self._tokens(sources), self._tokens(targets)
        wanted, real = target["input_ids"], target["attention_mask"]
        with self._torch.no_grad():
            logits = self.model(
                input_ids=source["input_ids"],
                attention_mask=source["attention_mask"],
                labels=wanted,
            ).logits
        logs = logits.log_softmax(dim=-1).gather(2, wanted.unsqueeze(-1)).squeeze(-1)
        means: list[float] = ((logs * real).sum(dim=1) / real.sum(dim=1)).tolist()
        return means

    def _tokens(self, texts: list[str]) -> Any:
        return self.tokenizer(
            texts, max_length=LONGEST, truncation=True, padding=True, return_tensors="pt"
        ).to(self.device)


def _libraries() -> tuple[ModuleType, ModuleType]:
    try:
        import torch
        import transformers
    except ImportError as error:
        raise ModuleNotFoundError(
            "BARTScore needs torch and transformers; install the extra with "
            "pip install 'manyhop[bartscore]'"
        ) from error
    return torch, transformers


# WebQA's fluency (FL): how probable an answer is given a reference, by BARTScore.

LogScorer = Callable[[Sequence[str], Sequence[str]], list[float]]
"""Sources and targets in; for each pair the mean log-probability of the target out."""

_UNSPOKEN = str.maketrans("", "", string.punctuation)


def fluency(
    candidate: str, references: Sequence[str], scorer: LogScorer, *, normed: bool = True
) -> float:
    """Give FL (0..1): the best of the references, each as fluent as itself at most.

    It is FL only with a scorer that holds the official weights, ``BartScore(base, weights)``.
    ``normed=False`` leaves out the division by a reference's own score.
    Example: ``fluency("It is red.", ["It's red."], BartScore(base, weights))``
    """
    answer = fluency_text(candidate)
    golds = [fluency_text(reference) for reference in references]
    given = scorer(golds, [answer] * len(golds))
    itself = scorer(golds, golds) if normed else [0.0] * len(golds)
    return fluency_from_log_scores(given, itself)


def fluency_from_log_scores(given: Sequence[float], itself: Sequence[float]) -> float:
    """Combine log scores, of the candidate given each reference and of each reference itself.

    Example: ``fluency_from_log_scores([-2.0], [-1.0])`` is exp(-1), 0.3679.
    """
    best = max(c - r for c, r in zip(given, itself, strict=True))
    return math.exp(min(0.0, best))


def fluency_text(text: str) -> str:
    """Strip punctuation and spare spaces, keeping the case: what BARTScore gets to see.

    Example: ``fluency_text("Yes , it's red .")`` is ``"Yes its red"``.
    """
    return " ".join(text.translate(_UNSPOKEN).split())


# WebQA's means: fluency, accuracy and their product, overall and by category.

EVERYTHING = "All"


@dataclass(frozen=True, slots=True)
class Scored:
    """One question's scores (0..1); no fluency where it was not computed."""

    category: str
    accuracy: float
    fluency: float | None = None


@dataclass(frozen=True, slots=True)
class Summary:
    """Means over ``n`` questions (0..1); ``product`` is the mean of fluency times accuracy."""

    n: int
    accuracy: float
    fluency: float | None
    product: float | None


def summarize(questions: Iterable[Scored]) -> dict[str, Summary]:
    """Give the means over all questions, under "All", and over each category that occurs.

    Example: ``summarize([Scored("YesNo", 1.0, 0.5)])["All"].product`` is 0.5.
    """
    groups: dict[str, list[Scored]] = {}
    for question in questions:
        groups.setdefault(EVERYTHING, []).append(question)
        groups.setdefault(question.category, []).append(question)
    return {name: _mean(group) for name, group in groups.items()}


def _mean(group: list[Scored]) -> Summary:
    accuracy = fmean(one.accuracy for one in group)
    fluent = [(one.fluency, one.accuracy) for one in group if one.fluency is not None]
    if len(fluent) < len(group):
        return Summary(len(group), accuracy, None, None)
    fluency = fmean(fluency for fluency, _ in fluent)
    return Summary(len(group), accuracy, fluency, fmean(one * other for one, other in fluent))


# The leaderboard's totals from the batches its server scores.

TEST_QUESTIONS = 7540


@dataclass(frozen=True, slots=True)
class Batch:
    """The means over ``count`` questions."""

    count: int
    fluency: float
    accuracy: float
    product: float
    retrieval: float


@dataclass(frozen=True, slots=True)
class Totals:
    """The leaderboard's columns Retrieval, QA-FL, QA-Acc and QA, to four decimals."""

    retrieval: float
    fluency: float
    accuracy: float
    product: float


def leaderboard_totals(batches: Iterable[Batch], questions: int = TEST_QUESTIONS) -> Totals:
    """Weigh the batches by their counts; a question that is missing counts as zero.

    Example: ``leaderboard_totals([Batch(3770, 1.0, 0.5, 0.5, 0.8)]).accuracy`` is 0.25.
    """
    batches = list(batches)
    return Totals(
        retrieval=round(sum(batch.count * batch.retrieval for batch in batches) / questions, 4),
        fluency=round(sum(batch.count * batch.fluency for batch in batches) / questions, 4),
        accuracy=round(sum(batch.count * batch.accuracy for batch in batches) / questions, 4),
        product=round(sum(batch.count * batch.product for batch in batches) / questions, 4),
    )
