import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from manyhop.sources import AnySource, Procedure, Step
from manyhop.sources.reading import Skipped, read_file

DATA = Path(__file__).parents[3] / "../shared/data/recipeqa"
needs_data = pytest.mark.skipif(not DATA.exists(), reason="the RecipeQA files are not here")


def question(task: str, *context: dict[str, Any], recipe: str = "mint-tea") -> dict[str, Any]:
    return {
        "recipe_id": recipe,
        "category": "drinks",
        "split": "val",
        "qid": f"{task}-1",
        "task": task,
        "context": list(context),
        "question": ["Boil", "@placeholder"],
        "choice_list": ["Pour", "Bake", "Fry", "Cut"],
        "answer": 0,
    }


def read(path: Path, content: object) -> list[AnySource | Skipped]:
    path.write_text(json.dumps(content))
    return list(read_file(path, path.name))


def test_a_recipe_row_is_a_procedure(tmp_path: Path) -> None:
    row = {
        "recipe_id": "mint-tea",
        "category": "drinks",
        "steps": [
            {"id": 1, "title": "Boil", "body": "Boil water.", "images": ["a.jpg", "b.jpg"]},
            {"id": 2, "title": "", "body": "Pour.", "images": []},
        ],
    }
    assert read(tmp_path / "recipes.jsonl", row) == [
        Procedure(
            id="mint-tea",
            title="Mint tea",
            steps=(Step("Boil", "Boil water.", ("a.jpg", "b.jpg")), Step("", "Pour.")),
            origin="recipes.jsonl",
            meta={"category": "drinks"},
        )
    ]


def test_a_recipe_is_put_together_from_its_questions(tmp_path: Path) -> None:
    untitled = question(
        "textual_cloze",
        {"id": 1, "body": "Boil water.", "images": ["a.jpg"]},
        {"id": 2, "body": "Pour.", "images": ["c.jpg"]},
    )
    unillustrated = question(
        "visual_cloze",
        {"id": 1, "title": "Boil", "body": "Boil water.", "images": []},
        {"id": 2, "title": "Pour", "body": ""},
    )
    other = question("textual_cloze", {"body": "Stir."}, recipe="soup")
    tea, soup = read(tmp_path / "val.json", {"data": [untitled, other, unillustrated]})
    assert isinstance(tea, Procedure)
    assert tea.steps == (
        Step("Boil", "Boil water.", ("a.jpg",)),
        Step("Pour", "Pour.", ("c.jpg",)),
    )
    assert tea.meta == {"category": "drinks", "split": "val"}
    assert isinstance(soup, Procedure)
    assert soup.steps == (Step(text="Stir."),)


def test_a_question_that_cannot_be_read_is_skipped(tmp_path: Path) -> None:
    bad = {**question("textual_cloze"), "context": [{"body": 5}]}
    good = question("textual_cloze", {"body": "Stir."})
    found = read(tmp_path / "val.json", {"data": [bad, good]})
    assert [type(part) for part in found] == [Procedure, Skipped]


@needs_data
def test_the_real_recipes_are_read_whole() -> None:
    path = DATA / "recipes.jsonl.gz"
    rows = [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]
    found = list(read_file(path, path.name))
    steps = {part.id: len(part.steps) for part in found if isinstance(part, Procedure)}
    assert len(found) == len(steps)
    assert steps == {row["recipe_id"]: len(row["steps"]) for row in rows}


@needs_data
def test_the_real_questions_give_one_recipe_each() -> None:
    path = DATA / "val.json.gz"
    asked = json.loads(gzip.decompress(path.read_bytes()))["data"]
    found = list(read_file(path, path.name))
    recipes = {part.id: part for part in found if isinstance(part, Procedure)}
    assert len(found) == len(recipes)
    assert set(recipes) == {row["recipe_id"] for row in asked}
    for row in asked:
        bodies = [step["body"] for step in row["context"]]
        assert len(recipes[row["recipe_id"]].steps) >= len(bodies)
