"""Weights, tokenizers and processors out of a checkpoint, whole or not at all."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from manyhop.errors import ManyhopError
from manyhop.models.hub._checkpoint import Checkpoint, device, libraries, quietly

_OWN_FILES = {"local_files_only": True, "trust_remote_code": False}  # no network, no foreign code
_LONGEST = 512  # tokens, where neither the tokenizer nor the model names a limit
_NO_LIMIT = 10_000_000  # a tokenizer without a limit names one with thirty digits
_COUNT_FROM_PADDING = ("roberta", "xlm-roberta", "camembert", "mpnet")  # two places are never used


def load_model(checkpoint: Checkpoint, auto_class: str, *, unused: Sequence[str] = ()) -> Any:
    """The network, ready to run; weights may be missing only under the prefixes ``unused``.

    transformers fills missing weights with random numbers, so a damaged checkpoint would answer
    nonsense without this check.
    Example: ``load_model(checkpoint, "AutoModelForQuestionAnswering")``
    """
    _, transformers = libraries()
    with _telling(checkpoint):
        model, info = getattr(transformers, auto_class).from_pretrained(
            checkpoint.folder, **_OWN_FILES, output_loading_info=True
        )
    missing = sorted(key for key in info["missing_keys"] if not key.startswith(tuple(unused)))
    if missing:
        raise ManyhopError(
            f"{checkpoint.name}: the checkpoint lacks {len(missing)} weights ({missing[0]}, …); "
            "copy or download it again"
        )
    place = device()
    if place == "cpu":
        model = model.float()  # half precision is slow on a processor, where it works at all
    return model.eval().to(place)


def load_tokenizer(checkpoint: Checkpoint) -> Any:
    """The tokenizer that the checkpoint was trained with."""
    _, transformers = libraries()
    with _telling(checkpoint):
        return transformers.AutoTokenizer.from_pretrained(checkpoint.folder, **_OWN_FILES)


def load_processor(checkpoint: Checkpoint) -> Any:
    """What prepares pictures and words for a model that takes both."""
    _, transformers = libraries()
    with _telling(checkpoint):
        return transformers.AutoProcessor.from_pretrained(checkpoint.folder, **_OWN_FILES)


def longest_input(model: Any, tokenizer: Any) -> int | None:
    """How many tokens the model reads, None where it has no limit of its own.

    Example: ``longest_input(bert, tokenizer)`` → ``512``
    """
    config = model.config.get_text_config()
    places = getattr(config, "max_position_embeddings", None) or getattr(
        config, "n_positions", None
    )
    if isinstance(places, int) and config.model_type in _COUNT_FROM_PADDING:
        places -= 2
    limits = (places, getattr(tokenizer, "model_max_length", None))
    known = [limit for limit in limits if isinstance(limit, int) and 0 < limit < _NO_LIMIT]
    return min(known, default=None)


def input_limit(model: Any, tokenizer: Any) -> int:
    """``longest_input``, with a usual length where there is none."""
    return longest_input(model, tokenizer) or _LONGEST


@contextmanager
def _telling(checkpoint: Checkpoint) -> Iterator[None]:
    """Whatever a library raises over a broken checkpoint, as one sentence."""
    try:
        with quietly():
            yield
    except ManyhopError:
        raise
    except ImportError as error:
        raise ManyhopError(
            f"{checkpoint.name} needs a library that is not installed ({_first_line(error)})"
        ) from error
    except Exception as error:
        raise ManyhopError(
            f"{checkpoint.name}: the checkpoint in {checkpoint.folder} cannot be loaded "
            f"({_first_line(error)}); copy or download it again"
        ) from error


def _first_line(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return (lines[0] if lines else type(error).__name__)[:200].rstrip(" .;")


# Many inputs through a network, a few at a time.

BATCH = 16

T = TypeVar("T")


def batches(items: Sequence[T], length: Callable[[T], int]) -> Iterator[tuple[list[int], list[T]]]:
    """Places and items, those of like length together, so that little is spent on padding.

    Example: ``for places, texts in batches(all_texts, len): found[places] = encode(texts)``
    """
    order = sorted(range(len(items)), key=lambda place: length(items[place]))
    for first in range(0, len(order), BATCH):
        places = order[first : first + BATCH]
        yield places, [items[place] for place in places]


def unit_rows(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """The rows scaled to length 1; a row of zeros stays one."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.divide(vectors, np.where(lengths > 0, lengths, 1), dtype=np.float32)
