"""How fast the large reader reads and writes, beside llama.cpp with the file that it is made from.

    python -m bench.large FILE.gguf [--threads 1 2] [--tokens 1000]   # needs xllamacpp
    python -m bench.large products                                    # single products, no model

Every figure is from a process of its own, one after the other in one run: tokens read and written a
second by the clock, the same by the processor's time, seconds to load, and resident memory.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

WRITTEN = 32  # tokens
COLUMNS, ROWS = 1_536, 17_920  # of the largest product in a layer
SIZES = (1, 64, 512)
TEXT = Path(__file__).parents[1] / "docs" / "indexing-and-searching.md"


def measure_ours(tokens: int) -> dict[str, Any]:
    """The prepared model, as `manyhop ask --model large` opens it."""
    from manyhop.models import LargeModel

    began = time.perf_counter()
    model = LargeModel.load_large()
    loaded = time.perf_counter() - began
    prompt = model.tokens(TEXT.read_text())[:tokens]
    timed = _Timer()
    model.next_chances(prompt)
    read = timed()
    # text that is not in the prompt, so that nothing can be guessed ahead
    written = model.generate([*prompt, *model.tokens("\n\nA poem about the sea:\n")], WRITTEN)
    wrote = timed()
    return _row("ours, eight bits", loaded, tokens, read, len(written.tokens), wrote)


def measure_llama(tokens: int, path: Path, threads: int) -> dict[str, Any]:
    """llama.cpp in this process; it reports its own times."""
    import xllamacpp

    settings = xllamacpp.CommonParams()
    settings.model.path = str(path)
    settings.n_ctx, settings.n_parallel = tokens + 256, 1
    settings.cpuparams.n_threads = settings.cpuparams_batch.n_threads = threads
    began = time.perf_counter()
    server = xllamacpp.Server(settings)
    loaded = time.perf_counter() - began
    asked = {"prompt": TEXT.read_text()[: 4 * tokens], "temperature": 0, "cache_prompt": False}
    timed = _Timer()
    one = _reply(server.handle_completions({**asked, "n_predict": 1}))
    read = timed()
    _reply(server.handle_completions({**asked, "n_predict": 1 + WRITTEN}))
    both = timed()
    wrote = tuple(later - first for later, first in zip(both, read, strict=True))
    return _row("llama.cpp, the file", loaded, one["timings"]["prompt_n"], read, WRITTEN, wrote)


class _Timer:
    """Seconds by the clock and by the processor since it was last asked."""

    def __init__(self) -> None:
        self._last = self._now()

    def __call__(self) -> tuple[float, ...]:
        before, self._last = self._last, self._now()
        return tuple(now - then for now, then in zip(self._last, before, strict=True))

    @staticmethod
    def _now() -> tuple[float, float]:
        return time.perf_counter(), time.process_time()


def _reply(given: Any) -> dict[str, Any]:
    found: dict[str, Any] = given if isinstance(given, dict) else json.loads(given)
    return found


def _row(
    name: str,
    loaded: float,
    tokens: int,
    read: tuple[float, ...],
    written: int,
    wrote: tuple[float, ...],
) -> dict[str, Any]:
    return {
        "name": name,
        "loaded": loaded,
        "in": [tokens / each for each in read],
        "out": [written / each for each in wrote],
        "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3,
    }


def print_speeds(path: Path, threads: list[int], tokens: int) -> None:
    """One process for each system and number of threads."""
    print(f"{tokens} tokens read, {WRITTEN} written; by the clock (by the processor's time)")
    for number in threads:
        for system in ("ours", "llama"):
            command = [sys.executable, "-m", "bench.large", str(path), "--only", system]
            command += ["--threads", str(number), "--tokens", str(tokens)]
            environment = {**os.environ, "MANYHOP_THREADS": str(number)}
            done = subprocess.run(
                command, env=environment, stdout=subprocess.PIPE, text=True, check=True
            )
            row = json.loads(done.stdout.splitlines()[-1])
            read, wrote = ("{:.1f} ({:.1f})".format(*row[way]) for way in ("in", "out"))
            print(
                f"{row['name']:22}{number} threads  in {read}  out {wrote}  "
                f"loaded in {row['loaded']:.1f} s  {row['memory']:.0f} MB",
                flush=True,
            )


def print_products() -> None:
    """Billions of operations a second of one product, by rows at once and kind of weight."""
    for name, session, kind in _products():
        speeds = []
        for rows in SIZES:
            given = np.ones((rows, COLUMNS), kind)
            session.run(None, {"x": given})
            times = []
            for _ in range(5):
                began = time.perf_counter()
                session.run(None, {"x": given})
                times.append(time.perf_counter() - began)
            speeds.append(2 * rows * COLUMNS * ROWS / min(times) / 1e9)
        told = "  ".join(
            f"{rows} rows {each:.0f}" for rows, each in zip(SIZES, speeds, strict=True)
        )
        print(f"{name:24}{told}", flush=True)


def _products() -> Iterator[tuple[str, Any, type[np.generic]]]:
    rng = np.random.default_rng(0)
    eight = {
        "w": rng.integers(-127, 127, (COLUMNS, ROWS)).astype(np.int8),
        "one": np.float32(1),
        "scale": np.full(ROWS, 0.001, np.float32),
        "middle": np.uint8(128),
    }
    yield "8 bits, a scale a row", _session("MatMulIntegerToFloat", eight, {}), np.uint8
    for bits in (8, 4):
        for block in (32, 128):
            blocks = COLUMNS // block
            weights = {
                "w": rng.integers(0, 255, (ROWS, blocks, block * bits // 8)).astype(np.uint8),
                "scale": np.full(ROWS * blocks, 0.001, np.float32),
            }
            sizes = {"K": COLUMNS, "N": ROWS, "bits": bits, "block_size": block}
            session = _session("MatMulNBits", weights, sizes | {"accuracy_level": 4})
            yield f"{bits} bits in blocks of {block}", session, np.float32


def _session(operation: str, arrays: dict[str, Any], options: dict[str, int]) -> Any:
    import onnxruntime
    from onnx import TensorProto, helper, numpy_helper

    kind = TensorProto.UINT8 if "middle" in arrays else TensorProto.FLOAT
    node = helper.make_node(operation, ["x", *arrays], ["y"], domain="com.microsoft", **options)
    graph = helper.make_graph(
        [node],
        "product",
        [helper.make_tensor_value_info("x", kind, ["rows", COLUMNS])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["rows", "columns"])],
        [numpy_helper.from_array(np.asarray(each), name) for name, each in arrays.items()],
    )
    opsets = [helper.make_opsetid("", 18), helper.make_opsetid("com.microsoft", 1)]
    model = helper.make_model(graph, opset_imports=opsets, ir_version=10)
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(
        model.SerializeToString(), settings, ["CPUExecutionProvider"]
    )


def main() -> None:
    """Measure what the command line names."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path, help="the published GGUF file, or the word products")
    parser.add_argument("--threads", nargs="+", type=int, default=[1, 2])
    parser.add_argument("--tokens", type=int, default=1_000)
    parser.add_argument("--only", choices=("ours", "llama"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if str(options.file) == "products":
        print_products()
    elif options.only == "ours":
        print(json.dumps(measure_ours(options.tokens)))
    elif options.only == "llama":
        print(json.dumps(measure_llama(options.tokens, options.file, options.threads[0])))
    else:
        print_speeds(options.file, options.threads, options.tokens)


if __name__ == "__main__":
    main()
