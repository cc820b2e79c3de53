"""Topics drawn up from text: players of a cup, and bridges."""

from manyhop.generation._topic import Thing, Topic
from manyhop.sources import Cell, CellAt, Table, table_from_grid

PLAYERS = """
Player    | Country | Club        | Goals | Born
Ann Smith | Chile   | Harbour FC  | 12    | 1981
Bo Larsen | Norway  | Valley FC   | 7     | 1990
Cy Young  | Chile   | Harbour FC  | 31    | 1979
Di Marco  | Italy   | Old Town FC | 18    | 1985
Ed Moe    | Norway  | Valley FC   | 22    | 1992
Flo Ray   | Chile   | Old Town FC | 9     | 1988
"""

BRIDGES = """
#  | Bridge         | Length (m) | City     | Opened | Notes
1  | Long Bridge    | 1,410      | Northby  | 1981   | repainted
2  | Old Bridge     | 310        | Southby  | 1790   | -
3  | Iron Bridge    | 515        | Northby  | 1899   | cast in one piece
4  | Chain Bridge   | 640        | Eastby   | 1937   | -
"""


def table_of(text: str, title: str, caption: str = "") -> Table:
    lines = text.strip().split("\n")
    rows = [[Cell(cell.strip()) for cell in line.split("|")] for line in lines]
    return table_from_grid(rows, title=title, caption=caption)


def topic_of(table: Table, *columns: int) -> Topic:
    """A topic whose things are the different texts of some columns."""
    cells: dict[str, list[CellAt]] = {}
    for column in columns:
        for row, texts in enumerate(table.rows):
            cells.setdefault(texts[column].text, []).append(CellAt(row, column))
    things = tuple(
        Thing(key=name.lower(), name=name, cells=tuple(places)) for name, places in cells.items()
    )
    return Topic(id=table.id, title=table.title, things=things, table=table)
