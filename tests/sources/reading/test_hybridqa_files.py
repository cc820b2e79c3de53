import json
from pathlib import Path
from typing import Any

import pytest

from manyhop.sources import AnySource, Cell, Column, Link, Snippet, Table
from manyhop.sources.reading import FoundFile, Skipped, read_file, walk

DATA = Path(__file__).parents[3] / "../shared/data/hybridqa"
HUMBER, HULL = "/wiki/Humber_Bridge", "/wiki/Kingston_upon_Hull"
TABLE: dict[str, Any] = {
    "table_id": "bridges_0",
    "title": "Bridges of the north",
    "url": "https://example.org/bridges",
    "header": [["Bridge", []], ["Opened", []]],
    "data": [[["Humber", [HUMBER]], ["1981", []]], [["Alder", []], ["1902", []]]],
    "section_title": "Longest spans",
    "section_text": "",
    "intro": "Bridges north of the Trent.",
}
PASSAGES = {HUMBER: "The Humber Bridge opened in 1981 .", HULL: "Hull is a city .", "/wiki/X": " "}


def read(path: Path, *rows: object) -> list[AnySource | Skipped]:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return list(read_file(path, path.name))


def test_a_table_keeps_its_links_and_what_stood_around_it(tmp_path: Path) -> None:
    (table,) = read(tmp_path / "tables.jsonl", TABLE)
    assert isinstance(table, Table)
    assert (table.id, table.title, table.caption) == ("bridges_0", TABLE["title"], "Longest spans")
    assert table.origin == "https://example.org/bridges"
    assert table.columns == (Column("Bridge"), Column("Opened", "date"))
    assert table.rows[0][0] == Cell("Humber", (Link("Humber", "Humber Bridge", HUMBER),))
    assert table.meta == {"intro": "Bridges north of the Trent."}


def test_each_page_is_one_snippet_however_many_tables_link_to_it(tmp_path: Path) -> None:
    rows = [{"table_id": f"bridges_{number}", "passages": PASSAGES} for number in range(3)]
    assert read(tmp_path / "dev_passages.jsonl", *rows) == [
        Snippet(id=HUMBER, title="Humber Bridge", origin=HUMBER, text=PASSAGES[HUMBER]),
        Snippet(id=HULL, title="Kingston upon Hull", origin=HULL, text=PASSAGES[HULL]),
    ]


def test_the_official_folder_has_a_file_for_each_table(tmp_path: Path) -> None:
    folder = tmp_path / "WikiTables-WithLinks"
    unnamed = {name: value for name, value in TABLE.items() if name != "table_id"}
    assert read(folder / "tables_tok" / "bridges_0.json", unnamed) == read(
        tmp_path / "tables.jsonl", TABLE
    )
    packed = {"table_id": "bridges_0", "passages": PASSAGES}
    assert read(folder / "request_tok" / "bridges_0.json", PASSAGES) == read(
        tmp_path / "passages.jsonl", packed
    )


def test_questions_are_left_to_evaluation(tmp_path: Path) -> None:
    question = {"question_id": "q1", "question": "When?", "table_id": "bridges_0"}
    assert read(tmp_path / "dev.json", [question, question]) == [
        Skipped("dev.json", "2 questions, which are no sources; `manyhop eval` reads them")
    ]


def test_a_bad_row_is_skipped_with_its_line_and_the_field(tmp_path: Path) -> None:
    short = TABLE | {"data": [[["Humber", []]]]}
    unlinked = TABLE | {"header": ["Bridge"]}
    _, first, second = read(tmp_path / "tables.jsonl", TABLE, short, unlinked)
    assert first == Skipped("tables.jsonl:2", "field data: a row is not as long as the header")
    assert isinstance(second, Skipped)
    assert second.where == "tables.jsonl:3"
    assert "header" in second.reason


@pytest.mark.extras
@pytest.mark.skipif(not DATA.is_dir(), reason="the HybridQA files are not at hand")
def test_every_link_of_the_real_tables_leads_to_a_snippet() -> None:
    found: dict[str, list[AnySource]] = {"table": [], "snippet": []}
    skipped = []
    for file in walk([DATA]):
        assert isinstance(file, FoundFile)
        for part in read_file(Path(file.path), file.origin):
            if isinstance(part, Skipped):
                skipped.append(part)
            else:
                found[part.kind].append(part)
    assert (len(found["table"]), len(found["snippet"])) == (2_293, 75_985)
    assert len(skipped) == 4
    assert all("questions" in part.reason for part in skipped)
    linked = {
        link.url
        for table in found["table"]
        if isinstance(table, Table)
        for row in table.rows
        for cell in row
        for link in cell.links
    }
    assert linked <= {snippet.id for snippet in found["snippet"]}
