"""The arches of stone and cast iron of the sample collection."""

from canvas import Canvas, arc, hanging, rounded
from scenery import hills, mixed, sky, skyline, trees, water


def rialto() -> Canvas:
    """One white stone arch that carries a roofed arcade, and a gondola on the canal."""
    canvas, white = Canvas(), "#f6f1e6"
    sky(canvas, "#86c5e6", "#f8ead6", 260)
    for x, wide, top, colour in (
        (0, 76, 92, "#d98a6a"),
        (70, 70, 118, "#ecc48c"),
        (504, 66, 112, "#e6a77b"),
        (566, 80, 84, "#cf7b62"),
    ):
        _palace(canvas, x, wide, top, colour)
    canvas.rect(76, 250, 564, 300, "#cdbfa6")
    water(canvas, 292, "#3f8f86")
    canvas.poly([(96, 300), (96, 262), (320, 178), (544, 262), (544, 300)], white)
    canvas.poly([*arc(320, 300, 152, 0, 180, 0.56)], "#2f6f6a")
    canvas.poly([(168, 320), *reversed(arc(320, 300, 152, 0, 180, 0.56)), (472, 320)], "#3f8f86")
    canvas.line(arc(320, 300, 156, 0, 180, 0.57), "#cfc6b3", 4)
    for side in (-1, 1):
        for i in range(6):
            x = 320 + side * (52 + i * 28)
            base = 178 + abs(x - 320) * 0.375
            canvas.rect(x - 14, base - 46, x + 14, base + 8, white)
            canvas.poly(rounded(x - 8, x + 8, base - 26, base - 4), "#7e8894")
        canvas.poly(
            [
                (320 + side * 36, 138),
                (320 + side * 210, 204),
                (320 + side * 210, 216),
                (320 + side * 36, 152),
            ],
            "#c66a4b",
        )
        canvas.line([(320 + side * 36, 190), (320 + side * 226, 262)], "#cfc6b3", 3)
    canvas.rect(282, 126, 358, 194, white)
    canvas.poly([(274, 128), (320, 100), (366, 128)], "#c66a4b")
    canvas.poly(rounded(304, 336, 152, 186), "#bcdcea")
    canvas.line([(282, 186), (358, 186)], "#cfc6b3", 3)
    _gondola(canvas, 330, 348)
    return canvas


def _palace(canvas: Canvas, x: float, wide: float, top: float, colour: str) -> None:
    canvas.rect(x, top, x + wide, 300, colour)
    canvas.rect(x - 3, top - 7, x + wide + 3, top, "#a8573f")
    for row in range(4):
        for column in range(3):
            left = x + 10 + column * (wide - 20) / 3
            canvas.poly(
                rounded(left, left + 11, top + 24 + row * 42, top + 44 + row * 42), "#5f7f74"
            )


def _gondola(canvas: Canvas, x: float, y: float) -> None:
    hull = hanging((x - 84, y - 20), (x + 78, y - 14), 20)
    canvas.poly([*hull, *reversed(hanging((x - 84, y - 20), (x + 78, y - 14), 32))], "#1d1d22")
    canvas.line([(x - 84, y - 20), (x - 88, y - 30)], "#c9ced3", 3)
    canvas.line([(x + 46, y - 4), (x + 46, y - 26)], "#20304d", 6)
    canvas.line([(x + 46, y - 24), (x + 46, y - 44)], "#d23b35", 9)
    canvas.disc(x + 46, y - 51, 5.5, "#e7b58d")
    canvas.disc(x + 46, y - 55, 9, "#efd9a2", 0.3)
    canvas.line([(x + 36, y - 40), (x + 92, y + 26)], "#8a5a33", 2.4)


def charles_bridge() -> Canvas:
    """Stone arches with statues, a dark Gothic tower, and three swans."""
    canvas, stone = Canvas(), "#b59b74"
    sky(canvas, "#e8a87c", "#fbe7c9")
    hills(canvas, [(0, 204), (70, 172), (280, 172), (470, 240), (640, 262)], "#9bab7c")
    canvas.rect(70, 150, 280, 184, "#e3cfa9")
    for x in (120, 150, 204):
        canvas.poly(
            [(x - 7, 150), (x - 5, 118), (x, 84 if x < 200 else 104), (x + 5, 118), (x + 7, 150)],
            "#7d8a78",
        )
    skyline(canvas, 300, 520, 262, "#d79a78", 52)
    water(canvas, 286, "#6d94a3")
    canvas.rect(0, 222, 530, 304, stone)
    canvas.rect(0, 216, 530, 226, "#9c835e")
    for x in range(-36, 500, 80):
        canvas.poly(rounded(x + 8, x + 72, 276, 304, 1.05), "#50737f")
        canvas.poly([(x + 68, 308), (x + 76, 240), (x + 84, 240), (x + 92, 308)], "#a58a63")
        canvas.poly([(x + 75, 241), (x + 80, 230), (x + 85, 241)], "#8a7250")
        _statue(canvas, x + 80, 216)
    canvas.rect(508, 130, 590, 310, "#7b6a55")
    canvas.poly([(502, 132), (549, 44), (596, 132)], "#3d4049")
    for x in (508, 590):
        canvas.poly([(x - 8, 132), (x, 76), (x + 8, 132)], "#3d4049")
    canvas.poly(rounded(528, 570, 216, 262, 1.3), "#e9c79c")
    for x in (530, 549, 568):
        canvas.poly(rounded(x - 5, x + 5, 156, 178, 1.5), "#4b4137")
    canvas.rect(590, 240, 640, 310, stone)
    for x, y in ((180, 346), (240, 362), (318, 344)):
        _swan(canvas, x, y)
    return canvas


def _statue(canvas: Canvas, x: float, foot: float) -> None:
    dark = "#4b4137"
    canvas.rect(x - 7, foot - 8, x + 7, foot, "#9c835e")
    canvas.poly(
        [(x - 6, foot - 8), (x - 3, foot - 28), (x + 3, foot - 28), (x + 6, foot - 8)], dark
    )
    canvas.disc(x, foot - 31, 4, dark)
    canvas.line([(x, foot - 24), (x + 9, foot - 31)], dark, 2)


def _swan(canvas: Canvas, x: float, y: float) -> None:
    canvas.disc(x, y, 17, "#ffffff", 0.5)
    canvas.poly([(x + 8, y - 4), (x + 20, y - 12), (x + 18, y + 2)], "#ffffff")
    canvas.line([(x - 13, y), (x - 19, y - 10), (x - 15, y - 19), (x - 18, y - 24)], "#ffffff", 4)
    canvas.line([(x - 19, y - 25), (x - 25, y - 22)], "#ef8b2c", 3)


def iron_bridge() -> Canvas:
    """A single round arch of dark iron ribs between stone abutments, mirrored in the river."""
    canvas, iron = Canvas(), "#6b2f2a"
    sky(canvas, "#b7dcea", "#eef6ec")
    hills(canvas, [(0, 130), (110, 100), (260, 150), (400, 128), (540, 92), (640, 120)], "#86ad72")
    trees(canvas, [(x, 200 + (x * 7) % 40, 30 + x % 13) for x in range(0, 641, 46)], "#669655")
    water(canvas, 286, "#5d8f92")
    canvas.poly(arc(320, 286, 128, 0, 180), "#a9cfc4")
    canvas.poly(arc(320, 286, 116, 0, 180), "#cfe7e4")
    trees(canvas, [(230, 272, 22), (262, 262, 24), (390, 264, 24), (420, 274, 18)], "#86ad72")
    canvas.rect(200, 284, 440, 288, "#5d8f92")
    for radius, wide in ((124, 6), (140, 4), (156, 4)):
        reach = 90 if radius > 130 else 180
        start = 0 if reach == 180 else 38
        canvas.line(arc(320, 286, radius, start, 180 - start), iron, wide)
    canvas.line(arc(320, 288, 124, 0, -180, 0.72), "#4c7578", 4)
    for side in (-1, 1):
        canvas.line([(320 + side * 150, 286), (320 + side * 150, 142)], iron, 6)
        canvas.line([(320 + side * 124, 286), (320 + side * 150, 286)], iron, 5)
        canvas.ring(320 + side * 126, 172, 19, iron, 4)
        for y in (206, 236, 262):
            inner = 320 + side * (124**2 - (286 - y) ** 2) ** 0.5
            canvas.line([(inner, y), (320 + side * 150, y)], iron, 3)
        edge = 320 + side * 320
        canvas.poly(
            [(320 + side * 154, 292), (320 + side * 154, 138), (edge, 152), (edge, 292)], "#c2a583"
        )
        for y in (176, 206, 236, 264):
            canvas.line([(320 + side * 156, y), (edge, y + 4)], "#ab8e6d", 1.6)
    canvas.line([(0, 150), (170, 136), (320, 126), (470, 136), (640, 150)], iron, 8)
    canvas.line([(0, 128), (170, 114), (320, 104), (470, 114), (640, 128)], iron, 2.4)
    for x in range(6, 640, 12):
        floor = 126 + abs(x - 320) * 0.074
        canvas.line([(x, floor), (x, floor - 21)], iron, 1.3)
    return canvas


def pont_du_gard() -> Canvas:
    """Three tiers of golden arches: six below, eleven in the middle, thirty-five on top."""
    canvas, gold = Canvas(), "#dcb069"
    sky(canvas, "#58b0e3", "#dff1f7")
    hills(canvas, [(0, 190), (90, 214), (200, 262), (440, 266), (560, 210), (640, 184)], "#8aa765")
    water(canvas, 306, "#4f9d98")
    canvas.poly([(0, 258), (70, 292), (120, 320), (0, 340)], "#b9a27c")
    canvas.poly([(640, 250), (560, 296), (500, 322), (640, 346)], "#b9a27c")
    canvas.rect(116, 226, 524, 312, gold)
    canvas.rect(62, 132, 578, 228, mixed(gold, "#ffffff", 0.08))
    canvas.rect(30, 92, 610, 134, mixed(gold, "#ffffff", 0.18))
    sky_blue, shade = "#a6d5ea", "#a9793c"
    for count, left, right, spring, foot, pier in (
        (6, 116, 524, 264, 312, 10), (11, 62, 578, 176, 226, 8), (35, 30, 610, 113, 130, 4.4),
    ):  # fmt: skip
        wide = (right - left) / count
        for i in range(count):
            x0, x1 = left + i * wide + pier / 2, left + (i + 1) * wide - pier / 2
            canvas.poly(rounded(x0, x1, spring, foot), shade)
            canvas.poly(rounded(x0 + pier * 0.4, x1, spring, foot), sky_blue)
    for left, right, y in ((108, 532, 226), (54, 586, 130), (24, 616, 90)):
        canvas.rect(left, y, right, y + 6, "#c29450")
    hills(canvas, [(128, 312), (300, 282), (512, 312)], "#8aa765", 312)
    for i in range(7):
        canvas.rect(116 + i * 68 - 6, 262, 116 + i * 68 + 6, 318, gold)
    for side in (-1, 1):
        slope = [(320, 130), (284, 134), (260, 140), (256, 226), (210, 230), (200, 322), (320, 346)]
        canvas.poly([(320 + side * x, y) for x, y in slope], "#9c9468")
    trees(canvas, [(18, 300, 34), (58, 326, 26), (622, 292, 36), (578, 328, 26)], "#5d8746")
    canvas.poly([(268, 352), (372, 352), (350, 364), (290, 364)], "#d8352c")
    for x in (300, 338):
        canvas.line([(x, 353), (x, 338)], "#27465c", 7)
        canvas.disc(x, 332, 5, "#e7b58d")
    canvas.line([(286, 362), (316, 336)], "#8a5a33", 2.4)
    canvas.line([(326, 362), (356, 336)], "#8a5a33", 2.4)
    return canvas


def old_bridge() -> Canvas:
    """One high, pale arch with a sharp crown between two towers."""
    canvas, stone = Canvas(), "#d8cfbb"
    sky(canvas, "#79b9dd", "#eaf3ee")
    hills(canvas, [(0, 150), (140, 96), (300, 170), (460, 110), (640, 160)], "#9aa88a")
    water(canvas, 300, "#2f9a7c")
    for x, top in ((70, 130), (570, 120)):
        canvas.rect(x - 44, top, x + 44, 310, "#c4b597")
        canvas.poly([(x - 52, top), (x, top - 44), (x + 52, top)], "#8e8577")
        canvas.poly(rounded(x - 7, x + 7, top + 40, top + 66), "#6d6553")
    canvas.poly([(96, 310), (96, 214), (320, 136), (544, 214), (544, 310)], stone)
    canvas.poly([(142, 330), *reversed(arc(320, 306, 178, 0, 180, 0.8)), (498, 330)], "#2f9a7c")
    canvas.poly([(142, 300), *reversed(arc(320, 306, 178, 0, 180, 0.8)), (498, 300)], "#cfe2da")
    canvas.line([(96, 212), (320, 134), (544, 212)], "#b7ab90", 6)
    canvas.line(arc(320, 306, 180, 0, 180, 0.81), "#b7ab90", 4)
    return canvas
