"""Pictures of single steps in the how-to pages."""

from canvas import Canvas, Point, hanging

_PAPER, _ROPE, _EDGE = "#f7f3ea", "#d9a441", "#7a5216"


def _smooth(points: list[Point]) -> list[Point]:
    """A round curve through the points (Catmull and Rom's)."""
    padded = [points[0], *points, points[-1]]
    curve: list[Point] = []
    for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        for t in (i / 12 for i in range(12)):
            x, y = (_between(a[i], b[i], c[i], d[i], t) for i in (0, 1))
            curve.append((x, y))
    return [*curve, points[-1]]


def _between(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (
        2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3
    )


def _rope(canvas: Canvas, points: list[Point], order: list[tuple[float, float]]) -> None:
    """Draws a rope through the points, piece by piece: a later piece lies on top."""
    curve = _smooth(points)
    for start, end in order:
        piece = curve[round(start * 12) : round(end * 12) + 1]
        canvas.line(piece, _EDGE, 20)
        canvas.line(piece, _ROPE, 15)


_LOOP: list[Point] = [
    (322, -10), (320, 60), (316, 116), (298, 164), (262, 194), (228, 182), (224, 146), (256, 122),
    (310, 124), (372, 150), (424, 210), (432, 300), (384, 358), (300, 360), (240, 326),
]  # fmt: skip


def bowline_loop() -> Canvas:
    """A rope with one small loop; the end crosses over the standing part."""
    canvas = Canvas("#dcebf0")
    _rope(canvas, _LOOP, [(0, 6), (5.5, 14)])
    canvas.disc(238, 325, 9, "#c0392b")
    canvas.text(140, 150, "small loop", 24, "#27465c")
    canvas.text(190, 330, "end", 24, "#c0392b")
    canvas.text(430, 36, "standing part", 24, "#27465c")
    return canvas


def bowline_through() -> Canvas:
    """The red end comes up through the small loop and behind the standing part."""
    canvas = Canvas("#dcebf0")
    end = [(226, 280), (240, 220), (252, 165), (266, 108), (300, 78), (352, 76), (396, 98)]
    _rope(canvas, [*_LOOP, *end], [(17.5, 21), (13.5, 17.5), (0, 6), (5.5, 14), (16.8, 18.2)])
    canvas.disc(398, 99, 9, "#c0392b")
    canvas.text(446, 100, "end", 24, "#c0392b")
    canvas.text(140, 150, "up through", 24, "#27465c")
    return canvas


def truss_side() -> Canvas:
    """A flat truss of wooden sticks: seven triangles between two long chords."""
    canvas = Canvas("#e9f0e4")
    wood, edge = "#e3b778", "#a9783c"
    tops = [(130 + i * 126, 130) for i in range(4)]
    feet = [(67 + i * 126, 260) for i in range(5)]
    sticks = [[a, b] for a, b in zip(feet, tops, strict=False)]
    sticks += [[b, a] for a, b in zip(feet[1:], tops, strict=True)]
    sticks += [[tops[0], tops[-1]], [feet[0], feet[-1]]]
    for stick in sticks:
        canvas.line(stick, edge, 22)
        canvas.line(stick, wood, 18)
    for x, y in (*tops, *feet):
        canvas.disc(x, y, 7, "#f7f3ea")
        canvas.disc(x, y, 4, edge)
    canvas.text(320, 330, "one side, seen flat", 26, "#4c5b3f")
    return canvas


def paper_tubes() -> Canvas:
    """A sheet being rolled around a pencil, and three finished tubes."""
    canvas = Canvas("#efe3d3")
    canvas.poly([(60, 120), (300, 80), (330, 250), (90, 290)], _PAPER)
    canvas.line([(40, 296), (352, 244)], "#d8d0c0", 30)
    canvas.line([(34, 297), (358, 243)], "#f2b632", 12)
    canvas.poly([(358, 236), (384, 239), (358, 250)], "#e7c9a0")
    canvas.disc(382, 240, 3, "#333333")
    canvas.line(hanging((196, 120), (206, 210), 0), "#c0392b", 3)
    canvas.poly([(198, 206), (216, 206), (209, 222)], "#c0392b")
    for row in range(3):
        y = 110 + row * 74
        canvas.rect(440, y - 15, 596, y + 15, "#ffffff")
        canvas.disc(440, y, 15, "#ffffff")
        canvas.disc(596, y, 15, "#d8d0c0")
        canvas.disc(596, y, 9, "#8d8474")
    canvas.text(196, 344, "roll", 28, "#5b4a34")
    canvas.text(518, 344, "tape and set aside", 23, "#5b4a34")
    return canvas
