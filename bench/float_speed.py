"""How much faster eight bits are than floats, on a machine that others keep busy too.

    PYTHONPATH=src:. python -m training.unrounding carry/float
    MANYHOP_THREADS=1 python -m bench.float_speed carry/float

Both networks of a model do the same work in turn, in one process, and the processor's time is
taken, not the clock's: the figures are lower on busy cores, the ratio hardly changes.
"""

import argparse
import importlib
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.table import Table as Grid

from bench.model_speed import EMBEDDED, WORKS, Work, float_folder
from manyhop.models.embedded._image_backbone import ImageBackbone
from manyhop.models.embedded._weights import FOLDER, manifest

PICTURES = "picture encoder"


def task(work: Work, folder: Path) -> Callable[[], object]:
    """The model's work with the weights of a folder."""
    if work.name == PICTURES:
        backbone = ImageBackbone.load(folder)
        return lambda: work.call(_Looking(backbone))
    kind = getattr(importlib.import_module(f"{EMBEDDED}.{work.module}"), work.kind)
    model = kind.load(folder)
    return lambda: work.call(model)


class _Looking:
    """The picture encoder up to its projection, which is the same in both."""

    def __init__(self, backbone: ImageBackbone) -> None:
        self.encode = backbone.features


def rates(work: Work, floats: Path, seconds: float) -> tuple[float, float]:
    """Units per second of processor time, in eight bits and in floats."""
    tasks = task(work, FOLDER), task(work, floats)
    spent = [0.0, 0.0]
    calls = 0
    for each in tasks:
        each()
    while not calls or sum(spent) < seconds:
        for place, each in enumerate(tasks):
            start = time.process_time()
            each()
            spent[place] += time.process_time() - start
        calls += 1
    return calls * work.units / spent[0], calls * work.units / spent[1]


def main() -> None:
    """Print a line for every model that has a network in floats."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("floats", type=Path)
    parser.add_argument("--only", help="names of models, by comma")
    parser.add_argument("--seconds", type=float, default=7.0, help="of work for each model")
    given = parser.parse_args()
    manifest().clear()  # other files on purpose
    shown = Grid(title="Per second of processor time")
    for heading in ("model", "int8", "float32", "times", "unit"):
        shown.add_column(heading, justify="left" if heading in ("model", "unit") else "right")
    for work in WORKS:
        with tempfile.TemporaryDirectory() as into:
            folder = float_folder(work, given.floats, Path(into))
            if folder and (not given.only or work.name in given.only.split(",")):
                eight, floats = rates(work, folder, given.seconds)
                figures = f"{eight:,.1f}", f"{floats:,.1f}", f"{eight / floats:.2f}"
                shown.add_row(work.name, *figures, work.unit)
    Console().print(shown)


if __name__ == "__main__":
    main()
