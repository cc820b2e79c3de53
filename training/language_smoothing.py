"""How the columns of the language model's matrices are evened out before they become eight-bit.

A column that meets large numbers is made larger and those numbers smaller, so that both fit
eight bits better. The numbers are watched while the float model reads training paragraphs.
"""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from manyhop.models.embedded._gguf import Floats, GgufFile
from manyhop.models.embedded._language_weights import Arrays, LanguageShape
from manyhop.models.embedded._prompts import reading_prompt
from training.language_reference import FloatModel
from training.squad_split import squad_dev

_DATA = Path(__file__).parents[2] / "shared" / "data"
_PARAGRAPHS = 80  # with half as many the largest numbers are too much a matter of luck
_SHARE = 0.65  # of the difference that the weights take over; 0.5 and 0.8 were worse
_PARTS = {"qkv": ("q", "k", "v"), "o": ("o",), "gate_up": ("gate", "up"), "down": ("down",)}


def smoothing(gguf: GgufFile, adapter: Arrays) -> dict[str, Floats]:
    """The factors of every column, by layer and matrix."""
    model, shape = FloatModel(gguf, adapter), LanguageShape.of(gguf)
    largest = _largest_numbers(model, gguf)
    factors = {}
    for number, layer in enumerate(model.layers):
        for name, parts in _PARTS.items():
            met = largest[f"{number}.{name}"]
            own = np.max([np.abs(layer[part]).max(axis=0) for part in parts], axis=0)
            if name == "o":  # heads that share their values share the factors too
                met, own = (_shared(each, shape) for each in (met, own))
            factor = np.maximum(met, 1e-4) ** _SHARE / np.maximum(own, 1e-4) ** (1 - _SHARE)
            factors[f"{number}.{name}"] = (factor / np.exp(np.log(factor).mean())).astype(
                np.float16
            )
    return factors


def _largest_numbers(model: FloatModel, gguf: GgufFile) -> dict[str, Floats]:
    tokenizer = gguf.tokenizer()
    largest: dict[str, Floats] = {}

    def observe(name: str, numbers: Floats) -> None:
        now = np.abs(numbers[1:]).max(axis=0)  # the first token is an outlier that matters little
        largest[name] = np.maximum(largest.get(name, now), now)

    for prompt in squad_prompts(_DATA, "train", _PARAGRAPHS):
        model.logits(tokenizer.encode(prompt).ids, observe)
    return largest


def squad_prompts(data: Path, split: str, number: int) -> Iterator[str]:
    """Prompts of answerable questions, spread evenly over the articles of a split."""
    with gzip.open(data / "squad" / "cs224n_dev-v2.0.json.gz") as file:
        articles = json.load(file)["data"]
    dev = squad_dev(articles)
    found = [
        reading_prompt(paragraph["qas"][0]["question"], paragraph["context"])
        for article in articles
        if (article["title"] in dev) == (split == "dev")
        for paragraph in article["paragraphs"]
        if paragraph["qas"] and paragraph["qas"][0]["answers"]
    ]
    yield from found[:: max(1, len(found) // number)][:number]


def _shared(numbers: Floats, shape: LanguageShape) -> Floats:
    grouped = numbers.reshape(shape.key_heads, -1, shape.head)
    return np.asarray(grouped.max(axis=1).reshape(-1), np.float32)
