"""manyhop info, list, show, delete, export: what a collection holds."""

from itertools import islice
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from manyhop.cli._console import (
    CollectionOption,
    JsonOption,
    open_collection,
    out,
    print_json,
    print_line,
)
from manyhop.cli._source_view import view
from manyhop.collection import DEFAULT_FOLDER
from manyhop.collection import rebuild as rebuild_indexes
from manyhop.errors import ManyhopError
from manyhop.models import StaticEncoder
from manyhop.sources import Image, kind_named

_Id = Annotated[str, typer.Argument(help="The source's id.")]


def info(collection: CollectionOption = DEFAULT_FOLDER, as_json: JsonOption = False) -> None:
    """Say what a collection holds and how large it is.

    Example:

        manyhop info --collection ~/corpus
    """
    with open_collection(collection) as opened:
        facts = opened.info()
        if as_json:
            print_json(facts)
            return
        out.print(str(facts.folder), style="bold")
        for kind, number in facts.sources.items():
            out.print(f"  {number:>12,} {kind}{'' if number == 1 else 's'}")
        out.print(f"  {facts.files:>12,} file{'' if facts.files == 1 else 's'} indexed")
        out.print(f"  {facts.bytes / 1e6:>12,.1f} MB on disk, encoder {facts.encoder}")


def list_sources(
    modality: Annotated[str | None, typer.Option("--modality", "-m", help="Only one kind.")] = None,
    limit: Annotated[int, typer.Option("--limit", min=1, help="How many at most.")] = 50,
    collection: CollectionOption = DEFAULT_FOLDER,
    as_json: JsonOption = False,
) -> None:
    """List sources in the order they came in.

    Example:

        manyhop list --modality table --limit 10
    """
    with open_collection(collection) as opened:
        sources = list(islice(opened.sources(modality), limit))
        if as_json:
            print_json(sources)
            return
        for source in sources:
            print_line(
                Text.assemble(
                    (source.id, "dim"),
                    (f"  {source.kind:<9} ", "cyan"),
                    source.title or "(no title)",
                    (f"  {source.whereabouts}", "dim"),
                )
            )
        left = (opened.counts()[kind_named(modality)] if modality else len(opened)) - len(sources)
        if left:
            out.print(f"… and {left:,} more; --limit shows more", style="dim")


def show(
    id: _Id, collection: CollectionOption = DEFAULT_FOLDER, as_json: JsonOption = False
) -> None:
    """Show one source whole.

    Example:

        manyhop show 3f2a9c0d5e1b7a8c4d21
    """
    with open_collection(collection) as opened:
        source = opened.get(id)
        if as_json:
            print_json(source)
            return
        out.print(Text(source.title or source.id, style="bold"))
        out.print(
            Text(f"{source.kind} from {source.whereabouts or 'nowhere in particular'}", "dim")
        )
        out.print(view(source, whole=True))
        picture = opened.picture(id) if isinstance(source, Image) else None
        if picture:
            colours = ", ".join(f"{name} {share:.0%}" for name, share in picture.features.colours)
            out.print(f"    {picture.features.width}×{picture.features.height}, {colours}")


def delete(
    ids: Annotated[list[str], typer.Argument(help="Ids of the sources to delete.")],
    collection: CollectionOption = DEFAULT_FOLDER,
) -> None:
    """Delete sources by id, all in one commit.

    Example:

        manyhop delete 3f2a9c0d5e1b7a8c4d21
    """
    with open_collection(collection) as opened:
        missing = [id for id in ids if id not in opened]
        if missing:
            raise ManyhopError(f"there is no source {missing[0]!r}; nothing was deleted")
        out.print(f"{opened.delete(ids):,} deleted.")


def export(
    path: Annotated[Path, typer.Argument(help="The JSON Lines file to write.")],
    collection: CollectionOption = DEFAULT_FOLDER,
) -> None:
    """Write all sources as JSON Lines, which manyhop index reads back.

    Example:

        manyhop export sources.jsonl
    """
    with open_collection(collection) as opened:
        out.print(f"{opened.export(path):,} sources written to {path}.")


def rebuild(collection: CollectionOption = DEFAULT_FOLDER) -> None:
    """Make the word and vector indexes anew from the stored sources.

    For a collection whose index files were lost or damaged, or whose vectors are from an older
    encoder. Searching goes on meanwhile.

    Example:

        manyhop rebuild --collection ~/corpus
    """
    number = rebuild_indexes(collection, StaticEncoder.load())
    out.print(f"{number:,} {'source' if number == 1 else 'sources'} indexed anew.")
