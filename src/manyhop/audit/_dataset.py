"""A benchmark that is named by its path alone."""

import gzip
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from manyhop.benchmarks import Benchmark, Example, open_benchmark, split_of
from manyhop.errors import ManyhopError

NAMES = ("webqa", "mmqa", "hybridqa", "aokvqa", "recipeqa", "own")
_LOOKED_AT = 1_000_000  # bytes of a file, to tell what it is
_SIGNS = (
    ("recipeqa", (b'"choice_list"',)),
    ("webqa", (b'"Qcate"',)),
    ("aokvqa", (b'"choices"', b'"image_id"', b'"question_id"')),
    ("hybridqa", (b'"question_id"', b'"table_id"', b'"question"')),
    ("mmqa", (b'"qid"', b'"question"', b'"metadata"')),
)
_SPLITS = ("train", "val", "test")


class Dataset(msgspec.Struct, frozen=True):
    """A benchmark over one or several files; ``benchmarks`` has each file's own, in order."""

    name: str
    files: tuple[Path, ...]
    benchmarks: tuple[Benchmark, ...]

    @property
    def benchmark(self) -> Benchmark:
        """What scores the answers."""
        return self.benchmarks[0]

    def examples(self) -> Iterator[Example]:
        """The examples of all files."""
        for benchmark in self.benchmarks:
            yield from benchmark.examples()

    def training(self, examples: Sequence[Example]) -> list[Example]:
        """Those of the examples that are the training split's, where others are not."""
        splits = {
            example.question.id: split_of(file)
            for file, benchmark in zip(self.files, self.benchmarks, strict=False)
            for example in (benchmark.examples() if len(self.benchmarks) > 1 else ())
        }
        train = [
            one
            for one in examples
            if (one.meta.get("split") or splits.get(one.question.id)) == "train"
        ]
        return train if len(train) < len(examples) else []


def open_dataset(named: Sequence[str], **fields: str) -> Dataset:
    """Open ``["recipeqa", "val.json"]``, or ``["val.json"]``: then the file says what it is.

    Of a folder that ``manyhop build cloze`` wrote, every split is read. A file of no benchmark's is
    read as questions of one's own; ``fields`` say which field is what: ``question="q"``.
    """
    fields = {role: name for role, name in fields.items() if name}
    if not named:
        raise ManyhopError("name a benchmark's file or folder")
    name, paths = (named[0], named[1:]) if named[0] in NAMES else ("", named)
    if not paths:
        raise ManyhopError(f"name the file or folder of {name} too: {name} PATH")
    files = [Path(path) for path in paths]
    for file in files:
        if not file.exists():
            known = ", ".join(NAMES)
            raise ManyhopError(f"{file} is neither there nor a benchmark's name ({known})")
    name = name or ("own" if fields else _told(files[0]))
    if fields and name != "own":
        raise ManyhopError(f"--{next(iter(fields))} is for questions of one's own; leave it out")
    if len(files) == 1 and name == "recipeqa" and files[0].is_dir():
        files = _splits(files[0])
    if name == "webqa":
        return Dataset(name, tuple(files), (open_benchmark(name, files[0], *files[1:]),))
    opened = (open_benchmark(name, file, **fields) for file in files)
    return Dataset(name, tuple(files), tuple(opened))


def _splits(folder: Path) -> list[Path]:
    names = [f"{split}.json{packed}" for split in _SPLITS for packed in ("", ".gz")]
    return [folder / name for name in names if (folder / name).is_file()]


def _told(path: Path) -> str:
    if path.is_dir():
        inside = _splits(path) or sorted(path.glob("MMQA_*.jsonl*")) or sorted(path.glob("*.json*"))
        if any(file.name.startswith("MMQA_") for file in inside):
            return "mmqa"
        return next(filter(None, (_told_by(file) for file in inside if file.is_file())), "own")
    return _told_by(path) or "own"


def _told_by(file: Path) -> str:
    try:
        with gzip.open(file) if file.suffix == ".gz" else file.open("rb") as opened:
            start = opened.read(_LOOKED_AT)
    except (OSError, EOFError) as error:
        raise ManyhopError(f"{file} can't be read: {error}; check that it is whole") from error
    return next((name for name, signs in _SIGNS if all(sign in start for sign in signs)), "")
