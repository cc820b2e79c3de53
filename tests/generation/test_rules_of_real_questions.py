"""Every rule on every one of five thousand questions that are built from real tables and pages."""

import gzip
from itertools import islice
from pathlib import Path

import pytest

from manyhop.generation import Benchmark, BuildSettings, make_benchmark
from manyhop.generation._leakage import leaks
from manyhop.generation._validation import failure_of
from manyhop.generation.distractors import faults
from manyhop.generation.splits import Apart, documents_in
from manyhop.sources import AnySource
from manyhop.sources.reading import Skipped, read_file

DATA = Path(__file__).parents[2] / "../shared/data/hybridqa"
TABLES, QUESTIONS = 360, 5000

pytestmark = pytest.mark.extras  # it takes half a minute


def part_of(folder: Path) -> list[AnySource]:
    """The first tables, and the pages that they link to."""
    found: list[AnySource] = []
    for name in ("tables.jsonl", "hybridqa_dev_passages.jsonl"):
        path = folder / name
        with gzip.open(DATA / f"{name}.gz", "rt", encoding="utf-8") as lines:
            path.write_text("".join(islice(lines, TABLES)), encoding="utf-8")
        found += [read for read in read_file(path, name) if not isinstance(read, Skipped)]
    return found


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Benchmark:
    if not DATA.is_dir():
        pytest.skip("needs HybridQA's tables and passages in ../shared/data/hybridqa")
    sources = part_of(tmp_path_factory.mktemp("hybridqa"))
    return make_benchmark(sources, BuildSettings(count=QUESTIONS, seed=2))


def test_there_are_five_thousand_different_questions_in_three_splits(made: Benchmark) -> None:
    assert len({built.id for built in made.questions}) == QUESTIONS
    assert len({built.question for built in made.questions}) == QUESTIONS
    assert {built.split for built in made.questions} == {"train", "dev", "test"}
    assert len({built.type for built in made.questions if "(" in built.type}) > 5


def test_every_context_keeps_the_rules_for_distractors(made: Benchmark) -> None:
    for built in made.questions:
        assert faults(built, made.sources) == [], built.question


def test_no_document_is_in_two_splits(made: Benchmark) -> None:
    check = Apart(documents_in(made.sources))
    for built in made.questions:
        assert check.faults(built) == [], built.question


def test_no_question_says_its_answer(made: Benchmark) -> None:
    for built in made.questions:
        assert leaks(built) == [], built.question


def test_every_answer_is_derived_again(made: Benchmark) -> None:
    for built in made.questions:
        assert failure_of(built, made.sources) is None, built.question
