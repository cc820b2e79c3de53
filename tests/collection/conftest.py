from collections.abc import Iterator
from pathlib import Path

import pytest

from manyhop.collection import Collection


@pytest.fixture
def collection(tmp_path: Path) -> Iterator[Collection]:
    with Collection.open(tmp_path / "collection", create=True) as opened:
        yield opened
