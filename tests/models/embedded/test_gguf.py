from pathlib import Path

import numpy as np
import pytest
from tiny_language import write_gguf, write_tiny_language  # type: ignore[import-not-found]

from manyhop.errors import ManyhopError
from manyhop.models.embedded._gguf import GgufFile


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    write_tiny_language(tmp_path / "tiny.gguf")
    return tmp_path / "tiny.gguf"


def test_metadata_and_plain_tensors(tmp_path: Path) -> None:
    path = tmp_path / "a.gguf"
    whole = np.arange(6, dtype=np.float32).reshape(2, 3)
    write_gguf(path, {"name": "Ämter", "sizes": [1, 2]}, {"w": whole, "h": whole.astype("f2")})
    file = GgufFile(path)
    assert file.metadata == {"name": "Ämter", "sizes": [1, 2]}
    np.testing.assert_array_equal(file.tensor("w"), whole)
    np.testing.assert_array_equal(file.tensor("h"), whole)


def test_eight_bit_blocks(tmp_path: Path) -> None:
    steps = np.arange(-16, 16, dtype=np.int8)
    raw = np.frombuffer(np.float16(0.5).tobytes() + steps.tobytes(), np.uint8)
    write_gguf(tmp_path / "a.gguf", {}, {"w": raw}, {"w": (8, (1, 32))})
    np.testing.assert_array_equal(GgufFile(tmp_path / "a.gguf").tensor("w")[0], steps * 0.5)


def test_four_bit_blocks_hold_the_low_halves_first(tmp_path: Path) -> None:
    halves = np.arange(16, dtype=np.uint8)
    packed = halves | ((15 - halves) << 4)
    raw = np.frombuffer(np.array([2, -1], np.float16).tobytes() + packed.tobytes(), np.uint8)
    write_gguf(tmp_path / "a.gguf", {}, {"w": raw}, {"w": (3, (1, 32))})
    expected = [*(halves * 2.0 - 1), *((15.0 - halves) * 2 - 1)]
    np.testing.assert_array_equal(GgufFile(tmp_path / "a.gguf").tensor("w")[0], expected)


@pytest.mark.parametrize(
    "text", ["the none", "  two\n\nlines ", "Zürich 1984 🎉", "<|im_end|>", ""]
)
def test_text_comes_back_from_its_tokens(tiny: Path, text: str) -> None:
    tokenizer = GgufFile(tiny).tokenizer()
    ids = tokenizer.encode(text).ids
    assert tokenizer.decode(ids) == text
    assert not {0, 1, 2} & set(ids)


def test_merges_make_words_and_digits_stay_alone(tiny: Path) -> None:
    tokenizer = GgufFile(tiny).tokenizer()
    assert tokenizer.encode(" none the").tokens == ["Ġnone", "Ġthe"]
    assert tokenizer.encode("1984").tokens == ["1", "9", "8", "4"]


def test_a_damaged_file_says_how_to_mend_it(tiny: Path, tmp_path: Path) -> None:
    (tmp_path / "short.gguf").write_bytes(tiny.read_bytes()[:500])
    (tmp_path / "other.gguf").write_bytes(b"not this format at all")
    for name in ("short.gguf", "other.gguf", "none.gguf"):
        with pytest.raises(ManyhopError, match=rf"{name}.*manyhop setup"):
            GgufFile(tmp_path / name)


def test_a_cut_tensor_is_noticed(tiny: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.gguf"
    cut.write_bytes(tiny.read_bytes()[:-5000])
    with pytest.raises(ManyhopError, match="no readable tensor"):
        GgufFile(cut).tensor("blk.1.ffn_down.weight")
