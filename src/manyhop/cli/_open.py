"""manyhop open: the page, in a browser."""

import webbrowser
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from manyhop.cli._console import CollectionOption, err, is_interactive, out
from manyhop.collection import DEFAULT_FOLDER
from manyhop.errors import ManyhopError


def open_page(
    beside: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="FOLDER …",
            exists=True,
            file_okay=False,
            help="Folders with runs, built sets, audits and queues.",
        ),
    ] = None,
    collection: CollectionOption = DEFAULT_FOLDER,
    keep: Annotated[
        Path | None,
        typer.Option(
            help="Where the page keeps questions, files added, and queues.",
            show_default="COLLECTION.page",
        ),
    ] = None,
    demo: Annotated[
        bool, typer.Option("--demo", help="Make ./manyhop-demo from the sample and open it.")
    ] = False,
    host: Annotated[
        str, typer.Option(help="Another address to serve at; then a token is needed.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 for any.")] = 8765,
    model: Annotated[str, typer.Option(help="embedded, openai:MODEL or hf:…")] = "embedded",
    browser: Annotated[bool, typer.Option(help="Open a browser.")] = True,
) -> None:
    """Open a page over a collection: ask, look, compare runs, review and annotate.

    It is served to this machine only, unless you name another address with --host.

    Examples:

        manyhop open --demo

        manyhop open runs bridges-qa --collection bridges
    """
    missing = [name for name in ("starlette", "uvicorn", "python_multipart") if not find_spec(name)]
    if missing:
        raise ManyhopError("the page needs a few packages more: pip install 'manyhop[web]'")
    from manyhop.web import Place, make_demo, serve

    if demo:
        place = make_demo(Path("manyhop-demo"), err.print)
    else:
        kept = keep or collection.with_name(f"{collection.name}.page")
        place = Place(collection, kept, tuple(beside or ()), model)

    def tell(address: str) -> None:
        out.print(f"Open {address} in a browser; Ctrl-C ends it.", soft_wrap=True)
        if browser and is_interactive():
            webbrowser.open(address)

    serve(place, host=host, port=port, tell=tell)
