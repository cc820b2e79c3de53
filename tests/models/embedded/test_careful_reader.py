import random
from pathlib import Path

import numpy as np
import pytest
from tiny_language import write_tiny_language  # type: ignore[import-not-found]

from manyhop.models import TextReader
from manyhop.models.embedded._careful_reader import CarefulReader, Quoting, TokenBytes
from manyhop.models.embedded._gguf import GgufFile
from manyhop.models.embedded._language_model import LanguageModel
from manyhop.models.embedded._language_shape import LanguageShape

PASSAGES = [
    "Emma is a novel by Jane\n Austen, published in 1815.",
    "  Zürich's “Grossmünster” — 1,100 years – 🎉 party.  ",
    "北京 is the capital. The capital is 北京.",
    "one",
]


@pytest.fixture(scope="module")
def gguf(tmp_path_factory: pytest.TempPathFactory) -> GgufFile:
    path = tmp_path_factory.mktemp("reader") / "tiny.gguf"
    write_tiny_language(path)
    return GgufFile(path)


@pytest.fixture(scope="module")
def pieces(gguf: GgufFile) -> TokenBytes:
    return TokenBytes(gguf.tokenizer(), end=2)


@pytest.mark.parametrize("passage", PASSAGES)
def test_whatever_is_written_stands_in_the_passage(pieces: TokenBytes, passage: str) -> None:
    chance = random.Random(0)
    for _ in range(100):
        rule = Quoting(passage, "What?", pieces)
        tokens: list[int] = []
        for _ in range(24):
            token = int(chance.choice(rule.allowed(tokens)))
            if token == pieces.end:
                break
            tokens.append(token)
        text, start, end = rule.span(tokens)
        assert text
        assert passage[start:end] == text == text.strip()
        before, after = passage[:start][-1:], passage[end:][:1]
        assert not (before.isalnum() and text[0].isalnum())
        assert not (after.isalnum() and text[-1].isalnum())


def test_a_line_break_in_the_passage_is_a_space_to_the_model(
    gguf: GgufFile, pieces: TokenBytes
) -> None:
    rule = Quoting(PASSAGES[0], "Who?", pieces)
    text, start, _ = rule.span(gguf.tokenizer().encode(" Jane Austen").ids)
    assert (text, start) == ("Jane\n Austen", 19)


def test_of_two_places_the_one_nearer_to_the_question(gguf: GgufFile, pieces: TokenBytes) -> None:
    filler = "Nothing of note is told about the years that lie in between. " * 6
    passage = f"In 1990 it rained. {filler}The tunnel opened in 1990 to trains."
    rule = Quoting(passage, "When did the tunnel open to trains?", pieces)
    assert rule.span(gguf.tokenizer().encode(" 1990").ids)[1] == passage.rindex("1990")


def test_yes_and_no_only_where_they_are_asked_for(gguf: GgufFile, pieces: TokenBytes) -> None:
    yes = gguf.tokenizer().encode(" yes").ids
    asked = Quoting("It rained.", "Did it rain?", pieces)
    assert all(yes[place] in asked.allowed(yes[:place]) for place in range(len(yes)))
    assert asked.allowed(yes).tolist() == [pieces.end]
    assert asked.span(yes) == ("yes", 0, 0)
    other = Quoting("It rained.", "What fell?", pieces)
    assert yes[1] not in other.allowed(yes[:1])


@pytest.mark.extras
def test_reads_passages_of_any_length(
    gguf: GgufFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("onnx")
    from training.language_graph import save_graph

    monkeypatch.setenv("MANYHOP_CACHE", str(tmp_path))
    write_tiny_language(tmp_path / "tiny.gguf")
    save_graph(LanguageShape.of(gguf)._replace(context=2048), tmp_path / "tiny.onnx")
    monkeypatch.setattr("tiny_language.CONTEXT", 2048)
    write_tiny_language(tmp_path / "tiny.gguf")
    model = LanguageModel.open(tmp_path / "tiny.gguf", tmp_path / "tiny.onnx", None, None)
    reader: TextReader = CarefulReader(model)
    passages = [PASSAGES[0], "", "A long text goes on. " * 60]
    readings = reader.read("What goes on?", passages)
    for passage, reading in zip(passages, readings, strict=True):
        assert passage[reading.start : reading.end] == reading.text
        assert 0 <= reading.chance <= 1
        assert np.isfinite(reading.score)
    assert [bool(reading.text) for reading in readings] == [True, False, True]
    assert readings[1].chance == 0
