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
from manyhop.models.embedded._language_float import PARTS, Arrays, even_factors, largest
from manyhop.models.embedded._language_shape import LanguageShape
from manyhop.models.embedded._prompts import reading_prompt
from training.language_reference import FloatModel
from training.squad_split import squad_dev

_DATA = Path(__file__).parents[2] / "shared" / "data"
_PARAGRAPHS = 80  # with half as many the largest numbers are too much a matter of luck


def smoothing(gguf: GgufFile, adapter: Arrays) -> dict[str, Floats]:
    """The factors of every column, by layer and matrix."""
    model, shape = FloatModel(gguf, adapter), LanguageShape.of(gguf)
    largest_met = _largest_numbers(model, gguf)
    return {
        f"{number}.{name}": factor.astype(np.float16)
        for number, layer in enumerate(model.layers)
        for name, factor in even_factors(
            layer, {part: largest_met[f"{number}.{part}"] for part in PARTS}, shape
        ).items()
    }


def _largest_numbers(model: FloatModel, gguf: GgufFile) -> dict[str, Floats]:
    tokenizer = gguf.tokenizer()
    most: dict[str, Floats] = {}

    def observe(name: str, numbers: Floats) -> None:
        now = largest(numbers)
        most[name] = np.maximum(most.get(name, now), now)

    for prompt in squad_prompts(_DATA, "train", _PARAGRAPHS):
        model.logits(tokenizer.encode(prompt).ids, observe)
    return most


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
