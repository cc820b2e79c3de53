"""How a source looks in a report: quoted text, a small table, a thumbnail, numbered steps.

Whatever a source says is escaped; cited places are marked.
"""

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from manyhop.evaluation._report_parts import Shown
from manyhop.evaluation._report_thumbnails import thumbnail
from manyhop.sources import (
    CellAt,
    Image,
    Place,
    Procedure,
    Region,
    Snippet,
    Span,
    StepAt,
    Table,
)

_TEXT = 900
_CELL = 90
_ROWS = 8
_COLUMNS = 8
_STEPS = 14
_STEP = 320


def source_figure(shown: Shown) -> str:
    """A source under its title, with what it is to the example.

    Example: ``source_figure(Shown(source=Snippet(text="It opened in 1981."), gold=True))``
    """
    source = shown.source
    if isinstance(source, Snippet):
        body = _quotation(source, shown.places)
    elif isinstance(source, Table):
        body = _table(source, shown.places, shown.words)
    elif isinstance(source, Image):
        body = picture(source, shown.places)
    else:
        body = _steps(source, shown.places)
    badges = '<span class="badge right">gold</span>' * shown.gold
    badges += "".join(f'<span class="badge">{escape(name)}</span>' for name in shown.badges)
    title = f'<b dir="auto">{escape(source.title)}</b>' if source.title else ""
    return (
        f'<figure class="source {source.kind}{" gold" * shown.gold}"><figcaption>'
        f'<span class="kind">{source.kind}</span> {title} <code>{escape(source.id)}</code>{badges}'
        f"</figcaption>{body}</figure>"
    )


def picture(image: Image, places: Iterable[Place] = ()) -> str:
    """A thumbnail with its caption and the cited boxes, or words where there are no pixels."""
    address = thumbnail(image)
    boxes = "".join(_box(place.box) for place in places if isinstance(place, Region) and place.box)
    seen = (
        f'<span class="pixels"><img alt="{escape(image.caption or image.title)}" '
        f'src="{address}">{boxes}</span>'
        if address
        else '<p class="absent">(its pixels are not at hand)</p>'
    )
    caption = image.caption if image.caption != image.title else ""
    words = [caption, f"In the picture: “{image.text}”" if image.text else ""]
    return seen + "".join(f'<p dir="auto">{_cut(text, _TEXT)}</p>' for text in words if text)


def marked(text: str, spans: Iterable[Span], limit: int = _TEXT) -> str:
    """Escaped text with its spans marked; a long one is cut to what stands around the first.

    Example: ``marked("a < b", [Span(0, 1)])`` → ``"<mark>a</mark> &lt; b"``
    """
    cited = sorted((s.start, min(s.end, len(text))) for s in spans if 0 <= s.start < len(text))
    begin = max(0, cited[0][0] - limit // 3) if cited and len(text) > limit else 0
    end = min(len(text), begin + limit)
    pieces, at = ["… " if begin else ""], begin
    for start, stop in cited:
        start, stop = max(start, at), min(stop, end)
        if start < stop:
            pieces += [escape(text[at:start]), f"<mark>{escape(text[start:stop])}</mark>"]
            at = stop
    return "".join([*pieces, escape(text[at:end]), " …" if end < len(text) else ""])


def _quotation(snippet: Snippet, places: Sequence[Place]) -> str:
    spans = [place for place in places if isinstance(place, Span)]
    headings = " › ".join(heading for heading in snippet.headings if heading != snippet.title)
    above = f'<p class="headings" dir="auto">{escape(headings)}</p>' if headings else ""
    return f'{above}<blockquote dir="auto">{marked(snippet.text, spans)}</blockquote>'


def _table(table: Table, places: Sequence[Place], words: Sequence[str]) -> str:
    cited = {(place.row, place.column) for place in places if isinstance(place, CellAt)}
    telling = cited | set(_cells_saying(table, words))
    rows = _chosen(table.length, {row for row, _ in telling}, _ROWS)
    columns = _chosen(len(table.columns), {column for _, column in telling}, _COLUMNS)
    head = "".join(f"<th>{_cut(table.columns[at].name, _CELL)}</th>" for at in columns)
    lines = [f"<tr>{head}</tr>"]
    for before, row in zip([-1, *rows], rows, strict=False):
        if row > before + 1:
            lines.append(f'<tr class="gap"><td colspan="{len(columns)}">⋮</td></tr>')
        cells = [_cell(table.quote(CellAt(row, at)), (row, at) in cited) for at in columns]
        lines.append(f"<tr>{''.join(cells)}</tr>")
    left = (table.length - len(rows), "row"), (len(table.columns) - len(columns), "column")
    more = ", ".join(
        f"{number:,} more {word}{'s' * (number > 1)}" for number, word in left if number
    )
    caption = f'<p dir="auto">{_cut(table.caption, _TEXT)}</p>' if table.caption else ""
    below = f'<p class="more">… {more}</p>' if more else ""
    return f'{caption}<div class="wide"><table class="cells">{"".join(lines)}</table></div>{below}'


def _cells_saying(table: Table, words: Sequence[str]) -> Iterator[tuple[int, int]]:
    wanted = {word.strip().casefold() for word in words}
    for row, cells in enumerate(table.rows):
        for column, cell in enumerate(cells):
            if cell.text.strip().casefold() in wanted:
                yield row, column


def _cell(text: str, cited: bool) -> str:
    words = _cut(text, _CELL)
    return f'<td class="cited"><mark>{words}</mark></td>' if cited else f"<td>{words}</td>"


def _chosen(count: int, cited: set[int], most: int) -> list[int]:
    """The cited numbers below ``count``, and the first others up to ``most`` in all."""
    kept = sorted(number for number in cited if 0 <= number < count)[:most]
    others = [number for number in range(min(count, 2 * most)) if number not in kept]
    return sorted([*kept, *others[: most - len(kept)]])


def _steps(procedure: Procedure, places: Sequence[Place]) -> str:
    cited = [place for place in places if isinstance(place, StepAt)]
    items = []
    for at in _chosen(len(procedure.steps), {place.step for place in cited}, _STEPS):
        step = procedure.steps[at]
        here = [place for place in cited if place.step == at]
        text = marked(step.text, [place.span for place in here if place.span], _STEP)
        if any(place.span is None for place in here):
            text = f"<mark>{text}</mark>"
        title = f"<b>{escape(step.title)}</b> " if step.title else ""
        images = f" <code>{escape(', '.join(step.images))}</code>" if step.images else ""
        items.append(f'<li value="{at + 1}" dir="auto">{title}{text}{images}</li>')
    left = len(procedure.steps) - len(items)
    needs = f"<p>Needs {_cut(', '.join(procedure.materials), _STEP)}</p>" * bool(
        procedure.materials
    )
    more = f'<p class="more">… {left:,} more step{"s" * (left > 1)}</p>' if left else ""
    return f"{needs}<ol>{''.join(items)}</ol>{more}"


def _box(box: tuple[float, float, float, float]) -> str:
    left, top, right, bottom = (min(max(100 * edge, 0), 100) for edge in box)
    size = f"width:{right - left:.2f}%;height:{bottom - top:.2f}%"
    return f'<span class="box" style="left:{left:.2f}%;top:{top:.2f}%;{size}"></span>'


def _cut(text: str, limit: int) -> str:
    return escape(text if len(text) <= limit else text[: limit - 1].rstrip() + "…")
