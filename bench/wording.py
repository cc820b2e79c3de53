"""How the wording of built questions compares with MultiModalQA's, which people wrote.

A small language model (SmolLM2-135M-Instruct, no adapter) says how likely each question is, word
for word; so it does of the pseudo-language that the question was made from, and of its words in an
order by chance, as a floor. Names that are rare make any question unlikely, so what the order of
the words brings (the question less its shuffled words) is the fairer figure. As many questions of
each type are drawn from both sets, by a fixed seed. Beside it stand lengths, the normalised edit
distance to the pseudo-language, and slips that rules can see, over all questions.

python -m bench.wording FOLDER ../shared/data/mmqa/MMQA_dev.jsonl.gz --number 300
"""

import argparse
import gzip
import json
import math
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bench.answering_runs import table
from bench.wording_checks import SLIPS, per_thousand
from manyhop.evaluation import Estimate, unpaired_difference
from manyhop.generation.wording import edit_distance
from manyhop.generation.writing import read_questions
from manyhop.models.embedded._language_model import LanguageModel
from manyhop.models.embedded._token_writing import Allowed

PROMPT = "Question:"
TOGETHER = 24  # texts that the model reads side by side
MARKED = "all but TextQ and ImageQ"  # which have no pseudo-language in MultiModalQA
_PLAIN = frozenset(("TextQ", "ImageQ"))
VERSIONS = ("question", "pseudo-language", "shuffled words")


class Worded(NamedTuple):
    """A question, the pseudo-language behind it ("" where there is none), and its table or page."""

    question: str
    pseudo: str
    type: str
    group: str


class Measured(NamedTuple):
    """The mean log-likelihood of a token of each version; None where there is no such version."""

    worded: Worded
    chances: dict[str, float | None]


def built(folder: Path) -> Iterator[Worded]:
    """The questions of a folder that ``manyhop build multihop`` wrote."""
    for each in read_questions(folder):
        yield Worded(each.question, each.pseudo, each.type, f"ours {each.topic}")


def real(file: Path) -> Iterator[Worded]:
    """MultiModalQA's questions; those to one text or picture have no pseudo-language."""
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            known = row["metadata"]
            pseudo = known.get("pseudo_language_question") or ""
            yield Worded(
                row["question"],
                pseudo,
                known["type"],
                f"real {known.get('table_id') or row['qid']}",
            )


def drawn(ours: Sequence[Worded], theirs: Sequence[Worded], number: int) -> list[list[Worded]]:
    """As many of each type from both sets, ``number`` in all or a few less."""
    types = sorted({each.type for each in ours} & {each.type for each in theirs})
    found: list[list[Worded]] = [[], []]
    for type in types:
        both = [[each for each in every if each.type == type] for every in (ours, theirs)]
        size = min(math.ceil(number / len(types)), *map(len, both))
        for place, every in enumerate(both):
            found[place] += random.Random(f"1 {type}").sample(every, size)
    return found


def versions(worded: Worded) -> dict[str, str]:
    """The texts that are measured of one question."""
    words = worded.question.split()
    random.Random(worded.question).shuffle(words)
    return dict(zip(VERSIONS, (worded.question, worded.pseudo, " ".join(words)), strict=True))


def log_chances(model: LanguageModel, texts: Sequence[str]) -> list[float]:
    """The mean log-probability of the tokens of each text, all texts of one batch side by side."""
    told = [model.tokens(f" {text}") for text in texts]
    order = sorted(range(len(told)), key=lambda place: len(told[place]))
    found = [0.0] * len(told)
    for start in range(0, len(order), TOGETHER):
        places = order[start : start + TOGETHER]
        rules = [_only(told[place]) for place in places]
        longest = len(told[places[-1]])
        written = model.generate_all([PROMPT] * len(places), longest, allowed=rules)
        for place, each in zip(places, written, strict=True):
            found[place] = fmean(each.logprobs)
    return found


def _only(told: list[int]) -> Allowed:
    def next_token(so_far: Sequence[int]) -> NDArray[np.intp]:
        return np.array(told[len(so_far) : len(so_far) + 1], np.intp)

    return next_token


def measured(model: LanguageModel, questions: Sequence[Worded]) -> list[Measured]:
    """What the model says of each question in all its versions."""
    texts = [
        (place, name, text)
        for place, each in enumerate(questions)
        for name, text in versions(each).items()
        if text
    ]
    chances = log_chances(model, [text for _, _, text in texts])
    found: list[dict[str, float | None]] = [dict.fromkeys(VERSIONS) for _ in questions]
    for (place, name, _), chance in zip(texts, chances, strict=True):
        found[place][name] = chance
    return [Measured(*pair) for pair in zip(questions, found, strict=True)]


def gap(ours: Sequence[Measured], theirs: Sequence[Measured], version: str) -> Estimate | None:
    """Ours less theirs, with the interval over tables; ``order`` is question less shuffled."""
    pairs = [(each, first) for every, first in ((ours, True), (theirs, False)) for each in every]
    kept = [
        (value, first, each.worded.group)
        for each, first in pairs
        if (value := value_of(each, version)) is not None
    ]
    values, first, groups = zip(*kept, strict=True)
    return unpaired_difference(values, first, groups)


def value_of(each: Measured, version: str) -> float | None:
    """A version's mean log-likelihood, or what the order of the words brings."""
    if version != "order":
        return each.chances[version]
    question, shuffled = each.chances["question"], each.chances["shuffled words"]
    return None if question is None or shuffled is None else question - shuffled


def mean_of(every: Sequence[Measured], version: str) -> float:
    """The mean over all questions that have the version."""
    values = [value for each in every if (value := value_of(each, version)) is not None]
    return fmean(values) if values else math.nan


def likelihoods(ours: Sequence[Measured], theirs: Sequence[Measured]) -> str:
    """Every version of both sets, and the gap between them."""
    rows = []
    for version in (*VERSIONS, "order"):
        one, other = mean_of(ours, version), mean_of(theirs, version)
        perplexities = [f"{math.exp(-value):,.0f}" for value in (one, other)]
        if version == "order":
            perplexities = ["–", "–"]
        apart = _said(gap(ours, theirs, version))
        rows.append([version, f"{one:.2f}", f"{other:.2f}", *perplexities, apart])
    heads = ("text", "ours", "MMQA", "perplexity, ours", "perplexity, MMQA", "ours less MMQA")
    return table(f"Mean log-likelihood of a token, n = {len(ours)} and {len(theirs)}", heads, rows)


def by_type(ours: Sequence[Measured], theirs: Sequence[Measured]) -> str:
    """The same type by type, for the question and for the order of its words."""
    rows = []
    for type in sorted({each.worded.type for each in ours}):
        both = [[each for each in every if each.worded.type == type] for every in (ours, theirs)]
        cells = [
            f"{mean_of(every, version):.2f}" for version in ("question", "order") for every in both
        ]
        rows.append([type, str(len(both[0])), *cells, _said(gap(both[0], both[1], "order"))])
    heads = ("type", "n", "ours", "MMQA", "order, ours", "order, MMQA", "order, ours less MMQA")
    return table("Log-likelihood by type", heads, rows)


def wordings(ours: Sequence[Worded], theirs: Sequence[Worded]) -> str:
    """Lengths and distances by type, over all questions."""
    rows = []
    for type in ["all", MARKED, *sorted({each.type for each in ours})]:
        both = [
            [
                each
                for each in every
                if type in ("all", each.type) or (type == MARKED and each.type not in _PLAIN)
            ]
            for every in (ours, theirs)
        ]
        cells = [f"{len(every):,}" for every in both]
        cells += [_mean([len(each.question.split()) for each in every]) for every in both]
        cells += [
            _mean(
                [edit_distance(each.question, each.pseudo) for each in every[:3000] if each.pseudo]
            )
            for every in both
        ]
        rows.append([type, *cells])
    figures = ("n", "words", "distance")
    heads = ("type", *(f"{figure}, {whose}" for figure in figures for whose in ("ours", "MMQA")))
    return table("Length, and edit distance to the pseudo-language", heads, rows)


def checks(ours: Sequence[Worded], theirs: Sequence[Worded]) -> str:
    """Slips in a thousand questions."""
    counted = [per_thousand(each.question for each in every) for every in (ours, theirs)]
    rows = [[name, *(f"{every[name]:.1f}" for every in counted)] for name in (*SLIPS, "any")]
    return table("Slips in 1,000 questions", ("slip", "ours", "MMQA"), rows)


def _mean(values: Sequence[float]) -> str:
    return f"{fmean(values):.2f}" if values else "–"


def _said(found: Estimate | None) -> str:
    return f"{found.value:+.2f} ({found.low:+.2f} to {found.high:+.2f})" if found else "–"


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("mmqa", type=Path)
    parser.add_argument("--number", type=int, default=300)
    arguments = parser.parse_args()
    ours, theirs = list(built(arguments.folder)), list(real(arguments.mmqa))
    print(wordings(ours, theirs), checks(ours, theirs), sep="\n\n", end="\n\n", flush=True)
    if not arguments.number:
        return
    model = LanguageModel.load(adapter=None)
    samples = [measured(model, every) for every in drawn(ours, theirs, arguments.number)]
    print(likelihoods(*samples), by_type(*samples), sep="\n\n")


if __name__ == "__main__":
    main()
