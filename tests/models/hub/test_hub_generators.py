"""Models that write, with and without eyes."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest

from manyhop.errors import ManyhopError
from manyhop.models import picture_part, text_part
from manyhop.models.hub._generator import plain_messages, told_as_text
from manyhop.models.hub._opening import open_generator, open_image_answerer

if TYPE_CHECKING:
    from tests.models.hub.conftest import Maker

pytestmark = pytest.mark.extras

ASKED = [{"role": "user", "content": "Who opened the bridge?"}]


@pytest.mark.parametrize("kind", ["llama", "bart"])
def test_a_reply_with_its_tokens_counted(maker: "Maker", kind: str) -> None:
    generator = open_generator(getattr(maker, kind)())
    completion = generator.complete(ASKED, max_tokens=6)
    assert completion.tokens_in
    assert completion.tokens_out
    assert completion.tokens_out <= 6
    assert completion.cost is None
    assert generator.complete(ASKED, max_tokens=6) == completion
    assert generator.model.endswith(kind)


def test_the_chat_template_is_used(maker: "Maker") -> None:
    path = maker.llama()
    tokenizer = maker.transformers.AutoTokenizer.from_pretrained(path)
    told = tokenizer.apply_chat_template(ASKED, add_generation_prompt=True, tokenize=False)
    tokens = open_generator(path).complete(ASKED, max_tokens=1).tokens_in
    assert tokens == len(tokenizer(told, add_special_tokens=False)["input_ids"])


def test_without_a_template_the_roles_are_told(maker: "Maker") -> None:
    path = maker.llama(None, "plain-llama")
    tokenizer = maker.transformers.AutoTokenizer.from_pretrained(path)
    told = "User: Who opened the bridge?\nAssistant:"
    assert told_as_text(plain_messages(ASKED, "m"), roles=True) == told
    tokens = open_generator(path).complete(ASKED, max_tokens=1).tokens_in
    assert tokens == len(tokenizer(told)["input_ids"])


def test_a_template_that_knows_no_system_message(maker: "Maker") -> None:
    strict = (
        "{% if messages[0]['role'] == 'system' %}{{ raise_exception('no system') }}{% endif %}"
        "{{ messages[0]['content'] }}"
    )
    generator = open_generator(maker.llama(strict, "strict-llama"))
    system = [{"role": "system", "content": "the red boat"}]
    together = generator.complete([*system, *ASKED], max_tokens=1).tokens_in
    assert together == (generator.complete(ASKED, max_tokens=1).tokens_in or 0) + 3


def test_chance_comes_from_the_seed_alone(maker: "Maker") -> None:
    generator = open_generator(maker.llama())

    def said(seed: int) -> str:
        return generator.complete(ASKED, max_tokens=12, temperature=5.0, seed=seed).text

    state = maker.torch.random.get_rng_state()
    assert said(1) == said(1)
    assert len({said(seed) for seed in range(5)}) > 1
    assert maker.torch.equal(maker.torch.random.get_rng_state(), state)
    with ThreadPoolExecutor(3) as threads:
        assert list(threads.map(said, [1, 2, 1])) == [said(1), said(2), said(1)]


def test_writing_ends_at_a_stop(maker: "Maker") -> None:
    generator = open_generator(maker.llama())
    whole = generator.complete(ASKED, max_tokens=12, temperature=5.0, seed=3)
    words = whole.text.split()
    assert len(words) > 3
    cut = generator.complete(ASKED, max_tokens=12, temperature=5.0, seed=3, stop=[words[2]])
    assert words[2] not in cut.text
    assert whole.text.startswith(cut.text)
    assert (cut.tokens_out or 0) < (whole.tokens_out or 0)


def test_a_prompt_longer_than_the_model_reads(maker: "Maker") -> None:
    long: list[Any] = [{"role": "user", "content": "boat " * 100}]
    for path in (maker.llama(), maker.bart()):
        with pytest.raises(ManyhopError, match=r"has 10\d tokens and .* reads 64; ask with a sm"):
            open_generator(path).complete(long, max_tokens=4)
    nearly: list[Any] = [{"role": "user", "content": "boat " * 55}]
    assert open_generator(maker.llama()).complete(nearly, max_tokens=500).tokens_out


def test_pictures_are_refused_by_who_cannot_see(
    maker: "Maker", painted: Callable[[str], bytes]
) -> None:
    shown = [{"role": "user", "content": [text_part("what ?"), picture_part(painted("red"))]}]
    with pytest.raises(ManyhopError, match=r"llama cannot look at pictures"):
        open_generator(maker.llama()).complete(shown, max_tokens=4)


@pytest.mark.parametrize("kind", ["idefics", "qwen_vl"])
def test_a_model_that_looks_at_pictures(
    maker: "Maker", painted: Callable[[str], bytes], kind: str
) -> None:
    path = getattr(maker, kind)()
    generator = open_generator(path)

    def shown(*colours: str) -> Any:
        parts = [text_part("what colour is it ?"), *(picture_part(painted(c)) for c in colours)]
        return generator.complete([{"role": "user", "content": parts}], max_tokens=5)

    none, one, two = shown(), shown("red"), shown("red", "blue")
    assert none.tokens_in < one.tokens_in < two.tokens_in
    assert one.tokens_out <= 5
    assert len(open_image_answerer(path).answer("what is it ?", painted("red"))) <= 1


def test_a_picture_that_is_not_in_the_message(maker: "Maker") -> None:
    far = {"type": "image_url", "image_url": {"url": "https://example.org/boat.png"}}
    with pytest.raises(ManyhopError, match=r"'https://example.org/boat.png' is not in the message"):
        open_generator(maker.idefics()).complete([{"role": "user", "content": [far]}], max_tokens=4)
