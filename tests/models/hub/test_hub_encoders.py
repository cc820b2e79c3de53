"""Text and picture encoders out of checkpoints, against the library they were made with."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from manyhop.errors import ManyhopError
from manyhop.models.hub._opening import open_image_encoder, open_text_encoder

if TYPE_CHECKING:
    from tests.models.hub.conftest import Maker

pytestmark = pytest.mark.extras

TEXTS = ["The bridge was opened in 1981.", "a red boat", "who ?"]


def hidden_states(maker: "Maker", path: str, text: str) -> Any:
    """All of a text's last hidden states, straight from the library."""
    model = maker.transformers.AutoModel.from_pretrained(path)
    tokens = maker.transformers.AutoTokenizer.from_pretrained(path)(text, return_tensors="pt")
    with maker.torch.no_grad():
        return model.eval()(**tokens).last_hidden_state[0].numpy()


def unit(vector: Any) -> Any:
    return vector / np.linalg.norm(vector)


def test_bert_is_pooled_by_its_mean(maker: "Maker") -> None:
    path = maker.bert("BertModel")
    encoder = open_text_encoder(path)
    vectors = encoder.encode(TEXTS)
    assert vectors.shape == (3, encoder.dimension) == (3, 16)
    for text, vector in zip(TEXTS, vectors, strict=True):  # padding changes nothing
        wanted = unit(hidden_states(maker, path, text).mean(axis=0))
        assert np.allclose(vector, wanted, atol=1e-5)


def test_a_checkpoint_for_masked_words_is_an_encoder_too(maker: "Maker") -> None:
    encoder = open_text_encoder(maker.bert("BertForMaskedLM"))
    assert np.allclose(np.linalg.norm(encoder.encode(TEXTS), axis=1), 1)


def test_an_empty_text_is_a_row_of_zeros_and_a_long_one_is_cut(maker: "Maker") -> None:
    empty, long = open_text_encoder(maker.bert("BertModel")).encode([" ", "boat " * 500])
    assert not empty.any()
    assert np.isclose(np.linalg.norm(long), 1)


def test_the_name_follows_the_weights_and_not_the_folder(maker: "Maker") -> None:
    first, same = (open_text_encoder(maker.bert("BertModel")).name for _ in range(2))
    other = open_text_encoder(maker.bert("BertModel", hidden_dropout_prob=0.2)).name
    assert first == same
    assert first.startswith("hf:BertModel@")
    assert first.rpartition("@")[2] != other.rpartition("@")[2]


def sentence_folder(maker: "Maker", name: str, pooling: dict[str, Any], *more: str) -> str:
    """A folder as sentence-transformers writes them."""
    folder = Path(maker.bert("BertModel", classifier_dropout=len(name) / 100))
    kinds = ["Transformer", "Pooling", *more]
    paths = ["", "1_Pooling", *(f"{n}_{kind}" for n, kind in enumerate(more, start=2))]
    modules = [
        {"idx": number, "name": str(number), "path": path, "type": f"any.models.{kind}"}
        for number, (kind, path) in enumerate(zip(kinds, paths, strict=True))
    ]
    (folder / "modules.json").write_text(json.dumps(modules))
    (folder / "1_Pooling").mkdir(exist_ok=True)
    (folder / "1_Pooling" / "config.json").write_text(json.dumps(pooling))
    (folder / "sentence_bert_config.json").write_text('{"max_seq_length": 8}')
    return str(folder)


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("cls", {"pooling_mode_cls_token": True, "pooling_mode_mean_tokens": False}),
        ("max-", {"pooling_mode_max_tokens": True}),
        ("mean--", {"pooling_mode": "mean", "embedding_dimension": 16}),
        ("last---", {"pooling_mode": "lasttoken"}),
    ],
)
def test_a_sentence_transformers_folder_says_how_to_pool(
    maker: "Maker", name: str, settings: dict[str, Any]
) -> None:
    path = sentence_folder(maker, name, settings, "Normalize")
    vectors = open_text_encoder(path).encode(["a red boat", "who ?"])
    states = hidden_states(maker, path, "who ?")
    wanted = {"cls": states[0], "max-": states.max(axis=0), "last---": states[-1]}
    assert np.allclose(vectors[1], unit(wanted.get(name, states.mean(axis=0))), atol=1e-5)


def test_a_sentence_transformers_folder_says_how_much_it_reads(maker: "Maker") -> None:
    encoder = open_text_encoder(sentence_folder(maker, "reads", {"pooling_mode": "mean"}))
    short, long = encoder.encode(["boat " * 6, "boat " * 6 + "red"])  # six words and two marks
    assert np.allclose(short, long)


def test_modules_that_cannot_be_run_are_named(maker: "Maker") -> None:
    dense = sentence_folder(maker, "with-dense", {"pooling_mode": "mean"}, "Dense")
    with pytest.raises(ManyhopError, match="asks for a module Dense"):
        open_text_encoder(dense)
    weighted = sentence_folder(maker, "weighted-mean", {"pooling_mode": "weightedmean"})
    with pytest.raises(ManyhopError, match="asks for a pooling that Manyhop cannot do"):
        open_text_encoder(weighted)


@pytest.mark.parametrize("kind", ["clip", "siglip"])
def test_pictures_and_texts_share_a_space(
    maker: "Maker", painted: Callable[[str], bytes], kind: str
) -> None:
    path = getattr(maker, kind)()
    encoder = open_image_encoder(path)
    pictures = encoder.encode([painted("red"), painted("#1f4fd8"), painted("red")])
    texts = encoder.texts.encode([*TEXTS, ""])
    assert pictures.shape[1] == texts.shape[1] == encoder.texts.dimension
    assert np.allclose(np.linalg.norm(pictures, axis=1), 1, atol=1e-5)
    assert np.allclose(pictures[0], pictures[2], atol=1e-5)
    assert not np.allclose(pictures[0], pictures[1], atol=1e-3)
    assert not texts[3].any()
    assert encoder.texts.name == encoder.name
    assert np.allclose(open_text_encoder(path).encode(TEXTS), texts[:3], atol=1e-5)


def test_the_towers_give_what_the_library_gives(
    maker: "Maker", painted: Callable[[str], bytes]
) -> None:
    path = maker.clip()
    model = maker.transformers.CLIPModel.from_pretrained(path).eval()
    tokens = maker.transformers.AutoTokenizer.from_pretrained(path)(TEXTS[1], return_tensors="pt")
    with maker.torch.no_grad():
        hidden = model.text_model(
            input_ids=tokens["input_ids"], attention_mask=tokens["attention_mask"]
        ).pooler_output
        wanted = unit(model.text_projection(hidden)[0].numpy())
    assert np.allclose(open_text_encoder(path).encode(TEXTS)[1], wanted, atol=1e-5)


def test_threads_may_share_an_encoder(maker: "Maker") -> None:
    encoder = open_text_encoder(maker.bert("BertModel"))
    texts = [["boat " * n, "who ?", "the river " * (40 - n)] for n in range(1, 13)]
    alone = [encoder.encode(some) for some in texts]
    with ThreadPoolExecutor(8) as threads:
        together = list(threads.map(encoder.encode, texts * 2))
    assert all(map(np.allclose, together, alone * 2))


def test_no_picture_at_all(maker: "Maker") -> None:
    encoder = open_image_encoder(maker.clip())
    assert encoder.encode([]).shape == (0, 12)
    with pytest.raises(ManyhopError, match="cannot be decoded"):
        encoder.encode([b"not a picture"])
