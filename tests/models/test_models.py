"""Choosing models by name, and parts of one's own among them."""

import subprocess
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import pytest

from manyhop.errors import ManyhopError
from manyhop.models import Endpoint, Reading, StaticEncoder
from manyhop.models._models import Models, open_models

if TYPE_CHECKING:
    from tests.conftest import ChatServer


class Parrot:
    """A reader that answers with the first word it sees."""

    def read(self, question: str, passages: Sequence[str]) -> Sequence[Reading]:
        return [Reading(p.split()[0], 0, len(p.split()[0]), 1.0, 0.5) for p in passages]


def test_the_embedded_text_encoder_is_opened_once() -> None:
    models = open_models()
    assert isinstance(models.text_encoder, StaticEncoder)
    assert models.text_encoder is models.text_encoder


def test_a_given_part_takes_the_embedded_one_s_place() -> None:
    mine = Parrot()
    models = Models(text_reader=mine)
    assert models.text_reader is mine
    assert isinstance(models.text_encoder, StaticEncoder)


def test_pictures_lie_in_the_space_of_the_embedded_sentences() -> None:
    models = Models()
    assert models.image_encoder.texts is models.sentence_encoder
    mine = StaticEncoder.load()
    assert Models(sentence_encoder=mine).image_encoder.texts is not mine


def test_nothing_heavy_is_imported_before_it_is_used() -> None:
    code = (
        "import sys; from manyhop.models._models import open_models\n"
        "open_models().text_encoder\n"
        "print([name for name in ('torch', 'transformers', 'onnxruntime', 'httpx')"
        " if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("name", ["", "embeded", "openai:", "hf:", "openai", "anthropic:x"])
def test_a_name_that_names_nothing(name: str) -> None:
    with pytest.raises(
        ManyhopError, match=r"choose embedded, large, openai:MODEL or hf:FOLDER_OR_NAME"
    ):
        open_models(name)


def test_a_server_reads_and_writes_and_the_rest_is_embedded(chat_server: "ChatServer") -> None:
    chat_server.otherwise = chat_server.says("Answer: 1981\nSure: 80")
    opened: list[Endpoint] = []

    def connect(model: str) -> Endpoint:
        opened.append(Endpoint(model, base_url=chat_server.url))
        return opened[-1]

    models = open_models("openai:some/model:tag", endpoint=connect)
    assert models.generator is opened[0]
    assert models.generator.model == "some/model:tag"
    assert models.text_reader.read("When?", ["It opened in 1981."])[0].text == "1981"
    assert isinstance(models.text_encoder, StaticEncoder)
    opened[0].close()


@pytest.mark.extras
def test_a_checkpoint_that_is_not_there() -> None:
    pytest.importorskip("transformers")
    with pytest.raises(ManyhopError, match="neither a folder no/such-model nor a model"):
        open_models("hf:no/such-model")
