from manyhop.collection._search import KIND_WEIGHT, MEANING_WEIGHT, best_first, fuse, leaning
from manyhop.sources import Kind

KINDS: dict[int, Kind] = {1: "snippet", 2: "image"}


def test_words_count_as_a_share_of_the_best() -> None:
    assert fuse({1: 8.0, 2: 4.0}, {}, KINDS, {}) == {1: 1.0, 2: 0.5}


def test_meaning_and_kind_add_their_weight() -> None:
    scores = fuse({1: 8.0}, {2: 0.6}, KINDS, {"image": 1.0})
    assert scores == {1: 1.0, 2: MEANING_WEIGHT * 0.6 + KIND_WEIGHT}


def test_no_word_in_common_is_no_division_by_zero() -> None:
    assert fuse({}, {1: 0.5}, {1: "snippet"}, {}) == {1: MEANING_WEIGHT * 0.5}


def test_ties_go_to_the_older_source() -> None:
    assert best_first({7: 1.0, 3: 1.0, 5: 2.0}) == [5, 3, 7]


def test_a_question_leans_to_pictures_or_to_everything_else() -> None:
    assert leaning(0.25) == {"snippet": 0.75, "table": 0.75, "image": 0.25, "procedure": 0.75}
