"""The embedded language model: speed on one and two threads, loading, memory, and what int8 costs.

python -m bench.language_model [--prompts 100] [--adapter PATH|none]

Each figure comes from a process of its own. Milliseconds of the processor are given beside the
clock's, which a busy machine disturbs. llama.cpp joins where ``xllamacpp`` can be imported.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

_DATA = Path(__file__).parents[2] / "shared" / "data"
_PASSAGE = "The committee, founded in 1986, reviewed the treaty and found it to be sound. " * 12
_NEW = 24


def speed(adapter: Path | None) -> dict[str, float]:
    """Tokens a second read and written, and three passages read with six tokens written each."""
    from manyhop.models.embedded._language_model import LanguageModel

    started = time.perf_counter(), time.process_time()
    model = LanguageModel.load(adapter)
    loaded = time.perf_counter() - started[0], time.process_time() - started[1]
    prompt = model.tokens(f"Context: {_PASSAGE}\nQuestion: When was it founded?\nAnswer:")[:220]
    anything = np.arange(3, model.shape.vocabulary)
    model.generate(prompt, 1)
    read = _seconds(lambda: model.generate(prompt, 1))
    wrote = _seconds(lambda: model.generate(prompt, _NEW + 1, allowed=lambda so_far: anything))
    three = _seconds(lambda: model.generate_all([prompt] * 3, 6, allowed=[lambda _: anything] * 3))
    writing = [(both - one) / _NEW for both, one in zip(wrote, read, strict=True)]
    return {
        "load_s": loaded[0],
        "load_cpu_s": loaded[1],
        "read_tokens_s": len(prompt) / read[0],
        "read_tokens_cpu_s": len(prompt) / read[1],
        "write_tokens_s": 1 / writing[0],
        "three_passages_s": three[0],
        "three_passages_cpu_s": three[1],
        "peak_mb": _resident_mb(),
    }


def llama(threads: int) -> dict[str, float]:
    """llama.cpp over the same base file, without an adapter."""
    import xllamacpp  # type: ignore[import-not-found]

    from manyhop.models.embedded._language_package import package_file

    settings = xllamacpp.CommonParams()
    settings.model.path = str(package_file())
    settings.n_ctx, settings.n_parallel = 1024, 1
    settings.cpuparams.n_threads = settings.cpuparams_batch.n_threads = threads
    started = time.perf_counter()
    server = xllamacpp.Server(settings)
    loaded = time.perf_counter() - started
    ask = {"prompt": f"Context: {_PASSAGE}", "max_tokens": _NEW, "cache_prompt": False}
    for _ in range(2):
        reply = server.handle_completions(ask)
    reply = json.loads(reply) if isinstance(reply, str | bytes) else reply
    return {
        "load_s": loaded,
        "read_tokens_s": reply["timings"]["prompt_per_second"],
        "write_tokens_s": reply["timings"]["predicted_per_second"],
        "peak_mb": _resident_mb(),
    }


def accuracy(adapter: Path | None, number: int) -> dict[str, float]:
    """The eight-bit model beside float32 on prompts of SQuAD's development articles."""
    from training.language_reference import FloatModel
    from training.language_smoothing import squad_prompts

    from manyhop.models.embedded._gguf import GgufFile
    from manyhop.models.embedded._language_model import LanguageModel
    from manyhop.models.embedded._language_package import package_file
    from manyhop.models.embedded._language_weights import read_arrays

    base = package_file()
    assert base is not None
    model = LanguageModel.load(adapter)
    exact = FloatModel(GgufFile(base), read_arrays(adapter, "the adapter") if adapter else {})
    none = model.tokens(" none")[0]
    agree, divergence, chance = [], [], []
    for prompt in squad_prompts(_DATA, "dev", number):
        logits = exact.logits(model.tokens(prompt)).astype(np.float64)
        right = np.exp(logits - logits.max())
        right /= right.sum()
        first = np.maximum(model.generate(prompt, 1).first, 1e-30)
        agree.append(right.argmax() == first.argmax())
        divergence.append(float((right * np.log(np.maximum(right, 1e-30) / first)).sum()))
        chance.append(abs(float(right[none] - first[none])))
    return {
        "prompts": len(agree),
        "same_first_token": float(np.mean(agree)),
        "kl_mean": float(np.mean(divergence)),
        "kl_max": float(np.max(divergence)),
        "p_none_difference_mean": float(np.mean(chance)),
        "p_none_difference_max": float(np.max(chance)),
    }


def _seconds(work: Any, times: int = 3) -> tuple[float, float]:
    clock, processor = [], []
    for _ in range(times):
        start, used = time.perf_counter(), time.process_time()
        work()
        clock.append(time.perf_counter() - start)
        processor.append(time.process_time() - used)
    return min(clock), min(processor)


def _resident_mb() -> float:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1e6 if sys.platform == "darwin" else peak / 1e3


def _apart(part: str, arguments: argparse.Namespace, **environment: str) -> dict[str, float]:
    command = [sys.executable, "-m", "bench.language_model", "--part", part]
    command += ["--adapter", arguments.adapter, "--prompts", str(arguments.prompts)]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, **environment}
    )
    lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
    if not lines:
        print(done.stderr.strip().splitlines()[-1:], file=sys.stderr)
        return {}
    found: dict[str, float] = json.loads(lines[-1])
    return found


def main() -> None:
    """Print one line per measurement, and the ratios."""
    from manyhop.models.embedded._language_model import ADAPTER

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--adapter", default=str(ADAPTER) if ADAPTER.exists() else "none")
    parser.add_argument("--prompts", type=int, default=100)
    parser.add_argument("--part", default="")
    arguments = parser.parse_args()
    adapter = None if arguments.adapter == "none" else Path(arguments.adapter)
    threads = int(os.environ.get("MANYHOP_THREADS", "1"))
    if arguments.part:
        parts = {
            "speed": lambda: speed(adapter),
            "llama": lambda: llama(threads),
            "accuracy": lambda: accuracy(adapter, arguments.prompts),
        }
        print(json.dumps(parts[arguments.part]()))
        return
    with tempfile.TemporaryDirectory() as cache:
        _report("merge and load", _apart("speed", arguments, MANYHOP_CACHE=cache))
        for number in "12":
            ours = _apart("speed", arguments, MANYHOP_CACHE=cache, MANYHOP_THREADS=number)
            theirs = _apart("llama", arguments, MANYHOP_THREADS=number)
            _report(f"int8 in ONNX Runtime, {number} threads", ours)
            _report(f"llama.cpp, {number} threads", theirs)
            for figure in ("read_tokens_s", "write_tokens_s"):
                if figure in theirs and figure in ours:
                    print(f"  {figure}: {ours[figure] / theirs[figure]:.1f} times llama.cpp's")
        _report("int8 against float32", _apart("accuracy", arguments, MANYHOP_CACHE=cache))


def _report(what: str, figures: dict[str, float]) -> None:
    print(what, *(f"{name} {value:.4g}" for name, value in figures.items()), sep="\n  ", flush=True)


if __name__ == "__main__":
    main()
