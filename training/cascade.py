"""Fits the cascade reader's few numbers to what `reading_evidence` gathered.

    PYTHONPATH=src:. python -m training.cascade evidence.json.xz

Every number is chosen from a grid by the mean F1 over single and over ten passages. Figures are
printed for numbers chosen on the same articles and, more honestly, on the other articles.
"""

import argparse
import json
import lzma
import math
from collections.abc import Iterable, Sequence
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from training.learning import interval
from training.reading_dev import best_f1, exact, fit_chance

READ = 3  # passages that the careful reader reads at most
NEAR = 4.0  # and only where the fast reader does not score them so much below the best of them
Asked = dict[str, Any]


class Numbers(NamedTuple):
    """The weights of the cascade: see `_cascade_reader`."""

    words: float = 15.0
    sentence: float = 0.4
    fast_value: float = 0.0
    choice: float = 0.3
    fast_passage: float = 0.0


GRID = [
    Numbers(words, sentence, fast_value, choice, fast_passage)
    for words, sentence, fast_value, choice, fast_passage in product(
        (5, 10, 15, 25), (0, 0.2, 0.4, 0.6), (0, 0.1, 0.2, 0.3, 0.5), (0.1, 0.2, 0.3, 0.5),
        (0, 0.1, 0.2, 0.4),
    )
]  # fmt: skip


def log_odds(chance: float, surest: float = 9.0) -> float:
    """As the cascade cuts them."""
    least = 1 / (1 + math.exp(surest))
    kept = min(max(chance, least), 1 - least)
    return math.log(kept / (1 - kept))


def value_of(passage: Asked, numbers: Numbers) -> str:
    """The value that is chosen in a passage that was read."""
    told = [each for each in passage["values"] if each["said"] is not None]
    if not told:
        return ""
    best = max(
        told,
        key=lambda each: (
            each["said"]
            + numbers.sentence * each["sentence"]
            + numbers.fast_value * max(each["fast"], -20.0)
        ),
    )
    return str(best["text"])


def chosen(asked: Asked, numbers: Numbers) -> tuple[int, str]:
    """The passage that is chosen of all, and its value."""
    rows = asked["passages"]
    liked = [each["liked"] + numbers.words * each["shared"] for each in rows]
    order = sorted(range(len(rows)), key=lambda place: -liked[place])
    read = [place for place in order if "values" in rows[place]][:READ]
    quickest = max(rows[place]["quick"]["score"] for place in read)
    read = [
        place
        for place in read
        if place == read[0] or rows[place]["quick"]["score"] >= quickest - NEAR
    ]

    def score(place: int) -> float:
        quick: float = rows[place]["quick"]["score"]
        careful = log_odds(rows[place]["chance"])
        return float(careful + numbers.choice * liked[place] + numbers.fast_passage * quick)

    best = max(read, key=score)
    return best, value_of(rows[best], numbers)


class Figures(NamedTuple):
    """Scores of each question."""

    one: list[float]
    exact: list[float]
    ten: list[float]
    right: list[float]

    @property
    def mean(self) -> float:
        """What numbers are chosen by."""
        return float(np.mean(self.one) + np.mean(self.ten)) / 2


def measured(questions: Iterable[Asked], numbers: Numbers) -> Figures:
    """Over the passage that answers, and over all."""
    found = Figures([], [], [], [])
    for asked in questions:
        if "values" in asked["passages"][0]:
            text = value_of(asked["passages"][0], numbers)
            found.one.append(best_f1(text, asked["answers"]))
            found.exact.append(float(exact(text, asked["answers"])))
        place, text = chosen(asked, numbers)
        found.ten.append(best_f1(text, asked["answers"]))
        found.right.append(float(place == 0))
    return found


def articles(questions: Sequence[Asked]) -> list[list[Asked]]:
    """Questions that share a passage belong together."""
    groups: list[tuple[set[int], list[Asked]]] = []
    for asked in questions:
        numbers = {each["number"] for each in asked["passages"]}
        mine = [group for group in groups if group[0] & numbers]
        together = (set().union(numbers, *(g[0] for g in mine)), [asked])
        for group in mine:
            together[1].extend(group[1])
            groups.remove(group)
        groups.append(together)
    return [group for _, group in groups]


def fitted(questions: Sequence[Asked]) -> Numbers:
    """The best numbers of the grid, one after the other, twice round."""
    best = Numbers()
    for _ in range(2):
        for place in range(len(best)):
            options = sorted({each[place] for each in GRID})
            tried = [best._replace(**{Numbers._fields[place]: each}) for each in options]
            best = max(tried, key=lambda numbers: measured(questions, numbers).mean)
    return best


def show(name: str, figures: Figures) -> None:
    """One line a figure."""
    for title, values in zip(("F1", "EM", "ten F1", "right one"), figures, strict=True):
        print(f"RESULT {name}: {title} {interval(values)}")


def chances(questions: Sequence[Asked], weight: float) -> tuple[list[float], float, float]:
    """Whether each was rightly called answerable; slope and offset fitted on all of them."""
    rows = [asked["passages"][0] for asked in questions if "values" in asked["passages"][0]]
    there = np.array([a["answerable"] for a in questions if "values" in a["passages"][0]])
    scores = np.array([log_odds(row["chance"]) + weight * row["quick"]["score"] for row in rows])
    right = np.zeros(len(scores))
    for half in (0, 1):
        mine = np.arange(len(scores)) % 2 == half
        slope, offset = fit_chance(scores[~mine], there[~mine])
        right[mine] = (slope * scores[mine] + offset > 0) == there[mine]
    return right.tolist(), *fit_chance(scores, there)


def main() -> None:
    """Print the numbers and how good they are."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("evidence", type=Path)
    given = parser.parse_args()
    with lzma.open(given.evidence, "rt") as file:
        everything: list[Asked] = json.load(file)
    squad = [each for each in everything if each["source"] == "squad"]
    answered = [each for each in squad if each["answerable"]]
    others = [each for each in everything if each["source"] != "squad"]
    groups = articles(answered)
    print(f"{len(answered)} questions of {len(groups)} articles, {len(others)} others")
    show("as it was", measured(answered, Numbers()))
    show("no fast reader, no sentences", measured(answered, Numbers(sentence=0)))
    across = Figures([], [], [], [])
    for number, group in enumerate(groups):
        rest = [each for other in groups if other is not group for each in other]
        numbers = fitted(rest)
        print(f"article {number}: {len(group)} questions, {numbers}")
        for kept, new in zip(across, measured(group, numbers), strict=True):
            kept.extend(new)
    show("chosen on the other articles", across)
    final = fitted(answered)
    print(f"NUMBERS {final}")
    show("chosen on the same articles", measured(answered, final))
    show("HybridQA", measured(others, final))
    quick = [best_f1(each["passages"][0]["quick"]["text"], each["answers"]) for each in answered]
    print(f"RESULT fast alone: F1 {interval(quick)}")
    for weight in (0.0, 0.1, 0.2, 0.4, 0.8):
        right, slope, offset = chances(squad, weight)
        print(f"RESULT answerable, fast {weight}: {interval(right)} {slope=:.3f} {offset=:.3f}")


if __name__ == "__main__":
    main()
