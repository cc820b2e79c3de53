"""What question types are learnt from: questions with their types and tables, and some without.

`gather` reads the data; the rest only the file that it wrote.
"""

import json
import lzma
import random
import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from training.learning import DEVICE, Packed
from training.type_networks import HOPS, OUTER, LanguageTyper, language_tokenizer

FILE = "questions.json.xz"
FOLDS, LONGEST = 5, 96


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
    with lzma.open(folder / FILE, "wt") as file:
        json.dump({"labelled": labelled, "others": others}, file, ensure_ascii=False)
    size = (folder / FILE).stat().st_size
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
