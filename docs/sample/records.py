"""Writes the files of the sample that no editor can: ``python docs/sample/records.py``.

They are a workbook, a Parquet file, and JSON Lines of sources (one with its picture inside).
"""

from pathlib import Path
from tempfile import TemporaryDirectory

import masonry
from arro3.core import Array, DataType, Table
from arro3.io import write_parquet
from openpyxl import Workbook

from manyhop import sources

SAMPLE = Path(__file__).parents[2] / "src/manyhop/sample"

ENGINEERS = """
Name | Born | Died | Birthplace | Nationality | Known for
John A. Roebling | June 12, 1806 | July 22, 1869 | Mühlhausen | American | Brooklyn Bridge
Washington Roebling | May 26, 1837 | July 21, 1926 | Saxonburg | American | Brooklyn Bridge
Emily Warren Roebling | September 23, 1843 | February 28, 1903 | Cold Spring | American | Brooklyn Bridge
Joseph Strauss | January 9, 1870 | May 16, 1938 | Cincinnati | American | Golden Gate Bridge
Isambard Kingdom Brunel | April 9, 1806 | September 15, 1859 | Portsmouth | British | Clifton Suspension Bridge
John Fowler | July 15, 1817 | November 20, 1898 | Sheffield | British | Forth Bridge
Benjamin Baker | March 31, 1840 | May 19, 1907 | Frome | British | Forth Bridge
John Wolfe Barry | December 7, 1836 | January 22, 1918 | London | British | Tower Bridge
John Bradfield | December 26, 1867 | September 23, 1943 | Sandgate | Australian | Sydney Harbour Bridge
William Tierney Clark | August 23, 1783 | September 22, 1852 | Bristol | British | Széchenyi Chain Bridge
Adam Clark | August 14, 1811 | June 23, 1866 | Edinburgh | British | Széchenyi Chain Bridge
Michel Virlogeux | July 7, 1946 | | | French | Millau Viaduct
"""  # noqa: E501

TOWERS = [
    ("Akashi Kaikyo Bridge", 2, 298.0, "steel"),
    ("Golden Gate Bridge", 2, 227.0, "steel"),
    ("Øresund Bridge", 4, 204.0, "concrete"),
    ("Forth Road Bridge", 2, 156.0, "steel"),
    ("Humber Bridge", 2, 155.5, "concrete"),
    ("Brooklyn Bridge", 2, 84.0, "stone"),
    ("Tower Bridge", 2, 65.0, "steel clad in stone"),
    ("Clifton Suspension Bridge", 2, 26.0, "stone"),
]


def engineers() -> None:
    """The workbook: dates stay text, since a workbook's calendar starts in 1900."""
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Engineers"
    for line in ENGINEERS.strip().splitlines():
        sheet.append([cell.strip() for cell in line.split("|")])
    book.save(SAMPLE / "tables/engineers.xlsx")


def towers() -> None:
    """The Parquet file, with typed columns."""
    names, counts, heights, materials = zip(*TOWERS, strict=True)
    columns = {
        "Bridge": Array(names, DataType.utf8()),
        "Towers": Array(counts, DataType.int64()),
        "Tower height (m)": Array(heights, DataType.float64()),
        "Built of": Array(materials, DataType.utf8()),
    }
    write_parquet(Table.from_pydict(columns), SAMPLE / "tables/bridge-towers.parquet")


def stari_most() -> sources.Snippet:
    """A text."""
    return sources.Snippet(
        title="Stari Most",
        headings=("Stari Most",),
        text=(
            "Stari Most, the Old Bridge, crosses the Neretva in Mostar. The Ottoman builder "
            "Hayruddin finished it in 1566. Shelling brought it down on November 9, 1993, during "
            "the war in Bosnia. It was rebuilt with stone from the same quarry and opened again "
            "in July 2004. Young men of the town dive from its crown into the cold river."
        ),
    )


def timetable() -> sources.Table:
    """A table."""
    rows = [("morning", "7:30", "6", "£0.40"), ("noon", "12:15", "6", "£0.40")]
    rows += [("evening", "17:45", "8", "£0.40"), ("Sunday", "10:00", "10", "£0.60")]
    names = ("Crossing", "Leaves at", "Seats", "Fare")
    kinds: tuple[sources.ColumnKind, ...] = ("text", "text", "number", "number")
    return sources.Table(
        title="Timetable of the Alder ferry",
        columns=tuple(map(sources.Column, names, kinds)),
        rows=tuple(tuple(map(sources.Cell, row)) for row in rows),
        caption="When the ferry at Alder leaves, and what it costs",
    )


def whipping() -> sources.Procedure:
    """A procedure."""
    steps = [
        ("Lay a bight", "Lay a loop of thin twine along the rope, pointing at its end."),
        ("Wind", "Wind the twine tightly around rope and loop, towards the end, ten times."),
        ("Tuck", "Put the last of the twine through the loop."),
        ("Pull under", "Pull the other end of the twine until the loop slips under the turns."),
        ("Trim", "Cut both ends of the twine off short."),
    ]
    return sources.Procedure(
        title="Whip the end of a rope so that it does not fray",
        materials=("a rope", "thin waxed twine", "a knife"),
        steps=tuple(sources.Step(title=title, text=text) for title, text in steps),
    )


def old_bridge() -> sources.Image:
    """A picture that carries its own bytes."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "old-bridge.png"
        masonry.old_bridge().save(path, colours=24)
        return sources.Image(
            title="Stari Most",
            data=path.read_bytes(),
            caption="Stari Most in Mostar: one high, pale stone arch over a green river.",
        )


def main() -> None:
    """Writes all three."""
    engineers()
    towers()
    lines = [source.to_json() for source in (stari_most(), timetable(), whipping(), old_bridge())]
    (SAMPLE / "sources.jsonl").write_bytes(b"\n".join(lines) + b"\n")


if __name__ == "__main__":
    main()
