"""The large reader on a random model of Qwen2's make: exact, remembered, copied ahead, checked."""

import hashlib
import itertools
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from tiny_language import tokens, write_tiny_language  # type: ignore[import-not-found]

from manyhop.errors import ManyhopError
from manyhop.models.embedded import _large_weights
from manyhop.models.embedded._gguf import GgufFile
from manyhop.models.embedded._language_shape import LanguageShape
from manyhop.models.embedded._large_model import LargeModel, followed
from manyhop.models.embedded._large_weights import (
    Release,
    check_memory,
    installed_large,
    obtain_large,
    prepare_large,
    remove_large,
)

PROMPTS = ["the cat sat", "none of the others is as long as this one", "x"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("large")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MANYHOP_CACHE", str(folder / "cache"))
        yield folder


@pytest.fixture(scope="module")
def release(folder: Path) -> Release:
    path = folder / "given" / "tiny.gguf"
    path.parent.mkdir()
    write_tiny_language(path, seed=3, family="qwen2")
    content = path.read_bytes()
    digest = hashlib.sha256(content).hexdigest()
    return Release("Tiny", path.name, "made/here", len(content), digest, "Apache-2.0", 1_000)


@pytest.fixture(scope="module")
def base(folder: Path, release: Release) -> Path:
    return obtain_large(folder / "given", release)


@pytest.fixture(scope="module")
def model(base: Path, release: Release) -> LargeModel:
    pytest.importorskip("onnx")
    from training.language_graph import save_graph

    save_graph(LanguageShape.of(GgufFile(base)), base.with_suffix(".onnx"))
    return LargeModel.open_prepared(prepare_large(base, release), base.with_suffix(".onnx"))


def test_the_sizes_are_read_from_the_file(base: Path) -> None:
    shape = LanguageShape.of(GgufFile(base))
    assert (shape.layers, shape.biased, shape.own_head, shape.paired) == (2, True, True, False)


@pytest.mark.extras
def test_eight_bits_stay_close_to_float(base: Path, model: LargeModel) -> None:
    from training.language_reference import FloatModel

    exact = FloatModel(GgufFile(base), {})
    for prompt in PROMPTS:
        logits = exact.logits(model.tokens(prompt))
        chances = np.exp(logits - logits.max())
        ours = np.exp(model.next_chances(model.tokens(prompt)))
        assert np.abs(ours - chances / chances.sum()).sum() < 0.1


@pytest.mark.extras
def test_what_was_read_before_changes_nothing(model: LargeModel) -> None:
    prompt = model.tokens("none of the others is as long")
    alone = model.next_chances(prompt)
    model.next_chances(model.tokens("none of the others were"))
    again = model.next_chances(prompt)
    assert np.abs(np.exp(alone) - np.exp(again)).sum() < 0.02
    assert any(slot.shared(prompt) == len(prompt) - 1 for slot in model._slots)


@pytest.mark.extras
def test_tokens_read_ahead_change_nothing(
    model: LargeModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A random model repeats itself, so that guesses are taken; alone it writes the same."""
    monkeypatch.setattr("manyhop.models.embedded._large_model._AHEAD", 0)
    plain = [model.generate(prompt, 24).tokens for prompt in PROMPTS]
    monkeypatch.setattr("manyhop.models.embedded._large_model._AHEAD", 8)
    fed: list[int] = []
    run = model._run_slot

    def counted(slot: object, ids: list[int], length: int, wanted: int) -> object:
        fed.append(wanted)
        return run(slot, ids, length, wanted)  # type: ignore[arg-type]

    monkeypatch.setattr(model, "_run_slot", counted)
    ahead = [model.generate(prompt, 24) for prompt in PROMPTS]
    assert [each.tokens for each in ahead] == plain
    assert max(fed) > 1
    assert [len(each.logprobs) for each in ahead] == [len(each.tokens) for each in ahead]


@pytest.mark.extras
def test_a_text_is_weighed_in_one_go(model: LargeModel) -> None:
    prompt, told = model.tokens("the cat"), model.tokens("sat on")
    one_by_one = [
        model.next_chances([*prompt, *told[:place]])[token] for place, token in enumerate(told)
    ]
    assert model.log_chances(prompt, told) == pytest.approx(one_by_one, abs=0.05)


@pytest.mark.extras
def test_a_text_is_heard_as_it_grows(model: LargeModel) -> None:
    heard: list[str] = []
    with model.heard(heard.append):
        written = model.generate("the cat", 6)
    assert heard[-1] == written.text
    assert all(later.startswith(earlier) for earlier, later in itertools.pairwise(heard))
    count = len(heard)
    model.generate("the cat", 2)
    assert len(heard) == count


@pytest.mark.extras
def test_a_conversation_is_answered(model: LargeModel) -> None:
    reply = model.complete([{"role": "user", "content": "the"}], max_tokens=3)
    assert reply.tokens_out is not None
    assert reply.tokens_out <= 3
    assert reply.tokens_in is not None
    assert reply.tokens_in > 3


@pytest.mark.extras
def test_too_long_a_prompt_is_refused(model: LargeModel) -> None:
    with pytest.raises(ManyhopError, match="shorten the text"):
        model.generate("x " * 400, 4)


def test_what_followed_before() -> None:
    assert followed([7, 8, 9, 5, 7, 8], 3) == [9, 5, 7]
    assert followed([7, 8, 9, 5, 7, 8], 0) == []
    assert followed([1, 2, 3], 4) == []


def test_qwen_cuts_words_its_own_way(base: Path) -> None:
    cut = GgufFile(base).tokenizer().pre_tokenizer.pre_tokenize_str("It's 2024.\n\nNo")
    assert [word for word, _ in cut] == ["It", "'s", "Ġ", "2", "0", "2", "4", ".ĊĊ", "No"]
    assert len(tokens()) == LanguageShape.of(GgufFile(base)).vocabulary


def test_a_wrong_file_is_told_from_a_cut_one(base: Path, release: Release, tmp_path: Path) -> None:
    content = base.read_bytes()
    cut, wrong = tmp_path / "cut.gguf", tmp_path / "wrong.gguf"
    cut.write_bytes(content[:-100])
    wrong.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    with pytest.raises(ManyhopError, match="cut short"):
        obtain_large(cut, release)
    with pytest.raises(ManyhopError, match="SHA-256 differs"):
        obtain_large(wrong, release)
    with pytest.raises(ManyhopError, match=r"no such file or folder"):
        obtain_large(tmp_path / "nowhere", release)
    with pytest.raises(ManyhopError, match=r"holds no tiny\.gguf"):
        obtain_large(tmp_path, release)


def test_it_is_kept_and_removed(
    base: Path, release: Release, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MANYHOP_CACHE", str(tmp_path))
    assert installed_large(release) is None
    layers: list[tuple[int, int]] = []
    made = prepare_large(base, release, lambda done, of: layers.append((done, of)))
    assert layers == [(1, 2), (2, 2)]
    assert installed_large(release) == made
    assert base.exists()
    size = made.bytes
    assert remove_large(release) == size
    assert installed_large(release) is None
    assert not list(tmp_path.glob("large-*"))
    assert remove_large(release) == 0


def test_too_little_memory_is_said(release: Release, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_large_weights, "free_memory", lambda: 999)
    with pytest.raises(ManyhopError, match="close other programs"):
        check_memory(release)
    monkeypatch.setattr(_large_weights, "free_memory", lambda: None)
    check_memory(release)


def test_without_it_the_remedy_is_named(
    release: Release, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MANYHOP_CACHE", str(tmp_path))
    with pytest.raises(ManyhopError, match="manyhop setup --large"):
        LargeModel.load_large(release)
