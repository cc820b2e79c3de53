"""Finished questions over invented bridges, for the tests of what is done with them."""

import io
from collections.abc import Mapping

from PIL import Image as Pillow

from manyhop.generation._built import BuiltQuestion
from manyhop.generation._query import Cells, Said
from manyhop.generation.tables import Extreme
from manyhop.generation.tables import Program as TableProgram
from manyhop.programs import Compose, TableQ, TextQ, Value
from manyhop.sources import AnySource, Cell, CellAt, Column, Image, Link, Snippet, Span, Table


def drawn(red: int = 0) -> bytes:
    """A small picture, another for each shade."""
    stream = io.BytesIO()
    Pillow.new("RGB", (3, 2), (red, 0, 0)).save(stream, "PNG")
    return stream.getvalue()


PIXELS = drawn()
BRIDGES = Table(
    id="t1",
    title="Bridges of Norland",
    caption="Road bridges",
    columns=(Column("bridge"), Column("length", "number")),
    rows=(
        (Cell("Arn Bridge", (Link("Arn Bridge", "Arn Bridge", "/arn"),)), Cell("410 m")),
        (Cell("Bel Bridge", (Link("Bel Bridge", "Bel Bridge", "/bel"),)), Cell("820 m")),
        (Cell("Cor Bridge"), Cell("90 m")),
    ),
    origin="https://norland.example/bridges",
)
ARN = Snippet(id="arn", title="Arn Bridge", text="The Arn Bridge opened in 1931.", origin="/arn")
BEL = Snippet(id="bel", title="Bel Bridge", text="Bel Bridge, over the Bel, opened in 1958.")
BEL_MORE = Snippet(id="bel2", title="Bel Bridge", text="It is painted every other year.")
FERRY = Snippet(id="ferry", title="Bel ferry", text="The ferry closed when the bridge opened.")
NEAR = Snippet(id="near", title="Dal Bridge", text="The Dal Bridge opened in 1958 as well.")
FAR = Snippet(id="far", title="Cheese", text="A blue cheese tastes of nuts.")
SNIPPETS = (ARN, BEL, BEL_MORE, FERRY, NEAR, FAR)


def picture(name: str, caption: str = "") -> Image:
    return Image(id=f"{name.lower()}.png", title=f"{name} Bridge", caption=caption or name)


SOURCES: Mapping[str, AnySource] = {
    source.id: source for source in (BRIDGES, *SNIPPETS, picture("Arn"), picture("Bel"))
}

LONGEST = Value("Bel Bridge", citations=(BRIDGES.cite(CellAt(1, 0)),))
OPENED = Value("1958", citations=(BEL.cite(Span(36, 40)),), about="Bel Bridge")


def longest_opened(**changes: object) -> BuiltQuestion:
    """When did the longest bridge open? The table names it, a snippet has the year."""
    fields = {
        "id": "q1",
        "question": "When did the longest bridge of Norland open?",
        "pseudo": "when did {the [bridge](s) with HIGHEST [length]} open",
        "type": "Compose(TextQ,TableQ)",
        "program": Compose(
            TextQ("When did [answer] open?"), TableQ("Which bridge is the longest?")
        ),
        "queries": {
            "Which bridge is the longest?": Cells("t1", TableProgram(Extreme(1, True), column=0)),
            "When did Bel Bridge open?": Said("bel", "opened-in"),
        },
        "values": (OPENED,),
        "topic": "t1",
        "table": "t1",
        "hops": ((LONGEST,),),
        "gold": ("t1", "bel"),
        "answered": (),
    }
    return BuiltQuestion(**{**fields, **changes})  # type: ignore[arg-type]
