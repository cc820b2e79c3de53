from tests.generation.built import SOURCES, longest_opened, picture

from manyhop.generation._contexts import hard_negatives, with_distractors
from manyhop.generation._query import ShownIn
from manyhop.generation.distractors import faults
from manyhop.generation.splits import Apart
from manyhop.sources import AnySource, Snippet

TOWNS: dict[str, AnySource] = {
    f"town{n}": Snippet(id=f"town{n}", title=f"Town {n}", text=f"Town {n} has an open market.")
    for n in range(300)
}
ALL = {**SOURCES, **TOWNS}


def test_training_and_evaluation_share_no_source() -> None:
    questions = [
        longest_opened(
            id=f"q{n}", topic=f"t{n}", gold=(f"town{n}",), values=(), hops=(), split=split
        )
        for n, split in enumerate(["train"] * 8 + ["dev", "test"])
    ]
    found = list(with_distractors(questions, ALL))
    assert [built.id for built in found] == [f"q{n}" for n in range(10)]
    check = Apart()
    assert not [fault for built in found for fault in check.faults(built)]
    assert not [fault for built in found for fault in faults(built, ALL)]


def test_without_splits_all_sources_may_be_taken() -> None:
    (found,) = with_distractors([longest_opened()], ALL, texts=4)
    assert len(found.distractors) == 3


def test_pictures_of_the_topic_are_added() -> None:
    pictures = {"t1": ["arn.png", "bel.png"]}
    (found,) = with_distractors([longest_opened()], SOURCES, pictures, texts=2)
    assert sorted(found.distractors[1:]) == ["arn.png", "bel.png"]
    assert picture("Arn").id == "arn.png"


def test_a_list_of_pictures_has_its_own_negatives() -> None:
    among = (("arn.png", "Arn Bridge"), ("bel.png", "Bel Bridge"))
    asked = longest_opened(
        gold=("bel.png",), queries={"Which are red?": ShownIn("red", "yes", among)}, hops=()
    )
    more = {**SOURCES, "cor.png": picture("Cor")}
    (found,) = hard_negatives([asked], more, texts=0)
    assert found.distractors == ("arn.png",)
    (single,) = hard_negatives([longest_opened(gold=("bel.png",), hops=())], more, texts=0)
    assert set(single.distractors) == {"arn.png", "cor.png"}
