"""The server is killed while somebody annotates: what was confirmed is there."""

from pathlib import Path

import pytest

pytest.importorskip("uvicorn", reason="needs the extra web")

from bench.page import kill_while_annotating

KILLS = 3  # ``python -m bench.page kills`` makes fifty


def test_killed_and_restarted_nothing_confirmed_is_lost(tmp_path: Path) -> None:
    confirmed, lost = kill_while_annotating(tmp_path, KILLS, 1.5)
    assert confirmed > KILLS
    assert lost == 0
