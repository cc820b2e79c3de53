"""Draws search.svg: real results on the bundled sample, as the terminal shows them.

Run ``python docs/pictures/render.py`` after a change to search or to how hits look.
"""

import io
import re
import tempfile
from importlib.resources import as_file, files
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import MONOKAI

from manyhop import Collection, Hit, Image, index_paths
from manyhop.cli import _search

HERE = Path(__file__).parent
ASKED: tuple[tuple[str, str | None], ...] = (
    ("two red towers in the fog", None),
    ("Which engineer's wife passed on his orders when he was too sick to come?", None),
    ("main span in metres and opening date of suspension bridges", "table"),
    ("How do I roll paper into tubes for a model bridge?", "procedure"),
)
REMOTE_FONT = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)


def main() -> None:
    """Index the sample, search it, and save what the terminal would show."""
    screen = Console(record=True, width=100, highlight=False, file=io.StringIO())
    setattr(_search, "out", screen)  # noqa: B010, the name is not exported
    with (
        tempfile.TemporaryDirectory() as scratch,
        as_file(files("manyhop") / "sample") as sample,
        Collection.open(Path(scratch) / "c", create=True) as collection,
    ):
        index_paths(collection, [sample], ocr=False)
        for question, kind in ASKED:
            option = f" -m {kind}" if kind else ""
            screen.print(f'[green]$[/green] manyhop search "{question}"{option} -k 1')
            _search.show_hits(
                [_short(hit) for hit in collection.search(question, 1, modality=kind)]
            )
            screen.print()
    svg = screen.export_svg(
        title="manyhop search", theme=MONOKAI, unique_id="search", font_aspect_ratio=0.63
    )
    (HERE / "search.svg").write_text(_self_contained(svg))


def _self_contained(svg: str) -> str:
    """The picture in the viewer's own fixed-width font, so that nothing is fetched."""
    return REMOTE_FONT.sub("", svg).replace("Fira Code, monospace", "monospace")


def _short(hit: Hit) -> Hit:
    """The hit without the folder that this machine keeps the picture in."""
    if isinstance(hit.source, Image):
        return Hit(hit.source.with_changes(path=hit.source.origin), hit.score)
    return hit


if __name__ == "__main__":
    main()
