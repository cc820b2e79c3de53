"""What the text reader learns from and is measured on: questions, the passage that answers each,
and others of the same article or table that don't. Split by document.

Only the files that `training.reading_gathering` wrote are read here.
"""

import re
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from random import Random

from training.row_files import read_rows, write_rows


@dataclass
class Lesson:
    """A question, and by number the passage that answers it (none: -1) and others that don't.

    ``spans`` are the answer's places in the passage; a verdict of yes or no has none.
    """

    question: str
    answers: list[str]
    gold: int
    others: list[int]
    source: str
    split: str
    spans: list[list[int]] = field(default_factory=list)
    verdict: str = ""


@dataclass
class Lessons:
    """Lessons and the texts that their numbers mean."""

    lessons: list[Lesson]
    passages: list[str]
    further: list[str] = field(default_factory=list)  # passages that nothing was asked about

    @classmethod
    def read(cls, folder: Path) -> "Lessons":
        """What `gather` wrote."""
        found = [Lesson(**row) for row in read_rows(folder / "lessons.jsonl.xz")]
        texts = [read_rows(folder / f"{name}.jsonl.xz") for name in ("passages", "further")]
        return cls(found, *texts)

    def of(self, split: str) -> "Lessons":
        """The lessons of one split."""
        kept = [each for each in self.lessons if each.split == split]
        return Lessons(kept, self.passages, self.further)

    def write(self, folder: Path) -> None:
        """Three compressed files."""
        write_rows(folder / "lessons.jsonl.xz", map(asdict, self.lessons))
        write_rows(folder / "passages.jsonl.xz", self.passages)
        write_rows(folder / "further.jsonl.xz", self.further)


def joined(first: Lessons, second: Lessons) -> Lessons:
    """Both, the second's passages counted on from the first's."""
    ahead = len(first.passages)
    moved = [
        replace(
            each,
            gold=each.gold + ahead if each.gold >= 0 else -1,
            others=[other + ahead for other in each.others],
        )
        for each in second.lessons
    ]
    return Lessons([*first.lessons, *moved], [*first.passages, *second.passages])


def cut(lessons: Lessons, longest: int, chance: Random) -> Lessons:
    """The lessons with long first passages cut, at random about the answer, to so many letters."""
    passages, found = list(lessons.passages), []
    for each in lessons.lessons:
        first = each.gold if each.gold >= 0 else each.others[0]
        text = passages[first]
        if len(text) <= longest or each.verdict:
            found.append(each)
            continue
        start, end = chance.choice(each.spans) if each.spans else (0, 0)
        lowest = max(0, end - longest) if each.spans else 0
        highest = min(start, len(text) - longest) if each.spans else len(text) - longest
        at = chance.randint(min(lowest, highest), max(lowest, highest))
        at = text.rfind(" ", 0, at) + 1 if at else 0
        window = text[at : at + longest]
        spans = [[a - at, b - at] for a, b in each.spans if a >= at and b <= at + len(window)]
        passages.append(window)
        gold = len(passages) - 1 if each.gold >= 0 else -1
        others = each.others if each.gold >= 0 else [len(passages) - 1, *each.others[1:]]
        found.append(replace(each, gold=gold, others=others, spans=spans))
    return Lessons(found, passages)


def spans_of(answer: str, passage: str) -> list[list[int]]:
    """Where an answer stands in a passage, as whole words.

    Example: ``spans_of("May", "May? Maybe in May.")`` → ``[[0, 3], [14, 17]]``
    """
    pattern = rf"(?<!\w){re.escape(answer)}(?!\w)"
    return [[found.start(), found.end()] for found in re.finditer(pattern, passage)][:4]
