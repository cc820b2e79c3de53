"""Opening a checkpoint as what the rest of Manyhop asks for."""

import inspect
from typing import Any, Literal

from manyhop.errors import ManyhopError
from manyhop.models._prompted_readers import PromptedImageAnswerer
from manyhop.models._protocols import (
    ImageAnswerer,
    ImageEncoder,
    Reranker,
    TextEncoder,
    TextReader,
)
from manyhop.models.hub._checkpoint import Checkpoint, find_checkpoint, libraries
from manyhop.models.hub._generator import HubGenerator, SeeingGenerator
from manyhop.models.hub._image_answers import HubImageAnswerer
from manyhop.models.hub._reranker import HubReranker
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


# What a checkpoint is for, told by the architectures in its ``config.json``.

Task = Literal[
    "encode texts",
    "rerank",
    "read texts",
    "encode pictures",
    "answer about pictures",
    "write about pictures",
    "write",
    "rewrite",
]

_TASKS: tuple[tuple[Task, str], ...] = (
    ("answer about pictures", "VISUAL_QUESTION_ANSWERING"),
    ("write about pictures", "IMAGE_TEXT_TO_TEXT"),
    ("rerank", "SEQUENCE_CLASSIFICATION"),
    ("read texts", "QUESTION_ANSWERING"),
    ("rewrite", "SEQ_TO_SEQ_CAUSAL_LM"),
    ("write", "CAUSAL_LM"),
    ("encode pictures", "ZERO_SHOT_IMAGE_CLASSIFICATION"),
    ("encode texts", "MASKED_LM"),
    ("encode texts", "TEXT_ENCODING"),
)

_SEEN = frozenset({"bbox", "image", "pixel_values", "visual_feats"})  # inputs that are no words


def task_of(checkpoint: Checkpoint) -> Task:
    """The task of a checkpoint, as transformers groups architectures by what they do.

    A sentence-transformers folder encodes texts, whatever it was made of.
    Example: ``task_of(find_checkpoint("clip-vit-base-patch32"))`` → ``"encode pictures"``
    """
    if (checkpoint.folder / "modules.json").exists() and not _is_cross_encoder(checkpoint):
        return "encode texts"
    for task, group in _TASKS:
        members = _members(group) & set(checkpoint.architectures)
        if any(task != "read texts" or _reads_words_alone(name) for name in members):
            return task
    raise ManyhopError(
        f"{checkpoint.name} is {checkpoint.described}, which Manyhop has no use for; choose an "
        "encoder, a reranker, a reader, a CLIP, or a model that writes"
    )


def expect_task(checkpoint: Checkpoint, *tasks: Task) -> Task:
    """The task of a checkpoint that must have one of some tasks."""
    task = task_of(checkpoint)
    if task in tasks:
        return task
    raise ManyhopError(
        f"{checkpoint.name} is {checkpoint.described}, made to {task}; choose a checkpoint made to "
        f"{' or '.join(tasks)}"
    )


def _reads_words_alone(architecture: str) -> bool:
    """Whether a question answerer finds spans in words; LXMERT's kin classify what they see."""
    _, transformers = libraries()
    takes = inspect.signature(getattr(transformers, architecture).forward).parameters
    return "start_positions" in takes and not _SEEN.intersection(takes)


def _is_cross_encoder(checkpoint: Checkpoint) -> bool:
    return any(name.endswith("ForSequenceClassification") for name in checkpoint.architectures)


def _members(group: str) -> set[str]:
    """Class names of a group; an encoder's also without the head that fills in masked words."""
    _, transformers = libraries()
    auto: Any = transformers.models.auto.modeling_auto
    named: dict[str, Any] = getattr(auto, f"MODEL_FOR_{group}_MAPPING_NAMES", {})
    found = list(named.values())
    if group == "MASKED_LM":
        found += [auto.MODEL_MAPPING_NAMES.get(kind, "") for kind in named]
    return {name for some in found for name in ([some] if isinstance(some, str) else some)}
