"""A small place to serve: a collection with all kinds of source."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

pytest.importorskip("starlette", reason="needs the extra web")

from starlette.testclient import TestClient
from tests.web.small_place import SOURCES

from manyhop.collection import Collection
from manyhop.web import Place, make_app


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    root = tmp_path_factory.mktemp("place")
    with Collection.open(root / "collection", create=True) as collection:
        collection.add(SOURCES)
    return Place(root / "collection", root / "keep", (root / "beside",))


@pytest.fixture(scope="module")
def client(place: Place) -> Iterator[TestClient]:
    with TestClient(make_app(place), base_url="http://localhost") as opened:
        yield opened


@pytest.fixture(scope="module")
def post(client: TestClient, place: Place) -> Callable[..., Any]:
    """Sends a form as the page itself does."""
    csrf = (place.keep / ".secret").read_text()

    def sending(path: str, files: Any = None, **fields: Any) -> Any:
        return client.post(
            path, data={"csrf": csrf, **fields}, files=files, headers={"origin": "http://localhost"}
        )

    return sending
