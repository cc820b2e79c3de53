"""The frame of every page: its style inside it, and nothing that it could load or run."""

from html import escape
from importlib.resources import files

# Whatever slipped through the escaping could still load and run nothing.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def whole_page(title: str, body: str, style: str = "") -> str:
    """A page around its body, with the report's style and what ``style`` adds to it.

    Example: ``whole_page("Results", "<h1>Results</h1>")``
    """
    common = (files("manyhop.evaluation") / "_report_style.css").read_text(encoding="utf-8")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{common}{style}</style>\n</head>\n<body>\n"
        + body
        + "\n</body>\n</html>\n"
    )
