"""How large, how soon ready and how fast each embedded model is.

    python -m bench.model_speed
    python -m bench.model_speed --only "sentence encoder,span reader" --seconds 5
    python -m bench.model_speed --float carry/float       # int8 against float32

Each figure comes from a process of its own. "ready" is from starting to import the model until it
gave its first result; throughput counts texts, passages, rows, questions, pictures or tokens a
second, on one and on two threads (MANYHOP_THREADS). Nothing is written.
"""

import argparse
import importlib
import io
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table as Grid

WEIGHTS = Path("src/manyhop/models/embedded/weights")
PASSAGE = (
    "The bridge was opened in 1932 after eight years of work. Its arch is 503 metres long and its "
    "top stands 134 metres above the water, so that large ships can pass beneath it at any tide. "
    "Eight lanes, two railway tracks, a footway and a cycleway cross the harbour on it. "
)
QUESTION = "How long is the arch of the bridge that was opened in 1932?"
SNIPPET = PASSAGE[:220]
_numbers = count()


def fresh(text: str) -> str:
    """The text with a number that it never had: models remember what they have read."""
    return f"{text} {next(_numbers)}"


class Work(NamedTuple):
    """A model and a piece of work for it: what is called, and how many units that makes."""

    name: str
    module: str
    kind: str
    files: tuple[str, ...]
    unit: str
    units: int
    call: Callable[[Any], object]


def _table() -> Any:
    from manyhop.sources import Cell, Column, Table

    texts = [(f"Bridge {n}", str(1800 + n), f"{50 + 7 * n} m") for n in range(20)]
    columns = tuple(Column(name) for name in ("Bridge", "Opened", "Length"))
    rows = tuple(tuple(Cell(text) for text in row) for row in texts)
    return Table(title="Bridges", columns=columns, rows=rows)


def _picture() -> bytes:
    from PIL import Image

    ramp = Image.linear_gradient("L").resize((320, 240))
    file = io.BytesIO()
    Image.merge("RGB", (ramp, ramp.transpose(Image.Transpose.ROTATE_180), ramp)).save(file, "JPEG")
    return file.getvalue()


EMBEDDED = "manyhop.models.embedded"
WORKS = (
    Work("static encoder", "_static", "StaticEncoder", ("static.npz",), "texts", 256,
         lambda model: model.encode([SNIPPET] * 256)),
    Work("sentence encoder", "_sentence_encoder", "SentenceEncoder", ("sentence_encoder.onnx",),
         "texts", 32, lambda model: model.encode([SNIPPET] * 32)),
    Work("cross-encoder", "_cross_encoder", "CrossEncoder", ("cross_encoder.onnx",),
         "passages", 20, lambda model: model.score(QUESTION, [fresh(SNIPPET) for _ in range(20)])),
    Work("span reader", "_span_reader", "SpanReader", ("text_reader.onnx",),
         "passages", 10,
         lambda model: model.read(QUESTION, [fresh(PASSAGE * 2) for _ in range(10)])),
    Work("careful reader", "_careful_reader", "CarefulReader", ("language.onnx",),
         "passages", 2, lambda model: model.read(QUESTION, [fresh(PASSAGE * 2) for _ in range(2)])),
    Work("row reader", "_row_reader", "RowReader", ("table_reader.onnx",),
         "rows", 20, lambda model: model.read(fresh("Which bridge opened in 1807?"), _table())),
    Work("question types", "_question_types", "QuestionTypes", ("question_types.onnx",),
         "questions", 1, lambda model: model.chances(fresh(QUESTION))),
    Work("picture encoder", "_image_encoder", "PictureEncoder",
         ("image_lite0.onnx", "image_lite2.onnx"), "pictures", 4,
         lambda model: model.encode([_picture()] * 4)),
    Work("picture answerer", "_image_answers", "PictureAnswerer", ("image_answers.npz",),
         "pictures", 1, lambda model: model.answer("What colour is the wall?", _picture())),
    Work("language model", "_language_model", "LanguageModel", ("language.onnx",),
         "sentences", 1, lambda model: model.generate(f"Question: {QUESTION}\nSentence:", 24)),
    Work("verbaliser (rules)", "_verbaliser", "Verbaliser", (), "sentences", 10,
         lambda model: [model.say(QUESTION, ["503 metres"]) for _ in range(10)]),
)  # fmt: skip


def measure(work: Work, seconds: float, folder: Path | None) -> dict[str, float | str]:
    """Seconds until the first result, and units a second after it, in this process."""
    start = time.perf_counter()
    if folder is not None:
        importlib.import_module(f"{EMBEDDED}._weights").manifest().clear()  # other files on purpose
    kind = getattr(importlib.import_module(f"{EMBEDDED}.{work.module}"), work.kind)
    load = getattr(kind, "load", kind)
    model = load(folder) if folder is not None else load()
    work.call(model)
    ready = time.perf_counter() - start
    calls, start = 0, time.perf_counter()
    while not calls or time.perf_counter() - start < seconds:
        work.call(model)
        calls += 1
    return {"ready": ready, "rate": calls * work.units / (time.perf_counter() - start)}


def in_fresh_process(
    work: Work, threads: int, seconds: float, folder: Path | None
) -> dict[str, Any]:
    """What `measure` found in a new Python on so many threads; what it lacks is its "lack"."""
    command = [sys.executable, "-m", "bench.model_speed", "--measure", work.name]
    command += ["--seconds", str(seconds), *(["--folder", str(folder)] if folder else [])]
    variables = {"MANYHOP_THREADS": str(threads), "OMP_NUM_THREADS": str(threads)}
    run = subprocess.run(
        command, env=os.environ | variables, capture_output=True, text=True, check=False
    )
    if run.returncode:
        last = (run.stderr.strip() or "failed").splitlines()[-1]
        return {"lack": last.removeprefix("manyhop.errors.ManyhopError: ")}
    found: dict[str, Any] = json.loads(run.stdout.splitlines()[-1])
    return found


def float_folder(work: Work, floats: Path, into: Path) -> Path | None:
    """The shipped weights, but this model's in float32; None where there is no such file."""
    names = [name for name in work.files if (floats / name).exists()]
    if not names:
        return None
    for path in (*WEIGHTS.resolve().iterdir(), *((floats / name).resolve() for name in names)):
        link = into / path.name
        link.unlink(missing_ok=True)
        link.symlink_to(path)
    return into


def row(work: Work, seconds: float, floats: Path) -> list[str]:
    """A line of the table."""
    sizes = [(WEIGHTS / name).stat().st_size for name in work.files if (WEIGHTS / name).exists()]
    size = f"{sum(sizes) / 1e6:.1f}" if sizes else ""
    one = in_fresh_process(work, 1, seconds, None)
    if "lack" in one:
        return [work.name, size, "", "", "", "", work.unit, one["lack"]]
    two = in_fresh_process(work, 2, seconds, None)
    with tempfile.TemporaryDirectory() as into:
        folder = float_folder(work, floats, Path(into))
        slow = in_fresh_process(work, 1, seconds, folder) if folder else {}
    return [
        work.name,
        size,
        f"{one['ready']:.2f}",
        f"{one['rate']:,.1f}",
        f"{two.get('rate', 0):,.1f}",
        f"{slow['rate']:,.1f}" if "rate" in slow else "",
        work.unit,
        slow.get("lack", ""),
    ]


def main() -> None:
    """Measure every model, or, in a process of its own, one."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--only", help="names of models, by comma")
    parser.add_argument("--seconds", type=float, default=3.0, help="of work for each figure")
    parser.add_argument("--float", type=Path, default=Path("carry/float"), dest="floats")
    parser.add_argument("--measure", help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.measure:
        work = next(each for each in WORKS if each.name == given.measure)
        print(json.dumps(measure(work, given.seconds, given.folder)))
        return
    wanted = given.only.split(",") if given.only else [work.name for work in WORKS]
    shown = Grid(title="Embedded models: size, start and throughput")
    for heading in ("model", "MB", "ready s", "1 thread /s", "2 threads /s", "float32, 1 /s"):
        shown.add_column(heading, justify="left" if heading == "model" else "right")
    shown.add_column("unit")
    shown.add_column("not measured")
    console = Console()
    for work in WORKS:
        if work.name in wanted:
            shown.add_row(*row(work, given.seconds, given.floats))
    console.print(shown)


if __name__ == "__main__":
    main()
