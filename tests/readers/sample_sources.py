"""A few sources about bridges and pancakes that the tests of all readers share."""

import io

from PIL import Image as Picture

from manyhop.sources import Cell, Image, Link, Procedure, Snippet, Step, table_from_grid

HUMBER = Snippet(title="Humber Bridge", text="The bridge is long. It opened in 1981.")
SEVERN = Snippet(title="Severn Bridge", text="It opened in 1966.")
BAND = Snippet(title="The Bridge Band", text="Its members are Ann Lee, Bo Fox and Cy Ray.")

_GRID = """
Bridge          | Country        | Length (m) | Opened
Humber Bridge   | United Kingdom | 2,220      | 1981
Golden Gate     | United States  | 2,737      | 1937
Akashi Kaikyo   | Japan          | 3,911      | 1998
Great Seto      | Japan          | 1,723      | 1988
Storebelt       | Denmark        | 6,790      | 1998
"""
_LINKS = {"Golden Gate": "Golden Gate Bridge", "Great Seto": "Seto Ohashi"}
BRIDGES = table_from_grid(
    [
        [
            Cell(text, (Link(text, _LINKS[text]),) if text in _LINKS else ())
            for text in map(str.strip, line.split("|"))
        ]
        for line in _GRID.strip().split("\n")
    ],
    title="Long bridges",
)

PANCAKES = Procedure(
    title="Pancakes",
    materials=("2 eggs", "flour"),
    steps=(
        Step(
            title="Mix",
            text="Whisk the flour and the eggs with 300 ml of milk.",
            images=("bowl.jpg", "whisk.jpg"),
        ),
        Step(text="Melt butter in a hot pan."),
        Step(text="Fry for two minutes on each side."),
    ),
)


def plain_picture(colour: str, side: int = 64) -> bytes:
    """A PNG of one colour."""
    kept = io.BytesIO()
    Picture.new("RGB", (side, side), colour).save(kept, "PNG")
    return kept.getvalue()


RED = Image(title="Red Bridge", data=plain_picture("red"))
BLUE = Image(title="Blue Bridge", data=plain_picture("blue"))
CAPTIONED = Image(title="Boat", caption="A green boat on the river Humber")
BROKEN = Image(title="Broken Bridge", data=b"no picture at all")
SPECK = Image(title="Speck", data=plain_picture("red", side=1))
