from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from tiny_language import CONTEXT, LAYERS, WIDTH, write_tiny_language  # type: ignore[import-not-found]

from manyhop.errors import ManyhopError
from manyhop.models import Generator, text_part
from manyhop.models.embedded import _language_model
from manyhop.models.embedded._chat_text import chat_pieces
from manyhop.models.embedded._gguf import GgufFile
from manyhop.models.embedded._language_model import LanguageModel
from manyhop.models.embedded._language_shape import LanguageShape

PROMPTS = ["the cat sat", "none of the others is as long as this one", "x"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("language")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MANYHOP_CACHE", str(folder / "cache"))
        yield folder


@pytest.fixture(scope="module")
def base(folder: Path) -> Path:
    write_tiny_language(folder / "tiny.gguf")
    return folder / "tiny.gguf"


@pytest.fixture(scope="module")
def graph(base: Path) -> Path:
    pytest.importorskip("onnx")
    from training.language_graph import save_graph

    save_graph(LanguageShape.of(GgufFile(base)), base.with_name("tiny.onnx"))
    return base.with_name("tiny.onnx")


@pytest.fixture(scope="module")
def model(base: Path, graph: Path) -> LanguageModel:
    return LanguageModel.open(base, graph, None, None)


def test_the_chat_format_puts_a_system_message_first() -> None:
    said = chat_pieces([{"role": "user", "content": [text_part("Hi"), text_part("there")]}])
    text = "".join(piece for piece, _ in said)
    assert text.startswith("<|im_start|>system\n")
    assert text.endswith("<|im_start|>user\nHi\nthere<|im_end|>\n<|im_start|>assistant\n")


def test_pictures_are_refused() -> None:
    with pytest.raises(ManyhopError, match="no pictures"):
        list(chat_pieces([{"role": "user", "content": [{"type": "image_url"}]}]))


def test_without_the_package_the_remedy_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_language_model, "package_file", lambda: None)
    assert not LanguageModel.available()
    with pytest.raises(ManyhopError, match="manyhop setup"):
        LanguageModel.load()


@pytest.mark.extras
def test_eight_bits_stay_close_to_float(base: Path, model: LanguageModel) -> None:
    from training.language_reference import FloatModel

    exact = FloatModel(GgufFile(base), {})
    for prompt in PROMPTS:
        logits = exact.logits(model.tokens(prompt))
        chances = np.exp(logits - logits.max())
        first = model.generate(prompt, 1).first
        np.testing.assert_allclose(first, chances / chances.sum(), rtol=0.3, atol=2e-3)


@pytest.mark.extras
def test_unsigned_weights_say_the_same(
    base: Path, graph: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def said(overflow: bool) -> list[NDArray[np.float32]]:
        monkeypatch.setattr(_language_model, "sums_may_overflow", lambda: overflow)
        model = LanguageModel.open(base, graph, None, None)
        return [model.generate(prompt, 1).first for prompt in PROMPTS]

    np.testing.assert_allclose(said(True), said(False), rtol=0.01, atol=1e-4)


@pytest.mark.extras
def test_writing_on_equals_reading_it_all(model: LanguageModel) -> None:
    tokens = model.tokens(PROMPTS[1])
    written = model.generate(tokens, 8, allowed=lambda so_far: np.arange(3, 200))
    for place in range(1, 8):
        again = model.generate(tokens + written.tokens[:place], 1).first
        assert np.log(again[written.tokens[place]]) == pytest.approx(
            written.logprobs[place], abs=0.02
        )


@pytest.mark.extras
def test_side_by_side_equals_one_by_one_and_threads_agree(model: LanguageModel) -> None:
    alone = [model.generate(prompt, 6).tokens for prompt in PROMPTS]
    assert [each.tokens for each in model.generate_all(PROMPTS, 6)] == alone
    with ThreadPoolExecutor(3) as pool:
        assert list(pool.map(lambda each: model.generate(each, 6).tokens, PROMPTS * 3)) == alone * 3


@pytest.mark.extras
def test_only_allowed_tokens_are_written(model: LanguageModel) -> None:
    few = np.array(model.tokens("ab"))
    written = model.generate("the", 5, allowed=lambda so_far: few if len(so_far) < 3 else few[:0])
    assert len(written.tokens) == 3
    assert written.ended
    assert set(written.text) <= set("ab")


@pytest.mark.extras
def test_stops_before_a_stop_word(model: LanguageModel) -> None:
    letters = model.tokens("abcabc")
    written = model.generate(
        "the", 6, stop=["ca"], allowed=lambda so_far: np.array([letters[len(so_far)]])
    )
    assert written.text == "ab"


@pytest.mark.extras
def test_an_adapter_changes_the_weights(base: Path, graph: Path, model: LanguageModel) -> None:
    random = np.random.default_rng(1)
    arrays = {}
    for layer in range(LAYERS):
        arrays[f"{layer}.o.a"] = random.integers(-127, 128, (4, WIDTH)).astype(np.int8)
        arrays[f"{layer}.o.b"] = random.integers(-127, 128, (WIDTH, 4)).astype(np.int8)
        arrays[f"{layer}.o.a_scale"] = np.full((4, 1), 0.01, np.float16)
        arrays[f"{layer}.o.b_scale"] = np.full((WIDTH, 1), 0.01, np.float16)
    path = base.with_name("adapter.npz")
    np.savez(path, **arrays)  # type: ignore[arg-type]
    from training.language_reference import FloatModel

    adapted = LanguageModel.open(base, graph, path, None).generate(PROMPTS[0], 1).first
    logits = FloatModel(GgufFile(base), arrays).logits(model.tokens(PROMPTS[0]))
    chances = np.exp(logits - logits.max())
    np.testing.assert_allclose(adapted, chances / chances.sum(), rtol=0.4, atol=3e-3)
    assert np.abs(adapted - model.generate(PROMPTS[0], 1).first).max() > 1e-3


@pytest.mark.extras
def test_evening_out_changes_no_result(base: Path, graph: Path, model: LanguageModel) -> None:
    random = np.random.default_rng(2)
    sizes = {"qkv": WIDTH, "o": WIDTH // 2, "gate_up": WIDTH, "down": 96}
    factors = {
        f"{layer}.{name}": np.exp(random.normal(size=size) / 3).astype(np.float16)
        for layer in range(LAYERS)
        for name, size in sizes.items()
    }
    path = base.with_name("factors.npz")
    np.savez(path, **factors)
    evened = LanguageModel.open(base, graph, None, path)
    for prompt in PROMPTS:
        first = evened.generate(prompt, 1).first
        np.testing.assert_allclose(first, model.generate(prompt, 1).first, rtol=0.4, atol=3e-3)


@pytest.mark.extras
def test_chats_and_repeats_itself_with_the_same_seed(model: LanguageModel) -> None:
    generator: Generator = model
    talk = [{"role": "user", "content": "Hi"}]
    twice = [generator.complete(talk, max_tokens=5, temperature=1, seed=7) for _ in range(2)]
    assert twice[0] == twice[1]
    assert twice[0].tokens_out is not None


@pytest.mark.extras
def test_too_long_a_text_is_refused(model: LanguageModel) -> None:
    with pytest.raises(ManyhopError, match="shorten"):
        model.generate("x" * (CONTEXT + 1), 1)


@pytest.mark.extras
def test_the_installed_model_knows_a_capital(folder: Path) -> None:
    if not LanguageModel.available():
        pytest.skip("the language model's package is not installed")
    model = LanguageModel.load(None)
    assert model.generate("The capital of France is", 1).text == " Paris"
