"""What the small place of these tests holds: all kinds of source, and one whose text is hostile."""

import io

from PIL import Image as Pillow

from manyhop.sources import AnySource, Cell, Column, Image, Procedure, Snippet, Step, Table

HOSTILE = "<script>alert('x')</script><img src=x onerror=go()>\" onload=go() '&"


def drawing(colour: str = "navy", width: int = 64) -> bytes:
    kept = io.BytesIO()
    Pillow.new("RGB", (width, 48), colour).save(kept, "PNG")
    return kept.getvalue()


SOURCES: list[AnySource] = [
    Snippet(
        id="humber",
        title="Humber Bridge",
        origin="humber.md",
        text="The Humber Bridge is in England. It opened in 1981. Its main span is 1,410 m long.",
    ),
    Snippet(id="evil", title=HOSTILE, text=f"A ferry {HOSTILE}", headings=(HOSTILE,)),
    Table(
        id="bridges",
        title="Bridges",
        columns=(Column("bridge"), Column("opened")),
        rows=tuple((Cell(f"Bridge {n}"), Cell(str(1800 + n))) for n in range(250)),
    ),
    Image(id="tower", title="A tower", caption="A tower at night", data=drawing()),
    Procedure(
        id="tea", title="Tea", steps=(Step(text="Boil water."), Step(title="Pour", text=HOSTILE))
    ),
]
