"""What is printed about a data set is what stands in it."""

import json
from pathlib import Path

import pytest

from manyhop.audit.description import (
    answer_tail,
    counts,
    describe,
    lengths,
    openings,
    overlap,
    people,
)
from manyhop.benchmarks import AOKVQA, Example
from manyhop.report import Figures, write_page


@pytest.fixture
def benchmark(tmp_path: Path) -> AOKVQA:
    asked = ["What color is it?", "What color is she?", "What is this?", "Who is he?"]
    records = [
        {
            "split": "val" if number < 3 else "train",
            "image_id": number // 2,
            "question_id": f"q{number}",
            "question": question,
            "choices": ["red", "blue", "a boat", "sailor"],
            "correct_choice_idx": min(number, 2),
            "direct_answers": ["red", "red", "red", "red", "blue"],
            "difficult_direct_answer": number == 3,
        }
        for number, question in enumerate(asked)
    ]
    path = tmp_path / "some.json"
    path.write_text(json.dumps(records))
    return AOKVQA(path)


@pytest.fixture
def examples(benchmark: AOKVQA) -> list[Example]:
    return list(benchmark.examples())


def value(figures: Figures, row: str, column: str) -> float:
    found = figures.cell(row, column)
    assert found is not None
    return found.value


def test_questions_are_counted_by_split_and_by_what_they_come_with(
    benchmark: AOKVQA, examples: list[Example]
) -> None:
    found = {figures.name: figures for figures in counts(benchmark, examples)}
    assert value(found["by-split"], "val", "questions") == 3
    assert value(found["by-difficult"], "yes", "share") == 0.25
    assert value(found["given"], "choices", "mean") == 4
    assert "about 2 tables, images" in found["given"].caption


def test_words_are_counted_and_so_are_different_ones(examples: list[Example]) -> None:
    found = lengths(examples)
    assert value(found, "questions", "mean") == 3.5
    assert value(found, "questions", "unique words") == 8
    assert value(found, "answers", "different texts") == 3


def test_openings_are_a_tree_in_which_every_path_follows_what_it_begins_with(
    examples: list[Example],
) -> None:
    found = openings(examples)
    assert [row.label for row in found.rows] == ["what", "what › color", "what › color › is"]
    assert value(found, "what", "share") == 0.75


def test_the_commonest_answers_cover_so_many_questions(examples: list[Example]) -> None:
    found = answer_tail(examples)
    assert value(found, "questions covered", "1") == 0.5
    assert "3 different first answers; 2 of them once" in found.caption


def test_people_are_judged_by_each_other(benchmark: AOKVQA, examples: list[Example]) -> None:
    found = people(benchmark, examples[:1])
    assert found is not None
    # Four say red, which three others say as well; one says blue, which nobody else does.
    assert value(found, "people", "aokvqa.direct_answer") == pytest.approx(4 / 5)


def test_two_sets_share_what_both_have(examples: list[Example]) -> None:
    found = overlap(examples, examples[:1])
    assert value(found, "question ids", "shared") == 1
    assert value(found, "first answers", "share of different ones") == pytest.approx(1 / 3)
    assert value(found, "questions' words", "share of occurrences") == pytest.approx(9 / 14)


def test_the_page_is_written_with_a_csv_for_each_table(
    benchmark: AOKVQA, examples: list[Example], tmp_path: Path
) -> None:
    page = describe(benchmark, examples, examples)
    written = write_page(page, tmp_path / "out", "description")
    assert (tmp_path / "out" / "description.html").read_text().count("<figure>") == len(
        page.parts[0].figures
    )
    assert len([path for path in written if path.suffix == ".csv"]) == len(page.parts[0].figures)
    assert "what 75.0" in (tmp_path / "out" / "description.html").read_text()
