"""Review and annotation: queues, one item after another, agreement, what is disputed, export."""

import io
import re
import shutil
import tempfile
import zipfile
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import msgspec
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from manyhop.annotation import (
    Queue,
    Standing,
    Values,
    export,
    flow_named,
    flows,
    hints,
    new_queue,
    read_tests,
    too_easy,
)
from manyhop.asking import Asker
from manyhop.benchmarks import MMQA
from manyhop.errors import ManyhopError
from manyhop.models import StaticEncoder
from manyhop.web._site import Site, back_to, files_of, text_of

_MOST = 100_000  # items of a queue
_YEAR = 365 * 24 * 3600


def queue_routes(site: Site) -> list[Route]:
    """``/queues`` and ``/queue/NAME`` with its items, hints, disputes and export."""
    place = site.place

    def queues(request: Request, given: FormData | None = None, fault: str = "") -> Response:
        found = {name: place.queue(name) for name in place.names("queues")}
        return site.page(
            request,
            "queues.html",
            status=400 if fault else 200,
            title="Review",
            fault=fault,
            given={n: text_of(given, n) if given else "" for n in ("name", "flow", "set", "count")},
            queues=found,
            flows=flows(),
            sets=list(place.names("sets")),
        )

    def create(request: Request, form: FormData) -> Response:
        name = re.sub(r"[^\w-]+", "-", text_of(form, "name")).strip("-")[:60]
        if not name:
            raise ManyhopError("the queue needs a name of letters and figures")
        flow = flow_named(text_of(form, "flow"))
        set_name, count = text_of(form, "set"), text_of(form, "count")
        if not (count.isdecimal() and 0 < int(count) <= _MOST):
            raise ManyhopError(f"“At most” is a number from 1 to {_MOST:,}")
        tests = [
            test for given in files_of(form, "tests") for test in read_tests(given.file.read())
        ]
        new_queue(
            place.keep / "queues" / name,
            flow,
            questions=MMQA(place.folder("sets", set_name)) if set_name else None,
            collection=place.collection,
            count=int(count),
            tests=tests,
        )
        return back_to(f"/queue/{name}")

    def sign_in(request: Request, form: FormData) -> Response:
        response = back_to(
            text_of(form, "to") if text_of(form, "to").startswith("/queue/") else "/queues"
        )
        who = " ".join(text_of(form, "who").split())[:60]
        if who:
            response.set_cookie("who", quote(who), max_age=_YEAR, samesite="strict", httponly=True)
        else:
            response.delete_cookie("who")
        return response

    def overview(request: Request) -> Response:
        name = request.path_params["name"]
        queue = place.queue(name)
        return site.page(
            request,
            "queue.html",
            title=name,
            name=name,
            queue=queue,
            counts=queue.counts(),
            agreements=queue.agreements(),
            people=queue.people(),
            who=_who(request),
        )

    def item(request: Request) -> Response:
        name, who = request.path_params["name"], _who(request)
        if not who:
            return back_to(f"/queue/{name}")
        queue = place.queue(name)
        standing = queue.next_for(who, request.query_params.get("stage", ""))
        return _item_page(request, name, queue, standing, who)

    def decide(request: Request, form: FormData) -> Response:
        name, who = request.path_params["name"], _who(request)
        queue = place.queue(name)
        id, stage = text_of(form, "item"), text_of(form, "stage")
        wanted, final = request.query_params.get("stage", ""), bool(text_of(form, "final"))
        round = int(text_of(form, "round")) if text_of(form, "round").isdecimal() else None
        values = _values(queue, stage, form)
        seen = queue.standings().get(id)
        still = (seen.stage, seen.state) if seen else ()
        waits = still == (stage, "disputed" if final else "open")
        try:
            if final:
                queue.settle(id, who, values)
                return back_to(f"/queue/{name}/disputed")
            if seen and waits:
                checked = queue.flow.stage(stage).checked(values)
                if fault := too_easy(queue, seen, checked, engine):
                    raise ManyhopError(fault)
            decision = queue.decide(id, stage, who, values, round=round)
        except ManyhopError as error:
            told: dict[str, Any] = {"fault": str(error), "final": final}
            if waits:
                return _item_page(request, name, queue, seen, who, given=values, **told)
            disputed = next(iter(queue.disputed()), None)
            other = disputed if final else queue.next_for(who, wanted)
            return _item_page(request, name, queue, other, who, **told)
        late = "1" if queue.is_late(decision) else ""
        return back_to(f"/queue/{name}/next", stage=wanted, late=late)

    def undo(request: Request, form: FormData) -> Response:
        name = request.path_params["name"]
        place.queue(name).undo(_who(request))
        return back_to(f"/queue/{name}/next")

    def disputed(request: Request) -> Response:
        name, queue = request.path_params["name"], place.queue(request.path_params["name"])
        waiting = queue.disputed()
        standing = waiting[0] if waiting else None
        return _item_page(request, name, queue, standing, _who(request), final=True)

    def hint(request: Request, form: FormData) -> Response:
        queue = place.queue(request.path_params["name"])
        standing = queue.standings().get(text_of(form, "item"))
        if standing is None or not standing.stage:
            return HTMLResponse("")
        found = hints(queue, standing, text_of(form, "question")[:600], StaticEncoder.load())
        return HTMLResponse(site.draw("hints.html", found=found))

    def exported(request: Request, form: FormData) -> Response:
        name = request.path_params["name"]
        scratch = Path(tempfile.mkdtemp(prefix="manyhop-"))
        try:
            folder = export(place.queue(name), scratch / name).parent
            packed = io.BytesIO()
            with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
                for path in sorted(folder.rglob("*")):
                    if path.is_file():
                        archive.write(path, f"{name}/{path.relative_to(folder)}")
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
        headers = {"Content-Disposition": 'attachment; filename="annotations.zip"'}
        return Response(packed.getvalue(), media_type="application/zip", headers=headers)

    def engine() -> Asker:
        return Asker(place.models, place.collection)

    def _item_page(
        request: Request,
        name: str,
        queue: Queue,
        standing: Standing | None,
        who: str,
        given: Values | None = None,
        fault: str = "",
        final: bool = False,
    ) -> Response:
        values = _start(queue, standing, given, who) if standing else {}
        counts = queue.counts()
        return site.page(
            request,
            "item.html",
            status=400 if fault else 200,
            title=name,
            name=name,
            queue=queue,
            at=standing,
            stage=queue.flow.stage(standing.stage) if standing else None,
            values=values,
            fault=fault,
            late=bool(request.query_params.get("late")),
            final=final,
            who=who,
            done=queue.people().get(who, 0),
            counts=counts,
            barred=queue.qualified(who) is False,
            wanted=request.query_params.get("stage", ""),
        )

    return [
        Route("/queues", lambda request: queues(request)),
        Route("/queues/new", site.posted(create, queues), methods=["POST"]),
        Route("/who", site.posted(sign_in), methods=["POST"]),
        Route("/queue/{name}", overview),
        Route("/queue/{name}/next", item),
        Route("/queue/{name}/decide", site.posted(decide), methods=["POST"]),
        Route("/queue/{name}/undo", site.posted(undo), methods=["POST"]),
        Route("/queue/{name}/disputed", disputed),
        Route("/queue/{name}/hints", site.posted(hint), methods=["POST"]),
        Route("/queue/{name}/export", site.posted(exported), methods=["POST"]),
    ]


def _values(queue: Queue, stage: str, form: FormData) -> Values:
    names = [field.name for field in queue.flow.stage(stage).fields]
    return {n: [v[:5_000] for v in form.getlist(n) if isinstance(v, str)] for n in names}


def _start(queue: Queue, standing: Standing, given: Values | None, who: str) -> Values:
    """What stands in the fields at first: what was given, or what is to be changed."""
    if given is not None:
        return given
    before = {
        name: values
        for each in queue.decisions.standing()
        if each.item == standing.item.id and each.stage == standing.stage and each.who == who
        for name, values in each.values.items()
    }
    found: dict[str, Any] = {}
    for field in queue.flow.stage(standing.stage).fields:
        if field.start:
            already = standing.values.get(field.start) or [standing.item.question]
            found[field.name] = before.get(field.name) or already
        elif field.name in before and field.kind != "choice":
            found[field.name] = before[field.name]
    return msgspec.convert(found, Values)


def _who(request: Request) -> str:

    return unquote(request.cookies.get("who", ""))
