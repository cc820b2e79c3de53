import numpy as np
import pytest

from manyhop.models.embedded._word_vectors import ALIKE, shared_word_vectors

QUESTION = "Who wrote Emma?"
LONG = "the river runs to the sea " * 200


def pieces_of_each(encoding: object, longest: int) -> tuple[int, int]:
    kinds = encoding.type_ids  # type: ignore[attr-defined]
    assert len(kinds) <= longest
    return kinds.count(0), kinds.count(1)


@pytest.mark.parametrize(
    "pair",
    [(QUESTION, LONG), (LONG, QUESTION), (LONG, LONG), (LONG, ""), ("", LONG), ("", "")],
    ids=["long passage", "long question", "both long", "no passage", "no question", "nothing"],
)
def test_a_pair_fits_whatever_its_lengths(pair: tuple[str, str]) -> None:
    (encoding,) = shared_word_vectors().split([pair], 64)
    question, passage = pieces_of_each(encoding, 64)
    assert question >= 2  # its marks at least
    assert passage >= 1


def test_the_longer_text_of_a_pair_is_cut() -> None:
    words = shared_word_vectors()
    (whole,) = words.split([QUESTION])
    (cut,) = words.split([(QUESTION, LONG)], 64)
    assert cut.ids[: len(whole.ids)] == whole.ids
    assert len(cut.ids) == 64
    (other,) = words.split([(LONG, QUESTION)], 64)
    assert other.ids[-len(whole.ids) + 1 :] == whole.ids[1:]


def test_offsets_point_into_each_text() -> None:
    passage = "Émile   wrote to Jane Austen, 1811."
    (encoding,) = shared_word_vectors().split([(QUESTION, passage)])
    said = [
        (kind, (QUESTION, passage)[kind][start:end])
        for kind, (start, end) in zip(encoding.type_ids, encoding.offsets, strict=True)
        if end > start
    ]
    assert (0, "Emma") in said
    assert (1, "Émile") in said
    assert (1, "1811") in said


def test_half_characters_keep_their_place() -> None:
    (encoding,) = shared_word_vectors().split(["\ud83d wrote"])
    assert encoding.offsets[1:-1] == [(0, 1), (2, 7)]


def test_batches_hold_every_text_once_and_few_pieces() -> None:
    texts = ["", "a", LONG, QUESTION, "北京", "\ud800", LONG]
    batches = list(shared_word_vectors().batches(texts, 128, pieces=256))
    assert sorted(row for batch in batches for row in batch.rows) == list(range(len(texts)))
    for batch in batches:
        assert batch.inputs["words"].shape == (*batch.inputs["mask"].shape, 384)
        assert batch.inputs["mask"].size <= 256
        lengths = [len(encoding.ids) for encoding in batch.encodings]
        assert np.array_equal(batch.inputs["mask"].sum(axis=1), lengths)
        assert min(lengths) >= ALIKE * max(lengths)


def test_no_texts_make_no_batches() -> None:
    assert list(shared_word_vectors().batches([])) == []
