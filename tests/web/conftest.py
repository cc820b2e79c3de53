"""A small place to serve: a collection with all kinds of source, a run, a set, an audit."""

import io
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PIL import Image as Pillow

pytest.importorskip("starlette", reason="needs the extra web")

from starlette.testclient import TestClient

from manyhop.collection import Collection
from manyhop.sources import AnySource, Cell, Column, Image, Procedure, Snippet, Step, Table
from manyhop.web import Place, make_app

HOSTILE = "<script>alert('x')</script><img src=x onerror=go()>\" onload=go() '&"


def drawing(colour: str = "navy", width: int = 64) -> bytes:
    kept = io.BytesIO()
    Pillow.new("RGB", (width, 48), colour).save(kept, "PNG")
    return kept.getvalue()


SOURCES: list[AnySource] = [
    Snippet(
        id="humber",
        title="Humber Bridge",
        origin="humber.md",
        text="The Humber Bridge is in England. It opened in 1981. Its main span is 1,410 m long.",
    ),
    Snippet(id="evil", title=HOSTILE, text=f"A ferry {HOSTILE}", headings=(HOSTILE,)),
    Table(
        id="bridges",
        title="Bridges",
        columns=(Column("bridge"), Column("opened")),
        rows=tuple((Cell(f"Bridge {n}"), Cell(str(1800 + n))) for n in range(250)),
    ),
    Image(id="tower", title="A tower", caption="A tower at night", data=drawing()),
    Procedure(
        id="tea", title="Tea", steps=(Step(text="Boil water."), Step(title="Pour", text=HOSTILE))
    ),
]


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
