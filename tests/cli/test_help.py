"""The help: every command in its panel, those of every day first."""

from typer.main import get_command
from typer.testing import CliRunner

from manyhop.cli._app import app


def test_every_command_is_in_a_panel_and_everyday_ones_come_first() -> None:
    shown = CliRunner().invoke(app, ["--help"], env={"COLUMNS": "120"}).output
    panels = ["Every day", "upkeep", "Answerers on", "Making and judging", "Setting up"]
    places = [shown.index(panel) for panel in panels]
    assert places == sorted(places)
    everyday = shown[places[0] : places[1]]
    for name in ("index", "ask", "chat", "search"):
        assert f"│ {name} " in everyday


def test_no_command_is_left_out_of_the_help() -> None:
    group = get_command(app)
    listed = set(group.list_commands(None))  # type: ignore[attr-defined]
    known = {*group.commands, "build", "audit", "train", "open"}  # type: ignore[attr-defined]
    assert known - listed == set()
    for name in listed:
        assert group.get_command(None, name) is not None, name  # type: ignore[attr-defined]
