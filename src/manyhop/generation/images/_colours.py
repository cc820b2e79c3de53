"""Which colour a picture or its background has: only where hardly anyone would say another."""

from manyhop.generation.images._attached import Facts
from manyhop.generation.images._palette import Palette, palette
from manyhop.generation.images._remembered import Remembered

MAIN = "pixels: main colour"
GROUND = "pixels: background colour"
COLOURING = "pixels: colouring"
PLAIN = "black and white"

_MOSTLY = 0.55  # the least share of what is called mainly of a colour
_LEAD = 2.5  # times the share of the next colour, too
_HARDLY = 0.12  # the most share of what is surely not mainly of it, with colours that pass for it
_GROUND_LEAST, _GROUND_MOST = 0.2, 0.9  # of the picture: else there is no ground, or only that

# Which colours some people would call by the other's name.
_NEAR = {
    "red": ("orange", "pink", "brown"),
    "orange": ("red", "yellow", "brown"),
    "yellow": ("orange", "brown"),
    "green": ("blue",),
    "blue": ("purple", "green"),
    "purple": ("blue", "pink"),
    "pink": ("red", "purple"),
    "brown": ("orange", "red", "yellow"),
    "black": ("grey",),
    "white": ("grey",),
    "grey": ("white", "black"),
}
_ASKED = ("red", "orange", "yellow", "green", "blue", "purple", "pink", "black")

_palettes = Remembered("palette", Palette, palette)


def palette_of(pixels: bytes) -> Palette:
    """A picture's palette, worked out once."""
    return _palettes.of(pixels)


def colour_facts(seen: Palette) -> Facts:
    """The colours that can be asked for.

    Example: ``colour_facts(palette_of(png))`` → ``{"pixels: main colour": ("red",)}``
    """
    facts: Facts = {}
    for colour in _ASKED:
        if _is_mainly(seen, colour):
            facts[MAIN] = (colour,)
    if seen.ground and _GROUND_LEAST <= seen.ground_share <= _GROUND_MOST:
        facts[GROUND] = (seen.ground,)
    if (coloured := _coloured(seen)) is not None:
        facts[COLOURING] = ("colour" if coloured else PLAIN,)
    return facts


def colour_decided(seen: Palette, property: str, value: str) -> bool | None:
    """Whether a picture has a colour; None where one could say either."""
    if property == COLOURING:
        coloured = _coloured(seen)
        return None if coloured is None else coloured == (value != PLAIN)
    if property == MAIN:
        if _is_mainly(seen, value):
            return True
        return None if _passes_for(seen, value) > _HARDLY else False
    if not seen.ground:
        return False if _passes_for(seen, value) <= _HARDLY else None
    if seen.ground == value and _GROUND_LEAST <= seen.ground_share <= _GROUND_MOST:
        return True
    return None if seen.ground in (value, *_NEAR.get(value, ())) else False


def _is_mainly(seen: Palette, colour: str) -> bool:
    share = seen.shares.get(colour, 0.0)
    others = [part for name, part in seen.shares.items() if name != colour]
    return share >= _MOSTLY and share >= _LEAD * max(others, default=0.0)


def _passes_for(seen: Palette, colour: str) -> float:
    return sum(seen.shares.get(name, 0.0) for name in (colour, *_NEAR.get(colour, ())))


def _coloured(seen: Palette) -> bool | None:
    """Whether a picture is coloured at all; None for tinted and nearly grey ones, and drawings."""
    if seen.strong >= 0.25:
        return True
    return False if seen.grey >= 0.98 and seen.contrast >= 15 else None
