"""Built sets with their proofs, and audits with clues and examples."""

from itertools import islice

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from manyhop.benchmarks import MMQA
from manyhop.errors import ManyhopError
from manyhop.web._ask_pages import cited_sources
from manyhop.web._site import PAGE, Site, number_of


def set_routes(site: Site) -> list[Route]:
    """``/sets``, ``/set/NAME`` with its questions, ``/audit/NAME``."""
    place = site.place

    def sets(request: Request) -> Response:
        return site.page(
            request,
            "sets.html",
            title="Benchmarks and audits",
            sets=list(place.names("sets")),
            audits=list(place.names("audits")),
        )

    def one(request: Request) -> Response:
        name, page = request.path_params["name"], number_of(request)
        examples = MMQA(place.folder("sets", name)).examples()
        shown = list(islice(examples, (page - 1) * PAGE, page * PAGE + 1))
        return site.page(
            request,
            "set.html",
            title=name,
            name=name,
            examples=shown[:PAGE],
            number=page,
            more=len(shown) > PAGE,
        )

    def proof(request: Request) -> Response:
        from manyhop.generation.writing import read_questions  # takes seconds to import

        name, id = request.path_params["name"], request.path_params["id"]
        built = next(
            (each for each in read_questions(place.folder("sets", name)) if each.id == id), None
        )
        if built is None:
            raise ManyhopError(f"the set {name} has no question {id!r}")
        hops = [
            (values, cited_sources(site, [c for v in values for c in v.citations], within=name))
            for values in (*built.hops, built.values)
        ]
        return site.page(
            request, "proof.html", title=built.question, name=name, built=built, hops=hops
        )

    def audit(request: Request) -> Response:
        from manyhop.audit import Audit, findings_part  # takes seconds to import
        from manyhop.report import Page

        name = request.path_params["name"]
        path = place.folder("audits", name) / "audit.json"
        try:
            found = msgspec.json.decode(path.read_bytes(), type=Audit)
        except msgspec.DecodeError as error:
            raise ManyhopError(f"the audit {name} cannot be read: {error}") from error
        title = f"Audit of {found.benchmark}"
        page = Page(title=title, parts=(findings_part(found),))
        return site.page(
            request, "audit.html", title=title, page=page, folder=None, findings=found.findings
        )

    return [
        Route("/sets", sets),
        Route("/set/{name}", one),
        Route("/set/{name}/proof/{id:path}", proof),
        Route("/audit/{name}", audit),
    ]
