import base64
import json
from pathlib import Path
from typing import Any

import pytest

from manyhop.errors import ManyhopError
from manyhop.sources import AnySource, Image, Snippet, Table
from manyhop.sources.reading import Skipped, read_file


def read(tmp_path: Path, *cells: dict[str, Any]) -> list[AnySource | Skipped]:
    path = tmp_path / "a.ipynb"
    path.write_text(json.dumps({"cells": cells, "nbformat": 4, "metadata": {}}))
    return list(read_file(path, "a.ipynb"))


def markdown(*lines: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "source": list(lines)}


def code(source: str, *outputs: dict[str, Any]) -> dict[str, Any]:
    return {"cell_type": "code", "source": source, "outputs": list(outputs)}


def test_text_code_and_what_it_printed(tmp_path: Path) -> None:
    (snippet,) = read(
        tmp_path,
        markdown("# Growth\n", "\n", "## Model\n", "\n", "We fit a line."),
        code(
            "for n in range(2):\n    print(n)",
            {"output_type": "stream", "text": ["0\n", "1\n"]},
            {"output_type": "execute_result", "data": {"text/plain": "3.5"}},
        ),
    )
    assert isinstance(snippet, Snippet)
    assert (snippet.title, snippet.headings) == ("Growth", ("Model",))
    assert snippet.text == "We fit a line.\nfor n in range(2):\n    print(n)\n0\n1\n3.5"


def test_frames_are_tables_and_plots_are_pictures(tmp_path: Path) -> None:
    frame = "<table><tr><th>year</th><th>n</th></tr><tr><td>1999</td><td>4</td></tr></table>"
    pixels = base64.b64encode(b"\x89PNG-like").decode()
    found = read(
        tmp_path,
        code("frame", {"data": {"text/html": [frame], "text/plain": "…"}}),
        code("plot()", {"data": {"image/png": pixels, "text/plain": "<Figure>"}}),
    )
    table, image, snippet = found
    assert isinstance(table, Table)
    assert [cell.text for cell in table.rows[0]] == ["1999", "4"]
    assert isinstance(image, Image)
    assert image.data == b"\x89PNG-like"
    assert isinstance(snippet, Snippet)
    assert snippet.text == "frame\nplot()"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ('{"cells": [{"cell_type"', "cut off or no notebook"),
        ("[1, 2]", "no notebook"),
        ('{"cells": 5}', "no notebook"),
        ('{"cells": []}', "holds no text"),
        ('{"cells": [5, {"cell_type": "code", "source": 7, "outputs": 1}]}', "holds no text"),
    ],
)
def test_what_is_no_notebook_says_so(tmp_path: Path, content: str, reason: str) -> None:
    (tmp_path / "a.ipynb").write_text(content)
    with pytest.raises(ManyhopError, match=rf"a\.ipynb.*{reason}"):
        list(read_file(tmp_path / "a.ipynb", "a.ipynb"))


def test_the_numbers_before_the_rows_of_a_frame_are_left_out(tmp_path: Path) -> None:
    frame = (
        "<table><tr><th></th><th>name</th><th>watts</th></tr>"
        "<tr><th>0</th><td>Ann</td><td>261</td></tr><tr><th>1</th><td>Bea</td><td>353</td></tr>"
        "</table>"
    )
    found = read(tmp_path, code("frame", {"data": {"text/html": [frame]}}))
    [table] = [source for source in found if isinstance(source, Table)]
    assert [column.name for column in table.columns] == ["name", "watts"]
    assert [cell.text for cell in table.rows[1]] == ["Bea", "353"]
