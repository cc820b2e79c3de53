"""Tiny checkpoints with random weights, made by the library itself: every file is a real one."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import PIL.Image
import pytest

SENTENCES = (
    "the a bridge opened in 1981 ? yes no who what when colour red is it boat humber forth queen",
    "by was river user assistant system answer question sure : .",
)
WORDS = " ".join(SENTENCES).split()
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
SIZE = len(SPECIAL) + len(WORDS)

TEXT = {
    "vocab_size": SIZE,
    "hidden_size": 16,
    "num_hidden_layers": 1,
    "num_attention_heads": 2,
    "intermediate_size": 16,
    "max_position_embeddings": 64,
    "pad_token_id": 0,
    "bos_token_id": 2,
    "eos_token_id": 3,
}
VISION = {
    "hidden_size": 16,
    "num_hidden_layers": 1,
    "num_attention_heads": 2,
    "intermediate_size": 16,
    "image_size": 32,
    "patch_size": 16,
}
SQUARE = {"height": 32, "width": 32}
TEMPLATE = (
    "{% for message in messages %}{{ message['role'] }} : {{ message['content'] }} {% endfor %}"
    "{% if add_generation_prompt %}assistant :{% endif %}"
)
PICTURE_TEMPLATE = (
    "{% for message in messages %}{{ message['role'] }} : {% for part in message['content'] %}"
    "{% if part['type'] == 'image' %}IMAGE{% else %}{{ part['text'] }}{% endif %} {% endfor %}"
    "{% endfor %}{% if add_generation_prompt %}assistant :{% endif %}"
)


class Maker:
    """Makes checkpoints in one folder: ``maker.bert("BertModel")`` is the path of one."""

    def __init__(self, folder: Path) -> None:
        self.torch = pytest.importorskip("torch")
        self.transformers = pytest.importorskip("transformers")
        self.transformers.utils.logging.disable_progress_bar()
        self.transformers.logging.set_verbosity_error()
        self.folder = folder

    def words(self, **more: Any) -> Any:
        """A tokenizer that knows a few words."""
        vocabulary = {word: number for number, word in enumerate([*SPECIAL, *WORDS])}
        return self.transformers.BertTokenizer(vocab=vocabulary, **more)

    def save(self, name: str, architecture: str, config: Any, *others: Any) -> str:
        self.torch.manual_seed(0)
        model = getattr(self.transformers, architecture)(config)
        for part in (model, *others):
            part.save_pretrained(self.folder / name)
        return str(self.folder / name)

    def bert(self, architecture: str, **settings: Any) -> str:
        config = self.transformers.BertConfig(**TEXT, **settings)
        name = "-".join([architecture, *map(str, settings.values())])
        return self.save(name, architecture, config, self.words(model_max_length=64))

    def clip(self) -> str:
        t = self.transformers
        config = t.CLIPConfig(text_config=TEXT, vision_config=VISION, projection_dim=12)
        pictures = t.CLIPImageProcessor(size={"shortest_edge": 32}, crop_size=SQUARE)
        return self.save("clip", "CLIPModel", config, t.CLIPProcessor(pictures, self.words()))

    def siglip(self) -> str:
        t = self.transformers
        text = {**TEXT, "projection_size": 16}
        config = t.SiglipConfig(text_config=text, vision_config=VISION)
        processor = t.SiglipProcessor(
            t.SiglipImageProcessor(size=SQUARE), self.words(model_max_length=16)
        )
        return self.save("siglip", "SiglipModel", config, processor)

    def blip(self) -> str:
        t = self.transformers
        text = {**TEXT, "sep_token_id": 3, "encoder_hidden_size": 16, "is_decoder": True}
        config = t.BlipConfig(text_config=text, vision_config=VISION)
        processor = t.BlipProcessor(t.BlipImageProcessor(size=SQUARE), self.words())
        return self.save("blip", "BlipForQuestionAnswering", config, processor)

    def vilt(self) -> str:
        t = self.transformers
        names = {0: "red", 1: "yes", 2: "two"}
        config = t.ViltConfig(**{**TEXT, **VISION}, id2label=names, num_labels=3)
        pictures = t.ViltImageProcessor(size={"shortest_edge": 32}, size_divisor=16)
        processor = t.ViltProcessor(pictures, self.words())
        return self.save("vilt", "ViltForQuestionAnswering", config, processor)

    def llama(self, template: str | None = TEMPLATE, name: str = "llama", places: int = 64) -> str:
        config = self.transformers.LlamaConfig(**{**TEXT, "max_position_embeddings": places})
        words = self.words()
        words.chat_template = template
        return self.save(name, "LlamaForCausalLM", config, words)

    def bart(self) -> str:
        config = self.transformers.BartConfig(
            vocab_size=SIZE,
            d_model=16,
            encoder_layers=1,
            decoder_layers=1,
            encoder_attention_heads=2,
            decoder_attention_heads=2,
            encoder_ffn_dim=16,
            decoder_ffn_dim=16,
            max_position_embeddings=64,
            pad_token_id=0,
            bos_token_id=2,
            eos_token_id=3,
            decoder_start_token_id=3,
            forced_eos_token_id=3,
        )
        return self.save("bart", "BartForConditionalGeneration", config, self.words())

    def idefics(self) -> str:
        """The architecture behind Idefics 3 and, but for its name, SmolVLM."""
        t = self.transformers
        words = self.words(model_input_names=["input_ids", "attention_mask"])
        marks = ["<image>", "<fake_token_around_image>", "<end_of_utterance>", "<global-img>"]
        words.add_special_tokens({"additional_special_tokens": marks})
        text = {**TEXT, "model_type": "llama", "vocab_size": len(words)}
        config = t.Idefics3Config(
            vision_config=VISION,
            text_config={**text, "max_position_embeddings": 512},
            scale_factor=2,
            image_token_id=words.convert_tokens_to_ids("<image>"),
            pad_token_id=0,
        )
        side = {"longest_edge": 32}
        processor = t.Idefics3Processor(
            t.Idefics3ImageProcessor(size=side, max_image_size=side, do_image_splitting=False),
            words,
            image_seq_len=1,
            chat_template=PICTURE_TEMPLATE.replace("IMAGE", "<image>"),
        )
        return self.save("idefics", "Idefics3ForConditionalGeneration", config, processor)

    def qwen_vl(self) -> str:
        pytest.importorskip("torchvision")  # Qwen-VL's processor can't do without
        t = self.transformers
        words = self.words(model_input_names=["input_ids", "attention_mask"])
        marks = ["<|image_pad|>", "<|video_pad|>", "<|vision_start|>", "<|vision_end|>"]
        words.add_special_tokens({"additional_special_tokens": marks})
        numbers = words.convert_tokens_to_ids(marks)
        text = {**TEXT, "vocab_size": len(words), "max_position_embeddings": 512}
        text |= {"num_key_value_heads": 2}
        config = t.Qwen2VLConfig(
            text_config={
                **text,
                "rope_parameters": {"rope_type": "default", "mrope_section": [1, 1, 2]},
            },
            vision_config={
                "depth": 1,
                "embed_dim": 16,
                "hidden_size": 16,
                "num_heads": 2,
                "mlp_ratio": 1,
                "patch_size": 14,
            },
            image_token_id=numbers[0],
            video_token_id=numbers[1],
            vision_start_token_id=numbers[2],
            vision_end_token_id=numbers[3],
        )
        processor = t.Qwen2VLProcessor(
            t.Qwen2VLImageProcessor(min_pixels=28 * 28, max_pixels=56 * 56),
            words,
            t.Qwen2VLVideoProcessor(),
            chat_template=PICTURE_TEMPLATE.replace(
                "IMAGE", "<|vision_start|><|image_pad|><|vision_end|>"
            ),
        )
        return self.save("qwen", "Qwen2VLForConditionalGeneration", config, processor)


@pytest.fixture(scope="session")
def maker(tmp_path_factory: pytest.TempPathFactory) -> Maker:
    return Maker(tmp_path_factory.mktemp("checkpoints"))


@pytest.fixture(scope="session")
def painted() -> Callable[[str], bytes]:
    def paint(colour: str) -> bytes:
        encoded = io.BytesIO()
        PIL.Image.new("RGB", (60, 40), colour).save(encoded, "PNG")
        return encoded.getvalue()

    return paint
