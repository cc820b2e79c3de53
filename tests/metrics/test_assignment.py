import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from manyhop.metrics.mmqa import best_pairs

matrices = st.tuples(st.integers(1, 6), st.integers(1, 6)).flatmap(
    lambda shape: st.lists(
        st.lists(
            st.sampled_from([0.0, 0.25, 0.4, 0.5, 2 / 3, 1.0]), min_size=shape[1], max_size=shape[1]
        ),
        min_size=shape[0],
        max_size=shape[0],
    )
)


def test_the_sum_is_the_largest() -> None:
    assert best_pairs([[0.9, 1.0], [0.0, 0.8]]) == [(0, 0), (1, 1)]
    assert best_pairs([[0.9, 1.0], [0.8, 0.0]]) == [(0, 1), (1, 0)]


def test_the_longer_list_keeps_some_unpaired() -> None:
    assert best_pairs([[0.1], [0.7], [0.3]]) == [(1, 0)]
    assert best_pairs([[]]) == []


@settings(max_examples=150, deadline=None)
@given(matrices)
def test_the_pairs_are_scipys_even_among_equals(scores: list[list[float]]) -> None:
    scipy = pytest.importorskip("scipy.optimize")
    rows, columns = scipy.linear_sum_assignment([[-score for score in row] for row in scores])
    assert best_pairs(scores) == list(zip(rows.tolist(), columns.tolist(), strict=True))
