"""The pages where people ask: the question box, live progress, the answer opened in place."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import msgspec
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from manyhop.errors import ManyhopError
from manyhop.programs import Hop, Leaf, Program, Value, parse_program, parts, print_program
from manyhop.sources import AnySource, Citation, Place
from manyhop.web._asking import Asked, as_markdown, keep_picture
from manyhop.web._site import Site, back_to, files_of, text_of

_TICK = 0.25  # seconds between looks at how far a question has come
_LATEST = 12


class Cited(msgspec.Struct, frozen=True):
    """A source with all that is cited of it; ``source`` is None where it has gone since."""

    numbers: tuple[int, ...]
    id: str
    source: AnySource | None
    places: tuple[Place, ...]
    quotes: tuple[str, ...]


class Node(msgspec.Struct, frozen=True):
    """A part of a program, the times it was asked, and the parts inside it."""

    name: str
    text: str
    hops: tuple[Hop, ...]
    inside: tuple["Node", ...]
    found: tuple[Value, ...] = ()


def ask_routes(site: Site) -> list[Route]:
    """``/``, ``/ask`` and ``/asked/ID`` with its events and its Markdown."""

    def home(request: Request) -> Response:
        return _page(request)

    def ask(request: Request, form: FormData) -> Response:
        picture = ""
        for given in files_of(form, "picture")[:1]:
            picture = keep_picture(site.place.keep / "pictures", given.file.read())
        asked = site.asking.ask(
            text_of(form, "question"),
            talk=text_of(form, "talk"),
            choices=text_of(form, "choices").splitlines(),
            picture=picture,
        )
        return back_to(f"/asked/{asked.id}")

    def asked(request: Request) -> Response:
        found = site.asking.get(request.path_params["id"])
        return _page(request, found.text, found.talk)

    def again(request: Request, form: FormData, fault: str) -> Response:
        given = {name: text_of(form, name)[:5_000] for name in ("question", "choices")}
        return _page(request, "Ask", text_of(form, "talk"), given=given, fault=fault)

    def _page(request: Request, title: str = "Ask", talk: str = "", **form: Any) -> Response:
        asking = site.asking
        return site.page(
            request,
            "ask.html",
            status=400 if form else 200,
            title=title,
            turns=[shown(site, turn) for turn in asking.turns(talk)] if talk else [],
            talk=talk,
            latest=[one for one in asking.latest(_LATEST) if one.talk != talk],
            counts=site.place.collection.counts(),
            **{"given": {"question": "", "choices": ""}, "fault": "", **form},
        )

    def markdown(request: Request) -> Response:
        found = site.asking.get(request.path_params["id"])
        return PlainTextResponse(as_markdown(found, lambda id: _title(site, id)))

    async def events(request: Request) -> Response:
        found = site.asking.get(request.path_params["id"])
        return StreamingResponse(_progress(site, found), media_type="text/event-stream")

    return [
        Route("/", home),
        Route("/ask", site.posted(ask, again), methods=["POST"]),
        Route("/asked/{id}", asked),
        Route("/asked/{id}/markdown", markdown),
        Route("/asked/{id}/events", events),
    ]


def shown(site: Site, asked: Asked) -> dict[str, Any]:
    """What the template of a turn is drawn from."""
    answer = asked.answer
    cited = cited_sources(site, answer.citations) if answer else []
    nearest: list[Cited] = []
    if answer and answer.abstained:
        near = msgspec.convert(answer.trace.get("nearest", []), list[Citation])
        nearest = cited_sources(site, near)
    return {
        "asked": asked,
        "answer": answer,
        "cited": cited,
        "nearest": nearest,
        "tree": tree_of(answer.trace) if answer else None,
        "others": list(answer.trace.get("proposals", [])[1:]) if answer else [],
        "before": site.asking.place_of(asked.id),
        "steps": site.asking.steps(asked.id),
    }


def cited_sources(site: Site, citations: Any, **within: str) -> list[Cited]:
    """Each cited source once, in order, with the numbers of its citations."""
    by_id: dict[str, list[tuple[int, Citation]]] = {}
    for number, citation in enumerate(citations, start=1):
        by_id.setdefault(citation.source_id, []).append((number, citation))
    found = []
    for id, several in by_id.items():
        try:
            source: AnySource | None = site.place.source(id, **within)
        except ManyhopError:  # gone since
            source = None
        numbers, each = zip(*several, strict=True)
        places, quotes = zip(*((c.place, c.quote) for c in each), strict=True)
        found.append(Cited(numbers, id, source, places, tuple(dict.fromkeys(quotes))))
    return found


def tree_of(trace: dict[str, Any]) -> Node | None:
    """The program of a trace with what each of its questions found."""
    if not trace.get("program"):
        return None
    hops = msgspec.convert(trace.get("hops", []), list[Hop])
    values = msgspec.convert(trace.get("values", []), list[Value])
    root = _node(parse_program(trace["program"]), hops)
    return msgspec.structs.replace(root, found=tuple(values[:3]))


def _node(program: Program, hops: list[Hop]) -> Node:
    inside = tuple(_node(part, hops) for part in reversed(parts(program)))
    asked = tuple(hop for hop in hops if isinstance(program, Leaf) and hop.leaf == program)[:8]
    if inside:
        operator = str(getattr(program, "operator", "") or getattr(program, "relation", ""))
        return Node(type(program).__name__, operator, asked, inside)
    text = str(getattr(program, "question", "") or getattr(program, "text", ""))
    return Node(type(program).__name__, text or print_program(program), asked, ())


async def _progress(site: Site, asked: Asked) -> AsyncIterator[str]:
    """Fragments as server-sent events until the answer is there."""
    before = ""
    while True:
        now = site.asking.get(asked.id)
        if now.answer or now.error:
            turn = await asyncio.to_thread(shown, site, now)
            whole = site.draw("turn.html", turn=turn)
            yield _event("answer", whole)
            yield _event("end", "")
            return
        steps = site.draw(
            "steps.html", before=site.asking.place_of(asked.id), steps=site.asking.steps(asked.id)
        )
        if steps != before:
            before = steps
            yield _event("steps", steps)
        else:
            yield ": waiting\n\n"
        await asyncio.sleep(_TICK)


def _event(name: str, text: str) -> str:
    lines = "".join(f"data: {line}\n" for line in text.splitlines() or [""])
    return f"event: {name}\n{lines}\n"


def _title(site: Site, id: str) -> str:
    try:
        source = site.place.source(id)
    except ManyhopError:
        return id
    return source.title or source.whereabouts or id
