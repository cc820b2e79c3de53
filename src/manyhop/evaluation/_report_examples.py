"""One example on the page: what was asked, what is right, what was answered, and the sources."""

from collections.abc import Iterable
from html import escape

from manyhop.evaluation._report_parts import Bad, Given
from manyhop.evaluation._report_sources import picture, source_figure

_LONG = 600


def example_article(bad: Bad, *, several: bool) -> str:
    """An article with everything one needs to see what went wrong; ``several`` runs get letters."""
    groups = " · ".join(f"{name}: {value}" for name, value in bad.groups if value)
    pictures = [shown for shown in bad.sources if shown.source.kind == "image"]
    others = [shown for shown in bad.sources if shown.source.kind != "image"]
    left = f"{bad.left_out:,} more candidate source{'s' * (bad.left_out > 1)} not shown"
    parts = [
        f'<h3 dir="auto">{_text(bad.text)}</h3>',
        f'<p class="about"><code>{escape(bad.id)}</code> {escape(groups)}</p>',
        picture(bad.image) if bad.image else "",
        _numbered("choices", bad.choices),
        _numbered("sequence", bad.parts),
        _definitions(bad.gold, "gold"),
        *(_given(given, several) for given in bad.given),
        "".join(source_figure(shown) for shown in others),
        _beside(source_figure(shown) for shown in pictures),
        f'<p class="more">{left}</p>' if bad.left_out else "",
    ]
    return f"<article>{''.join(parts)}</article>"


def _given(given: Given, several: bool) -> str:
    scores = "".join(
        f'<span class="scores">{escape(name)} {value:.3f}</span>'
        for name, value in given.metrics.items()
    )
    said = [(f"{given.letter}: {name}" if several else name, text) for name, text in given.lines]
    return f'{_definitions(said, "given")}<p class="about">{scores}</p>'


def _definitions(lines: Iterable[tuple[str, str]], kind: str) -> str:
    rows = "".join(
        f'<dt>{escape(name)}</dt><dd dir="auto">{_text(text)}</dd>' for name, text in lines
    )
    return f'<dl class="{kind}">{rows}</dl>' if rows else ""


def _numbered(name: str, texts: tuple[str, ...]) -> str:
    if not texts:
        return ""
    each = "".join(
        f'<span class="choice" dir="auto">({number}) {_text(text)}</span>'
        for number, text in enumerate(texts, 1)
    )
    return f'<dl class="asked"><dt>{name}</dt><dd>{each}</dd></dl>'


def _beside(figures: Iterable[str]) -> str:
    drawn = "".join(figures)
    return f'<div class="pictures">{drawn}</div>' if drawn else ""


def _text(text: str) -> str:
    return escape(text if len(text) <= _LONG else text[: _LONG - 1].rstrip() + "…")
