"""The collection: what is in it, search by kind, sources whole, pictures as a wall, files added."""

import asyncio
import threading
from collections.abc import AsyncIterator
from functools import lru_cache
from pathlib import Path

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from manyhop.errors import ManyhopError
from manyhop.report import Room, small_copy
from manyhop.sources import KINDS, Image, Table
from manyhop.sources.reading import draw_pdf_page
from manyhop.web._site import PAGE, WHOLE, Site, back_to, files_of, number_of

_EDGE = 1200  # pixels of a picture that is looked at
_SMALL = 320
_FOUND = 50
_drawing = threading.Lock()  # one page at a time, however many are asked for


def collection_routes(site: Site) -> list[Route]:
    """``/collection``, ``/source``, ``/picture``, ``/pdf``, ``/pictures``, ``/added``."""
    place = site.place

    def overview(request: Request, fault: str = "") -> Response:
        asked = request.query_params.get("q", "").strip()[:500]
        kind = request.query_params.get("kind", "")
        kind = kind if kind in KINDS else ""
        counts, page = place.collection.counts(), number_of(request)
        if asked:
            hits = place.collection.search(asked, k=_FOUND, modality=kind or None)
            sources, more = [hit.source for hit in hits], False
        else:
            start = (page - 1) * PAGE
            sources = list(place.collection.sources(kind or None, start, PAGE + 1))
            more, sources = len(sources) > PAGE, sources[:PAGE]
        return site.page(
            request,
            "collection.html",
            status=400 if fault else 200,
            fault=fault,
            title="Collection",
            info=place.collection.info(),
            counts=counts,
            asked=asked,
            kind=kind,
            number=page,
            more=more,
            sources=sources,
            batch=site.adding.now,
        )

    def source(request: Request) -> Response:
        query = request.query_params
        found = place.source(
            request.path_params["id"], query.get("queue", ""), query.get("set", "")
        )
        first = 0
        if isinstance(found, Table):
            first = min((number_of(request) - 1) * WHOLE.rows, max(0, found.length - 1))
        file = place.collection.file_of(found.id) if found.id in place.collection else None
        has_page = bool(file and file.suffix.lower() == ".pdf" and "page" in found.meta)
        room = Room(WHOLE.text, WHOLE.rows, WHOLE.columns, WHOLE.steps, WHOLE.step, first)
        return site.page(
            request,
            "whole.html",
            title=found.title or found.id,
            source=found,
            room=room,
            number=number_of(request),
            more=isinstance(found, Table) and first + WHOLE.rows < found.length,
            has_page=has_page,
        )

    def picture(request: Request) -> Response:
        query, id = request.query_params, request.path_params["id"]
        if query.get("asked"):
            image = Image(path=str(place.keep / "pictures" / site.asking.get(id).picture))
        else:
            found = place.source(id, query.get("queue", ""), query.get("set", ""))
            if not isinstance(found, Image):
                raise ManyhopError(f"{id} is no picture")
            image = found
        copy = small_copy(image, _SMALL if query.get("size") == "small" else _EDGE)
        if copy is None:
            raise ManyhopError(f"the pixels of {id} are not at hand")
        kept = {"Cache-Control": "private, max-age=3600"}
        return Response(copy[1], media_type=f"image/{copy[0]}", headers=kept)

    def pdf_page(request: Request) -> Response:
        found = place.collection.get(request.path_params["id"])
        file = place.collection.file_of(found.id)
        number = found.meta.get("page")
        if not file or file.suffix.lower() != ".pdf" or not isinstance(number, int):
            raise ManyhopError("this source is no page of a PDF file that is still there")
        drawn = _drawn(file, file.stat().st_mtime_ns, number)
        return Response(drawn, media_type="image/png")

    def wall(request: Request) -> Response:
        asked, page = request.query_params.get("q", "").strip()[:500], number_of(request)
        if asked:
            hits = place.collection.search(asked, k=_FOUND, modality="image")
            pictures, more = [hit.source for hit in hits], False
        else:
            pictures = list(place.collection.sources("image", (page - 1) * PAGE, PAGE + 1))
            more, pictures = len(pictures) > PAGE, pictures[:PAGE]
        return site.page(
            request,
            "pictures.html",
            title="Pictures",
            asked=asked,
            pictures=[p for p in pictures if isinstance(p, Image)],
            number=page,
            more=more,
        )

    def add(request: Request, form: FormData) -> Response:
        given = [(f.filename or "", f.file.read()) for f in files_of(form, "files")]
        site.adding.add(given)
        return back_to("/collection", added="1")

    async def added(request: Request) -> Response:
        return StreamingResponse(_progress(site), media_type="text/event-stream")

    return [
        Route("/collection", lambda request: overview(request)),
        Route("/source/{id}", source),
        Route("/picture/{id}", picture),
        Route("/pdf/{id}", pdf_page),
        Route("/pictures", wall),
        Route(
            "/add",
            site.posted(add, lambda request, form, fault: overview(request, fault)),
            methods=["POST"],
        ),
        Route("/added", added),
    ]


async def _progress(site: Site) -> AsyncIterator[str]:
    before = ""
    while True:
        batch = site.adding.now
        text = site.draw("batch.html", batch=batch)
        if text != before:
            before = text
            lines = "".join(f"data: {line}\n" for line in text.splitlines())
            yield f"event: batch\n{lines}\n"
        if batch.state != "working":
            yield "event: end\ndata: \n\n"
            return
        await asyncio.sleep(0.3)


@lru_cache(32)
def _drawn(file: Path, changed: int, number: int) -> bytes:
    with _drawing:
        return draw_pdf_page(file, number)
