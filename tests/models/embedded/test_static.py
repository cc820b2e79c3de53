import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from manyhop.errors import ManyhopError
from manyhop.models import StaticEncoder, TextEncoder
from manyhop.models.embedded._static import SHIPPED

TEXTS = [
    "Emma is a novel by Jane Austen.",
    "Rust is a programming language.",
    "",
    "Der Müller mahlt das Korn.",
    "one",
]


@pytest.fixture(scope="module")
def encoder() -> StaticEncoder:
    return StaticEncoder.load()


def test_is_a_text_encoder(encoder: StaticEncoder) -> None:
    as_protocol: TextEncoder = encoder
    assert as_protocol.name.startswith("manyhop-static-256")
    assert as_protocol.encode(["a text"]).shape == (1, as_protocol.dimension)


def test_rows_are_unit_vectors(encoder: StaticEncoder) -> None:
    rows = encoder.encode([text for text in TEXTS if text])
    assert rows.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1, rtol=1e-5)


@pytest.mark.parametrize("text", ["", "   \n", "?!…—", "🎉🎉", "\ud800", "\x00"])
def test_text_without_words_is_a_zero_row(encoder: StaticEncoder, text: str) -> None:
    assert not encoder.encode([text]).any()


def test_no_texts_give_no_rows(encoder: StaticEncoder) -> None:
    assert encoder.encode([]).shape == (0, encoder.dimension)


def test_batch_equals_single_and_order_of_learning_does_not_matter(encoder: StaticEncoder) -> None:
    many = TEXTS * 40
    alone = np.vstack([StaticEncoder.load().encode([text]) for text in TEXTS])
    np.testing.assert_array_equal(encoder.encode(many), np.tile(alone, (40, 1)))


def test_threads_agree(encoder: StaticEncoder) -> None:
    texts = [f"zq{number}x met the vq{number % 97}w in {number}" for number in range(2000)]
    with ThreadPoolExecutor(4) as pool:
        first, *others = pool.map(StaticEncoder.load().encode, [texts] * 4)
    for other in others:
        np.testing.assert_array_equal(first, other)


def test_case_accents_and_punctuation_do_not_matter(encoder: StaticEncoder) -> None:
    plain, dressed = encoder.encode(["the cafe of beyonce", "The “Café” of BEYONCÉ!"])
    np.testing.assert_array_equal(plain, dressed)


def test_more_new_words_than_are_kept(
    encoder: StaticEncoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = [f"qzx{number} castle" for number in range(5000)]
    monkeypatch.setattr("manyhop.models.embedded._static._NEW_WORDS_KEPT", 300)
    np.testing.assert_array_equal(StaticEncoder.load().encode(texts), encoder.encode(texts))


def test_only_the_first_words_count(encoder: StaticEncoder) -> None:
    text = "river " * 512
    cut, longer = encoder.encode([text, text + "volcano " * 100_000])
    np.testing.assert_array_equal(cut, longer)


def test_scripts_without_spaces_and_emoji_among_words(encoder: StaticEncoder) -> None:
    chinese, with_emoji, without = encoder.encode(["東京大学", "good 🎉 news", "good news"])
    assert chinese.any()
    np.testing.assert_array_equal(with_emoji, without)


@pytest.mark.parametrize(
    ("question", "answering", "other"),
    [
        (
            "Who wrote the novel Emma?",
            "Jane Austen was an English author of six novels.",
            "The engine of the car has four cylinders.",
        ),
        (
            "How do I bake bread?",
            "Knead the dough, let it rise and put it in the oven.",
            "The parliament passed the tax law in spring.",
        ),
        (
            "Which city is the capital of Norway?",
            "Oslo is the seat of the Norwegian government.",
            "Penguins swim under the ice to catch fish.",
        ),
        (
            "When was the church built?",
            "Construction of the cathedral was finished in 1432.",
            "The striker scored two goals in the final.",
        ),
    ],
)
def test_similar_beats_dissimilar(
    encoder: StaticEncoder, question: str, answering: str, other: str
) -> None:
    asked, near, far = encoder.encode([question, answering, other])
    assert asked @ near > asked @ far


def test_missing_file_names_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(ManyhopError, match=r"nowhere\.npz: .* missing; reinstall"):
        StaticEncoder.load(tmp_path / "nowhere.npz")


@pytest.mark.parametrize("kept", [0, 10, 5000, -100])
def test_cut_file_is_damaged(tmp_path: Path, kept: int) -> None:
    path = tmp_path / "static.npz"
    path.write_bytes(SHIPPED.read_bytes()[:kept])
    with pytest.raises(ManyhopError, match=r"static\.npz: .* damaged; reinstall"):
        StaticEncoder.load(path)


def test_flipped_bytes_are_damage(tmp_path: Path) -> None:
    path = tmp_path / "static.npz"
    shutil.copyfile(SHIPPED, path)
    with path.open("r+b") as file:
        file.seek(SHIPPED.stat().st_size // 2)
        file.write(b"damage")
    with pytest.raises(ManyhopError, match="damaged"):
        StaticEncoder.load(path)


def test_file_with_other_contents_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "static.npz"
    np.savez(path, name="x", vocabulary=np.frombuffer(b"a\nb", np.uint8), rows=np.ones(5))
    with pytest.raises(ManyhopError, match="damaged"):
        StaticEncoder.load(path)
