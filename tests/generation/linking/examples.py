"""Small collections to link: a table of bridges, pages about what it names, and pictures."""

from manyhop.sources import Cell, Column, Image, Link, Snippet, Table


def page(title: str, text: str = "", url: str = "", heading: str = "") -> Snippet:
    headings = (heading,) if heading else ()
    return Snippet(title=title, text=text or f"Of {title}.", origin=url, headings=headings)


def wiki(title: str, text: str = "") -> Snippet:
    return page(title, text, "/wiki/" + title.replace(" ", "_"))


def to(text: str, title: str, url: str = "") -> Cell:
    """A cell that links to a page, as a whole."""
    return Cell(text, (Link(text, title, url or "/wiki/" + title.replace(" ", "_")),))


def table(*rows: tuple[str | Cell, ...], title: str = "Bridges") -> Table:
    cells = tuple(tuple(Cell(c) if isinstance(c, str) else c for c in row) for row in rows)
    columns = tuple(Column(f"column {number}") for number in range(len(rows[0])))
    return Table(title=title, columns=columns, rows=cells)


def picture(title: str = "", caption: str = "", url: str = "") -> Image:
    return Image(title=title, caption=caption, origin=url)
