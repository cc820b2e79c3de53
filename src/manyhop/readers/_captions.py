"""What a caption says for or against a picture's showing something."""

import re
from collections.abc import Sequence

from manyhop.readers._naming import folded
from manyhop.sources import Image

FOR, AGAINST = 6.0, -2.5  # log odds where a caption tells all that is wanted, or nothing of it
DESCRIPTION = 5  # words beyond the title, from which on a caption tells what there is to see
LOOSE = 2  # times the words' own number: so far apart they may stand and still belong together

_FILLING = re.compile(
    r"an?|the|and|or|of|in|on|at|to|with|by|for|from|its?|their|his|her|is|are|was|were|be|one"
    r"|some|any|this|that|these|those|there|picture|image|photo|shown|seen|above|below|behind"
    r"|under|over|beside|near|front|background"
)


def told_by_caption(wanted: str, image: Image) -> float:
    """Log odds from the wanted words in the caption and in the picture's own writing.

    Words count only if they stand together: "two grey towers and a red boat" tells nothing of
    "two red towers". A picture without a description speaks neither for nor against anything.
    Example: ``told_by_caption("a balloon", Image(caption="A balloon above the bridge"))`` → 6
    """
    asked = list(dict.fromkeys(_content(wanted)))
    words = [_root(word) for word in folded(f"{image.caption} {image.text}").split()]
    share = _together(asked, words)
    beyond = len(folded(image.caption).split()) - len(folded(image.title).split())
    against = AGAINST if beyond >= DESCRIPTION else 0.0
    return against + (FOR - against) * share


def _content(text: str) -> list[str]:
    return [_root(word) for word in folded(text).split() if not _FILLING.fullmatch(word)]


def _root(word: str) -> str:
    """A word without its plural's s: captions say "a tower" and "two towers"."""
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def _together(asked: Sequence[str], words: Sequence[str]) -> float:
    """The share of the asked words that stand in one stretch, less where it is a long one."""
    if not asked:
        return 0.0
    best = 0.0
    for start, first in enumerate(words):
        if first not in asked:
            continue
        met: set[str] = set()
        for place in range(start, len(words)):
            if words[place] in asked and words[place] not in met:
                met.add(words[place])
                stretch = place - start + 1
                close = min(1.0, LOOSE * len(met) / stretch)
                best = max(best, close * len(met) / len(asked))
    return best
