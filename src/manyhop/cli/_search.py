"""manyhop search: find sources for a question."""

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
from manyhop.collection import DEFAULT_FOLDER, Explanation, Hit, Mode
from manyhop.errors import ManyhopError


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
