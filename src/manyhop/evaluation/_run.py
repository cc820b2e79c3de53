"""An answerer on a benchmark: every question asked once, whatever happens in between."""

import hashlib
import platform
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from operator import itemgetter
from pathlib import Path

import filelock
import msgspec
import numpy as np

from manyhop._version import __version__
from manyhop.answering import Answer, Answerer
from manyhop.benchmarks import Benchmark, Example
from manyhop.errors import ManyhopError
from manyhop.evaluation._results import RESULTS, Results, read_results, summarize, write_results
from manyhop.evaluation._samples import (
    SAMPLES,
    Sample,
    SampleLog,
    drop_torn_line,
    open_private,
    read_samples,
    score_sample,
    write_whole,
)
from manyhop.evaluation._selection import Selection, Setting, ask_in, check_setting

# What decides a run's results, so that one run is never continued as another.

CONFIGURATION = "run.json"


class DataFile(msgspec.Struct, frozen=True):
    """A file that was read: its name, its size in bytes, and the SHA-256 of its content."""

    name: str
    size: int
    sha256: str


class Configuration(msgspec.Struct, frozen=True, kw_only=True):
    """What ``run.json`` holds.

    ``questions`` and ``digest`` are how many examples were chosen and a hash of what they say;
    ``notes`` are the benchmark's, since they name what its metrics were computed with; ``paths``
    say where the files lay, for a report to find them, and may change.
    """

    benchmark: str
    answerer: str
    setting: str
    seed: int
    limit: int | None
    where: tuple[str, ...]
    questions: int
    digest: str
    files: tuple[DataFile, ...]
    paths: tuple[str, ...] = ()
    notes: tuple[str, ...]
    versions: dict[str, str]


def data_files(paths: Iterable[Path]) -> tuple[DataFile, ...]:
    """The files, and those directly in the folders, with their hashes."""
    files: list[Path] = []
    for path in paths:
        inside = sorted(path.iterdir()) if path.is_dir() else [path]
        files += [one for one in inside if one.is_file() and not one.name.startswith(".")]
    return tuple(map(_data_file, files))


def _data_file(path: Path) -> DataFile:
    with path.open("rb") as file:
        sha256 = hashlib.file_digest(file, "sha256").hexdigest()
    return DataFile(path.name, path.stat().st_size, sha256)


def versions() -> dict[str, str]:
    """What the run was made with."""
    return {
        "manyhop": __version__,
        "numpy": np.__version__,
        "python": platform.python_version(),
    }


def differences(before: Configuration, now: Configuration) -> list[str]:
    """What differs between two configurations, in words; Python's and numpy's versions may.

    Example: ``["the seed was 0 and is 1", "dev.jsonl has changed"]``
    """
    found = []
    for field in ("benchmark", "answerer", "setting", "seed", "limit", "where", "notes"):
        old, new = getattr(before, field), getattr(now, field)
        if old != new:
            verbs = ("were", "are") if field == "notes" else ("was", "is")
            found.append(f"the {field} {verbs[0]} {_say(old)} and {verbs[1]} {_say(new)}")
    old, new = before.versions.get("manyhop"), now.versions["manyhop"]
    if old != new:
        found.append(f"manyhop's version was {old} and is {new}")
    found += _file_differences(before.files, now.files)
    if not found and before.digest != now.digest:
        found.append("the benchmark's examples have changed")
    return found


def _file_differences(before: Sequence[DataFile], now: Sequence[DataFile]) -> list[str]:
    old, new = ({file.name: file for file in files} for files in (before, now))
    found = [f"{name} is gone" for name in old if name not in new]
    found += [f"{name} is new" for name in new if name not in old]
    return found + [f"{name} has changed" for name in old if old[name] != new.get(name, old[name])]


def _say(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "nothing"
    return "none" if value is None else str(value)


def read_configuration(folder: Path) -> Configuration:
    """The configuration of the run in a folder."""
    path = folder / CONFIGURATION
    try:
        return msgspec.json.decode(path.read_bytes(), type=Configuration)
    except FileNotFoundError as error:
        raise ManyhopError(
            f"{folder} holds no run (there is no {CONFIGURATION}); name a folder that eval wrote"
        ) from error
    except msgspec.DecodeError as error:
        raise ManyhopError(
            f"{path}: this is not a run's configuration ({error}); name another folder"
        ) from error


# How far a run has come.

_HOPELESS = 5  # failures, and nothing else, after which a run is not worth going on with


class Progress(msgspec.Struct, frozen=True, kw_only=True):
    """The state of a run after a question.

    ``done`` of ``total`` questions have a sample, ``resumed`` of them from before; ``errors`` of
    them failed; ``scores`` are the means so far.
    """

    done: int
    total: int
    resumed: int
    errors: int
    scores: dict[str, float]


class Tally:
    """Keeps the running means and tells them on."""

    def __init__(self, total: int, tell: Callable[[Progress], None] | None = None) -> None:
        self._total, self._tell = total, tell
        self._done = self._resumed = self._errors = 0
        self._last_error = ""
        self._sums: dict[str, tuple[float, int]] = {}

    def add(self, sample: Sample, *, resumed: bool = False) -> None:
        """Count a sample."""
        self._done += 1
        self._resumed += resumed
        self._errors += bool(sample.error)
        self._last_error = sample.error or self._last_error
        for name, value in sample.metrics.items():
            total, n = self._sums.get(name, (0.0, 0))
            self._sums[name] = (total + value, n + 1)
        if self._tell:
            self._tell(
                Progress(
                    done=self._done,
                    total=self._total,
                    resumed=self._resumed,
                    errors=self._errors,
                    scores={name: total / n for name, (total, n) in self._sums.items()},
                )
            )

    def stop_if_hopeless(self) -> None:
        """End a run in which every question failed so far, say because the server is down."""
        if self._errors == self._done >= _HOPELESS:
            raise ManyhopError(
                f"the answerer failed on all of the first {self._done} questions "
                f"({self._last_error}); mend it and go on with --resume"
            )


TIMINGS = "timings.jsonl"
_AHEAD = 16  # questions read ahead for each worker; what finishes meanwhile is written together


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """A run read back from its folder; ``results`` is None while it is not finished."""

    folder: Path
    configuration: Configuration
    samples: list[Sample]
    results: Results | None


def load_run(folder: Path) -> Run:
    """Read a run. Example: ``load_run(Path("runs/random")).results.metrics``"""
    configuration = read_configuration(folder)
    path = folder / SAMPLES
    samples = read_samples(path) if path.exists() else []
    return Run(
        folder=folder, configuration=configuration, samples=samples, results=read_results(folder)
    )


def run(
    benchmark: Benchmark,
    answerer: Answerer,
    folder: Path,
    *,
    files: Iterable[Path] = (),
    training: Iterable[Path] = (),
    limit: int | None = None,
    where: Sequence[str] = (),
    seed: int = 0,
    workers: int = 1,
    setting: Setting = "restricted",
    resume: bool = False,
    on_progress: Callable[[Progress], None] | None = None,
) -> Results:
    """Ask the answerer every question and write ``run.json``, ``samples.jsonl``, ``results.json``.

    Killed at any moment and called again with ``resume``, it asks only what has no answer yet, and
    the files come out the same. A question that the answerer fails on is recorded with its error,
    scored as an empty answer, and asked again on resume. ``files`` are those that the benchmark
    reads, or their folder, and ``training`` those that the answerer learnt from: their hashes are
    kept, and a run is not resumed on other data.
    Example: ``run(benchmark, answerer, Path("runs/random"), where=["type=TextQ"], limit=100)``
    """
    if workers < 1:
        raise ManyhopError(f"the number of workers is {workers}; use at least 1")
    files = list(files)
    selection = Selection(benchmark, where, limit)
    questions, digest = selection.digest()
    configuration = Configuration(
        benchmark=benchmark.name,
        answerer=answerer.name,
        setting=check_setting(setting),
        seed=seed,
        limit=limit,
        where=tuple(where),
        questions=questions,
        digest=digest,
        files=data_files([*files, *training]),
        paths=tuple(str(path.absolute()) for path in files),
        notes=benchmark.notes,
        versions=versions(),
    )
    with _claim(folder, configuration, resume):
        tally = Tally(questions, on_progress)
        ask = _Asker(benchmark, answerer, setting)
        with SampleLog(folder) as log:
            _ask_all(selection, ask, log, tally, folder / TIMINGS, workers)
            log.finish()
        results = summarize(
            read_samples(folder / SAMPLES),
            benchmark=benchmark.name,
            answerer=answerer.name,
            setting=setting,
            notes=benchmark.notes,
            seed=seed,
        )
        write_results(results, folder)
    return results


@contextmanager
def _claim(folder: Path, configuration: Configuration, resume: bool) -> Iterator[None]:
    """Hold the folder for this run, and only for it."""
    if folder.is_file():
        raise ManyhopError(f"{folder} is a file; choose another folder for the run")
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    lock = filelock.FileLock(folder / "run.lock", timeout=0)
    try:
        lock.acquire()
    except filelock.Timeout as error:
        raise ManyhopError(f"another process is running in {folder}; wait for it") from error
    try:
        if (folder / CONFIGURATION).exists():
            _check_same(folder, configuration, resume)
        elif (folder / SAMPLES).exists():
            raise ManyhopError(
                f"{folder} holds {SAMPLES} but no {CONFIGURATION}; choose another folder"
            )
        else:
            content = msgspec.json.format(msgspec.json.encode(configuration))
            write_whole(folder / CONFIGURATION, content + b"\n", private=True)
        (folder / RESULTS).unlink(missing_ok=True)
        yield
    finally:
        lock.release()


def _check_same(folder: Path, configuration: Configuration, resume: bool) -> None:
    if not resume:
        raise ManyhopError(
            f"{folder} already holds a run; go on with it with --resume, or choose another folder"
        )
    changes = differences(read_configuration(folder), configuration)
    if changes:
        raise ManyhopError(
            f"the run in {folder} can't be resumed: {'; '.join(changes)}; "
            "set it back, or choose another folder"
        )


class _Asker:
    """Asks one question, and takes down the answer or the error."""

    def __init__(self, benchmark: Benchmark, answerer: Answerer, setting: Setting) -> None:
        self._benchmark, self._answerer, self._setting = benchmark, answerer, setting

    def __call__(self, example: Example) -> tuple[Sample, float]:
        question = ask_in(self._setting, example)
        start = time.perf_counter()
        try:
            answer = self._answerer.answer(question)
            msgspec.json.encode(answer)  # so that what can't be written down is an error too
            error = ""
        except Exception as reason:  # whatever it is, the other questions go on
            answer, error = Answer(), f"{type(reason).__name__}: {reason}"
            error = error.encode("utf-8", "replace").decode()
        seconds = time.perf_counter() - start
        return score_sample(self._benchmark, example, answer, error), seconds


def _ask_all(
    selection: Selection, ask: _Asker, log: SampleLog, tally: Tally, timings: Path, workers: int
) -> None:
    """Ask what the log doesn't know yet, a few questions ahead of the workers."""
    pending: dict[Future[tuple[Sample, float]], int] = {}
    open_private(timings).close()
    drop_torn_line(timings)
    with ThreadPoolExecutor(workers) as pool, open_private(timings) as times:

        def take(at_most: int) -> None:
            while len(pending) > at_most:
                finished, _ = wait(pending, return_when=FIRST_COMPLETED)
                done = {pending.pop(future): future.result() for future in finished}
                log.add({position: sample for position, (sample, _) in done.items()})
                for _, (sample, seconds) in sorted(done.items(), key=itemgetter(0)):
                    times.write(msgspec.json.encode({"id": sample.id, "seconds": seconds}) + b"\n")
                    tally.add(sample)
                times.flush()
                tally.stop_if_hopeless()

        try:
            for position, example in enumerate(selection):
                known = log.known(position, example.question.id)
                if known:
                    log.add({position: known})
                    tally.add(known, resumed=True)
                else:
                    pending[pool.submit(ask, example)] = position
                    take(_AHEAD * workers - 1)
            take(0)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
