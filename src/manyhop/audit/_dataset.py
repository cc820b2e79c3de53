"""A benchmark that is named by its path alone."""

import gzip
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from manyhop.benchmarks import Benchmark, Example, open_benchmark
from manyhop.errors import ManyhopError

NAMES = ("webqa", "mmqa", "hybridqa", "aokvqa", "recipeqa")
_LOOKED_AT = 1_000_000  # bytes of a file, to tell what it is
_SIGNS = (
    ("recipeqa", (b'"choice_list"',)),
    ("webqa", (b'"Qcate"',)),
    ("aokvqa", (b'"correct_choice_idx"',)),
    ("aokvqa", (b'"choices"', b'"image_id"')),
    ("hybridqa", (b'"question_id"', b'"table_id"')),
    ("mmqa", (b'"qid"', b'"question"')),
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


def open_dataset(named: Sequence[str]) -> Dataset:
    """Open ``["recipeqa", "val.json"]``, or ``["val.json"]``: then the file says what it is.

    Of a folder that ``manyhop build cloze`` wrote, every split is read.
    """
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
    name = name or _told(files[0])
    if len(files) == 1 and name == "recipeqa" and files[0].is_dir():
        files = _splits(files[0])
    if name == "webqa":
        return Dataset(name, tuple(files), (open_benchmark(name, files[0], *files[1:]),))
    return Dataset(name, tuple(files), tuple(open_benchmark(name, file) for file in files))


def _splits(folder: Path) -> list[Path]:
    names = [f"{split}.json{packed}" for split in _SPLITS for packed in ("", ".gz")]
    return [folder / name for name in names if (folder / name).is_file()]


def _told(path: Path) -> str:
    if path.is_dir():
        inside = _splits(path) or sorted(path.glob("MMQA_*.jsonl*")) or sorted(path.glob("*.json*"))
        if any(file.name.startswith("MMQA_") for file in inside):
            return "mmqa"
        found = [_told_by(file) for file in inside if file.is_file()]
        return next(filter(None, found), None) or _unknown(path)
    return _told_by(path) or _unknown(path)


def _told_by(file: Path) -> str:
    try:
        with gzip.open(file) if file.suffix == ".gz" else file.open("rb") as opened:
            start = opened.read(_LOOKED_AT)
    except (OSError, EOFError) as error:
        raise ManyhopError(f"{file} can't be read: {error}; check that it is whole") from error
    return next((name for name, signs in _SIGNS if all(sign in start for sign in signs)), "")


def _unknown(path: Path) -> str:
    raise ManyhopError(
        f"{path} is of no benchmark that is known; name its benchmark first: mmqa {path}"
    )
