"""Readers of procedures are fitted on official files, and answer them."""

import json
import random
from pathlib import Path

import pytest

from manyhop.benchmarks import RecipeQA
from manyhop.errors import ManyhopError
from manyhop.learning import Options, System, open_trained, train

pytestmark = pytest.mark.extras
pytest.importorskip("torch")

NAMES = ["Peel", "Chop", "Boil", "Drain", "Mash", "Serve", "Freeze", "Toast", "Grind"]


def write(path: Path, number: int, seed: int) -> Path:
    """Six steps whose bodies have their titles' word; wrong titles are of no step."""
    chance = random.Random(seed)
    data = []
    for row in range(number):
        names = chance.sample(NAMES, 9)
        mine, others = names[:6], names[6:]
        places = sorted(chance.sample(range(6), 4))
        hole, answer = chance.randrange(4), chance.randrange(4)
        shown = [mine[place] for place in places]
        choices = [*others[:answer], shown[hole], *others[answer:]]
        shown[hole] = "@placeholder"
        data.append(
            {
                "recipe_id": f"{path.stem}-{row}",
                "split": path.stem,
                "task": "textual_cloze",
                "qid": f"{path.stem}-{row}",
                "context": [
                    {"id": place, "body": f"Now {name.lower()} it.", "images": [], "videos": []}
                    for place, name in enumerate(mine, start=1)
                ],
                "question_text": "Choose the best title",
                "question": shown,
                "choice_list": choices,
                "answer": answer,
            }
        )
    path.write_text(json.dumps({"data": data}))
    return path


@pytest.mark.parametrize(
    ("system", "least"),
    [
        ("order-reader", 0.9),
        ("impatient-reader", 0.0),
        ("hasty-student", 0.0),
        ("choice-only", 0.0),
    ],
)
def test_a_reader_learns_from_an_official_file(
    tmp_path: Path, system: System, least: float
) -> None:
    learnt = RecipeQA(write(tmp_path / "train.json", 60, 1))
    dev = RecipeQA(write(tmp_path / "val.json", 40, 2))
    options = Options(epochs=3, hidden=8, batch=16, rate=0.01)
    card = train(system, learnt, dev, tmp_path / system, options)
    assert card.figures["recipeqa.accuracy"] >= least

    answerer = open_trained(tmp_path / system)
    scores = [dev.score(one, answerer.answer(one.question)) for one in dev.examples()]
    mean = sum(score["recipeqa.accuracy"] for score in scores) / len(scores)
    assert mean == pytest.approx(card.figures["recipeqa.accuracy"])  # alone as in batches


def test_another_task_is_refused_in_a_sentence(tmp_path: Path) -> None:
    learnt = RecipeQA(write(tmp_path / "train.json", 20, 1))
    other = json.loads((tmp_path / "train.json").read_text())
    other["data"] = [{**one, "task": "visual_cloze"} for one in other["data"]]
    (tmp_path / "pictures.json").write_text(json.dumps(other))
    with pytest.raises(ManyhopError, match="choice-only can use no question of dev"):
        train(
            "choice-only", learnt, RecipeQA(tmp_path / "pictures.json"), tmp_path / "out", Options()
        )
