"""``manyhop.ask``: one call from a question to an answer."""

import subprocess
import sys
from pathlib import Path

import pytest

import manyhop
from manyhop import Collection, ManyhopError, Snippet
from manyhop.answering import open_planner
from manyhop.models import open_models

HUMBER = Snippet(
    id="humber",
    title="Humber Bridge",
    text="The Humber Bridge is a suspension bridge in England. It was opened on 24 June 1981.",
)
OPENED = "When was the Humber Bridge opened?"


def test_a_folder_is_asked_and_stays_open(tmp_path: Path) -> None:
    with Collection.open(tmp_path, create=True) as collection:
        collection.add([HUMBER])
    assert "24 June 1981" in manyhop.ask(OPENED, tmp_path).values[0]
    assert "England" in manyhop.ask("In which country is the Humber Bridge?", tmp_path).values[0]


def test_a_collection_is_looked_into_first_unless_a_planner_is_named(tmp_path: Path) -> None:
    with Collection.open(tmp_path, create=True) as collection:
        collection.add([HUMBER])
        assert manyhop.ask(OPENED, collection).trace["planner"] == "look"
        planned = manyhop.ask(OPENED, collection, planner="explicit")
        assert planned.trace["planner"] == "explicit"
        assert planned.values == ("24 June 1981",)


def test_an_open_collection_is_asked(tmp_path: Path) -> None:
    with Collection.open(tmp_path, create=True) as collection:
        collection.add([HUMBER])
        assert manyhop.ask(OPENED, collection, planner="implicit").sources == ("humber",)


def test_given_sources_are_asked_instead() -> None:
    answer = manyhop.ask(OPENED, sources=[HUMBER], choices=["1890", "24 June 1981"])
    assert answer.choice == 1
    assert manyhop.ask(OPENED, sources=[]).abstained


def test_a_folder_without_a_collection_is_named(tmp_path: Path) -> None:
    with pytest.raises(ManyhopError, match=str(tmp_path)):
        manyhop.ask(OPENED, tmp_path)


def test_planners_have_names() -> None:
    models = open_models()
    names = ("explicit", "implicit", "routing")
    assert tuple(open_planner(name, models).name for name in names) == names
    with pytest.raises(ManyhopError, match="there is no planner 'best'; choose explicit, "):
        open_planner("best", models)


def test_importing_manyhop_loads_no_engine() -> None:
    heavy = "{'manyhop.answering', 'manyhop.readers', 'onnxruntime'}"
    code = f"import sys, manyhop; sys.exit(str({heavy} & set(sys.modules)))"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stderr
    assert said.strip() == "set()"
