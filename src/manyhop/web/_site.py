"""What every page shares: the place, the templates, and how a form is taken in."""

import hmac
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlencode

from jinja2 import PackageLoader
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response

from manyhop.errors import ManyhopError
from manyhop.report import Room, environment
from manyhop.sources import Image
from manyhop.web._adding import Adding
from manyhop.web._asking import Asking
from manyhop.web._place import Place

PAGE = 50  # things on a page of a list
WHOLE = Room(text=60_000, rows=100, columns=40, steps=200, step=4_000)


class Site:
    """The page over one place.

    Example: ``Site(place).page(request, "runs.html", runs=[])``
    """

    def __init__(self, place: Place, csrf: str) -> None:
        self.place = place
        self.csrf = csrf
        self.asking = Asking(place)
        self.adding = Adding(place)
        self._templates = environment(_address, PackageLoader("manyhop.web"))
        self._templates.filters["sentence"] = _sentence
        self._templates.globals |= {"csrf": csrf, "whole": WHOLE, "sureness": _sureness}

    def page(
        self, request: Request, template: str, /, status: int = 200, **values: Any
    ) -> HTMLResponse:
        """A template as a response."""
        known = {
            "layout": "page.html",
            "path": request.url.path,
            "title": "Manyhop",
            "who": request.cookies.get("who", ""),
        }
        found = self._templates.get_template(template)
        return HTMLResponse(found.render(known | values), status)

    def draw(self, template: str, **values: Any) -> str:
        """A template as text."""
        return self._templates.get_template(template).render(values)

    def failed(self, request: Request, error: Exception) -> Response:
        """What a person sees where something can't be shown, or what they gave not taken."""
        if request.headers.get("hx-request"):
            return PlainTextResponse(str(error), 400)
        status, title = (400, "Not taken") if request.method == "POST" else (404, "Not here")
        return self.page(request, "failed.html", status, title=title, reason=str(error))

    def posted(
        self,
        handle: Callable[[Request, FormData], Response],
        again: Callable[[Request, FormData, str], Response] | None = None,
    ) -> Callable[[Request], Awaitable[Response]]:
        """A handler of a form; the form must bear the page's own token.

        Where what was given can't be taken, ``again`` draws the form with the reason.
        """

        async def taking(request: Request) -> Response:
            form = await request.form(max_files=1_000, max_part_size=2**20)
            given = form.get("csrf") or request.headers.get("x-csrf-token") or ""
            if not hmac.compare_digest(str(given).encode(), self.csrf.encode()):
                return PlainTextResponse("The form is not of this page; load it again.\n", 403)
            try:
                return await run_in_threadpool(handle, request, form)
            except ManyhopError as error:
                if again:
                    return await run_in_threadpool(again, request, form, str(error))
                return self.failed(request, error)
            finally:
                await form.close()

        return taking


def text_of(form: FormData, name: str) -> str:
    """A field of a form as text; nothing where it is missing or a file."""
    value = form.get(name)
    return value if isinstance(value, str) else ""


def files_of(form: FormData, name: str) -> list[UploadFile]:
    """The files that were really given under a name."""
    return [f for f in form.getlist(name) if isinstance(f, UploadFile) and f.filename]


def number_of(request: Request, name: str = "page", least: int = 1) -> int:
    """A number in the address, or the least there is."""
    text = request.query_params.get(name, "")
    return max(least, int(text)) if text.isdecimal() and len(text) < 9 else least


def back_to(path: str, **query: str) -> RedirectResponse:
    """On to another page after a form."""
    kept = {name: value for name, value in query.items() if value}
    return RedirectResponse(f"{path}?{urlencode(kept)}" if kept else path, 303)


def _address(image: Image) -> str:
    return f"/picture/{image.id}" if image.path or image.data else ""


def _sentence(reason: str) -> str:
    """A reason as a sentence: with a capital and a full stop."""
    return reason[:1].upper() + reason[1:] + ("" if reason.endswith((".", "?", "!")) else ".")


def _sureness(confidence: float | None) -> str:
    """How sure, in words and per cent: ``"likely, 78%"``."""
    if confidence is None:
        return ""
    words = (
        (0.9, "almost certain"),
        (0.7, "likely"),
        (0.5, "more likely than not"),
        (0.25, "doubtful"),
        (0.0, "hardly more than a guess"),
    )
    found = next((word for least, word in words if confidence >= least), words[-1][1])
    return f"{found}, {confidence:.0%}"
