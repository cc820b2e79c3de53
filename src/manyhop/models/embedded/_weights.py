"""Opening the shipped weight files: checked, and with one clear sentence when one is not whole."""

import hashlib
import os
import platform
import zipfile
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from manyhop.errors import ManyhopError
from manyhop.models.embedded._unsigned import unsigned

FOLDER = Path(__file__).parent / "weights"
MANIFEST = FOLDER / "manifest.json"

_MOST_THREADS = 4  # beyond these, models this small spend their time waiting for one another
_AWAKE = "20"  # microseconds: to wake a thread takes longer, but other programs want the core too


class WeightFile(msgspec.Struct, frozen=True):
    """How a shipped file must look."""

    bytes: int
    sha256: str


@cache
def manifest() -> dict[str, WeightFile]:
    """Every shipped weight file by name."""
    try:
        return msgspec.json.decode(MANIFEST.read_bytes(), type=dict[str, WeightFile])
    except (OSError, msgspec.DecodeError) as error:
        raise damaged(MANIFEST) from error


def weight_file(name: str, folder: Path = FOLDER) -> Path:
    """The path of a weight file that is there and whole.

    Example: ``weight_file("text_reader.onnx")``
    """
    path = folder / name
    try:
        content = path.read_bytes()
    except OSError:
        raise ManyhopError(f"{path}: the weight file is missing; reinstall Manyhop") from None
    if (expected := manifest().get(name)) and (
        len(content) != expected.bytes or hashlib.sha256(content).hexdigest() != expected.sha256
    ):
        raise damaged(path)
    return path


def open_session(name: str, folder: Path = FOLDER, *, fused: bool = False) -> Any:
    """An ONNX Runtime session for a shipped network, on as many threads as `threads` says.

    What the runtime would make of our text networks takes it longer than a question, and they run
    no faster for it; ``fused`` lets it, as networks for pictures need.
    Example: ``open_session("text_reader.onnx").run(None, inputs)``
    """
    import onnxruntime  # takes a while, so only when a network is really used

    path = weight_file(name, folder)
    options = session_options()
    try:
        network = path.read_bytes()
        if not fused:
            options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
            network = unsigned(network) if sums_may_overflow() else network
        return onnxruntime.InferenceSession(network, options, ["CPUExecutionProvider"])
    except Exception as error:  # the runtime has no exception class of its own
        raise damaged(path) from error


def session_options() -> Any:
    """As all our networks run: quiet, threads that hardly wait awake, sums that hold."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads()
    options.log_severity_level = 3
    options.add_session_config_entry("session.intra_op.spin_duration_us", _AWAKE)
    options.add_session_config_entry("session.force_spinning_stop", "1")
    if sums_may_overflow():
        options.add_session_config_entry("session.x64quantprecision", "1")
    return options


def read_arrays(name: str, folder: Path = FOLDER) -> dict[str, NDArray[Any]]:
    """The arrays of a shipped ``.npz`` file by name."""
    path = weight_file(name, folder)
    try:
        with np.load(path, allow_pickle=False) as file:
            return dict(file)
    except (OSError, ValueError, EOFError, zipfile.BadZipFile) as error:
        raise damaged(path) from error


def threads() -> int:
    """How many threads a network may use: ``MANYHOP_THREADS``, or the cores, at most four."""
    wanted = os.environ.get("MANYHOP_THREADS", "")
    if not wanted:
        return min(_cores(), _MOST_THREADS)
    if not wanted.isdecimal() or int(wanted) < 1:
        raise ManyhopError(f"MANYHOP_THREADS is {wanted!r}; set it to a whole number from 1")
    return int(wanted)


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@cache
def sums_may_overflow() -> bool:
    """Older Intel and AMD processors add eight-bit products in sixteen bits, unless told not to."""
    if platform.machine().lower() not in ("x86_64", "amd64"):
        return False
    facts = Path("/proc/cpuinfo")
    return "vnni" not in facts.read_text() if facts.exists() else True


def damaged(path: Path) -> ManyhopError:
    """The error for a weight file that is not what was shipped."""
    return ManyhopError(f"{path}: the weight file is damaged; reinstall Manyhop")
