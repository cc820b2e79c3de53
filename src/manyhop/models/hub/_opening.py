"""Opening a checkpoint as what the rest of Manyhop asks for."""

from manyhop.models._prompted_readers import PromptedImageAnswerer
from manyhop.models._protocols import (
    ImageAnswerer,
    ImageEncoder,
    Reranker,
    TextEncoder,
    TextReader,
)
from manyhop.models.hub._checkpoint import find_checkpoint
from manyhop.models.hub._generator import HubGenerator
from manyhop.models.hub._image_answers import HubImageAnswerer
from manyhop.models.hub._reranker import HubReranker
from manyhop.models.hub._seeing_generator import SeeingGenerator
from manyhop.models.hub._tasks import expect_task
from manyhop.models.hub._text_encoder import HubTextEncoder
from manyhop.models.hub._text_reader import HubTextReader
from manyhop.models.hub._towers import HubImageEncoder


def open_text_encoder(name: str) -> TextEncoder:
    """BERT and its kin, a sentence-transformers folder, or the text tower of CLIP or SigLIP.

    Example: ``open_text_encoder("models/all-MiniLM-L6-v2").encode(["Who wrote Emma?"])``
    """
    checkpoint = find_checkpoint(name)
    if expect_task(checkpoint, "encode texts", "encode pictures") == "encode pictures":
        return HubImageEncoder(checkpoint).texts
    return HubTextEncoder(checkpoint)


def open_reranker(name: str) -> Reranker:
    """A sequence classifier with one label or two: ``open_reranker("ms-marco-MiniLM-L6-v2")``."""
    checkpoint = find_checkpoint(name)
    expect_task(checkpoint, "rerank")
    return HubReranker(checkpoint)


def open_text_reader(name: str) -> TextReader:
    """An extractive question answerer: ``open_text_reader("deepset/roberta-base-squad2")``."""
    checkpoint = find_checkpoint(name)
    expect_task(checkpoint, "read texts")
    return HubTextReader(checkpoint)


def open_image_encoder(name: str) -> ImageEncoder:
    """CLIP, SigLIP or their kin: ``open_image_encoder("openai/clip-vit-base-patch32")``."""
    checkpoint = find_checkpoint(name)
    expect_task(checkpoint, "encode pictures")
    return HubImageEncoder(checkpoint)


def open_image_answerer(name: str) -> ImageAnswerer:
    """BLIP or ViLT for visual questions, or a chat model that looks at pictures.

    Example: ``open_image_answerer("Salesforce/blip-vqa-base").answer("What is this?", png)``
    """
    checkpoint = find_checkpoint(name)
    task = expect_task(checkpoint, "answer about pictures", "write about pictures")
    if task == "write about pictures":
        return PromptedImageAnswerer(SeeingGenerator(checkpoint))
    return HubImageAnswerer(checkpoint)


def open_generator(name: str) -> HubGenerator | SeeingGenerator:
    """A chat model, with or without eyes, or a sequence-to-sequence model such as BART or T5.

    Example: ``open_generator("HuggingFaceTB/SmolLM2-135M-Instruct").complete(messages, …)``
    """
    checkpoint = find_checkpoint(name)
    task = expect_task(checkpoint, "write", "rewrite", "write about pictures")
    if task == "write about pictures":
        return SeeingGenerator(checkpoint)
    return HubGenerator(
        checkpoint, "AutoModelForSeq2SeqLM" if task == "rewrite" else "AutoModelForCausalLM"
    )
