"""What a checkpoint is for, told by the architectures in its ``config.json``."""

import inspect
from typing import Any, Literal

from manyhop.errors import ManyhopError
from manyhop.models.hub._checkpoint import Checkpoint
from manyhop.models.hub._libraries import libraries

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
