"""One answered question, and the file of them."""

import math
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

import msgspec

from manyhop.answering import Answer
from manyhop.benchmarks import Benchmark, Example, Gold
from manyhop.errors import ManyhopError


class Sample(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What was asked, what came back, and how good it was: a line of ``samples.jsonl``.

    ``metrics`` are 0..1 and empty where there is no gold; ``error`` says why there is no answer.
    Example: ``Sample(id="1", question="When?", answer=Answer(values=("1981",)))``
    """

    id: str
    question: str
    choices: tuple[str, ...] = ()
    category: str = ""
    group: str = ""
    breakdowns: dict[str, str] = msgspec.field(default_factory=dict)
    gold: Gold | None = None
    answer: Answer = Answer()
    metrics: dict[str, float] = msgspec.field(default_factory=dict)
    error: str = ""


def score_sample(benchmark: Benchmark, example: Example, answer: Answer, error: str = "") -> Sample:
    """The sample that an answer to an example makes."""
    metrics = benchmark.score(example, answer)
    return Sample(
        id=example.question.id,
        question=example.question.text,
        choices=example.question.choices,
        category=example.category,
        group=example.group,
        breakdowns=benchmark.breakdowns(example),
        gold=example.gold,
        answer=answer,
        # JSON has no NaN; a metric that is not a number is one that the example does not have.
        metrics={name: float(value) for name, value in metrics.items() if math.isfinite(value)},
        error=error,
    )


def encode_sample(sample: Sample) -> bytes:
    """A sample as its line."""
    return msgspec.json.encode(sample) + b"\n"


def read_samples(path: Path) -> list[Sample]:
    """The whole samples of a file; a last line that was cut off is passed over.

    Example: ``read_samples(Path("runs/random/samples.jsonl"))[0].metrics``
    """
    return [sample for sample, _ in read_lines(path)]


def read_lines(path: Path) -> Iterator[tuple[Sample, bytes]]:
    """Each whole sample of a file with the line it was read from."""
    decoder = msgspec.json.Decoder(Sample)
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            if not line.endswith(b"\n"):
                return
            try:
                yield decoder.decode(line), line
            except msgspec.DecodeError as error:
                raise ManyhopError(
                    f"{path}, line {number}: this is not a sample ({error}); "
                    "delete the line and resume the run"
                ) from error


# Samples on disk in the order of the examples, whatever the order they finish in.

SAMPLES = "samples.jsonl"
AHEAD = "ahead.jsonl"


class SampleLog:
    """Writes ``samples.jsonl``; a sample is on disk, for good, as soon as it is added.

    One that finishes before its turn is kept in ``ahead.jsonl`` until the earlier ones are there.
    Opened again after a crash, the log knows every whole sample; those that failed are forgotten.
    Example: ``with SampleLog(folder) as log: log.add({0: sample})``
    """

    def __init__(self, folder: Path) -> None:
        self._path, self._ahead_path = folder / SAMPLES, folder / AHEAD
        self.written: list[Sample] = []  # what samples.jsonl already held, in order
        self.ahead: dict[str, Sample] = {}  # what was finished before its turn
        self._waiting: dict[int, bytes] = {}
        self._recover()
        self._next = len(self.written)
        self._samples = open_private(self._path)
        self._ahead = open_private(self._ahead_path)

    def known(self, position: int, identifier: str) -> Sample | None:
        """The sample that is on disk already for the example at a position."""
        if position >= len(self.written):
            return self.ahead.get(identifier)
        sample = self.written[position]
        if sample.id != identifier:
            raise ManyhopError(
                f"{self._path}, line {position + 1}: this is the sample of {sample.id}, where that "
                f"of {identifier} belongs; choose another folder"
            )
        return sample

    def add(self, samples: Mapping[int, Sample]) -> None:
        """Keep samples by the positions of their examples, counted from 0."""
        for position, sample in samples.items():
            if position >= self._next:
                self._waiting[position] = encode_sample(sample)
        ready = b""
        while self._next in self._waiting:
            ready += self._waiting.pop(self._next)
            self._next += 1
        early = b"".join(
            self._waiting[position]
            for position, sample in samples.items()
            if position in self._waiting and sample.id not in self.ahead
        )
        for file, lines in ((self._samples, ready), (self._ahead, early)):
            if lines:
                _append(file, lines)

    def finish(self) -> None:
        """Every sample is in its place."""
        self._ahead.close()
        self._ahead_path.unlink()

    def _recover(self) -> None:
        """Keep the samples up to the first that failed; the good ones after it are ahead."""
        for path in (self._path, self._ahead_path):
            open_private(path).close()
            drop_torn_line(path)
        keep = 0
        later: dict[str, Sample] = {}
        failed = False
        for sample, line in read_lines(self._path):
            failed = failed or bool(sample.error)
            if not failed:
                self.written.append(sample)
                keep += len(line)
            elif not sample.error:
                later[sample.id] = sample
        kept = {sample.id: sample for sample, _ in read_lines(self._ahead_path) if not sample.error}
        self.ahead = kept | later
        if failed:
            write_whole(
                self._ahead_path, b"".join(map(encode_sample, self.ahead.values())), private=True
            )
            os.truncate(self._path, keep)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._samples.close()
        self._ahead.close()


def drop_torn_line(path: Path) -> None:
    """Cut off a last line that was not written to its end."""
    content = path.read_bytes()
    whole = content.rfind(b"\n") + 1
    if whole < len(content):
        os.truncate(path, whole)


def open_private(path: Path) -> BinaryIO:
    """A file to append to, which only its owner reads."""
    return open(path, "ab", opener=lambda name, flags: os.open(name, flags, 0o600))


def write_whole(path: Path, content: bytes, *, private: bool = False) -> None:
    """Write a file so that it is there whole or not at all."""
    draft = path.with_name(path.name + ".part")
    draft.unlink(missing_ok=True)
    with open_private(draft) if private else draft.open("wb") as file:
        _append(file, content)
    draft.replace(path)


def _append(file: BinaryIO, content: bytes) -> None:
    file.write(content)
    file.flush()
    os.fsync(file.fileno())
