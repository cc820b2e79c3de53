"""The systems for photographs learn what they see, and nothing else."""

from pathlib import Path

import msgspec
import pytest
from tests.learning.photographs import opened, photographs

from manyhop.benchmarks import AOKVQA
from manyhop.learning import Options, System, open_trained, train

pytestmark = pytest.mark.extras
pytest.importorskip("torch")

TINY = Options(texts="tiny", pictures="tiny", epochs=60, patience=60, hidden=16)


@pytest.mark.parametrize("system", ["heads", "contrastive"])
def test_a_fitted_system_sees_what_the_photograph_shows(tmp_path: Path, system: System) -> None:
    learnt, dev = opened(tmp_path)
    card = train(system, learnt, dev, tmp_path / "both", TINY)
    assert card.figures["aokvqa.multiple_choice"] == 1

    blind = msgspec.structs.replace(TINY, reads="question", epochs=20)
    card = train(system, learnt, dev, tmp_path / "question", blind)
    assert card.figures["aokvqa.multiple_choice"] == 0.25  # one colour of four


def test_the_same_weights_choose_and_answer_directly(tmp_path: Path) -> None:
    learnt, dev = opened(tmp_path)
    train("heads", learnt, dev, tmp_path / "heads", TINY)
    answerer = open_trained(tmp_path / "heads")

    chosen = [answerer.answer(example.question) for example in dev.examples()]
    assert all(answer.choice is not None and not answer.values for answer in chosen)

    direct = AOKVQA(tmp_path / "dev.json", images=photographs(tmp_path / "pictures"), direct=True)
    example = next(direct.examples())
    answer = answerer.answer(example.question)
    assert answer.values == ("red",)
    assert direct.score(example, answer)["aokvqa.direct_answer"] == 1


def test_zero_shot_matching_needs_no_lesson(tmp_path: Path) -> None:
    learnt, dev = opened(tmp_path)
    card = train(
        "zero-shot", learnt, dev, tmp_path / "zero", Options(texts="tiny", reads="question")
    )
    assert (card.lessons, card.parameters, card.best) == (0, 0, 0)
    assert 0 <= card.figures["aokvqa.multiple_choice"] <= 1
