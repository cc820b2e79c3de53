from tests.generation.built import longest_opened, picture

from manyhop.generation._query import Shown, ShownIn
from manyhop.generation.distractors import ImageDistractors, faults, image_distractors
from manyhop.sources import AnySource, Image

BRIDGES = [picture(name) for name in ("Arn", "Bel", "Cor", "Dal", "Eck")]
CHEESE = Image(id="cheese.png", title="Cheese", caption="a blue cheese on a plate")
POOL = [*BRIDGES, CHEESE]
SOURCES: dict[str, AnySource] = {image.id: image for image in POOL}

TOWERS = longest_opened(
    gold=("bel.png",), queries={"What colour?": Shown("bel.png", "colour")}, values=(), hops=()
)


def test_pictures_of_the_same_table_come_first_and_at_random() -> None:
    of_table = [image.id for image in BRIDGES]
    chosen = image_distractors(TOWERS, of_table, images=3, seed=7)
    assert len(chosen) == 2
    assert set(chosen) < set(of_table) - {"bel.png"}
    assert chosen == image_distractors(TOWERS, of_table, images=3, seed=7)
    assert len({image_distractors(TOWERS, of_table, images=3, seed=n) for n in range(20)}) > 3


def test_without_a_table_the_nearest_captions_are_taken() -> None:
    chosen = image_distractors(TOWERS, [], ImageDistractors(POOL), images=5)
    assert set(chosen) == {"arn.png", "cor.png", "dal.png", "eck.png"}


def test_a_question_without_pictures_gets_none_from_afar() -> None:
    asked = longest_opened()
    assert image_distractors(asked, [], ImageDistractors(POOL)) == ()


def test_none_is_added_to_a_list_of_pictures() -> None:
    among = (("arn.png", "Arn Bridge"), ("bel.png", "Bel Bridge"))
    asked = longest_opened(
        gold=("bel.png",), queries={"Which are red?": ShownIn("red", "yes", among)}, hops=()
    )
    of_table = [image.id for image in BRIDGES]
    assert image_distractors(asked, of_table) == ("arn.png",)
    careless = longest_opened(
        gold=("bel.png",), queries=asked.queries, hops=(), values=(), distractors=("cor.png",)
    )
    assert faults(careless, SOURCES, texts=0) == [
        "cor.png was added to the pictures of a list question"
    ]


def test_too_many_pictures_are_a_fault() -> None:
    many = longest_opened(
        gold=("bel.png",), queries=TOWERS.queries, hops=(), values=(),
        distractors=("arn.png", "cor.png"),
    )  # fmt: skip
    assert faults(many, SOURCES, texts=0, images=2) == ["there are 3 pictures, more than 2"]
    assert faults(many, SOURCES, texts=0, images=3) == []


def test_the_pictures_that_a_question_is_nearest_to() -> None:
    asked = longest_opened(question="Is the blue cheese on a plate?", gold=(), hops=(), values=())
    (found,) = ImageDistractors(POOL).about([asked], 1)
    assert found == ("cheese.png",)
