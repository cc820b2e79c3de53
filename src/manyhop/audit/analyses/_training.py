"""What is known of the training data: how often each answer was given, and which questions."""

import csv
import gzip
import io
import zlib
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from manyhop.baselines import half_of
from manyhop.benchmarks import Gold, open_benchmark
from manyhop.errors import ManyhopError
from manyhop.evaluation import Sample

_REMEDY = (
    "name a file of the benchmark, of answers (one a line, or a CSV with answer and count), "
    "or of questions"
)


class TrainingPart(msgspec.Struct, frozen=True):
    """Answers with how often each was given, questions, and full sentences where there are such."""

    answers: Counter[str]
    questions: tuple[str, ...] = ()
    sentences: Counter[str] = msgspec.field(default_factory=Counter)


class TrainingData(msgspec.Struct, frozen=True, kw_only=True):
    """What may be known of training when one question is looked at.

    ``parts`` are two where the split has no training data and each half knows only the other.
    ``counted`` is False for a vocabulary, which says which answers there are and not how often.
    """

    parts: tuple[TrainingPart, ...]
    note: str
    counted: bool = True

    def of(self, sample: Sample) -> TrainingPart:
        """What was known before this question was asked."""
        if len(self.parts) == 1:
            return self.parts[0]
        return self.parts[1 - half_of(sample.group or sample.id)]


def other_half(samples: Sequence[Sample]) -> TrainingData:
    """For want of a training split: each half of the questions is looked at from the other.

    The halves share no table, image or recipe, and are those that the floors learn from.
    Example: ``other_half(run.samples).of(sample).answers["red"]``
    """
    halves = [_part(s for s in samples if half_of(s.group or s.id) == number) for number in (0, 1)]
    sizes = " and ".join(f"{len(half.questions):,}" for half in halves)
    return TrainingData(
        parts=tuple(halves),
        note=f"training: no file was named, so each half of these questions ({sizes}, no group "
        "in both) counts as the training data of the other",
    )


def read_training(path: Path, benchmark: str) -> TrainingData:
    """Training data that a user names.

    A file of the benchmark gives answers and questions; a ``.csv`` or ``.txt`` a vocabulary, one
    answer to a line, or counts under the header ``answer,count``; a JSON object of numbers counts;
    a question file in VQA's layout (``{"questions": [{"question": …}]}``) questions alone.
    """
    name = path.name
    if any(name.endswith(end) for end in (".csv", ".txt", ".tsv", ".csv.gz", ".txt.gz")):
        return _listed(path)
    value = read_value(path) if ".jsonl" not in path.suffixes and path.is_file() else None
    if isinstance(value, dict) and value and all(type(n) in (int, float) for n in value.values()):
        counts: Counter[str] = Counter()
        for text, times in value.items():
            counts[same(text)] += int(times)
        note = f"training: {name}, {len(counts):,} answers with their counts"
        return TrainingData(parts=(TrainingPart(counts),), note=note)
    if isinstance(value, dict) and isinstance(value.get("questions"), list):
        questions = tuple(_question(each, path) for each in value["questions"])
        note = f"training: {name}, {len(questions):,} questions without answers"
        return TrainingData(parts=(TrainingPart(Counter(), questions),), note=note)
    part = _part_of_benchmark(path, benchmark)
    note = f"training: {name}, {len(part.questions):,} questions"
    return TrainingData(parts=(part,), note=note)


def _part(samples: Iterable[Sample]) -> TrainingPart:
    return _counted((sample.question, sample.gold, sample.choices) for sample in samples)


def _part_of_benchmark(path: Path, benchmark: str) -> TrainingPart:
    try:
        return _counted(
            (example.question.text, example.gold, example.question.choices)
            for example in open_benchmark(benchmark, path).examples()
        )
    except ManyhopError as error:
        raise ManyhopError(f"training data: {error}; {_REMEDY}") from error


def _counted(examples: Iterable[tuple[str, Gold | None, tuple[str, ...]]]) -> TrainingPart:
    answers, sentences = Counter[str](), Counter[str]()
    questions = []
    for question, gold, choices in examples:
        questions.append(question)
        if gold:
            answers.update(said_answers(gold, choices))
            sentences.update(map(same, gold.sentences))
    return TrainingPart(answers, tuple(questions), sentences)


def _listed(path: Path) -> TrainingData:
    rows = read_rows(path)
    header = [same(cell) for cell in rows[0]] if rows else []
    counts: Counter[str] = Counter()
    if "answer" in header and "count" in header:
        answer, count = header.index("answer"), header.index("count")
        for number, row in enumerate(rows[1:], start=2):
            try:
                counts[same(row[answer])] += int(row[count])
            except (IndexError, ValueError) as error:
                raise ManyhopError(
                    f"{path}, line {number}: this is not an answer and its count; correct it"
                ) from error
        note = f"training: {path.name}, {len(counts):,} answers with their counts"
        return TrainingData(parts=(TrainingPart(counts),), note=note)
    counts.update(same(",".join(row)) for row in rows if any(row))
    if not counts:
        raise ManyhopError(f"{path} has no answers; {_REMEDY}")
    note = f"training: {path.name}, a vocabulary of {len(counts):,} answers without counts"
    return TrainingData(parts=(TrainingPart(counts),), note=note, counted=False)


def _question(each: Any, path: Path) -> str:
    if isinstance(each, dict) and isinstance(each.get("question"), str):
        return str(each["question"])
    raise ManyhopError(f"{path}, field questions: not every one has a question; {_REMEDY}")


# What counts as the answer of a question, and as the same answer.


def same(text: str) -> str:
    """A text as answers are compared: small letters, single spaces.

    Example: ``same("New  York")`` → ``"new york"``
    """
    return " ".join(text.casefold().split())


def the_answer(gold: Gold, choices: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The one right answer, in as many texts as must be given together.

    Of several people's answers it is the most common, the first of equals, as in A-OKVQA's Table 6.
    """
    if gold.answers:
        return (Counter(map(same, gold.answers)).most_common(1)[0][0],)
    if gold.values:
        return tuple(map(same, gold.values))
    if gold.keywords:
        return (same(gold.keywords),)
    if gold.choice is not None and gold.choice < len(choices):
        return (same(choices[gold.choice]),)
    return tuple(map(same, gold.sentences[:1]))


def said_answers(gold: Gold, choices: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Every answer that counts when training answers are counted: all that people gave."""
    return tuple(map(same, gold.answers)) or the_answer(gold, choices)


def given_answer(sample: Sample, metric: str) -> tuple[str, ...]:
    """What a run said, as votes are counted; nothing where it said nothing."""
    answer = sample.answer
    if "choice" in metric and answer.choice is not None:
        return (str(answer.choice),)
    said = answer.values or ((answer.sentence,) if answer.sentence else ())
    return tuple(sorted(map(same, said)))


# Small files that a user names along: CSV rows and JSON values, plain or gzipped.


def read_text(path: Path) -> str:
    """The text of a file."""
    try:
        content = path.read_bytes()
        return (gzip.decompress(content) if path.suffix == ".gz" else content).decode("utf-8-sig")
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise ManyhopError(f"{path} is cut off or damaged; fetch the file again") from error
    except UnicodeDecodeError as error:
        raise ManyhopError(f"{path} is not in UTF-8; save it again in UTF-8") from error
    except OSError as error:
        raise ManyhopError(f"{path} can't be read: {error.strerror or error}") from error


def read_value(path: Path) -> Any:
    """The one JSON value of a file."""
    try:
        return msgspec.json.decode(read_text(path))
    except msgspec.DecodeError as error:
        raise ManyhopError(f"{path} is not JSON ({error}); correct it") from error


def read_rows(path: Path) -> list[list[str]]:
    """The rows of a CSV file, or of a TSV file by its name."""
    tabs = ".tsv" in path.suffixes
    text = io.StringIO(read_text(path), newline="")
    try:
        return list(csv.reader(text, delimiter="\t" if tabs else ","))
    except csv.Error as error:
        raise ManyhopError(f"{path} is not a table ({error}); correct it") from error
