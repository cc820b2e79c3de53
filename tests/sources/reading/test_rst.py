from pathlib import Path

import pytest

from manyhop.errors import ManyhopError
from manyhop.sources import AnySource, Procedure, Snippet, Table
from manyhop.sources.reading import Skipped, read_file


def read(tmp_path: Path, text: str) -> list[AnySource | Skipped]:
    (tmp_path / "page.rst").write_text(text)
    return list(read_file(tmp_path / "page.rst", "page.rst"))


def texts(found: list[AnySource | Skipped]) -> list[str]:
    return [source.text for source in found if isinstance(source, Snippet)]


def rows(table: object) -> list[list[str]]:
    assert isinstance(table, Table)
    names = [column.name for column in table.columns]
    return [names, *([cell.text for cell in row] for row in table.rows)]


PAGE = """\
:date: 2026-03-02

Setting up
==========

.. _install:

Installing
----------

Run this with ``sudo`` (see :ref:`the guide <guide>` and :class:`~demo.core.App`):

.. code-block:: console
   :caption: In a shell

   $ pip install demo
       --user

.. note:: It needs Python.

.. versionadded:: 2.1

.. option:: --quiet, -q

   Print nothing.

.. toctree::

   other
"""


def test_directives_and_roles_are_kept_as_text(tmp_path: Path) -> None:
    above, section = read(tmp_path, PAGE)
    assert above == Snippet(title="Setting up", text="date: 2026-03-02", origin="page.rst")
    assert isinstance(section, Snippet)
    assert (section.title, section.headings) == ("Setting up", ("Installing",))
    assert section.text.split("\n") == [
        "Run this with sudo (see the guide and App):",
        "In a shell:",
        "$ pip install demo",
        "    --user",
        "Note: It needs Python.",
        "Added in version 2.1",
        "--quiet, -q: Print nothing.",
    ]


GRID = """
+------+-------+
| name | price |
+======+=======+
| tea  | 2.50  |
+------+-------+
| milk | 1.10  |
+------+-------+
"""
SIMPLE = """
====  =====
name  price
====  =====
tea   2.50
milk  1.10
====  =====
"""
LIST = """
.. list-table::
   :header-rows: 1
   :widths: auto

   * - name
     - price
   * - tea
     - 2.50
   * - milk
     - 1.10
"""
COMMAS = """
.. csv-table::
   :header: name, price

   tea, 2.50
   milk, 1.10
"""


@pytest.mark.parametrize("table", [GRID, SIMPLE, LIST, COMMAS])
def test_tables_of_every_form(tmp_path: Path, table: str) -> None:
    found = read(tmp_path, f"Prices\n======\n\nThese are the prices:\n{table}")
    assert isinstance(found[0], Table)
    assert rows(found[0]) == [["name", "price"], ["tea", "2.50"], ["milk", "1.10"]]
    assert (found[0].title, found[0].caption) == ("Prices", "These are the prices")


def test_steps_keep_their_code(tmp_path: Path) -> None:
    (procedure,) = read(
        tmp_path,
        "How to install\n==============\n\n"
        "1. Make an environment::\n\n       python -m venv env\n       . env/bin/activate\n\n"
        "2. Install it.\n",
    )
    assert isinstance(procedure, Procedure)
    assert [step.text for step in procedure.steps] == [
        "Make an environment:\npython -m venv env\n. env/bin/activate",
        "Install it.",
    ]


def test_terms_stay_with_what_they_mean(tmp_path: Path) -> None:
    (text,) = texts(
        read(
            tmp_path,
            "T\n=\n\nwheel\n   A built package.\n\nsdist : archive\n   The sources.\n\n"
            "-v, --verbose  Say more.\n",
        )
    )
    assert text.split("\n") == [
        "- wheel: A built package.",
        "- sdist : archive: The sources.",
        "- -v, --verbose: Say more.",
    ]


def test_nothing_outside_the_file_is_included(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret")
    found = read(
        tmp_path, f"T\n=\n\n.. include:: {tmp_path}/secret.txt\n\n.. raw:: html\n\n   <b>\n\nEnd.\n"
    )
    assert texts(found) == ["End."]


def test_broken_markup_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    (text,) = texts(
        read(tmp_path, "T\n=\n\n*never closed and |unknown| `too\n\n.. table::\n\n   == =\n")
    )
    assert text.startswith("*never closed and |unknown| `too")
    with pytest.raises(ManyhopError, match=r"page\.rst holds no text"):
        read(tmp_path, ".. nothing but a comment\n")
