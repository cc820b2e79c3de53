"""A page in a folder: HTML, Markdown, and every figure as CSV beside them."""

from pathlib import Path

from manyhop.errors import ManyhopError
from manyhop.evaluation import write_whole
from manyhop.report._figures import to_csv
from manyhop.report._markdown import to_markdown
from manyhop.report._page import Page, file_name
from manyhop.report._rendering import to_html

AUDIT, FIGURES = "audit", "figures"
HTML, MARKDOWN = f"{AUDIT}.html", f"{AUDIT}.md"


def write_page(page: Page, folder: Path, name: str = AUDIT) -> list[Path]:
    """Write ``NAME.html``, ``NAME.md`` and ``figures/*.csv``; each whole or not at all.

    Example: ``write_page(Page(title="Audit", parts=(part_of(analysis),)), Path("audit"))``
    """
    if folder.is_file():
        raise ManyhopError(f"{folder} is a file; choose another folder for the page")
    (folder / FIGURES).mkdir(parents=True, exist_ok=True)
    contents = {
        f"{FIGURES}/{file_name(part, figures)}": to_csv(figures)
        for part in page.parts
        for figures in part.figures
    }
    contents |= {f"{name}.html": to_html(page, FIGURES), f"{name}.md": to_markdown(page)}
    for file, text in contents.items():
        write_whole(folder / file, text.encode())
    return [folder / file for file in contents]
