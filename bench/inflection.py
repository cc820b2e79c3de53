"""One and several of a thing, ours beside two libraries: python -m bench.inflection [--errors]

The plurals of 274 nouns that tables, pictures and recipes list, and their singulars back: how many
are wrong, how long loading takes, and a word. The libraries (``pip install inflect lemminflect``)
are not installed with Manyhop. Our lexicon was written with these nouns in view; what it says of
others may be worse, and some of the libraries' forms (cactuses) are other people's habit.
"""

import argparse
import importlib
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from manyhop.english import plural, singular

NOUNS = [
    tuple(line.split("\t"))
    for line in Path(__file__).with_name("inflections.tsv").read_text("utf-8").splitlines()
]
Inflect = Callable[[str], str]
_LOADING = {
    "manyhop": "from manyhop.english import plural; plural('bus')",
    "inflect": "import inflect; inflect.engine().plural_noun('bus')",
    "lemminflect": "from lemminflect import getInflection; getInflection('bus', 'NNS')",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--errors", action="store_true", help="list what is wrong")
    listing = parser.parse_args().errors
    print(f"n = {len(NOUNS)}", end="")
    print(f"{'wrong plurals':>26}{'wrong singulars':>18}{'load, s':>10}{'word again, µs':>16}")
    for name, (several, one) in _inflections().items():
        plurals = [(noun, many, several(noun)) for noun, many in NOUNS]
        singulars = [(many, noun, one(many)) for noun, many in NOUNS]
        wrong = [sum(right != said for _, right, said in pairs) for pairs in (plurals, singulars)]
        print(
            f"{name:19}{wrong[0]:14}{wrong[1]:18}{_load(name):10.2f}{_microseconds(several):16.1f}"
        )
        if listing:
            for word, right, said in plurals + singulars:
                if right != said:
                    print(f"    {word}: {said}, not {right}")


def _inflections() -> dict[str, tuple[Inflect, Inflect]]:
    inflect = importlib.import_module("inflect").engine()
    lemminflect = importlib.import_module("lemminflect")

    def last_word(inflected: Callable[[str], str]) -> Inflect:
        def whole(words: str) -> str:
            before, space, last = words.rpartition(" ")
            return before + space + inflected(last)

        return whole

    return {
        "manyhop": (plural, singular),
        "inflect": (inflect.plural_noun, lambda word: inflect.singular_noun(word) or word),
        "lemminflect": (
            last_word(lambda word: (lemminflect.getInflection(word, "NNS") or [word])[0]),
            last_word(lambda word: (lemminflect.getLemma(word, "NOUN") or [word])[0]),
        ),
    }


def _load(name: str) -> float:
    times = []
    for _ in range(3):
        started = time.perf_counter()
        subprocess.run([sys.executable, "-c", _LOADING[name]], check=True)
        times.append(time.perf_counter() - started)
    return min(times)


def _microseconds(inflect: Inflect) -> float:
    started = time.perf_counter()
    for noun, _ in NOUNS:
        inflect(f"{noun}")
    return (time.perf_counter() - started) / len(NOUNS) * 1e6


if __name__ == "__main__":
    main()
