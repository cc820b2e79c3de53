"""An answerer on a benchmark: every question asked once, whatever happens in between."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from operator import itemgetter
from pathlib import Path

import filelock
import msgspec

from manyhop.answering import Answer, Answerer
from manyhop.benchmarks import Benchmark, Example
from manyhop.errors import ManyhopError
from manyhop.evaluation._configuration import (
    CONFIGURATION,
    Configuration,
    data_files,
    differences,
    read_configuration,
    versions,
)
from manyhop.evaluation._progress import Progress, Tally
from manyhop.evaluation._results import RESULTS, Results, read_results, summarize, write_results
from manyhop.evaluation._sample_log import (
    SAMPLES,
    SampleLog,
    drop_torn_line,
    open_private,
    write_whole,
)
from manyhop.evaluation._samples import Sample, read_samples, score_sample
from manyhop.evaluation._selection import Selection, Setting, ask_in, check_setting

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
