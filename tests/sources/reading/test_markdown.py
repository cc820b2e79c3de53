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
    Table,
    content_id,
)
from manyhop.sources.reading._markdown import read_markdown


def read(tmp_path: Path, text: str | bytes) -> list[AnySource]:
    path = tmp_path / "read_me.md"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return list(read_markdown(path, "read_me.md"))


def test_headings_make_a_path_and_the_first_is_the_title(tmp_path: Path) -> None:
    text = "# Bridge\n\nLong.\n\n## History\n\nOld *and* `grey`.\n\n### Opening\n\nIn\n1981.\n"
    found = read(tmp_path, text)
    assert [(source.title, source.passage) for source in found] == [
        ("Bridge", "Long."),
        ("Bridge", "History\nOld and grey."),
        ("Bridge", "History\nOpening\nIn 1981."),
    ]


def test_front_matter_gives_the_title_and_is_not_text(tmp_path: Path) -> None:
    (snippet,) = read(tmp_path, '---\ntitle: "The Bridge"\ntags: [a]\n---\nIt is long.\n')
    assert (snippet.title, snippet.passage) == ("The Bridge", "It is long.")


def test_without_any_title_the_file_has_a_name(tmp_path: Path) -> None:
    assert read(tmp_path, "Just text.")[0].title == "read me"


def test_tables_keep_their_links_and_types(tmp_path: Path) -> None:
    text = (
        "# B\n\n## Spans\n\n|bridge|span|\n|--|--:|\n"
        "|[Humber](/wiki/Humber_Bridge)|1,410|\n|*Forth*|\n"
    )
    (table,) = read(tmp_path, text)
    assert isinstance(table, Table)
    assert [(column.name, column.kind) for column in table.columns] == [
        ("bridge", "text"),
        ("span", "number"),
    ]
    link = Link("Humber", "Humber Bridge", "/wiki/Humber_Bridge")
    assert table.rows[0][0] == Cell("Humber", (link,))
    assert table.rows[1] == (Cell("Forth"), Cell(""))
    assert table.headings == ("Spans",)


def test_a_local_picture_is_an_image_with_the_id_of_its_file(tmp_path: Path) -> None:
    Pixels.new("RGB", (4, 4), "red").save(tmp_path / "my pic.png")
    text = '# B\n\n![The bridge](my%20pic.png "t")\n\n![Gone](gone.png)\n\n![](gone2.png)\n'
    here, gone = read(tmp_path, text)
    assert isinstance(here, Image)
    assert here.id == content_id((tmp_path / "my pic.png").read_bytes())
    assert (here.path, here.caption) == (str(tmp_path / "my pic.png"), "The bridge")
    assert isinstance(gone, Image)
    assert (gone.path, gone.caption) == ("", "Gone")


def test_numbered_orders_are_a_procedure(tmp_path: Path) -> None:
    text = (
        "# Widget\n\n## Install\n\n1. Download the archive\n2. Unpack it:\n\n   ```sh\n"
        "   tar xf w\n   ```\n3. Run the installer.\n\nDone.\n"
    )
    procedure, snippet = read(tmp_path, text)
    assert isinstance(procedure, Procedure)
    assert procedure.title == "Widget: Install"
    assert [step.text for step in procedure.steps] == [
        "Download the archive",
        "Unpack it:\ntar xf w",
        "Run the installer.",
    ]
    assert snippet.passage == "Install\nDone."


@pytest.mark.parametrize(
    ("page", "title"),
    [
        ("# How to make tea\n\n1. Boil\n2. Pour\n", "How to make tea"),
        ("# Tea\n\n## Method\n\n1. Boil\n2. Pour\n", "Tea"),
        ("# Drinks\n\n## How to make tea\n\n1. Boil\n2. Pour\n", "How to make tea"),
    ],
)
def test_short_steps_count_where_a_title_announces_them(
    tmp_path: Path, page: str, title: str
) -> None:
    (procedure,) = read(tmp_path, page)
    assert isinstance(procedure, Procedure)
    assert procedure.title == title
    assert [step.text for step in procedure.steps] == ["Boil", "Pour"]


def test_ingredients_are_materials(tmp_path: Path) -> None:
    (procedure,) = read(
        tmp_path, "# Tea\n\n## Ingredients\n\n- leaves\n\n## Method\n\n1. Boil\n2. Pour\n"
    )
    assert isinstance(procedure, Procedure)
    assert procedure.materials == ("leaves",)


def test_other_lists_and_code_are_text(tmp_path: Path) -> None:
    (snippet,) = read(tmp_path, "# C\n\n1. red\n2. green\n\n- a\n- b\n\n```\nx = 1\n  y\n```\n")
    assert isinstance(snippet, Snippet)
    assert snippet.text == "1. red\n2. green\n- a\n- b\nx = 1\n  y"


def test_html_in_markdown_is_read_as_html(tmp_path: Path) -> None:
    (snippet,) = read(tmp_path, "# B\n\n<details><p>Inside &amp; out</p></details>\n")
    assert snippet.passage == "Inside & out"


def test_only_headings_are_still_found(tmp_path: Path) -> None:
    (snippet,) = read(tmp_path, "# Plan\n\n## First\n\n## Second\n")
    assert snippet.passage == "First\nSecond"


@pytest.mark.parametrize(
    "content", ["[" * 2_000_000, "> " * 20_000, "- " * 20_000 + "x", "|a" * 9999]
)
def test_monstrous_markup_is_read(tmp_path: Path, content: str) -> None:
    assert read(tmp_path, content)


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200) | st.text("#|-1. *[]()!<>`\nab", max_size=80).map(str.encode))
def test_any_bytes_are_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    try:
        found = read(tmp_path_factory.mktemp("markdown"), content)
    except ManyhopError:
        return
    assert found
    assert all(source.to_json() for source in found)


def test_directives_between_fences(tmp_path: Path) -> None:
    text = (
        "(start)=\n% a comment\n# Guide\n\nSee {ref}`the page <page>`.\n\n"
        ":::{code} bash\n:caption: x\n\nls -l \\\n  --all\n:::\n\n"
        "```{note}\nIt is slow.\n```\n\n```{versionadded} 2.1\n```\n\n```{toctree}\nother\n```\n"
    )
    (snippet,) = read(tmp_path, text)
    assert isinstance(snippet, Snippet)
    assert snippet.text.split("\n") == [
        "See the page.",
        "ls -l \\",
        "  --all",
        "Note: It is slow.",
        "Added in version 2.1",
    ]


@pytest.mark.parametrize("options", [":header-rows: 1\n", "---\nheader-rows: 1\n---\n"])
def test_a_table_written_as_a_list(tmp_path: Path, options: str) -> None:
    rows = "* - item\n  - price\n* - tea\n  - 2\n"
    (table,) = read(tmp_path, f"# Prices\n\n:::{{list-table}} In euro\n{options}\n{rows}:::\n")
    assert isinstance(table, Table)
    assert (table.caption, [column.name for column in table.columns]) == (
        "In euro",
        ["item", "price"],
    )


def test_terms_boxes_and_inner_lists(tmp_path: Path) -> None:
    text = 'Wheel\n: A package.\n\n!!! tip "Faster"\n    Cache it.\n\n- one\n    - inner\n- two\n'
    (snippet,) = read(tmp_path, f"# T\n\n{text}")
    assert isinstance(snippet, Snippet)
    assert snippet.text == "- Wheel: A package.\nFaster: Cache it.\n- one\n- inner\n- two"
