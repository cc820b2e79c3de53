"""How long an answer takes on the bundled collection: cold and warm, for each kind of question.

    python -m bench.asking
    python -m bench.asking --planner implicit
    python -m bench.asking --planner look --model large     # with the large reader

Cold is a process of its own, from its start to the printed answer, as ``manyhop ask`` is. Warm is a
further question in a process that has answered others before; no question is asked twice, for
models remember what they have read. Seconds by the clock and, since a busy machine disturbs them
less, of the processor; the median, with the least and the most.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.table import Table as Grid

import manyhop
from manyhop.collection import Collection, index_paths

COLD = 2  # questions of each kind that are asked cold; all but the first are asked warm
SAMPLE = Path(manyhop.__file__).parent / "sample"

QUESTIONS = {
    "text": (
        "When did the Humber Bridge open?",
        "Who designed the Forth Bridge?",
        "How long is the main span of the Akashi Kaikyo Bridge?",
        "Who built the Millau Viaduct?",
    ),
    "table": (
        "Which bridge in the table has the longest span?",
        "How much did the Golden Gate Bridge cost?",
        "In which country is the Rialto Bridge?",
        "Which engineer was born first?",
    ),
    "image": (
        "What colour are the towers of the Golden Gate Bridge?",
        "What colour is the Iron Bridge?",
        "How many towers does Tower Bridge have in the picture?",
        "What is written on the ferry sign?",
    ),
    "procedure": (
        "What comes after forming a loop when tying a bowline?",
        "What is the first step of building a paper truss bridge?",
        "What do you do before passing the end through the loop?",
        "What is needed to make a popsicle-stick bridge?",
    ),
    "two hops": (
        "Who designed the bridge that opened in 1937?",
        "Which river does the bridge in Budapest cross?",
        "When did the bridge with the orange towers open?",
        "Who designed the longest bridge?",
    ),
    "comparison": (
        "Which opened earlier, the Humber Bridge or the Forth Bridge?",
        "Is the Humber Bridge longer than the Brooklyn Bridge?",
        "How many years after the Forth Bridge did the Humber Bridge open?",
        "Which is longer, the Golden Gate Bridge or the Millau Viaduct?",
    ),
    "no answer": (
        "What is the capital of Peru?",
        "Who won the chess championship in 1972?",
        "How tall is Mount Everest?",
        "Which planet has the most moons?",
    ),
}
_COLD = (
    "import sys, manyhop; question, folder, planner, model = sys.argv[1:]; "
    "print(manyhop.ask(question, folder, planner=planner, model=model))"
)


def cold(question: str, folder: Path, planner: str, model: str) -> tuple[float, float]:
    """Seconds by the clock and of the processor until a new process has printed its answer."""
    before, start = os.times(), time.perf_counter()
    command = [sys.executable, "-c", _COLD, question, str(folder), planner, model]
    subprocess.run(command, check=True, capture_output=True)
    after = os.times()
    used = after.children_user + after.children_system
    used -= before.children_user + before.children_system
    return time.perf_counter() - start, used


def warm(question: str, collection: Collection, planner: str, model: str) -> tuple[float, float]:
    """The same for a further question in this process."""
    start, used = time.perf_counter(), time.process_time()
    manyhop.ask(question, collection, planner=planner, model=model)  # type: ignore[arg-type]
    return time.perf_counter() - start, time.process_time() - used


def shown(seconds: list[tuple[float, float]]) -> list[str]:
    """Median, least and most, by the clock and of the processor."""
    return [
        f"{median(kind):.2f} ({min(kind):.2f}–{max(kind):.2f})"
        for kind in zip(*seconds, strict=True)
    ]


def main() -> None:
    """Index the sample, ask, print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--planner", default="explicit")
    parser.add_argument("--model", default="embedded", help="embedded, large, …")
    options = parser.parse_args()
    load = os.getloadavg()[0]
    grid = Grid("kind", "cold s", "cold CPU s", "warm s", "warm CPU s")
    with tempfile.TemporaryDirectory() as folder, Collection.open(folder, create=True) as held:
        index_paths(held, [SAMPLE])
        for questions in QUESTIONS.values():  # so that every model is open
            warm(questions[0], held, options.planner, options.model)
        for kind, questions in QUESTIONS.items():
            by = options.planner, options.model
            warmly = [warm(question, held, *by) for question in questions[1:]]
            coldly = [cold(each, Path(folder), *by) for each in questions[:COLD]]
            grid.add_row(kind, *shown(coldly), *shown(warmly))
    console = Console(width=110)
    console.print(grid)
    ended = os.getloadavg()[0]
    console.print(f"n = {COLD} cold and 3 warm of each kind; {os.cpu_count()} cores")
    console.print(f"load {load:.1f} at the start, {ended:.1f} at the end")


if __name__ == "__main__":
    main()
