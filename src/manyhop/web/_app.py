"""The application: every route behind the guard, and a server for it."""

import secrets
import socket
from collections.abc import Callable
from importlib.resources import files
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from manyhop.errors import ManyhopError
from manyhop.report import style
from manyhop.web._ask_pages import ask_routes
from manyhop.web._collection_pages import collection_routes
from manyhop.web._guard import Guard, is_loopback, kept_secret
from manyhop.web._place import Place
from manyhop.web._queue_pages import queue_routes
from manyhop.web._run_pages import run_routes
from manyhop.web._set_pages import set_routes
from manyhop.web._site import Site

_STATIC = {
    "htmx-2.0.11.min.js": "text/javascript",
    "htmx-sse-2.2.4.js": "text/javascript",
    "page.js": "text/javascript",
}


def make_app(place: Place, *, host: str = "127.0.0.1", token: str = "") -> ASGIApp:
    """The page over a place; ``token`` is wanted from whoever asks from another machine.

    Example: ``make_app(Place(Path(".manyhop"), Path(".manyhop.page")))``
    """
    csrf = kept_secret(place.keep / ".secret")
    site = Site(place, csrf)
    routes = [
        *ask_routes(site),
        *collection_routes(site),
        *run_routes(site),
        *set_routes(site),
        *queue_routes(site),
        Route("/static/{name}", _static),
        Route("/favicon.ico", lambda request: Response(status_code=204)),
        Route("/health", lambda request: Response("well\n", media_type="text/plain")),
    ]
    hosts = () if is_loopback(host) else (host,)
    guarded = Middleware(Guard, hosts=hosts, token=token)
    failed: Any = site.failed
    return Starlette(
        routes=routes,
        middleware=[guarded, Middleware(GZipMiddleware, minimum_size=1_000)],
        exception_handlers={ManyhopError: failed, HTTPException: _refused(site)},
    )


def serve(
    place: Place,
    *,
    host: str = "127.0.0.1",
    port: int = 8765,
    tell: Callable[[str], None] = print,
) -> None:
    """Serve the page until Ctrl-C; ``tell`` is given its address once it can be opened."""
    import uvicorn

    token = "" if is_loopback(host) else secrets.token_urlsafe(18)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        bound = socket.create_server((host, port), family=family)
    except OSError as error:
        raise ManyhopError(
            f"{host} cannot be served at port {port} ({error.strerror}); choose another with --port"
        ) from error
    app = make_app(place, host=host, token=token)
    settings = uvicorn.Config(
        app, log_level="warning", access_log=False, timeout_graceful_shutdown=2
    )
    shown = f"[{host}]" if ":" in host else host
    tell(f"http://{shown}:{bound.getsockname()[1]}/" + (f"?token={token}" if token else ""))
    uvicorn.Server(settings).run(sockets=[bound])


def _static(request: Request) -> Response:
    """One of the few files that are the page's own."""
    name = request.path_params["name"]
    if name == "style.css":
        own = files("manyhop.web") / "static" / "web.css"
        return Response(style() + own.read_text("utf-8"), media_type="text/css")
    if name not in _STATIC:
        raise HTTPException(404)
    content = (files("manyhop.web") / "static" / name).read_bytes()
    kept = {"Cache-Control": "max-age=3600"}
    return Response(content, media_type=_STATIC[name], headers=kept)


def _refused(site: Site) -> Any:
    def refused(request: Request, error: HTTPException) -> Response:
        if error.status_code == 404:
            return site.failed(request, ManyhopError("There is no such page."))
        return Response(f"{error.detail}\n", error.status_code, media_type="text/plain")

    return refused
