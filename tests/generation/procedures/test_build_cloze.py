import io
import tarfile
from pathlib import Path
from typing import Any

import msgspec
import pytest
from invented import invented  # type: ignore[import-not-found]
from PIL import Image as Pillow

from manyhop.benchmarks import RecipeQA
from manyhop.errors import ManyhopError
from manyhop.generation.procedures import (
    SPLITS,
    TASKS,
    ClozeItem,
    ClozeSet,
    ClozeSettings,
    build_cloze,
    card,
    cloze_facts,
    gather_procedures,
    write_cloze,
)
from manyhop.generation.procedures._titles import same_words, titled_steps
from manyhop.sources import Image, Procedure, Step

DATA = Path(__file__).parents[3] / "../shared/data"
needs_data = pytest.mark.skipif(not DATA.exists(), reason="shared/data is not beside the project")


def every(made: ClozeSet) -> list[ClozeItem]:
    return [item for split in SPLITS for item in made.items[split]]


def check(made: ClozeSet, procedures: list[Procedure]) -> None:
    """What holds for every question of every built set."""
    known = {procedure.id: procedure for procedure in procedures}
    split_of: dict[str, str] = {}
    for item in every(made):
        steps = titled_steps(known[item.recipe_id], made.settings)
        titles = {same_words(step.title) for step in steps}
        own = {name for step in steps for name in step.images}
        shown = list(item.question)
        assert split_of.setdefault(item.recipe_id, item.split) == item.split
        assert len(item.choice_list) == 4
        assert len(set(item.choice_list)) == 4
        right, choices = item.choice_list[item.answer], list(item.choice_list)
        wrong = [choice for choice in choices if choice != right]
        if item.task == "visual_ordering":
            order = [next(n for n, s in enumerate(steps) if name in s.images) for name in right]
            assert order == sorted(order)
            assert all(sorted(choice) == sorted(right) for choice in wrong)
        elif item.task == "visual_coherence":
            assert shown == choices
            assert right not in own
            assert set(wrong) <= own
        else:
            filled = [right if part == "@placeholder" else part for part in shown]
            assert shown.count("@placeholder") == 1
            assert len(filled) == 4
            if item.task == "textual_cloze":
                places = [[s.title for s in steps].index(str(title)) for title in filled]
                assert not {same_words(str(choice)) for choice in wrong} & titles
                assert all(isinstance(step.title, msgspec.UnsetType) for step in item.context)
            else:
                places = [next(n for n, s in enumerate(steps) if f in s.images) for f in filled]
                assert not set(wrong) & own
                assert not any(step.images for step in item.context)
            assert places == sorted(places)


@pytest.mark.parametrize("remedy", ["none", "budget", "exchange"])
def test_every_question_of_every_task_keeps_the_rules(remedy: str) -> None:
    procedures = invented(80)
    settings = ClozeSettings(questions_per_procedure=3).changed([f"remedy={remedy}"])
    made = build_cloze(procedures, settings=settings)
    check(made, procedures)
    assert {item.task for item in every(made)} == set(TASKS)
    assert len(every(made)) > 80 * 3 * 4 * 0.8
    assert "no pixels" in " ".join(made.notes)


@needs_data
@pytest.mark.parametrize("remedy", ["none", "exchange"])
def test_real_recipes_and_manuals_keep_the_rules_too(remedy: str, tmp_path: Path) -> None:
    with tarfile.open(DATA / "procedural/myfixit.tar.gz") as archive:
        archive.extract("myfixit/Vehicle.jsonl", tmp_path, filter="data")
    recipes = gather_procedures([DATA / "recipeqa/recipes.jsonl.gz"]).procedures[:200]
    manuals = gather_procedures([tmp_path]).procedures
    for procedures in (recipes, manuals):
        settings = ClozeSettings().changed([f"remedy={remedy}"])
        made = build_cloze(procedures, tasks=["textual_cloze", "visual_cloze"], settings=settings)
        check(made, procedures)
        assert len(every(made)) > 200


def test_the_same_questions_are_asked_with_and_without_a_remedy() -> None:
    procedures = invented(60)
    plain = {item.qid: item for item in every(build_cloze(procedures, tasks=["textual_cloze"]))}
    settings = ClozeSettings(remedy="exchange")
    after = every(build_cloze(procedures, tasks=["textual_cloze"], settings=settings))
    assert len(after) > 80
    for item in after:
        assert item.question == plain[item.qid].question
        assert item.split == plain[item.qid].split
        before = plain[item.qid]
        assert item.choice_list[item.answer] == before.choice_list[before.answer]


def test_remedies_leave_short_procedures_and_other_splits_alone() -> None:
    procedures = [*invented(60), *(p.with_changes(id=f"s{p.id}") for p in invented(30, 5, seed=1))]
    settings = ClozeSettings(remedy="budget", remedied=("train",))
    made = build_cloze(procedures, tasks=["textual_cloze"], settings=settings)
    plain = build_cloze(procedures, tasks=["textual_cloze"])
    assert made.items["test"] == plain.items["test"]
    assert {len(item.context) for item in made.items["train"]} == {8}
    assert {len(item.context) for item in plain.items["train"]} == {5, 8}


def test_the_same_seed_gives_the_same_set_whatever_comes_after() -> None:
    procedures = invented(40)
    assert build_cloze(procedures, seed=3) == build_cloze(procedures, seed=3)
    assert build_cloze(procedures, seed=3).items != build_cloze(procedures, seed=4).items
    assert build_cloze(procedures, limit=10).procedures == 10


@pytest.mark.parametrize(
    "change",
    [
        "contiguous=true",
        "encoder=word2vec",
        "encoder=word2vec,pooling=max",
        "distance=cosine",
        "neighbours=30",
        "pool=split",
        "pool_counts=occurrences",
        "too_far=1.2",
        "own_titles=allow",
        "remedy=budget,budget_over=all",
        "remedy=budget,pool=split",
        "remedy=budget,cluster_neighbours=200,clusters=10",
    ],
)
def test_every_reading_of_the_paper_makes_whole_questions(change: str) -> None:
    settings = ClozeSettings(word2vec_epochs=1).changed(change.split(","))
    made = build_cloze(invented(60), tasks=["textual_cloze"], settings=settings)
    assert len(every(made)) > 60
    for item in every(made):
        assert len(set(item.choice_list)) == 4
    if settings.contiguous:
        for item in every(made):
            steps = [int(part) for part in item.qid.split("-")[3:7]]
            assert steps == list(range(steps[0], steps[0] + 4))


def test_pictures_with_pixels_are_compared_by_them() -> None:
    procedures, images = invented(4, steps=4), {}
    for number, name in enumerate(n for p in procedures for s in p.steps for n in s.images):
        data = io.BytesIO()
        Pillow.new("RGB", (32, 32), (number * 7 % 256, number * 31 % 256, 90)).save(data, "PNG")
        images[name] = Image(id=name, data=data.getvalue())
    made = build_cloze(procedures, tasks=["visual_cloze"], images=images)
    check(made, procedures)
    assert made.notes == ("pictures are compared by their pixels",)
    with pytest.raises(ManyhopError, match="32 of 32 pictures have no pixels"):
        build_cloze(
            procedures, tasks=["visual_cloze"], settings=ClozeSettings(image_vectors="pixels")
        )


def test_written_files_are_recipeqa_s(tmp_path: Path) -> None:
    made = build_cloze(invented(40))
    facts = write_cloze(made, tmp_path / "set")
    assert {path.name for path in (tmp_path / "set").iterdir()} == {
        "train.json",
        "val.json",
        "test.json",
        "card.md",
        "facts.json",
        ".manyhop-wrote",
    }
    for split in SPLITS:
        examples = list(RecipeQA(tmp_path / "set" / f"{split}.json").examples())
        assert [one.question.id for one in examples] == [item.qid for item in made.items[split]]
        for example, item in zip(examples, made.items[split], strict=True):
            assert example.gold is not None
            assert example.gold.choice == item.answer
            assert example.category == item.task
    assert sum(facts.questions["train"].values()) == len(made.items["train"])
    assert (tmp_path / "set" / "card.md").read_text() == card(cloze_facts(made))
    with pytest.raises(ManyhopError, match="not empty"):
        write_cloze(made, tmp_path / "set")


def test_what_cannot_be_asked_about_is_said() -> None:
    with pytest.raises(ManyhopError, match="there is no procedure to ask about"):
        build_cloze([])
    short = [Procedure(id=str(n), steps=(Step("Cut", "Cut it."),) * 2) for n in range(3)]
    with pytest.raises(ManyhopError, match="3 with fewer than 3 or more than 25 steps"):
        build_cloze(short)
    with pytest.raises(ManyhopError, match="makes a question of textual_cloze"):
        build_cloze(invented(1), tasks=["textual_cloze"])


@pytest.mark.parametrize(
    ("pair", "reason"),
    [
        ("neighbors=3", "there is no setting 'neighbors=3'"),
        ("neighbours", "there is no setting 'neighbours'"),
        ("neighbours=many", "not as it should be"),
        ("neighbours=0", "give at least 1"),
        ("remedy=magic", "not as it should be"),
        ("train_share=1.5", "leave no split to test on"),
    ],
)
def test_a_wrong_setting_is_named(pair: str, reason: str) -> None:
    with pytest.raises(ManyhopError, match=reason):
        ClozeSettings().changed([pair])


def test_settings_are_read_from_words() -> None:
    changed: Any = ClozeSettings().changed(
        ["budget=7", "too_far=none", "english=false", "remedied=train, val", "least-steps=5"]
    )
    assert (changed.budget, changed.too_far, changed.english) == (7, None, False)
    assert (changed.remedied, changed.least_steps) == (("train", "val"), 5)
