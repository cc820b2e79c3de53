"""manyhop describe: the tables and figures that papers print about a data set."""

from pathlib import Path
from typing import Annotated

import typer

from manyhop.audit import open_dataset
from manyhop.audit.description import describe as described
from manyhop.cli._audit import DatasetArgument
from manyhop.cli._console import JsonOption, out, print_json
from manyhop.report import to_markdown, write_page

NAME = "description"


def describe(
    dataset: DatasetArgument,
    to: Annotated[
        Path | None, typer.Option("--out", "-o", help="A folder for the page and all figures.")
    ] = None,
    other: Annotated[
        list[str] | None,
        typer.Option("--other", help="Another file, to say what the two share; repeatable."),
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Only so many questions.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Describe a data set: counts, lengths, words, openings, answers, people, and overlap.

    Official files and those that build wrote; with --out as a page and a CSV for each table.

    Examples:

        manyhop describe MMQA_dev.jsonl.gz

        manyhop describe aokvqa val.json --other train.json --out described
    """
    opened = open_dataset(dataset)
    beside = list(open_dataset([opened.name, *other]).examples()) if other else []
    page = described(opened.benchmark, list(opened.examples())[:limit], beside)
    if to:
        written = write_page(page, to, NAME)
        out.print(f"Wrote {len(written)} files to {to}.", soft_wrap=True)
    if as_json:
        print_json(page)
    elif not to:
        out.print(to_markdown(page), soft_wrap=True)
