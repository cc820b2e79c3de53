"""The language model's network: its weights, merged once and kept, and the session that runs it."""

import hashlib
from pathlib import Path
from typing import Any

from manyhop.errors import ManyhopError
from manyhop.models.embedded._cache_folder import cached_file
from manyhop.models.embedded._gguf import GgufFile
from manyhop.models.embedded._language_shape import LanguageShape
from manyhop.models.embedded._language_weights import (
    layout,
    read_arrays,
    write_weights,
)
from manyhop.models.embedded._unsigned import unsigned
from manyhop.models.embedded._weights import session_options

WEIGHTS = "language.weights"  # as the graph calls the file


def merged_weights(
    gguf: GgufFile, adapter: Path | None, smoothing: Path | None, *, signed: bool = True
) -> Path:
    """The file with base and adapter in one; writing it the first time takes a few seconds.

    Example: ``merged_weights(gguf, ADAPTER, SMOOTHING).name`` → ``"language.weights"``
    """
    last = layout(LanguageShape.of(gguf), signed=signed)[-1]

    def merge(file: Any) -> None:
        parts = ((adapter, "the language model's adapter"), (smoothing, "the weight file"))
        arrays = [read_arrays(path, what) if path else {} for path, what in parts]
        write_weights(file, gguf, *arrays, signed=signed)

    kind = "" if signed else "-unsigned"
    name = f"language-{_digest(gguf.path, adapter, smoothing)}{kind}/{WEIGHTS}"
    return cached_file(name, last.offset + last.size, merge)


def open_graph(graph: Path, weights: Path, *, signed: bool = True) -> Any:
    """An ONNX Runtime session over a graph whose weights lie in a folder of their own."""
    import onnxruntime  # takes a while, so only when the model is really used

    options = session_options()
    options.add_session_config_entry(
        "session.model_external_initializers_file_folder_path", str(weights)
    )
    try:
        network = graph.read_bytes() if signed else unsigned(graph.read_bytes())
        return onnxruntime.InferenceSession(network, options, ["CPUExecutionProvider"])
    except Exception as error:  # the runtime has no exception class of its own
        raise ManyhopError(
            f"{graph}: the weight file is missing or damaged; reinstall Manyhop"
        ) from error


def _digest(base: Path, *ours: Path | None) -> str:
    """Names the merged weights after what went into them; of the large file, after its edges."""
    digest = hashlib.sha256(b"2")  # raised whenever the weight file looks otherwise
    size = base.stat().st_size
    with base.open("rb") as file:
        digest.update(size.to_bytes(8, "little") + file.read(1 << 16))
        file.seek(max(0, size - (1 << 16)))
        digest.update(file.read())
    for path in ours:
        try:
            digest.update(path.read_bytes() if path else b"-")
        except OSError:
            raise ManyhopError(f"{path}: the weight file is missing; reinstall Manyhop") from None
    return digest.hexdigest()[:16]
