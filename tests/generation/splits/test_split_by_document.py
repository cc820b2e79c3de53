import random

import pytest
from tests.generation.built import longest_opened

from manyhop.errors import ManyhopError
from manyhop.generation._built import BuiltQuestion
from manyhop.generation.splits import Apart, documents_in, side_of, sides, split_by_document
from manyhop.sources import AnySource, Snippet


def asked(id: str, topic: str, *gold: str) -> BuiltQuestion:
    return longest_opened(id=id, topic=topic, table=topic, gold=(topic, *gold), values=(), hops=())


def many(topics: int = 200, hubs: int = 3) -> list[BuiltQuestion]:
    """Ten questions of each topic; every fourth rests on a page that many tables link to."""
    chance = random.Random("many")
    return [
        asked(
            f"q{topic}-{number}",
            f"t{topic}",
            f"hub{chance.randrange(hubs)}" if number % 4 == 0 else f"page{topic}-{number}",
        )
        for topic in range(topics)
        for number in range(10)
    ]


def apart(questions: list[BuiltQuestion]) -> list[str]:
    check = Apart()
    return [fault for built in questions for fault in check.faults(built)]


def test_questions_of_one_topic_stay_together() -> None:
    split = split_by_document(many(hubs=1000))
    by_topic: dict[str, set[str]] = {}
    for built in split.questions:
        by_topic.setdefault(built.topic, set()).add(built.split)
    assert all(len(splits) == 1 for splits in by_topic.values())
    assert not apart(split.questions)


def test_topics_that_share_a_page_stay_together() -> None:
    chain = [asked(f"q{n}", f"t{n}", f"page{n}", f"page{n + 1}") for n in range(5)]
    rest = [asked(f"r{n}", f"u{n}", f"other{n}") for n in range(60)]
    split = split_by_document([*chain, *rest])
    assert not split.dropped
    assert len({built.split for built in split.questions if built.topic.startswith("t")}) == 1


def test_pages_that_hold_everything_together_cost_few_questions() -> None:
    questions = many()
    split = split_by_document(questions)
    assert not apart(split.questions)
    total = len(split.questions)
    assert total + len(split.dropped) == len(questions)
    # Of the tenth that is dev and the tenth that is test, a third touches a hub: hardly more goes.
    assert len(split.dropped) < 0.08 * len(questions)
    assert 0.75 < split.sizes["train"] / total < 0.87
    assert split.sizes["dev"] > 0.06 * total
    assert split.sizes["test"] > 0.06 * total


def test_the_seed_decides_and_nothing_else() -> None:
    once, again, other = (split_by_document(many(), seed=seed) for seed in (1, 1, 2))
    assert once == again
    assert once != other


def test_sources_of_one_document_count_as_one() -> None:
    questions = [asked(f"q{n}", f"t{n}", f"page{n // 2}#{n}") for n in range(40)]
    split = split_by_document(questions, document=lambda id: id.partition("#")[0])
    check = Apart(lambda id: id.partition("#")[0])
    assert not [fault for built in split.questions for fault in check.faults(built)]


def test_a_split_may_be_left_out() -> None:
    sizes = split_by_document(many(hubs=1000), {"train": 9, "test": 1}).sizes
    assert sizes["dev"] == 0
    assert sizes["train"] > sizes["test"] > 0
    with pytest.raises(ManyhopError, match="must add up to more than nothing"):
        split_by_document(many(), {"train": 0})


def test_the_check_sees_gold_and_context_in_two_splits() -> None:
    train = longest_opened(id="a", split="train", distractors=("far",))
    dev = longest_opened(id="b", split="dev", topic="t2", gold=("t2",), values=(), hops=())
    careless = longest_opened(id="c", split="dev", topic="t3", gold=("t1",), distractors=("far",))
    check = Apart()
    assert check.faults(train) == check.faults(dev) == []
    assert check.faults(careless) == [
        "t1 or its document is gold in dev and in train",
        "bel or its document is gold in dev and in train",
        "t1 is in a context of training and in one of evaluation",
        "bel is in a context of training and in one of evaluation",
        "far is in a context of training and in one of evaluation",
    ]


def test_each_source_is_on_the_side_of_the_questions_that_rest_on_its_page() -> None:
    snippets = [
        Snippet(id=f"s{n}", title=f"Page {n // 2}", text=f"Sentence {n}.") for n in range(400)
    ]
    sources: dict[str, AnySource] = {snippet.id: snippet for snippet in snippets}
    train, dev = asked("a", "t1", "s0"), asked("b", "t2", "s2")
    questions = [
        longest_opened(id=each.id, gold=each.gold, values=(), hops=(), split=split)
        for each, split in ((train, "train"), (dev, "dev"))
    ]
    found = sides(questions, sources, seed=1)
    assert [found[id] for id in ("s0", "s1", "s2", "s3")] == ["train"] * 2 + ["evaluation"] * 2
    assert side_of("test") == "evaluation"
    assert 0.7 < sum(side == "train" for side in found.values()) / len(found) < 0.9
    assert all(found[f"s{n}"] == found[f"s{n + 1}"] for n in range(0, 400, 2))


def test_snippets_of_one_title_and_origin_are_one_document() -> None:
    sources: dict[str, AnySource] = {
        "a": Snippet(id="a", title="Arn", text="One.", origin="/arn"),
        "b": Snippet(id="b", title="Arn", text="Two.", origin="/arn"),
        "c": Snippet(id="c", title="Arn", text="Three.", origin="/other"),
    }
    document = documents_in(sources)
    assert document("a") == document("b") != document("c")
    assert document("t1") == "t1"
