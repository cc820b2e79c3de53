"""The suspension bridges of the sample collection."""

from itertools import pairwise

from canvas import Canvas, Point, arc, hanging, pointed, rounded
from scenery import cloud, hills, mixed, sailboat, sky, skyline, trees, water


def cables(
    canvas: Canvas, tops: tuple[Point, Point], ends: tuple[Point, Point], deck: float, colour: str,
    *, sag: float, gap: float = 11, width: float = 3,
) -> None:  # fmt: skip
    """A main cable over two towers down to both ends, with upright hangers to the deck."""
    left, right = tops
    spans = [
        hanging(ends[0], left, 14),
        hanging(left, right, sag, pieces=round((right[0] - left[0]) / gap)),
        hanging(right, ends[1], 14),
    ]
    for span in spans:
        canvas.line(span, colour, width)
    for x, y in spans[1][1:-1]:
        canvas.line([(x, y), (x, deck)], colour, 0.9)
    for side in (spans[0], spans[2]):
        for x, y in side[2:-2:4]:
            canvas.line([(x, y), (x, deck)], colour, 0.9)


def portal(
    canvas: Canvas, x: float, top: float, foot: float, colour: str,
    *, struts: list[float], leg: float = 8, apart: float = 14,
) -> None:  # fmt: skip
    """A tower of two legs joined by cross-beams at the given heights."""
    for side in (-1, 1):
        inner = x + side * apart / 2
        canvas.poly([(inner, top), (inner + side * leg * 0.8, top),
                     (inner + side * leg * 1.2, foot), (inner, foot)], colour)  # fmt: skip
    for y in struts:
        canvas.rect(x - apart / 2 - 1, y, x + apart / 2 + 1, y + 8, mixed(colour, "#000000", 0.12))


def golden_gate() -> Canvas:
    """Two orange-red towers above a strait with fog."""
    canvas, red = Canvas(), "#cf3f27"
    sky(canvas, "#7fc0de", "#fbe6c8")
    canvas.disc(530, 80, 30, "#fff3c9")
    hills(canvas, [(300, 300), (380, 236), (470, 205), (560, 180), (640, 190)], "#8aa37b")
    hills(canvas, [(0, 215), (60, 222), (150, 262), (230, 300)], "#6f8f6b")
    water(canvas, 296, "#2f7f9e")
    for x in (170, 470):
        canvas.rect(x - 28, 294, x + 28, 312, "#b9b3a6")
        portal(canvas, x, 62, 296, red, struts=[64, 104, 146, 192, 256], leg=10, apart=16)
    cables(canvas, ((170, 64), (470, 64)), ((-40, 236), (680, 236)), 240, red, sag=158)
    canvas.rect(0, 236, 640, 247, red)
    canvas.line([(0, 236), (640, 236)], "#f2785c", 1.5)
    for x, y, size in (
        (40, 262, 1.5),
        (110, 272, 1.1),
        (300, 275, 1.0),
        (345, 279, 1.4),
        (600, 265, 1.5),
    ):
        cloud(canvas, x, y, size, "#f7f4ee")
    sailboat(canvas, 395, 352, "#ffffff", "#27465c", 0.9)
    return canvas


def humber() -> Canvas:
    """Two slender grey concrete towers over a wide brown estuary."""
    canvas, grey = Canvas(), "#a9aeb3"
    sky(canvas, "#b9d7ea", "#eef4f2")
    for x, y in ((60, 60), (330, 50), (590, 62)):
        cloud(canvas, x, y, 1.1)
    hills(canvas, [(0, 284), (90, 276), (180, 282), (420, 284), (540, 272), (640, 278)], "#8fa878")
    water(canvas, 290, "#a68a64")
    deck, tops = 252, ((118, 84), (522, 84))
    for (x, top), foot in zip(tops, (296, 314), strict=True):
        portal(canvas, x, top, foot, grey, struts=[90, 136, 182, 226], leg=7, apart=13)
        canvas.rect(x - 20, foot - 4, x + 20, foot + 10, "#8d9297")
    wire = "#6c7680"
    for start, end, sag in (((-60, 252), tops[0], 12), (*tops, 150), (tops[1], (700, 252), 12)):
        curve = hanging(start, end, sag, pieces=30)
        canvas.line(curve, wire, 2.6)
        for (x0, y0), (x1, _) in pairwise(curve):
            middle = ((x0 + x1) / 2, deck)
            canvas.line([(x0, y0), middle], wire, 0.8)
            canvas.line([middle, (x1, hanging_height(curve, x1))], wire, 0.8)
    canvas.poly([(0, 250), (640, 250), (640, 256), (0, 256)], "#5f676e")
    sailboat(canvas, 330, 352, "#c8322f", "#4a2f21", 0.9)
    return canvas


def hanging_height(curve: list[Point], x: float) -> float:
    """The height of a curve at the point nearest to ``x``."""
    return min(curve, key=lambda point: abs(point[0] - x))[1]


def brooklyn() -> Canvas:
    """Stone towers, each with two pointed arches, before a town of tall blocks."""
    canvas, stone = Canvas(), "#bd9a6c"
    sky(canvas, "#f3b678", "#fde9cf")
    canvas.disc(318, 150, 34, "#fff4d6")
    skyline(canvas, 0, 640, 292, "#c9a9a0", 120)
    skyline(canvas, 30, 620, 296, "#a98791", 74)
    water(canvas, 292, "#5b7f95")
    tops = ((150, 82), (490, 82))
    for x, _ in tops:
        canvas.poly([(x - 42, 90), (x + 42, 90), (x + 47, 322), (x - 47, 322)], stone)
        canvas.rect(x - 47, 76, x + 47, 92, "#a5845a")
        for side in (-1, 1):
            left = x - 32 if side < 0 else x + 5
            canvas.poly(pointed(left, left + 27, 152, 112, 236), "#fbd9ae")
        for y in (262, 284, 306):
            canvas.line([(x - 46, y), (x + 46, y)], "#a5845a", 1.2)
    for x, y in tops:
        for reach in range(62, 132, 12):
            for side in (-1, 1):
                canvas.line([(x + side * 42, y + 10), (x + side * reach, 236)], "#6d5a4d", 0.8)
    inner, outer = ((192, 88), (448, 88)), ((108, 88), (532, 88))
    for start, end, sag in ((*inner, 138), ((-60, 236), outer[0], 12), (outer[1], (700, 236), 12)):
        curve = hanging(start, end, sag, pieces=22)
        canvas.line(curve, "#5d4a40", 3.2)
        for point in curve[1:-1]:
            canvas.line([point, (point[0], 236)], "#5d4a40", 0.8)
    canvas.rect(0, 232, 640, 243, "#6a4d3b")
    canvas.line([(0, 232), (640, 232)], "#8d6c54", 2)
    canvas.poly([(285, 338), (365, 338), (352, 352), (296, 352)], "#2f3d52")
    canvas.rect(306, 324, 344, 338, "#f4efe6")
    canvas.rect(320, 306, 330, 324, "#c8322f")
    return canvas


def akashi_kaikyo() -> Canvas:
    """Two very tall braced towers at night, with lights like pearls along the cable."""
    canvas, steel = Canvas(), "#9fb4b4"
    sky(canvas, "#0d1538", "#33427c")
    canvas.disc(560, 66, 24, "#f6f0cf")
    canvas.disc(551, 60, 21, "#131c44")
    for i in range(46):
        canvas.disc((i * 137) % 640, (i * 61) % 190 + 6, 0.9 + (i % 3) * 0.35, "#e9ecff")
    hills(canvas, [(0, 268), (70, 246), (160, 270), (300, 292), (640, 296)], "#1a2450")
    hills(canvas, [(380, 296), (500, 270), (580, 252), (640, 258)], "#1a2450")
    water(canvas, 292, "#182a5c")
    for i in range(34):
        canvas.rect(6 + i * 5, 284 - (i * 7) % 12, 8 + i * 5, 286 - (i * 7) % 12, "#ffd56b")
    tops = ((160, 40), (480, 40))
    for x, top in tops:
        portal(canvas, x, top, 300, steel, struts=[42, 250], leg=6, apart=16)
        for y in (58, 98, 138, 178, 266):
            high = 30 if y > 250 else 40
            canvas.line([(x - 8, y), (x + 8, y + high)], steel, 2)
            canvas.line([(x + 8, y), (x - 8, y + high)], steel, 2)
        canvas.rect(x - 22, 298, x + 22, 312, "#5f6d86")
        canvas.disc(x, 34, 3, "#ff5a4f")
    cables(canvas, tops, ((-70, 240), (710, 240)), 244, "#7f8fb8", sag=188, gap=10, width=2)
    for curve in (
        hanging((-70, 240), tops[0], 14, 20),
        hanging(*tops, 188, 32),
        hanging(tops[1], (710, 240), 14, 20),
    ):
        for point in curve:
            canvas.disc(*point, 2.6, "#aef3e3")
    canvas.rect(0, 240, 640, 248, "#c3cede")
    for x, _ in tops:
        canvas.rect(x - 5, 316, x + 5, 380, "#2c4580")
    return canvas


def clifton() -> Canvas:
    """Two stone towers on the cliffs of a deep gorge, and a balloon."""
    canvas, stone = Canvas(), "#b98f6b"
    sky(canvas, "#8fcbe8", "#e9f5ef", 330)
    cloud(canvas, 420, 70)
    cloud(canvas, 110, 52, 0.8)
    hills(canvas, [(120, 330), (200, 262), (300, 282), (380, 256), (520, 320)], "#a9c7a2", 340)
    canvas.rect(0, 318, 640, 400, "#7f9a5e")
    canvas.poly([(240, 400), (290, 318), (350, 318), (430, 400)], "#8d8a6a")
    canvas.poly([(262, 400), (303, 320), (338, 320), (404, 400)], "#8fa9a6")
    canvas.poly(
        [(0, 196), (150, 196), (176, 230), (190, 280), (236, 330), (262, 400), (0, 400)], "#a7866b"
    )
    canvas.poly(
        [(640, 196), (490, 196), (468, 226), (446, 286), (404, 336), (396, 400), (640, 400)],
        "#96775f",
    )
    for x, y, w in (
        (40, 250, 70),
        (96, 300, 84),
        (30, 350, 90),
        (520, 262, 80),
        (480, 318, 90),
        (540, 366, 80),
    ):
        canvas.line([(x, y), (x + w, y + 8)], "#866850", 2)
    trees(
        canvas,
        [(20, 236, 30), (70, 322, 34), (150, 362, 30), (60, 390, 40), (200, 386, 24)],
        "#5f8a4c",
    )
    trees(canvas, [(620, 240, 32), (570, 330, 36), (478, 382, 28), (610, 388, 44)], "#55803f")
    deck, tops = 190, ((128, 96), (512, 96))
    for x, top in tops:
        canvas.poly([(x - 22, deck + 16), (x - 16, top), (x + 16, top), (x + 22, deck + 16)], stone)
        canvas.rect(x - 20, top - 8, x + 20, top + 2, "#9c7553")
        canvas.poly(rounded(x - 9, x + 9, deck - 46, deck, 1.3), "#d8ecea")
    for lift in (0, 5):
        canvas.line(hanging((128, 94 - lift), (512, 94 - lift), 84), "#55606b", 2)
    cables(canvas, tops, ((-20, 188), (660, 188)), deck, "#55606b", sag=86, gap=9, width=2)
    canvas.rect(0, 186, 640, 195, "#6a747c")
    canvas.disc(316, 66, 26, "#f2c230")
    for x, wide in ((300, 6), (332, 6)):
        canvas.disc(x, 66, wide, "#d8402f", 3.6)
    canvas.poly([(297, 84), (335, 84), (322, 104), (310, 104)], "#f2c230")
    canvas.rect(310, 110, 322, 119, "#7a4e2b")
    canvas.line([(311, 104), (311, 111)], "#7a4e2b", 1)
    canvas.line([(321, 104), (321, 111)], "#7a4e2b", 1)
    return canvas


def chain_bridge() -> Canvas:
    """Two stone gateways with chains, a palace with a green dome, and a lion at the end."""
    canvas, stone = Canvas(), "#d9c9a8"
    sky(canvas, "#6f8fd0", "#f7cfc0")
    hills(canvas, [(0, 220), (120, 190), (300, 176), (460, 200), (640, 250)], "#6d8a62")
    canvas.rect(150, 140, 400, 186, "#e6d5b8")
    for x in range(160, 396, 16):
        canvas.rect(x, 152, x + 7, 164, "#a08f76")
    canvas.poly(arc(275, 142, 26, 0, 180, 1.2), "#4f9b83")
    canvas.rect(273, 100, 277, 114, "#4f9b83")
    water(canvas, 290, "#5c82ab")
    tops = ((180, 120), (470, 120))
    for x, top in tops:
        canvas.rect(x - 34, 296, x + 34, 318, "#b3a283")
        canvas.rect(x - 28, top, x + 28, 300, stone)
        canvas.rect(x - 34, top - 10, x + 34, top + 6, "#c1af8b")
        canvas.rect(x - 29, top - 16, x + 29, top - 10, stone)
        canvas.poly(rounded(x - 13, x + 13, 176, 246), "#7f8fae")
    cables(canvas, tops, ((-90, 240), (730, 240)), 248, "#48525c", sag=112, gap=12, width=4)
    canvas.rect(0, 244, 640, 256, "#5b666f")
    lion(canvas, 560, 330)
    return canvas


def lion(canvas: Canvas, x: float, foot: float) -> None:
    """A stone lion lying on its plinth, looking left."""
    stone, shade = "#efe6d2", "#b8a887"
    canvas.rect(x - 66, foot, x + 80, foot + 70, "#cbbb98")
    canvas.rect(x - 72, foot - 6, x + 80, foot + 4, "#ddcfb0")
    canvas.poly(
        [
            (x - 20, foot - 54),
            (x + 44, foot - 38),
            (x + 66, foot - 24),
            (x + 68, foot - 6),
            (x - 30, foot - 6),
        ],
        stone,
    )
    canvas.disc(x + 46, foot - 22, 20, stone)
    canvas.rect(x - 58, foot - 16, x + 4, foot - 6, stone)
    canvas.disc(x - 16, foot - 48, 27, shade)
    canvas.disc(x - 24, foot - 50, 18, stone)
    canvas.disc(x - 37, foot - 43, 10, stone)
    for ear in (x - 33, x - 10):
        canvas.disc(ear, foot - 70, 6, shade)
    canvas.disc(x - 29, foot - 54, 2.4, "#4c4130")
    canvas.disc(x - 45, foot - 46, 2.8, "#4c4130")
    canvas.line([(x - 44, foot - 38), (x - 33, foot - 37)], "#4c4130", 1.6)
    canvas.line([(x + 66, foot - 12), (x + 78, foot - 30)], stone, 4)
    canvas.disc(x + 78, foot - 32, 5, shade)
