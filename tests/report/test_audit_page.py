"""The page: everything is there, nothing is fetched, nothing is markup that should be text."""

import csv
import re
from html import escape
from html.parser import HTMLParser
from pathlib import Path

import pytest
from tests.audit.analyses.answered import scored_run, tosses

from manyhop.audit.analyses import analyse, part_of
from manyhop.errors import ManyhopError
from manyhop.evaluation import Estimate
from manyhop.report import (
    Column,
    Figures,
    Page,
    Part,
    Row,
    lay_out,
    table,
    to_csv,
    to_html,
    write_page,
)

HOSTILE = "<script>go()</script> \" onload='go()' | `x` &"


def figures(**changes: object) -> Figures:
    given: dict[str, object] = {
        "name": "by-type",
        "title": "Accuracy by type",
        "caption": "On made-up questions.",
        "corner": "model",
        "columns": (Column("text"), Column("table")),
        "rows": (
            Row("bm25", (Estimate(0.5, 0.4, 0.6, 80), Estimate(0.25, 0.1, 0.4, 20)), 0),
            Row("random", (Estimate(0.3, 0.2, 0.4, 80), None), 1),
        ),
        "plot": "dots",
        "best": True,
    }
    return Figures(**(given | changes))  # type: ignore[arg-type]


def page_of(*found: Figures) -> Page:
    runs = (("bm25", "bm25(k=1)"), ("random", "random(seed=0)"))
    return Page(
        title="Audit",
        parts=(Part(name="made-up", title="Made up", runs=runs, notes=("beware",), figures=found),),
    )


class Tags(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in ("meta", "wbr", "line", "path", "rect", "circle", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_needs_nothing_else_and_its_tags_match() -> None:
    tags = Tags(to_html(page_of(figures()), "figures"))
    assert tags.open == []
    names = {tag for tag, _ in tags.seen}
    assert not names & {"script", "link", "img", "iframe", "object"}
    links = [attrs["href"] for tag, attrs in tags.seen if tag == "a"]
    assert links == ["figures/made-up-by-type.csv"]


def test_text_from_outside_stays_text() -> None:
    evil = figures(
        title=HOSTILE,
        caption=HOSTILE,
        corner=HOSTILE,
        columns=(Column(HOSTILE),) * 2,
        rows=(Row(HOSTILE, (None, Estimate(0.5, 0.4, 0.6, 9)), 0),),
    )
    page = Page(
        title=HOSTILE,
        parts=(
            Part(
                name="x",
                title=HOSTILE,
                lead=HOSTILE,
                figures=(evil,),
                runs=((HOSTILE, HOSTILE),),
                notes=(HOSTILE,),
            ),
        ),
    )
    tags = Tags(to_html(page))
    assert "script" not in {tag for tag, _ in tags.seen}
    assert not any(name.startswith("on") for _, attrs in tags.seen for name in attrs)
    assert "| \\<script" in table(evil)
    assert all(line.count(" | ") == 2 for line in table(evil).splitlines()[2:])


def test_every_figure_is_in_the_table_with_n_and_interval() -> None:
    html, markdown = to_html(page_of(figures())), table(figures())
    assert "<b>50.00</b>" in html
    assert "[40.0, 60.0]" in html
    assert "n = 80" in html
    assert markdown.splitlines()[0] == "| model | text (n = 80) | table (n = 20) |"
    assert markdown.splitlines()[3] == "| random | 30.00 [20.0, 40.0] | – |"


def test_runs_differ_in_shape_and_not_only_in_colour() -> None:
    cells = tuple(Row(f"run {n}", (Estimate(0.1 * n, 0.0, 1.0, 9),) * 2, n) for n in range(8))
    html = to_html(page_of(figures(rows=cells)))
    drawn = set(re.findall(r'<svg class="mark".*?</svg>', html))
    shapes = {re.sub(r'class="run\d"', "", each) for each in drawn}
    assert len(shapes) == 8


def test_csv_has_a_line_for_each_cell() -> None:
    lines = list(csv.DictReader(to_csv(figures()).splitlines()))
    assert len(lines) == 3
    assert lines[0] == {
        "row": "bm25",
        "column": "text",
        "value": "0.500000",
        "low": "0.400000",
        "high": "0.600000",
        "n": "80",
    }


def test_the_same_n_is_said_once() -> None:
    found = lay_out(figures())
    assert [head.n for head in found.heads] == [80, 20]
    by_row = figures(
        rows=(
            Row("a", (Estimate(0, 0, 0, 5), Estimate(1, 0, 1, 5))),
            Row("b", (Estimate(1, 0, 1, 7), Estimate(0, 0, 0, 7))),
        )
    )
    found = lay_out(by_row)
    assert [label.n for label, _ in found.rows] == [5, 7]
    assert all(cell.n is None for _, cells in found.rows for cell in cells)
    assert found.rows[0][1][0].interval == ""  # nought by definition


def test_a_wide_table_is_turned_round() -> None:
    columns = tuple(Column(f"type {n}") for n in range(12))
    rows = (
        Row("bm25", tuple(Estimate(n / 20, 0, 1, n) for n in range(12)), 0),
        Row("random", tuple(Estimate(0.1, 0, 1, n) for n in range(12)), 1),
    )
    found = lay_out(figures(columns=columns, rows=rows))
    assert [head.text for head in found.heads] == ["bm25", "random"]
    assert [label.text for label, _ in found.rows][:2] == ["type 0", "type 1"]
    assert [cell.bold for cell in found.rows[11][1]] == [True, False]


def test_where_all_are_equal_none_is_bold() -> None:
    level = figures(rows=tuple(Row(name, (Estimate(0.5, 0, 1, 4),) * 2) for name in "ab"))
    assert not any(cell.bold for _, cells in lay_out(level).rows for cell in cells)


@pytest.mark.parametrize("plot", ["dots", "rows", "matrix", "curve", ""])
def test_every_plot_can_be_drawn(plot: str) -> None:
    html = to_html(page_of(figures(plot=plot)))
    assert Tags(html).open == []
    assert ('class="plot"' in html) == (plot in ("dots", "rows", "curve"))


def test_an_analysis_is_written_whole(tmp_path: Path) -> None:
    names = [f"run {n}" for n in range(4)]
    runs = [scored_run(name, tosses(60, 0.4, n), said=["x"] * 60) for n, name in enumerate(names)]
    analysis = analyse(runs)
    written = write_page(Page(title="Audit", parts=(part_of(analysis),)), tmp_path / "audit")
    assert {path.name for path in written} >= {
        "audit.html",
        "audit.md",
        "made-up-overall.csv",
        "made-up-pairwise-difference.csv",
    }
    assert len(written) == len(analysis.figures) + 2
    assert all(path.stat().st_size for path in written)
    assert not list(tmp_path.rglob("*.part"))
    html = (tmp_path / "audit" / "audit.html").read_text(encoding="utf-8")
    assert all(escape(figure.title) in html for figure in analysis.figures)


def test_the_same_runs_make_the_same_page() -> None:
    runs = [scored_run(f"run {n}", tosses(60, 0.4, n)) for n in range(2)]
    pages = [to_html(Page(title="Audit", parts=(part_of(analyse(runs)),))) for _ in range(2)]
    assert pages[0] == pages[1]


def test_a_file_is_not_taken_for_a_folder(tmp_path: Path) -> None:
    (tmp_path / "audit").write_text("mine")
    with pytest.raises(ManyhopError, match="is a file"):
        write_page(page_of(figures()), tmp_path / "audit")
    assert (tmp_path / "audit").read_text() == "mine"
