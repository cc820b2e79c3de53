"""manyhop index, search, info, list, show, delete, export, rebuild: what a collection holds."""

import os
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import TaskProgressColumn
from rich.text import Text

from manyhop.cli._console import (
    CollectionOption,
    JsonOption,
    err,
    open_collection,
    out,
    print_json,
    print_line,
    progress_bar,
    tally,
    words_column,
)
from manyhop.cli.views import view
from manyhop.collection import (
    DEFAULT_FOLDER,
    Collection,
    Explanation,
    Hit,
    IndexReport,
    Mode,
    index_paths,
)
from manyhop.collection import Progress as IndexProgress
from manyhop.collection import rebuild as rebuild_indexes
from manyhop.errors import ManyhopError
from manyhop.models import StaticEncoder
from manyhop.sources import Image, kind_named
from manyhop.sources.reading import Skipped

_SHOWN = 20
_Id = Annotated[str, typer.Argument(help="The source's id.")]


def index(
    paths: Annotated[list[Path], typer.Argument(help="Files and folders to index.")],
    collection: CollectionOption = DEFAULT_FOLDER,
    ocr: Annotated[
        bool, typer.Option(help="Read text in pictures (needs the vision extra).")
    ] = True,
    force: Annotated[bool, typer.Option("--force", help="Read unchanged files too.")] = False,
    allow_outside: Annotated[
        bool,
        typer.Option(
            "--allow-outside",
            help="Follow links, and take pictures that pages and records name, out of the folders.",
        ),
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Index text, tables, images and procedures; again, to take in what changed.

    Reads Markdown, reStructuredText, HTML, text, PDF, DOCX, PPTX, ODT, ODS, EPUB, notebooks, mail,
    CSV, TSV, XLSX, Parquet, JSON, JSON Lines, PNG, JPEG, WebP, GIF, schema.org recipes and how-tos,
    and the WebQA, MultiModalQA, HybridQA and RecipeQA files.

    Examples:

        manyhop index docs photos tables.xlsx

        manyhop index corpus.jsonl.gz --collection ~/corpus
    """
    for path in paths:
        if not os.path.lexists(path):
            raise ManyhopError(f"{path} does not exist; check the path")
    with open_collection(collection, create=True) as opened:
        report = _indexed(opened, paths, ocr, force, allow_outside)
        if not (report.files or report.skipped or report.removed):
            named = ", ".join(map(str, paths))
            raise ManyhopError(f"there are no files to index in {named}; put some there")
        if as_json:
            print_json(report)
        else:
            _show_report(report, opened)
    changed = report.added or report.updated or report.unchanged or report.removed
    if report.skipped and not changed and report.read == report.files:
        raise typer.Exit(1)  # nothing could be read


def _indexed(
    collection: Collection, paths: list[Path], ocr: bool, force: bool, allow_outside: bool
) -> IndexReport:
    rate = words_column("{task.fields[sources]:,} sources, {task.fields[rate]:,.0f}/s")
    with progress_bar(TaskProgressColumn(), rate) as bar:
        task = bar.add_task("indexing", total=None, sources=0, rate=0.0)

        def advance(progress: IndexProgress) -> None:
            elapsed = bar.tasks[0].elapsed or 0.0
            bar.update(
                task,
                description=progress.file[-40:],
                completed=progress.done,
                total=max(progress.total, 1),
                sources=progress.sources,
                rate=progress.sources / elapsed if elapsed else 0.0,
            )

        return index_paths(
            collection,
            paths,
            ocr=ocr,
            force=force,
            allow_outside=allow_outside,
            on_progress=advance,
        )


def _show_report(report: IndexReport, collection: Collection) -> None:
    out.print(
        f"{report.added:,} added, {report.updated:,} updated, {report.removed:,} removed "
        f"from {report.read:,} of {report.files:,} files."
    )
    out.print(f"{collection.folder} holds {tally(collection.counts())}.")
    if report.skipped:
        err.print(f"Skipped {len(report.skipped):,}:")
        _show_skipped(report.skipped)


def _show_skipped(skipped: list[Skipped]) -> None:
    """Each reason once, with the first place that it holds for."""
    places: dict[str, list[str]] = {}
    for one in skipped:
        reason = one.reason.removeprefix(one.where).removeprefix(Path(one.where).name)
        reason = reason if reason != one.reason else f": {reason}"
        places.setdefault(reason, []).append(one.where)
    for reason, where in list(places.items())[:_SHOWN]:
        others = f" (and {len(where) - 1:,} more)" if len(where) > 1 else ""
        err.print(f"  {where[0]}{others}{reason}")
    if len(places) > _SHOWN:
        err.print(f"  … and {len(places) - _SHOWN:,} other reasons; --json lists them all")


# manyhop search: find sources for a question.


def search(
    question: Annotated[str, typer.Argument(help="What you want to know.")],
    modality: Annotated[
        list[str] | None,
        typer.Option(
            "--modality", "-m", help="Only this kind: snippet, table, image, procedure; repeatable."
        ),
    ] = None,
    k: Annotated[int, typer.Option("--k", "-k", min=1, help="How many hits.")] = 10,
    mode: Annotated[
        Mode, typer.Option(help="BM25 (words), vectors (meaning), or both (hybrid).")
    ] = "hybrid",
    explain: Annotated[bool, typer.Option("--explain", help="Show how each score arose.")] = False,
    collection: CollectionOption = DEFAULT_FOLDER,
    as_json: JsonOption = False,
) -> None:
    """Find the sources that bear on a question.

    Examples:

        manyhop search "Which bridge has two red towers?"

        manyhop search "longest span" --modality table --k 3 --explain
    """
    if not any(map(str.isalnum, question)):
        raise ManyhopError("the question has no words; say what you want to know")
    with open_collection(collection) as opened:
        hits = opened.search(question, k, modality=modality, mode=mode, explain=explain)
        if as_json:
            print_json(hits)
        else:
            show_hits(hits, question)


def show_hits(hits: list[Hit], question: str) -> None:
    """Numbered hits, best first, each with what bears on the question."""
    if not hits:
        out.print("Nothing found.")
    for number, hit in enumerate(hits, start=1):
        source = hit.source
        head = Text.assemble(
            (f"{number:>2}. ", "bold"),
            (source.title or source.id, "bold"),
            (f"  {source.kind} ", "cyan"),
            (f"{hit.score:.3f}", "dim"),
            (f"  {source.whereabouts}  {source.id}", "dim"),
        )
        print_line(head)
        out.print(view(source, question))
        if hit.explanation:
            out.print(f"    {_reason(hit.explanation)}", style="dim")


def _reason(explanation: Explanation) -> str:
    terms = ", ".join(
        f"{term} {share:.2f}"
        for term, share in sorted(explanation.terms.items(), key=lambda pair: -pair[1])
    )
    reason = f"words {explanation.words:.2f} ({terms or 'none in common'})"
    reason += f" · meaning {explanation.meaning:.3f}"
    if explanation.kind:
        reason += f" · kind {explanation.kind:.2f}"
    if explanation.pixels:
        reason += f" · pixels {explanation.pixels:.2f}"
    if explanation.rerank is not None:
        reason += f" · reranked {explanation.rerank:.3f}"
    return reason


# manyhop info, list, show, delete, export: what a collection holds.


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
