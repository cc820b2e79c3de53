"""Whether the chances that readers give come true, over ten candidates for each question.

    PYTHONPATH=src:. python -m training.reader_chances texts --split dev --limit 100
    PYTHONPATH=src:. python -m training.reader_chances tables --limit 100

Texts are HybridQA's and OTT-QA's questions that a linked passage answers: that passage, and nine
others of the same table that share most words with the question. ``--given`` tells the reader
whose passage it is, as an earlier hop would. Tables are WikiTableQuestions' dev questions: their
table and nine others alike. A value is right where it is the answer word for word.
"""

import argparse
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from manyhop.models import open_models
from manyhop.models.embedded._source_choice import word_overlap
from manyhop.programs import TableQ, TextQ, Value, accepted, normal_form
from manyhop.readers import Readers
from manyhop.sources import AnySource, Snippet
from training.learning import interval
from training.static_texts import _title, read_json, read_lines, split_of
from training.table_chances import calibration_error
from training.table_lessons import wikitq

CANDIDATES = 10


class Case(NamedTuple):
    """A question, its candidates, its answers, and what an earlier hop would have found."""

    question: str
    sources: Sequence[AnySource]
    answers: Sequence[str]
    given: str = ""


def text_cases(data: Path, split: str, limit: int) -> Iterator[Case]:
    """Questions whose answer stands in one linked passage."""
    linked = {
        each["table_id"]: {url: text for url, text in each["passages"].items() if text.strip()}
        for each in read_lines(data / "hybridqa/hybridqa_dev_passages.jsonl.gz")
    }
    asked = [
        each
        for name in ("dev", "ottqa_dev")
        for each in read_json(data / f"hybridqa/{name}.traced.json.gz")
        if split_of(each["table_id"]) == split
        and [node[3] for node in each["answer-node"]] == ["passage"]
        and each["answer-node"][0][2] in linked.get(each["table_id"], {})
    ]
    for each in random.Random(0).sample(asked, min(limit, len(asked))):
        here, gold = linked[each["table_id"]], each["answer-node"][0][2]
        others = _nearest(each["question"], {u: t for u, t in here.items() if u != gold})
        snippets = [Snippet(title=_title(url), text=here[url]) for url in (gold, *others)]
        yield Case(each["question"], snippets, [each["answer-text"]], _title(gold))


def table_cases(data: Path, limit: int) -> Iterator[Case]:
    """Questions of WikiTableQuestions' dev with other tables of it."""
    lessons = list(wikitq(data, "dev"))
    tables = {lesson.table.id: lesson.table for lesson in lessons}
    for lesson in random.Random(0).sample(lessons, min(limit, len(lessons))):
        drawn = random.Random(lesson.question).sample(sorted(tables.keys() - {lesson.table.id}), 60)
        others = _nearest(lesson.question, {name: tables[name].passage for name in drawn})
        yield Case(
            lesson.question, [lesson.table, *(tables[name] for name in others)], lesson.answers
        )


def _nearest(question: str, texts: dict[str, str]) -> list[str]:
    shares = word_overlap(question, list(texts.values()))
    names = list(texts)
    return [names[place] for place in np.argsort(-shares, kind="stable")[: CANDIDATES - 1]]


def right(values: Sequence[Value], answers: Sequence[str]) -> bool:
    """Whether these are the answers, all of them and no others."""
    return {normal_form(value.text) for value in values} == set(map(normal_form, answers))


def main() -> None:
    """Read and print how often the accepted values are right, and how honest their scores are."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("kind", choices=("texts", "tables"))
    parser.add_argument("--split", default="dev")
    parser.add_argument("--given", action="store_true")
    parser.add_argument("--limit", type=int, default=100)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    options = parser.parse_args()
    texts = options.kind == "texts"
    cases = (
        text_cases(options.data, options.split, options.limit)
        if texts
        else table_cases(options.data, options.limit)
    )
    readers = Readers(open_models())
    leaf = TextQ if texts else TableQ
    truths, chances = [], []
    for case in cases:
        sources = random.Random(0).sample(case.sources, len(case.sources))
        given = [Value(case.given)] if options.given else []
        values = readers.read(leaf(case.question), case.question, sources, given)
        truths.append(float(right(accepted(values), case.answers)))
        chances.append(min((value.score for value in accepted(values)), default=0.0))
    error = 100 * calibration_error(truths, chances, 5)
    print(
        f"RESULT {options.kind} {options.split if texts else 'wikitq dev'}"
        f"{' given' if options.given else ''} | right {interval(truths)}, mean chance "
        f"{100 * np.mean(chances):.1f}, calibration error {error:.1f} (five bins)"
    )


if __name__ == "__main__":
    main()
