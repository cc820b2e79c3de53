"""manyhop demo: the bundled sample, indexed and asked."""

import tempfile
import time
from importlib.resources import as_file, files
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.table import Table
from rich.text import Text

from manyhop.answering import Engine, Question, open_planner
from manyhop.cli._answer_view import brief_view
from manyhop.cli._console import out, tally
from manyhop.collection import Collection, index_paths
from manyhop.models import open_models


class _Asked(msgspec.Struct):
    """A question to show, and what it shows: ``"Compose, picture to table"``."""

    question: str
    shows: str
    choices: tuple[str, ...] = ()


class _Questions(msgspec.Struct):
    demo: list[_Asked]


def demo(
    keep: Annotated[
        Path | None, typer.Option(help="Keep the collection in this folder to play with it.")
    ] = None,
) -> None:
    """Index the bundled sample collection and ask it questions of every kind.

    Example:

        manyhop demo --keep bridges
    """
    with (
        tempfile.TemporaryDirectory() as scratch,
        as_file(files("manyhop") / "sample") as sample,
        Collection.open(keep or Path(scratch) / "demo", create=True) as collection,
    ):
        report = index_paths(collection, [sample], ocr=False)
        out.print(f"Indexed {report.files} files: {tally(collection.counts())}.")
        _ask(collection)
    out.print("See it in a browser: manyhop open --demo", soft_wrap=True)
    if keep:
        out.print(f"Try: manyhop ask 'When did the Humber Bridge open?' --collection {keep}")


def _ask(collection: Collection) -> None:
    text = (files("manyhop") / "sample_questions.json").read_bytes()
    questions = msgspec.json.decode(text, type=_Questions).demo
    models = open_models()
    engine = Engine(open_planner("explicit", models), models, collection=collection)
    began, silent = time.perf_counter(), 0
    for number, asked in enumerate(questions, start=1):
        head = Text.assemble((asked.question, "bold"))
        if asked.choices:
            head.append(f" ({', '.join(asked.choices)})")
        head.append(f"  {asked.shows}", style="dim")
        lines = Table.grid(padding=(0, 1, 0, 0))
        lines.add_row(Text(f"{number:>2}", style="dim"), head)
        answer = engine.answer(Question(id=str(number), text=asked.question, choices=asked.choices))
        for line in brief_view(answer, collection.get):
            lines.add_row("", line)
        out.print("", lines)
        silent += answer.abstained
    seconds = time.perf_counter() - began
    out.print(f"\n{len(questions)} questions in {seconds:.0f} s; {silent} were left unanswered.")
