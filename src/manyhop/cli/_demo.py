"""manyhop demo: the bundled sample, indexed and searched."""

import tempfile
from collections import defaultdict
from importlib.resources import as_file, files
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.rule import Rule

from manyhop.cli._console import out, tally
from manyhop.cli._search import show_hits
from manyhop.collection import Collection, index_paths
from manyhop.sources import Kind

_PER_KIND = 2
_HITS = 2


class _Asked(msgspec.Struct):
    question: str
    modality: Kind
    origin: str


class _Questions(msgspec.Struct):
    search: list[_Asked]


def demo(
    keep: Annotated[
        Path | None, typer.Option(help="Keep the collection in this folder to play with it.")
    ] = None,
) -> None:
    """Index the bundled sample collection and search it, one kind of source after the other.

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
    if keep:
        out.print(f"\nTry: manyhop search 'When did the Humber Bridge open?' --collection {keep}")


def _ask(collection: Collection) -> None:
    text = (files("manyhop") / "sample_questions.json").read_bytes()
    by_kind: dict[Kind, list[_Asked]] = defaultdict(list)
    for asked in msgspec.json.decode(text, type=_Questions).search:
        by_kind[asked.modality].append(asked)
    for kind, questions in by_kind.items():
        out.print(Rule(f"{kind}s", align="left"))
        for asked in questions[:_PER_KIND]:
            out.print(f"[bold]» {asked.question}[/bold]")
            show_hits(collection.search(asked.question, _HITS, modality=kind), asked.question)
    out.print(Rule("the kind is not known", align="left"))
    for questions in by_kind.values():
        out.print(f"[bold]» {questions[-1].question}[/bold]")
        show_hits(collection.search(questions[-1].question, _HITS), questions[-1].question)
