"""What every reader makes of the development questions, gathered once to fit the cascade on.

    PYTHONPATH=src:. python -m training.reading_evidence carry/reading evidence.json.xz --jobs 16

For each question and each of its passages: the reranker's score, the share of words in common, the
fast reader's value; for the five likeliest passages also the careful reader's values with their
chances, the reranker's score of each value's sentence, and what the fast reader scores each value.
Minutes on sixteen cores.
"""

import argparse
import json
import lzma
import time
from bisect import bisect_right
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from training.reading_lessons import Lesson, Lessons

CAREFULLY = 5  # passages of a question that the careful reader reads
WORDS_WEIGHT = 15.0  # of the words in common, in choosing these


class Readers(NamedTuple):
    """All that reads, opened once a process."""

    reranker: Any
    careful: Any
    fast: Any


@cache
def readers() -> Readers:
    """The shipped ones."""
    from manyhop.models import CarefulReader, CrossEncoder, SpanReader

    return Readers(CrossEncoder.load(), CarefulReader.load(), SpanReader.load())


def evidence(lesson: Lesson, passages: Sequence[str]) -> dict[str, Any]:
    """One question with all of its passages, the one that answers first."""
    from manyhop.models.embedded._source_choice import word_overlap

    own = [lesson.gold] if lesson.gold >= 0 else []
    numbers = [*own, *lesson.others] if own else lesson.others[:1]
    texts = [passages[number] for number in numbers]
    liked = readers().reranker.score(lesson.question, texts)
    shared = word_overlap(lesson.question, texts)
    order = np.argsort([-one - WORDS_WEIGHT * two for one, two in zip(liked, shared, strict=True)])
    carefully = {numbers[0], *(numbers[place] for place in order[:CAREFULLY])}
    return {
        "question": lesson.question,
        "answers": lesson.answers,
        "source": lesson.source,
        "answerable": lesson.gold >= 0,
        "passages": [
            {"number": number, "liked": float(one), "shared": float(other)}
            | passage_evidence(lesson.question, text, number in carefully)
            for number, text, one, other in zip(numbers, texts, liked, shared, strict=True)
        ],
    }


def passage_evidence(question: str, passage: str, carefully: bool) -> dict[str, Any]:
    """What the three make of one passage."""
    from manyhop.models.embedded._cascade_reader import sentences_of

    reranker, careful, fast = readers()
    (quick,) = fast.read(question, [passage])
    told = {"quick": {"text": quick.text, "score": quick.score, "chance": quick.chance}}
    if not carefully:
        return told
    (found,) = careful.values(question, [passage])
    values = [(each.text, each.start, each.end) for each in found.values]
    values.append((quick.text, quick.start, quick.end))
    starts, sentences = sentences_of(passage)
    judged = reranker.score(question, sentences)
    return told | {
        "chance": found.chance,
        "values": [
            {
                "text": text,
                "said": each.log_chance if each else None,
                "sentence": max(judged) if not end else judged[bisect_right(starts, start) - 1],
                "fast": score,
            }
            for (text, start, end), each, score in zip(
                values,
                [*found.values, None],
                fast.scores(question, passage, values),
                strict=True,
            )
        ],
    }


def _work(folder: Path, number: int) -> dict[str, Any]:
    lessons = _lessons(folder)
    return evidence(lessons.lessons[number], lessons.passages)


@cache
def _lessons(folder: Path) -> Lessons:
    lessons = Lessons.read(folder).of("dev")
    kept = [each for each in lessons.lessons if each.gold >= 0 or each.source == "squad"]
    return Lessons(kept, lessons.passages)


def main() -> None:
    """Gather with several processes and write one compressed file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--every", type=int, default=1, help="take only every so many-th question")
    given = parser.parse_args()
    began = time.time()
    numbers = range(0, len(_lessons(given.folder).lessons), given.every)
    with ProcessPoolExecutor(given.jobs) as pool:
        found = list(pool.map(partial(_work, given.folder), numbers, chunksize=4))
    with lzma.open(given.out, "wt") as file:
        json.dump(found, file, ensure_ascii=False)
    print(f"{len(found)} questions in {time.time() - began:.0f} s")


if __name__ == "__main__":
    main()
