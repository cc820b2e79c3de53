"""One answered question, and the file of them."""

import math
from collections.abc import Iterator
from pathlib import Path

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
