import random
from pathlib import Path

import msgspec
import pytest
from tests.audit.invented import TITLES, Spoil, fair

from manyhop.answering import Question
from manyhop.audit import Audit, audit
from manyhop.benchmarks import Example, Gold, HybridQA, RecipeQA, open_benchmark
from manyhop.errors import ManyhopError
from manyhop.sources import Cell, Column, Step, Table

DATA = Path(__file__).parents[2] / "../shared/data/recipeqa/val.json.gz"
BENCHMARK = RecipeQA(Path("invented.json"))


def audited(examples: list[Example], *only: str, seed: int = 0) -> Audit:
    return audit(BENCHMARK, examples, only=only, folds=2, seeds=1, seed=seed)


@pytest.mark.extras
def test_a_fair_set_is_reported_clean_nineteen_times_out_of_twenty() -> None:
    verdicts = [audited(fair(120, seed), seed=seed).verdict for seed in range(20)]
    assert verdicts.count("clean") >= 0.95 * len(verdicts)


def replaced(choices: list[str], right: int, text: str) -> tuple[list[str], int]:
    return [text if place == right else each for place, each in enumerate(choices)], right


SPOILT: dict[str, tuple[str, Spoil]] = {
    "length": (
        "the longest",
        lambda n, choices, right: replaced(choices, right, choices[right] + " very carefully"),
    ),
    "position": ("position 2", lambda n, choices, right: (choices, 1 if n % 3 else right)),
    "most-common": (
        "the answer “serve it”",
        lambda n, choices, right: (
            replaced(choices, right, "Serve it") if n % 2 else (choices, right)
        ),
    ),
    "choice-only": (
        "the word “oiled”",
        lambda n, choices, right: replaced(choices, right, f"oiled {choices[right]}"),
    ),
}


@pytest.mark.parametrize("cheater", SPOILT)
def test_each_way_to_cheat_is_found_and_named(cheater: str) -> None:
    clue, spoil = SPOILT[cheater]
    found = audited(fair(240, 0, spoil), cheater).finding(cheater)
    assert found.verdict == "biased"
    assert found.difference.low > 0.1
    assert found.level == 0.25
    assert clue in [each.feature for each in found.clues]
    named = next(each for each in found.clues if each.feature == clue)
    assert named.right.value > 0.5
    assert named.examples
    assert found.sentence.endswith("where chance is 25%: biased")


def test_a_choice_that_stands_in_the_text_is_a_shortcut_and_no_bias() -> None:
    made = []
    for one in fair(240, 1):
        procedure = one.question.candidates[0]
        given = msgspec.structs.replace(procedure, steps=(Step(text=f"Here: {right(one)}."),))
        question = msgspec.structs.replace(one.question, candidates=(given,))
        made.append(msgspec.structs.replace(one, question=question))
    found = audited(made, "overlap", "context-only", "position")
    assert found.finding("overlap").verdict == "shortcut"
    assert found.finding("context-only").verdict == "shortcut"
    assert found.finding("position").verdict == "clean"
    assert found.verdict == "shortcut"


def right(example: Example) -> str:
    assert example.gold is not None
    assert example.gold.choice is not None
    return example.question.choices[example.gold.choice]


def test_the_same_choices_four_times_are_not_told_by_striking_out() -> None:
    chance = random.Random(0)
    made = []
    for one in range(60):
        choices = tuple(chance.sample(TITLES, 4))
        made += [
            Example(
                question=Question(id=f"{one}-{place}", text="", choices=choices),
                gold=Gold(choice=place),
                group=f"{one}-{place}",
            )
            for place in range(4)
        ]
    found = audited(made, "choice-only", "most-common")
    assert found.verdict == "clean"


def yes_no(number: int) -> list[Example]:
    """Who is asked what decides: all questions that begin with "is" are answered by yes."""
    chance = random.Random("yes or no")
    made = []
    for one in range(number):
        opening, answer = (("Is", "yes"), ("Was", "no"), ("Which", f"Lake {one}"))[one % 3]
        rows = tuple(
            (Cell(f"Lake {n}"), Cell(str(chance.randrange(90)))) for n in range(one, one + 3)
        )
        table = Table(title="Lakes", columns=(Column("lake"), Column("depth")), rows=rows)
        made.append(
            Example(
                question=Question(
                    id=str(one), text=f"{opening} number {one} deep?", candidates=(table,)
                ),
                gold=Gold(values=(answer,)),
                group=str(one),
            )
        )
    return made


def test_free_answers_are_guessed_from_the_question_and_from_the_context(tmp_path: Path) -> None:
    (tmp_path / "dev.json").write_text("[]")
    found = audit(HybridQA(tmp_path), yes_no(180), folds=2, seeds=1)
    asked = found.finding("question-only")
    assert asked.verdict == "biased"
    assert asked.level_name == "the most common answer"
    assert asked.score.value > 0.6
    assert "“yes” where the question begins “is number”" in [one.feature for one in asked.clues]
    assert found.finding("most-common").level_name == "any answer"
    assert found.finding("most-common").metric == "hybridqa.f1"
    assert {"context-only", "length", "position", "overlap", "shuffled-context"} <= {
        one.cheater for one in found.findings
    }


def test_pictures_are_seen_by_their_position_alone() -> None:
    spoilt = fair(120, 0, lambda n, choices, right: ([f"cake_{n}_{c}.jpg" for c in "abcd"], right))
    found = audited(spoilt)
    assert [one.cheater for one in found.findings] == ["position"]
    assert "pictures" in found.notes[0]


def test_the_same_seed_gives_the_same_audit() -> None:
    assert audited(fair(80, 0), "choice-only") == audited(fair(80, 0), "choice-only")


def test_what_cannot_be_audited_is_said() -> None:
    with pytest.raises(ManyhopError, match="12 questions with a known answer are too few"):
        audited(fair(12, 0))
    with pytest.raises(ManyhopError, match="none of the cheaters palm-reading"):
        audited(fair(60, 0), "palm-reading")
    with pytest.raises(ManyhopError, match="1 folds"):
        audit(BENCHMARK, fair(60, 0), folds=1)


def test_few_documents_are_too_few_to_tell() -> None:
    same = [msgspec.structs.replace(one, group=str(int(one.group) % 9)) for one in fair(90, 0)]
    assert audited(same, "position").verdict == "too few questions"


@pytest.mark.skipif(not DATA.exists(), reason="the RecipeQA files are not here")
def test_recipeqa_gives_its_answers_away_by_the_choices() -> None:
    benchmark = open_benchmark("recipeqa", DATA)
    examples = [one for one in benchmark.examples() if one.category == "textual_cloze"]
    found = audit(benchmark, examples, only=["choice-only"], folds=3, seeds=1)
    one = found.finding("choice-only")
    assert one.verdict == "biased"
    assert one.score.low > 0.25
    assert one.difference.low > 0
    assert one.clues
    assert one.clues[0].examples
