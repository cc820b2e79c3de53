"""torch and transformers, imported when a checkpoint is opened and not before."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from manyhop.errors import ManyhopError


def libraries() -> tuple[Any, Any]:
    """The modules torch and transformers.

    Example: ``torch, transformers = libraries()``
    """
    try:
        import torch
        import transformers
    except ImportError as error:
        raise ManyhopError(
            "models named hf:… need torch and transformers, which are not installed; run "
            'pip install "manyhop[transformers]"'
        ) from error
    return torch, transformers


def device() -> str:
    """Where models run: the first GPU, or the processor."""
    torch, _ = libraries()
    return "cuda" if torch.cuda.is_available() else "cpu"


@contextmanager
def quietly() -> Iterator[None]:
    """Without the progress bars and remarks of transformers, which a command has no use for."""
    _, transformers = libraries()
    logging = transformers.utils.logging
    verbosity, bars = logging.get_verbosity(), logging.is_progress_bar_enabled()
    logging.set_verbosity_error()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        logging.set_verbosity(verbosity)
        if bars:
            logging.enable_progress_bar()
