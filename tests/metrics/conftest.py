import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

GOLDEN = Path(__file__).parents[2] / "../shared/benchmarks/golden"

Case = dict[str, Any]
Golden = Callable[[str, str], list[Case]]


@pytest.fixture
def golden_folder() -> Path:
    if not GOLDEN.exists():
        pytest.skip("the golden cases are not beside the project")
    return GOLDEN


@pytest.fixture
def golden(golden_folder: Path) -> Golden:
    """The official code's own answers: ``golden("mmqa", "list_em")`` for one of its functions."""

    def cases(name: str, function: str) -> list[Case]:
        everything = json.loads((golden_folder / f"{name}.json").read_text("utf-8"))["cases"]
        found = [case for case in everything if case["function"] == function]
        assert found, f"{name} has no function {function}"
        return found

    return cases
