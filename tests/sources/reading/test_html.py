import base64
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image as Pixels

from manyhop.errors import ManyhopError
from manyhop.sources import (
    AnySource,
    Cell,
    Image,
    Link,
    Procedure,
    Snippet,
    Step,
    Table,
    content_id,
)
from manyhop.sources.reading._html import read_html

RECIPE = """<script type="application/ld+json">{"@type": "Recipe", "name": "Tea",
"recipeIngredient": ["2 leaves"], "recipeInstructions": ["Boil the water.", "Add tea."]}</script>"""


def read(tmp_path: Path, text: str | bytes) -> list[AnySource]:
    path = tmp_path / "my_page.html"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return list(read_html(path, "my_page.html"))


def table(tmp_path: Path, text: str) -> Table:
    (found,) = read(tmp_path, text)
    assert isinstance(found, Table)
    return found


def texts(found: Table) -> list[list[str]]:
    names = [column.name for column in found.columns]
    return [names, *([cell.text for cell in row] for row in found.rows)]


def png() -> bytes:
    written = BytesIO()
    Pixels.new("RGB", (4, 4), "red").save(written, "png")
    return written.getvalue()


def test_the_main_part_is_read_under_its_headings(tmp_path: Path) -> None:
    page = """<title>Bridge - Site</title><nav>Menu</nav><header>Site</header>
      <main><h1>Bridge</h1><p>Long &amp; <b>grey</b>.<sup class="reference">[1]</sup></p>
      <style>p {}</style><script>x()</script><p hidden>No</p><p style="display: none">No</p>
      <h2>History<span class="mw-editsection">[edit]</span></h2><ul><li>Old</li><li>Older</li></ul>
      <h3>Opening</h3>Opened<br>in 1981.</main><footer>Privacy</footer>"""
    found = read(tmp_path, page)
    assert [(source.title, source.passage) for source in found] == [
        ("Bridge", "Long & grey."),
        ("Bridge", "History\n- Old\n- Older"),
        ("Bridge", "History\nOpening\nOpened\nin 1981."),
    ]


def test_what_leads_about_a_site_is_left_out(tmp_path: Path) -> None:
    page = """<div>Ledger manual</div><h1>Words</h1>
      <table><tr><td><a href="#a">Account</a></td><td><a href="#b">Budget</a></td></tr></table>
      <p>See <a href="#b">the budget</a> for what you plan to spend.</p>
      <p><a href="#top">Back to top</a></p>
      <ul><li><a href="plugins.html">Plugins</a></li></ul>
      <div class="footer">© 2023 by nobody</div>"""
    (found,) = read(tmp_path, page)
    assert found.passage == "See the budget for what you plan to spend.\n- Plugins"


@pytest.mark.parametrize(
    ("page", "title"),
    [
        ("<title>In head</title><p>x", "In head"),
        ("<title>Bridge | Site</title><h1>Bridge</h1><p>x", "Bridge"),
        ("<title>T | S</title><meta property='og:title' content='T'><p>x", "T"),
        ("<p>x", "my page"),
    ],
)
def test_titles(tmp_path: Path, page: str, title: str) -> None:
    assert read(tmp_path, page)[0].title == title


def test_spans_are_filled_and_headers_joined(tmp_path: Path) -> None:
    page = """<table><caption>Longest <i>spans</i></caption>
      <tr><th rowspan=2>Bridge<th colspan=2>Span<tr><th>m<th>ft
      <tr><td>Akashi<td>1,991<td>6,532<tr><td colspan=3>Europe
      <tr><td>Humber<td colspan=2 rowspan=99>?</table>"""
    found = table(tmp_path, page)
    assert found.caption == "Longest spans"
    assert texts(found) == [
        ["Bridge", "Span m", "Span ft"],
        ["Akashi", "1,991", "6,532"],
        ["Europe", "", ""],
        ["Humber", "?", "?"],
    ]


def test_cells_keep_links_and_lose_footnote_marks(tmp_path: Path) -> None:
    page = """<table><tr><th>Bridge<th>Span
      <tr><td><a href="/wiki/Humber_Bridge">Humber</a><td>1,410<sup class="reference">
      <a href="#n">[2]</a></sup>
      <tr><td><a href="/x" title="Forth Road Bridge">Forth</a>, <a href="#top">up</a><td>1,006
      </table>"""
    found = table(tmp_path, page)
    assert found.rows[0][0].links == (Link("Humber", "Humber Bridge", "/wiki/Humber_Bridge"),)
    assert found.rows[0][1] == Cell("1,410")
    assert found.rows[1][0] == Cell("Forth, up", (Link("Forth", "Forth Road Bridge", "/x"),))
    assert found.columns[1].kind == "number"


def test_the_box_beside_an_article_is_one_row_of_facts(tmp_path: Path) -> None:
    page = """<table><tr><th colspan=2>Humber Bridge<tr><th>Opened<td>24 June 1981
      <tr><th colspan=2>Size<tr><th>Span<td>1,410 m</table>"""
    found = table(tmp_path, page)
    assert found.caption == "Humber Bridge"
    assert texts(found) == [["Opened", "Span"], ["24 June 1981", "1,410 m"]]
    assert [column.kind for column in found.columns] == ["date", "number"]


def test_a_first_row_above_figures_is_a_header(tmp_path: Path) -> None:
    page = "<table><tr><td>Name<td>Age<tr><td>Ann<td>3<tr><td>Bo<td>4</table>"
    assert texts(table(tmp_path, page))[0] == ["Name", "Age"]


@pytest.mark.parametrize(
    "page",
    [
        "<table><tr><td>One cell</table>",
        "<table><tr><td>One<tr><td>cell</table>",
        "<table role=presentation><tr><td>One<td>cell<tr><td><td></table>",
    ],
)
def test_tables_for_layout_are_text(tmp_path: Path, page: str) -> None:
    (snippet,) = read(tmp_path, page)
    assert isinstance(snippet, Snippet)
    assert snippet.text.split() in (["One", "cell"],)


def test_a_table_in_a_layout_table_is_found(tmp_path: Path) -> None:
    page = "<table><tr><td><table><tr><th>a<th>b<tr><td>1<td>2</table><td>Aside</table>"
    inner, aside = read(tmp_path, page)
    assert isinstance(inner, Table)
    assert aside.passage == "Aside"


def test_pictures(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(png())
    data = base64.b64encode(png() + b"x").decode()
    page = f"""<h1>Bridge</h1><figure><img src="a.png" alt="alt"><figcaption>Seen from
      <i>Hull</i></figcaption></figure><img src="a.png"><img src="data:image/png;base64,{data}"
      title="Inline"><img src="https://x.org/b.jpg" alt="Far away"><img src="https://x.org/c.jpg">
      <img src="gone.png">"""
    here, inline, far = read(tmp_path, page)
    assert isinstance(here, Image)
    assert (here.id, here.path) == (content_id(png()), str(tmp_path / "a.png"))
    assert (here.caption, here.title) == ("Seen from Hull", "Bridge")
    assert isinstance(inline, Image)
    assert (inline.data, inline.caption) == (png() + b"x", "Inline")
    assert isinstance(far, Image)
    assert (far.caption, far.meta) == ("Far away", {"url": "https://x.org/b.jpg"})


def test_a_recipe_is_not_said_twice(tmp_path: Path) -> None:
    page = f"""{RECIPE}<script type="application/ld+json">{{broken</script><h1>Tea</h1>
      <p>I like it.</p><h2>Ingredients</h2><ul><li>2 leaves</ul>
      <h2>Method</h2><ol><li>Boil the water.<li>Add tea.</ol>"""
    procedure, snippet = read(tmp_path, page)
    assert isinstance(procedure, Procedure)
    assert (procedure.title, procedure.materials) == ("Tea", ("2 leaves",))
    assert snippet.passage == "I like it."


def test_a_numbered_list_under_a_how_to_title(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(png())
    page = """<h1>How to make tea</h1><h2>You will need</h2><ul><li>leaves</ul>
      <h2>Part 1: Water</h2><ol><li>Boil <img src="a.png"><li>Pour</ol>
      <h2>Part 2: Leaves</h2><ol><li>Add them</ol><ol><li>Wait<li>Drink</ol>"""
    procedure, *others = read(tmp_path, page)
    assert isinstance(procedure, Procedure)
    assert procedure.materials == ("leaves",)
    assert procedure.steps[0] == Step("Part 1: Water", "Boil", (others[0].id,))
    assert [step.text for step in procedure.steps] == ["Boil", "Pour", "Wait", "Drink"]
    assert [source.kind for source in others] == ["image", "snippet"]


def test_headings_that_count_steps(tmp_path: Path) -> None:
    page = """<h1>Tea</h1><p>Easy.</p><h2>Step 1: Boil</h2><p>Boil water.</p><h3>Careful</h3>Hot.
      <h2>Step 2 - Pour</h2><p>Pour it.</p><h2>Thanks</h2><p>Bye.</p>"""
    procedure, *snippets = read(tmp_path, page)
    assert isinstance(procedure, Procedure)
    assert procedure.steps == (
        Step("Boil", "Boil water.\nCareful\nHot."),
        Step("Pour", "Pour it."),
    )
    assert [snippet.passage for snippet in snippets] == ["Easy.", "Thanks\nBye."]


def test_a_list_in_a_list_belongs_to_the_item_before_it(tmp_path: Path) -> None:
    (snippet,) = read(tmp_path, "<ul><li>a<ul><li>b</ul></li><li>c</li><ul><li>d</ul></ul>")
    assert snippet.passage == "- a\nb\n- c\nd"


def test_a_heading_loses_its_link_to_itself(tmp_path: Path) -> None:
    (snippet,) = read(tmp_path, "<h2>In C# <a href='#c'>#</a></h2><p>Text.")
    assert snippet.passage == "In C#\nText."


def test_references_are_no_procedure(tmp_path: Path) -> None:
    items = "<li>^ Smith, J. (1990). The book. Press." * 4
    (snippet,) = read(tmp_path, f"<h2>References</h2><ol>{items}</ol>")
    assert isinstance(snippet, Snippet)


def test_the_declared_encoding_is_used(tmp_path: Path) -> None:
    page = '<meta charset="windows-1251"><p>Мост</p>'.encode("cp1251")
    assert read(tmp_path, page)[0].passage == "Мост"


@pytest.mark.parametrize("tag", ["div", "ul><li", "table><tr><td", "figure", "b", "h2", "ol"])
def test_deep_nesting(tmp_path: Path, tag: str) -> None:
    found = read(tmp_path, f"<{tag}>" * 10_000 + "deep")
    assert any("deep" in source.passage for source in found)


def test_a_huge_ragged_table(tmp_path: Path) -> None:
    rows = "".join("<tr>" + "<td>7" * (row % 9) for row in range(12_000))
    found = read(tmp_path, f"<table><tr><th>a<th>b{rows}</table>")
    assert [source.kind for source in found] == ["table"]


def test_a_table_that_claims_to_be_endless(tmp_path: Path) -> None:
    row = "<tr><td rowspan=65534 colspan=999999>x<td colspan=1000>y"
    assert read(tmp_path, f"<table>{row * 300}</table>")


@pytest.mark.parametrize("content", [b"", b"\0\1\2", b"<html></html>", b"<script>x</script>"])
def test_pages_without_text_are_refused(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(ManyhopError, match=r"my_page\.html"):
        read(tmp_path, content)


# fmt: off
pieces = st.sampled_from([
    "<table>", "<tr>", "<td colspan=3>", "<th rowspan=2>", "</table>", "<ol>", "<li>", "</ol>",
    "<h1>", "<h2>Step 1", "</h2>", "<p>", "<img src=a alt=b>", "<figure>", "<!--", "<pre>",
    "&#xd800;", "text", "<main>", "</main>", "<a href='//[x'>y</a>", "<img src='http://[' alt=z>",
])
# fmt: on


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=200) | st.lists(pieces, max_size=30).map(lambda x: "".join(x).encode()))
def test_any_bytes_are_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    try:
        found = read(tmp_path_factory.mktemp("html"), content)
    except ManyhopError:
        return
    assert found
    assert all(source.to_json() for source in found)


def test_code_inside_a_list_keeps_its_lines(tmp_path: Path) -> None:
    page = "<h1>T</h1><ul><li>Write <pre>if x:\n    y()</pre> and run.</li></ul>"
    (snippet,) = read(tmp_path, page)
    assert isinstance(snippet, Snippet)
    assert snippet.text == "- Write\nif x:\n    y()\nand run."


def test_terms_stay_with_what_they_mean(tmp_path: Path) -> None:
    page = (
        "<h1>T</h1><dl><dt>wheel</dt><dd>A package.</dd><div><dt>-q</dt><dd>Quiet.</dd></div></dl>"
    )
    (snippet,) = read(tmp_path, page)
    assert isinstance(snippet, Snippet)
    assert snippet.text == "- wheel: A package.\n- -q: Quiet."


def test_a_box_around_a_note_is_no_table(tmp_path: Path) -> None:
    page = (
        "<div class=navheader><table><tr><td>Prev</td><td>Next</td></tr></table></div><h1>T</h1>"
        "<div class=note><table><tr><td rowspan=2><img alt='[Note]'></td><th>Note</th></tr>"
        "<tr><td>Save first.</td></tr></table></div>"
    )
    (snippet,) = [part for part in read(tmp_path, page) if not isinstance(part, Image)]
    assert isinstance(snippet, Snippet)
    assert snippet.text == "Note: Save first."


def test_the_line_before_a_table_is_its_caption(tmp_path: Path) -> None:
    page = (
        "<h1>T</h1><p>These are the fares:</p>"
        "<table><tr><th>day</th><th>fare</th></tr><tr><td>noon</td><td>4</td></tr></table>"
    )
    found = read(tmp_path, page)[0]
    assert isinstance(found, Table)
    assert found.caption == "These are the fares"
