"""Which colour a picture or its background has: only where hardly anyone would say another."""

from manyhop.generation.images._attached import Facts
from manyhop.generation.images._palette import Palette, palette
from manyhop.models.embedded._recent import Recent
from manyhop.sources import content_id

MAIN = "pixels: main colour"
GROUND = "pixels: background colour"
CONTAINED = "pixels: colour"
COLOURING = "pixels: colouring"
SHAPE = "pixels: shape"
PLAIN = "black and white"

_MOSTLY = 0.55  # the least share of what is called mainly of a colour
_LEAD = 2.5  # times the share of the next colour, too
_ARGUABLE = 0.7  # times its own share: the most that passes for another colour
_ARGUABLE_BLACK = 0.45  # and of what is dark, which easily passes for black
_NOT_MOSTLY = 0.3  # the most share of what nobody would call so, with all that passes for it
_CONTAINED = 0.06  # the least share of a vivid colour that one sees at once
_NOT_CONTAINED = 0.01  # the most share of what passes for a colour that one does not see
_GREYISH = 0.995  # the least share of grey points in a picture that is black and white
_COLOURFUL = 0.25  # the least share of coloured points in one that is in colour
_OBLONG = 1.1  # how many times as long the one side must be

_ASKED = ("red", "orange", "yellow", "green", "blue", "purple", "pink", "black")
_VIVID = ("red", "orange", "yellow", "green", "blue", "purple", "pink")
# How much of the picture a plain background must be, by colour: a dark edge is often only an edge.
_GROUNDS = {"white": 0.2, "black": 0.7} | dict.fromkeys(_VIVID, 0.4)
_MOST_GROUND = 0.9

_palettes = Recent[Palette](20_000)


def palette_of(pixels: bytes) -> Palette:
    """A picture's palette, worked out once."""
    return _palettes.of(content_id(pixels), lambda: palette(pixels))


def colour_facts(seen: Palette) -> Facts:
    """The colours that can be asked for.

    Example: ``colour_facts(palette_of(png))`` → ``{"pixels: main colour": ("red",)}``
    """
    facts: Facts = {}
    if main := [colour for colour in _ASKED if _is_mainly(seen, colour)]:
        facts[MAIN] = (main[0],)
    if seen.ground and _is_ground(seen):
        facts[GROUND] = (seen.ground,)
    if contained := [c for c in _VIVID if seen.vivid.get(c, 0.0) >= _CONTAINED]:
        facts[CONTAINED] = tuple(contained)
    if (coloured := _coloured(seen)) is not None:
        facts[COLOURING] = ("colour" if coloured else PLAIN,)
    if (wide := _wide(seen)) is not None:
        facts[SHAPE] = ("wide" if wide else "tall",)
    return facts


def colour_decided(seen: Palette, property: str, value: str) -> bool | None:
    """Whether a picture has a colour; None where one could say either."""
    match property:
        case _ if property == MAIN:
            if _is_mainly(seen, value):
                return True
            return False if _passes_for(seen, value) <= _NOT_MOSTLY else None
        case _ if property == GROUND:
            if seen.ground == value and _is_ground(seen):
                return True
            return False if seen.ground and seen.ground != value and _is_ground(seen) else None
        case _ if property == CONTAINED:
            if seen.vivid.get(value, 0.0) >= _CONTAINED:
                return True
            return False if _passes_for(seen, value) <= _NOT_CONTAINED else None
        case _ if property == COLOURING:
            coloured = _coloured(seen)
            return None if coloured is None else coloured == (value != PLAIN)
        case _:
            wide = _wide(seen)
            return None if wide is None else wide == (value == "wide")


def _is_mainly(seen: Palette, colour: str) -> bool:
    share = seen.shares.get(colour, 0.0)
    next_share = max((seen.shares[name] for name in seen.shares if name != colour), default=0.0)
    arguable = max((seen.passing[name] for name in seen.passing if name != colour), default=0.0)
    most = _ARGUABLE_BLACK if colour == "black" else _ARGUABLE
    return share >= max(_MOSTLY, _LEAD * next_share) and arguable <= most * share


def _passes_for(seen: Palette, colour: str) -> float:
    return seen.passing.get(colour, 0.0)


def _is_ground(seen: Palette) -> bool:
    return _GROUNDS.get(seen.ground, 1.0) <= seen.ground_share <= _MOST_GROUND


def _coloured(seen: Palette) -> bool | None:
    """Whether a picture is coloured at all; None for tinted and nearly grey ones."""
    if seen.strong >= _COLOURFUL:
        return True
    return False if seen.grey >= _GREYISH and seen.contrast >= 15 else None


def _wide(seen: Palette) -> bool | None:
    ratio = seen.width / seen.height
    return ratio > 1 if not 1 / _OBLONG < ratio < _OBLONG else None
