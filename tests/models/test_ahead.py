import threading
import time
from typing import Any, cast

import pytest

from manyhop.models import Models, OpeningAhead
from manyhop.models import _ahead as ahead_module


class Slow(Models):
    """Models that note what is opened, and wait until they may go on."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[str] = []
        self.go_on, self.begun = threading.Event(), threading.Event()

    def __getattribute__(self, name: str) -> Any:
        if name in ("text_reader", "table_reader", "image_encoder", "image_answerer"):
            self.opened.append(name)
            self.begun.set()
            self.go_on.wait(10)
            if name == "text_reader":
                raise OSError("no such file")
        return super().__getattribute__(name) if name != "table_reader" else None


@pytest.fixture(autouse=True)
def two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead_module, "threads", lambda: 2)


def finished() -> None:
    for thread in threading.enumerate():
        if thread.name == "opening ahead":
            thread.join(10)


def test_what_the_kinds_may_need_is_opened_beside_the_work() -> None:
    models = Slow()
    models.go_on.set()
    with OpeningAhead(models) as ahead:
        ahead.open({"snippet"})
        ahead.open({"table"})
        while len(models.opened) < 2:
            time.sleep(0.01)
    finished()
    assert models.opened == ["text_reader", "table_reader"]  # though the first one failed


def test_nothing_more_is_opened_when_the_work_is_done() -> None:
    models = Slow()
    with OpeningAhead(models) as ahead:
        ahead.open({"snippet", "table"})
        models.begun.wait(10)
    models.go_on.set()
    finished()
    assert models.opened == ["text_reader"]


def test_one_core_and_no_kinds_open_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    models, given = Slow(), Models(text_reader=cast(Any, object()))
    with OpeningAhead(models) as ahead, OpeningAhead(given) as other:
        ahead.open(())
        other.open({"snippet"})
        monkeypatch.setattr(ahead_module, "threads", lambda: 1)
        ahead.open({"image"})
        assert "opening ahead" not in [thread.name for thread in threading.enumerate()]
    assert models.opened == []
