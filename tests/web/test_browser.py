"""Every page in real Chromium, as a person would use it; the pictures of the docs are made here.

``MANYHOP_PICTURES=docs/pictures pytest -m extras tests/web/test_browser.py`` writes them there.
"""

import gzip
import io
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image as Pillow

from bench.page import free_port, served
from manyhop.web import make_demo

playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")

pytestmark = [pytest.mark.extras, pytest.mark.timeout(900)]

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PAGES = {
    "home": "/",
    "collection": "/collection?q=suspension bridge",
    "source": "/collection",
    "pictures": "/pictures?q=red towers",
    "runs": "/runs",
    "run": "/run/bm25",
    "samples": "/run/bm25/samples?wrong=1",
    "compared": "/compare?a=bm25&b=random",
    "sets": "/sets",
    "set": "/set/bridges",
    "audit": "/audit/audit",
    "queues": "/queues",
    "queue": "/queue/mmqa",
    "item": "/queue/aokvqa/next",
    "review": "/queue/review/next",
}
LONGEST = 120_000  # milliseconds; the machine may be busy


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("demo")
    make_demo(folder).collection.close()
    return folder


@pytest.fixture(scope="module")
def address(root: Path) -> Iterator[str]:
    port = free_port()
    server = served(root, port)
    yield f"http://127.0.0.1:{port}"
    server.kill()
    server.wait()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    if not Path(CHROMIUM).exists():
        pytest.skip("needs Chromium: apt-get install chromium")
    with playwright.sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield opened
        opened.close()


@pytest.fixture
def page(browser: Any, address: str) -> Iterator[Any]:
    """A page that fails the test for whatever the browser complains of."""
    context = browser.new_context(
        base_url=address, viewport={"width": 1000, "height": 720}, color_scheme="light"
    )
    context.set_default_timeout(LONGEST)
    context.add_cookies([{"name": "who", "value": "Ada", "url": address}])
    opened = context.new_page()
    complaints: list[str] = []
    opened.on("console", lambda said: complaints.append(said.text) if said.type == "error" else 0)
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    yield opened
    context.close()
    assert not [said for said in complaints if "400 (Bad Request)" not in said]  # a fault told


def picture(page: Any, name: str) -> None:
    """Keep a picture for the docs, where it is wanted."""
    folder = os.environ.get("MANYHOP_PICTURES")
    if folder:
        path = Path(folder) / f"page-{name}.png"
        with Pillow.open(io.BytesIO(page.screenshot())) as drawn:
            drawn.convert("P", palette=Pillow.Palette.ADAPTIVE, colors=128).save(
                path, optimize=True
            )
        assert path.stat().st_size < 200_000


def test_a_question_by_keyboard_alone(page: Any) -> None:
    page.goto("/")
    page.keyboard.press("Escape")
    page.locator("h1").click()
    page.keyboard.press("/")
    page.keyboard.type("When did the Humber Bridge open?")
    page.keyboard.press("Enter")
    page.locator(".sentence").wait_for()
    assert "1981" in page.locator(".sentence").inner_text()
    assert "1981" in page.locator("details.cited mark").first.inner_text()
    picture(page, "answer")
    tree = page.locator("details.program > summary")
    tree.focus()
    page.keyboard.press("Enter")
    assert page.locator("ul.tree").is_visible()
    page.locator("text=Copy as Markdown").focus()
    page.keyboard.press("Enter")
    page.locator("textarea[aria-label], button:has-text('Copied')").first.wait_for()
    page.locator("#question").fill("And how long is it?")
    page.keyboard.press("Enter")
    page.locator(".turn .sentence").nth(1).wait_for()


def test_a_table_s_cell_and_a_picture_are_shown(page: Any) -> None:
    page.goto("/collection?kind=table")
    page.locator(".found a").first.click()
    assert page.locator("table.cells tr").count() > 3
    page.goto("/pictures?q=a bridge with two red towers")
    first = page.locator(".wall img").first
    first.wait_for()
    assert first.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    picture(page, "pictures")
    page.locator(".wall a").first.click()
    page.locator(".whole img").wait_for()


def test_files_are_added_with_progress(page: Any, tmp_path: Path) -> None:
    note = tmp_path / "ferry.md"
    note.write_text("# The Alder ferry\n\nThe ferry leaves at nine from the north bank.\n")
    page.goto("/collection")
    page.locator("#files").set_input_files(note)
    page.locator("button:has-text('Add')").click()
    page.locator("text=sources added").wait_for()
    page.goto("/collection?q=ferry leaves at nine north bank")
    assert "north bank" in page.locator(".found").inner_text()


def test_runs_are_compared_and_a_sample_is_opened(page: Any) -> None:
    page.goto("/runs")
    page.locator("text=Compare A and B").click()
    page.locator("text=Paired differences").first.wait_for()
    picture(page, "compared")
    page.goto("/run/bm25/samples?wrong=1")
    page.locator("tbody a").first.click()
    assert page.locator("article h3").is_visible()


def test_a_built_question_shows_its_proof(page: Any) -> None:
    page.goto("/set/bridges")
    page.locator("tbody a").first.click()
    page.locator("summary:has-text('The answer')").wait_for()
    assert page.locator("figure.source mark").count() > 0
    picture(page, "proof")


def test_reviewing_by_keyboard_alone(page: Any) -> None:
    page.goto("/queue/review/next")
    before = page.locator(".seen .sentence").inner_text()
    picture(page, "review")
    page.keyboard.press("1")
    assert page.locator("[data-key='1']").is_checked()
    page.keyboard.press("ArrowDown")
    assert page.locator("[data-key='2']").is_checked()
    page.keyboard.press("Enter")
    page.locator("text=1 decision so far").wait_for()
    assert page.locator(".seen .sentence").inner_text() != before
    page.wait_for_load_state()  # keys are heard once the page's script is there
    page.keyboard.press("u")
    page.locator("text=0 decisions so far").wait_for()
    page.wait_for_load_state()
    assert page.locator(".seen .sentence").inner_text() == before
    page.keyboard.press("?")
    page.locator("dialog[open]").wait_for()
    page.keyboard.press("Escape")
    page.keyboard.press("e")
    page.keyboard.type("Well: ")
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")  # without a decision
    page.locator("[role=alert]").wait_for()
    assert "is missing" in page.locator("[role=alert]").inner_text()
    assert "Well:" in page.locator("textarea").first.input_value()


def test_a_rewording_is_measured_while_one_writes(page: Any) -> None:
    page.goto("/queue/mmqa/next")
    page.locator("textarea").fill("Something else entirely, is it not?")
    page.locator("text=of the letters changed").wait_for()
    picture(page, "rewriting")


@pytest.mark.parametrize("name", PAGES)
def test_every_page_is_sound_for_all_and_small(browser: Any, address: str, name: str) -> None:
    axe = gzip.decompress((Path(__file__).parent / "axe-4.14.0.min.js.gz").read_bytes()).decode()
    for scheme, width in (("light", 1000), ("dark", 390)):
        context = browser.new_context(
            base_url=address,
            viewport={"width": width, "height": 720},
            color_scheme=scheme,
            bypass_csp=True,  # for axe alone
        )
        context.set_default_timeout(LONGEST)
        context.add_cookies([{"name": "who", "value": "Ben", "url": address}])
        page = context.new_page()
        sizes: list[int] = []
        page.on("response", lambda got, sizes=sizes: sizes.append(_size(got)))
        page.goto(PAGES[name])
        if name == "source":
            page.locator(".found a").first.click()
        page.evaluate(axe)
        found = page.evaluate("axe.run().then(found => found.violations)")
        serious = [
            f"{each['id']}: {node['html'][:160]} {node['failureSummary']}"
            for each in found
            if each["impact"] in ("serious", "critical")
            for node in each["nodes"]
        ]
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        context.close()
        assert not serious
        assert wide <= 0, "the page is wider than the screen"
        assert sum(sizes) < 300_000 or name == "pictures"


def _size(response: Any) -> int:
    kind = response.headers.get("content-type", "")
    return 0 if re.match("image/|text/event-stream", kind) else len(response.body())
