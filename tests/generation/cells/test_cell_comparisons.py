import random

from manyhop.generation._topic import Thing, Topic
from manyhop.generation.cells import comparison, lookup_of, ordered_columns

LENGTH, CITY, OPENED = 2, 3, 4


def thing(topic: Topic, name: str) -> Thing:
    return next(thing for thing in topic.things if thing.name == name)


def ways(topic: Topic, column: int) -> set[tuple[str, str, str]]:
    """Operation, word and question of all ways in which chance compares by a column."""
    found = (comparison(topic, column, random.Random(seed)) for seed in range(30))
    return {(words.operation, words.word, words.question("A", "B")) for words in found if words}


def test_numbers_and_dates_can_be_compared(bridges: Topic, players: Topic) -> None:
    assert ordered_columns(bridges) == [LENGTH, OPENED]
    assert ordered_columns(players) == [3, 4]
    assert comparison(bridges, CITY, random.Random(0)) is None
    assert comparison(bridges, 0, random.Random(0)) is None
    assert comparison(Topic(id="t", title="T", things=()), 0, random.Random(0)) is None


def test_each_measure_has_its_own_words(bridges: Topic, players: Topic) -> None:
    assert ways(bridges, LENGTH) == {
        ("largest", "longer", "Which bridge is longer, A or B?"),
        ("largest", "longer", "Which is longer, A or B?"),
        ("largest", "longer", "Between A and B, which is longer?"),
        ("largest", "longer", "Of A and B, which is longer?"),
        ("smallest", "shorter", "Which bridge is shorter, A or B?"),
        ("smallest", "shorter", "Which is shorter, A or B?"),
        ("smallest", "shorter", "Between A and B, which is shorter?"),
        ("smallest", "shorter", "Of A and B, which is shorter?"),
    }
    assert ("earliest", "earlier", "Which opened earlier, A or B?") in ways(bridges, OPENED)
    assert ("largest", "more goals", "Who scored more goals, A or B?") in ways(players, 3)
    assert ("smallest", "fewer goals", "Who scored fewer goals, A or B?") in ways(players, 3)
    assert ("latest", "later", "Who was born later, A or B?") in ways(players, 4)


def test_the_pseudo_language_compares_too(bridges: Topic) -> None:
    marked = {
        words.pseudo("[A]", "[B]")
        for seed in range(30)
        if (words := comparison(bridges, LENGTH, random.Random(seed)))
    }
    assert marked == {
        "which [Bridge] has HIGHER [Length (m)] : [A] or [B]?",
        "which [Bridge] has LOWER [Length (m)] : [A] or [B]?",
    }


def test_a_thing_is_looked_up_in_a_column(bridges: Topic) -> None:
    single = lookup_of(bridges, thing(bridges, "Iron Bridge"), CITY)
    assert single is not None
    assert single.question.endswith("n which city is [answer]?")
    assert single.whole.endswith("n which city is the Iron Bridge?")
    assert single.phrase == "the city where [answer] is located"
    assert (single.answers, single.entities) == (("Northby",), ("northby",))


def test_what_names_no_row_is_not_looked_up(bridges: Topic) -> None:
    assert lookup_of(bridges, thing(bridges, "Northby"), LENGTH) is None
    assert lookup_of(bridges, thing(bridges, "Iron Bridge"), 0) is None
