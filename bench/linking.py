"""How well names are matched to pages when the links of table cells are hidden.

HybridQA's cells link to pages, so hiding the links and matching cells by their text alone can be
checked against them. Only cells with one link are asked; finding nothing is never wrong. A
collection of one's own has pages for few of the things that its tables name, and a name may then
mean a thing without a page; that is tried with a part of the pages. Intervals are over tables.

python -m bench.linking ../shared/data
"""

import resource
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from bench.answering_runs import shown, table
from manyhop.evaluation import estimate
from manyhop.generation.linking import Links, beside, key_of, link, name_in, topics
from manyhop.sources import AnySource, Cell, CellAt, Table
from manyhop.sources.reading import FoundFile, Skipped, read_file, walk

SHARES = (1.0, 0.3, 0.1, 0.03)
HEADS = ("pages", "rule", "precision in %", "right", "recall in %")


class Asked(NamedTuple):
    """A cell whose link was hidden: whether its page is there, and by which rule what was found."""

    table: str
    words: int
    is_there: bool
    rule: str
    is_right: bool

    @property
    def how(self) -> str:
        """The rule, with the length of the name where it matters."""
        words = ", one word" if self.words == 1 else ", more words"
        return self.rule + words if self.rule == "title" else self.rule


def main(data: Path) -> None:
    hybridqa, slice = list(read(data / "hybridqa")), list(read(data / "mmqa/slice"))
    rows = [row for share in SHARES for row in measured(hybridqa, share)]
    print(table("HybridQA, links hidden", HEADS, rows), end="\n\n")
    print(table("MultiModalQA slice, links hidden", HEADS, measured(slice, 1)), end="\n\n")
    figures = zip(linked(hybridqa), linked(slice), strict=True)
    rows = [[name, one, other] for (name, one), (_, other) in figures]
    print(table("What is linked", ("", "HybridQA", "MultiModalQA slice"), rows))


def read(folder: Path) -> Iterator[AnySource]:
    for file in walk([folder]):
        if isinstance(file, FoundFile):
            for source in read_file(Path(file.path), file.origin):
                if not isinstance(source, Skipped):
                    yield source


def measured(sources: list[AnySource], share: float) -> Iterator[list[str]]:
    """Precision by rule, with a share of the pages."""
    asked = list(hidden(link(some_of(sources, share))))
    there = [each for each in asked if each.is_there]
    for how in ("title, one word", "title, more words", "fuzzy", ""):
        found = [each for each in asked if each.rule and how in ("", each.how)]
        right = [float(each.is_right) for each in found]
        precision = estimate(right, [each.table for each in found]) if found else None
        hits = [float(each.is_right and how in ("", each.how)) for each in there]
        recall = estimate(hits, [each.table for each in there]) if there else None
        row = [shown(precision), f"{sum(right):,.0f}", shown(recall)]
        yield [f"{share:.0%}", how or "all", *row]


def some_of(sources: list[AnySource], share: float) -> list[AnySource]:
    """All tables, and of the pages those that chance keeps, under all their addresses or none."""
    return [
        source
        for source in sources
        if isinstance(source, Table) or Random(source.passage).random() < share
    ]


def hidden(links: Links) -> Iterator[Asked]:
    """Every cell with one link, matched as if it had none."""
    for source in links.tables:
        for at, cell in cells_of(source):
            if len(cell.links) != 1:
                continue
            (true,) = cell.links
            page = links.pages.at(true.url) or links.pages.named(key_of(true.title))
            name = name_in(cell.text)
            found, rule = links.match(name, beside(source, at)) or (None, "")
            words = len(key_of(name).split())
            yield Asked(source.id, words, page is not None, rule, found is page is not None)


def cells_of(source: Table) -> Iterator[tuple[CellAt, Cell]]:
    for row, cells in enumerate(source.rows):
        for column, cell in enumerate(cells):
            yield CellAt(row, column), cell


def linked(sources: list[AnySource]) -> Iterator[tuple[str, str]]:
    """What there is, how much of it is linked, and what that costs."""
    start = time.process_time()
    links = link(sources)
    made = list(topics(links))
    seconds = time.process_time() - start
    kinds = Counter(source.kind for source in sources)
    things = [thing for topic in made for thing in topic.things if topic.table]
    by_rule = Counter(cell.rule for source in links.tables for cell in links.cells(source))
    of_tables = sum(topic.table is not None for topic in made)
    filled = sum(bool(cell.text) for source in links.tables for row in source.rows for cell in row)
    yield "tables", f"{kinds['table']:,}"
    yield "tables with at least 2 things", f"{sum(len(t.things) > 1 for t in made[:of_tables]):,}"
    yield "filled cells", f"{filled:,}"
    for rule in ("link", "repeat", "title", "fuzzy"):
        yield f"cells linked by {rule}", f"{by_rule[rule]:,}"
    yield "things in tables", f"{len(things):,}"
    for kind in ("snippet", "image"):
        of_things = {one.id for thing in things for one in getattr(thing, f"{kind}s")}
        yield f"{kind}s", f"{kinds[kind]:,}"
        yield f"{kind}s about a thing of a table", f"{len(of_things):,}"
    yield "topics without a table", f"{len(made) - of_tables:,}"
    yield "seconds of one core", f"{seconds:.1f}"
    yield "peak memory of this process, MB", f"{peak():,.0f}"


def peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "../shared/data"))
