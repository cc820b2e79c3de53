"""How SQuAD is split for all that learn from it: by whole articles."""

import random
from collections.abc import Sequence
from typing import Any


def squad_dev(articles: Sequence[dict[str, Any]]) -> set[str]:
    """The titles of the articles that are never learnt from: a fifth of the questions."""
    sizes = {each["title"]: sum(len(p["qas"]) for p in each["paragraphs"]) for each in articles}
    titles = list(sizes)
    random.Random(0).shuffle(titles)
    dev: set[str] = set()
    for title in titles:
        if sum(sizes[each] for each in dev) < 0.2 * sum(sizes.values()):
            dev.add(title)
    return dev
