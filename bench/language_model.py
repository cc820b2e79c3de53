"""The embedded language model: speed on one and two threads, loading, memory, and what int8 costs.

    python -m bench.language_model [--prompts 100] [--questions 200] [--adapter PATH|none]

Each figure comes from a process of its own. Seconds of the processor are given beside the clock's,
which a busy machine disturbs. llama.cpp joins where ``xllamacpp`` can be imported, float32 where
``onnx`` can.
"""

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

_DATA = Path(__file__).parents[2] / "shared" / "data"
_PASSAGE = "The committee, founded in 1986, reviewed the treaty and found it to be sound. " * 12
_NEW = 24


def speed(adapter: Path | None, exact: bool) -> dict[str, float]:
    """Tokens a second read and written, and three passages of 200 tokens read for an answer."""
    from manyhop.models.embedded._careful_reader import CarefulReader

    started = time.perf_counter(), time.process_time()
    model = _model(adapter, exact)
    loaded = time.perf_counter() - started[0], time.process_time() - started[1]
    prompt = model.tokens(f"Context: {_PASSAGE}\nQuestion: When was it founded?\nAnswer:")[:220]
    anything = np.arange(3, model.shape.vocabulary)
    model.generate(prompt, 1)
    read = _seconds(lambda: model.generate(prompt, 1))
    wrote = _seconds(lambda: model.generate(prompt, _NEW + 1, allowed=lambda so_far: anything))
    reader, number = CarefulReader(model), count()  # what was read once is remembered
    three = _seconds(
        lambda: reader.read(
            "When was the committee founded?", [f"{next(number)}. {_PASSAGE[:735]}" for _ in "123"]
        )
    )
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
    import xllamacpp

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


def _model(adapter: Path | None, exact: bool) -> Any:
    from manyhop.models.embedded._language_model import LanguageModel

    if not exact:
        return LanguageModel.load(adapter)
    from manyhop.models.embedded._language_package import package_file
    from manyhop.models.embedded._language_weights import read_arrays
    from training.language_float import float_model

    base, folder = package_file(), Path(os.environ["MANYHOP_CACHE"]) / "float"
    assert base is not None
    folder.mkdir(parents=True, exist_ok=True)
    return float_model(base, read_arrays(adapter, "the adapter") if adapter else {}, folder)


def reading(adapter: Path | None, number: int, exact: bool) -> dict[str, float]:
    """The careful reader on SQuAD's development articles: F1, exact match, answerable or not."""
    from manyhop.models.embedded._careful_reader import CarefulReader
    from training.language_dev import best_closeness
    from training.language_dev import exact as same
    from training.language_lessons import squad

    asked = [each for each in squad(_DATA) if each.split == "dev"]
    random.Random(7).shuffle(asked)
    asked = [each for each in asked if each.answers][:number] + [
        each for each in asked if not each.answers
    ][: number // 2]
    reader = CarefulReader(_model(adapter, exact))
    found = [reader.read(each.question, [each.passage])[0] for each in asked]
    both = list(zip(asked, found, strict=True))
    right = [(each.answers, one.text) for each, one in both if each.answers]
    return {
        "questions": len(right),
        "f1": 100 * float(np.mean([best_closeness(text, golds) for golds, text in right])),
        "exact_match": 100 * float(np.mean([same(text, golds) for golds, text in right])),
        "answerable": 100
        * float(np.mean([(one.chance >= 0.5) == bool(each.answers) for each, one in both])),
    }


def accuracy(adapter: Path | None, number: int) -> dict[str, float]:
    """The eight-bit model beside float32 on prompts of SQuAD's development articles."""
    from manyhop.models.embedded._gguf import GgufFile
    from manyhop.models.embedded._language_model import LanguageModel
    from manyhop.models.embedded._language_package import package_file
    from manyhop.models.embedded._language_weights import read_arrays
    from training.language_reference import FloatModel
    from training.language_smoothing import squad_prompts

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
    command += ["--questions", str(arguments.questions)]
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
    parser.add_argument("--questions", type=int, default=200, help="answerable, and half as many")
    parser.add_argument("--part", default="")
    arguments = parser.parse_args()
    adapter = None if arguments.adapter == "none" else Path(arguments.adapter)
    threads = int(os.environ.get("MANYHOP_THREADS", "1"))
    if arguments.part:
        parts = {
            "speed": lambda: speed(adapter, exact=False),
            "float-speed": lambda: speed(adapter, exact=True),
            "reading": lambda: reading(adapter, arguments.questions, exact=False),
            "float-reading": lambda: reading(adapter, arguments.questions, exact=True),
            "llama": lambda: llama(threads),
            "accuracy": lambda: accuracy(adapter, arguments.prompts),
        }
        print(json.dumps(parts[arguments.part]()))
        return
    with tempfile.TemporaryDirectory() as cache:
        _report("merge and load", _apart("speed", arguments, MANYHOP_CACHE=cache))
        for number in "12":
            settings = {"MANYHOP_CACHE": cache, "MANYHOP_THREADS": number}
            ours = _apart("speed", arguments, **settings)
            _report(f"int8 in ONNX Runtime, {number} threads", ours)
            for name, part in (("float32", "float-speed"), ("llama.cpp", "llama")):
                theirs = _apart(part, arguments, **settings)
                _report(f"{name}, {number} threads", theirs)
                for figure in ("read_tokens_s", "write_tokens_s"):
                    if figure in theirs and figure in ours:
                        print(
                            f"  {figure}: int8 has {ours[figure] / theirs[figure]:.1f} times that"
                        )
        _report("int8 against float32", _apart("accuracy", arguments, MANYHOP_CACHE=cache))
        if arguments.questions:
            _report("int8 reads", _apart("reading", arguments, MANYHOP_CACHE=cache))
            _report("float32 reads", _apart("float-reading", arguments, MANYHOP_CACHE=cache))


def _report(what: str, figures: dict[str, float]) -> None:
    print(what, *(f"{name} {value:.4g}" for name, value in figures.items()), sep="\n  ", flush=True)


if __name__ == "__main__":
    main()
