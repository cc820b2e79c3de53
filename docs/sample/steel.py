"""The steel bridges of the sample collection that are lifted, arched, cantilevered or stayed."""

from canvas import Canvas, Point, arc, hanging, rounded
from scenery import cloud, hills, mixed, sailboat, sky, skyline, trees, water


def tower_bridge() -> Canvas:
    """Two stone towers with blue chains and walkways, the roadway raised for a ship."""
    canvas, stone, blue = Canvas(), "#cdbb97", "#3f8fc4"
    sky(canvas, "#a8cfe6", "#f4efe2")
    cloud(canvas, 90, 60)
    cloud(canvas, 560, 50, 0.9)
    skyline(canvas, 0, 640, 290, "#c5cbd0", 60)
    water(canvas, 288, "#6b8a86")
    for side in (-1, 1):
        x, shore = 320 + side * 96, 320 + side * 270
        chain = hanging((x + side * 30, 160), (shore, 196), 44, 24)
        canvas.line(chain, blue, 6)
        for px, py in chain[1:-1]:
            canvas.line([(px, py), (px, 250)], blue, 1.4)
        canvas.line([(shore, 196), (320 + side * 330, 246)], blue, 6)
        canvas.rect(min(x, 320 + side * 320), 246, max(x, 320 + side * 320), 256, blue)
        _gatehouse(canvas, shore, stone)
        leaf: list[Point] = [
            (x - side * 30, 246),
            (x - side * 76, 190),
            (x - side * 78, 200),
            (x - side * 30, 262),
        ]
        canvas.poly(leaf, blue)
    for y in (128, 138):
        canvas.rect(224, y, 416, y + 4, "#ffffff")
    for x in range(228, 416, 10):
        canvas.line([(x, 130), (x + 10, 140)], blue, 1.6)
        canvas.line([(x + 10, 130), (x, 140)], blue, 1.6)
    for x in (224, 416):
        _tower(canvas, x, stone)
    _bus(canvas, 130, 246)
    sailboat(canvas, 320, 336, "#f7f1e1", "#5b3a26", 1.15)
    return canvas


def _tower(canvas: Canvas, x: float, stone: str) -> None:
    canvas.rect(x - 44, 280, x + 44, 312, "#a2967c")
    canvas.rect(x - 32, 112, x + 32, 284, stone)
    canvas.poly([(x - 28, 112), (x, 46), (x + 28, 112)], "#6c7f93")
    canvas.line([(x, 48), (x, 34)], "#d8b24a", 2)
    for dx in (-30, 30):
        canvas.rect(x + dx - 6, 92, x + dx + 6, 280, mixed(stone, "#000000", 0.1))
        canvas.poly([(x + dx - 7, 92), (x + dx, 62), (x + dx + 7, 92)], "#6c7f93")
    for y in (126, 164, 202):
        for dx in (-13, 0, 13):
            canvas.poly(rounded(x + dx - 4, x + dx + 4, y, y + 18), "#7d7460")
    canvas.line([(x - 32, 192), (x + 32, 192)], "#a2967c", 2)
    canvas.poly(rounded(x - 15, x + 15, 244, 256), "#5e6d74")


def _gatehouse(canvas: Canvas, x: float, stone: str) -> None:
    canvas.rect(x - 17, 186, x + 17, 300, stone)
    canvas.poly([(x - 17, 186), (x, 158), (x + 17, 186)], "#6c7f93")
    canvas.poly(rounded(x - 8, x + 8, 220, 246), "#5e6d74")


def _bus(canvas: Canvas, x: float, road: float) -> None:
    canvas.rect(x - 19, road - 27, x + 19, road - 3, "#d22f27")
    for y in (road - 24, road - 14):
        for dx in (-16, -7, 2, 11):
            canvas.rect(x + dx, y, x + dx + 6, y + 5, "#dcecf4")
    for dx in (-11, 11):
        canvas.disc(x + dx, road - 3, 3.6, "#2d2d2d")


def sydney_harbour() -> Canvas:
    """A grey steel arch between two pairs of pylons, and a green ferry."""
    canvas, steel, deck = Canvas(), "#6f7a84", 236
    sky(canvas, "#4fa9e0", "#e3f3fa")
    cloud(canvas, 120, 58)
    cloud(canvas, 520, 48, 0.9)
    skyline(canvas, 0, 110, 292, "#a9bccb", 110)
    hills(canvas, [(440, 292), (520, 280), (640, 272)], "#79a06a")
    water(canvas, 290, "#2d78b4")
    lower, upper = (
        hanging((96, 286), (544, 286), -166, 28),
        hanging((96, 222), (544, 222), -142, 28),
    )
    for x, y in lower:
        canvas.line([(x, y), (x, deck)], steel, 1.3)
    for i in range(28):
        first, second = (upper[i], lower[i + 1]) if i < 14 else (lower[i], upper[i + 1])
        canvas.line([first, second], steel, 2)
        canvas.line([upper[i], lower[i]], steel, 1.6)
    canvas.line(lower, steel, 5)
    canvas.line(upper, steel, 5)
    canvas.rect(0, deck, 640, deck + 9, mixed(steel, "#000000", 0.25))
    for x in (62, 102, 538, 578):
        near = x in (62, 578)
        canvas.poly(
            [(x - 15, 296), (x - 11, 152), (x + 11, 152), (x + 15, 296)],
            "#d3c4a5" if near else "#bcab8a",
        )
        canvas.rect(x - 14, 144, x + 14, 154, "#c0ae8b")
        canvas.poly(rounded(x - 4, x + 4, 188, 210), "#7d715b")
    for x in (20, 620):
        canvas.rect(x - 8, 245, x + 8, 292, "#bcab8a")
    _opera(canvas, 470, 304)
    _ferry(canvas, 250, 350)
    return canvas


def _opera(canvas: Canvas, x: float, foot: float) -> None:
    canvas.rect(x - 66, foot - 6, x + 60, foot + 8, "#c9a98a")
    for dx, size in ((-44, 26), (-16, 36), (16, 30), (40, 20)):
        shell = [
            (x + dx - size * 0.6, foot - 6),
            *hanging(
                (x + dx - size * 0.6, foot - 6),
                (x + dx + size * 0.7, foot - 6 - size),
                -size * 0.28,
            ),
            (x + dx + size * 0.45, foot - 6),
        ]
        canvas.poly(shell, "#fbf8f0")
        canvas.line(shell[1:-1], "#d9d2c2", 1.2)


def _ferry(canvas: Canvas, x: float, y: float) -> None:
    canvas.poly([(x - 52, y), (x + 52, y), (x + 42, y + 14), (x - 42, y + 14)], "#1f6b45")
    canvas.rect(x - 42, y - 13, x + 42, y, "#f4e7b9")
    canvas.rect(x - 28, y - 23, x + 28, y - 13, "#1f6b45")
    canvas.rect(x - 6, y - 36, x + 4, y - 23, "#f4e7b9")
    for dx in range(-36, 36, 12):
        canvas.rect(x + dx, y - 10, x + dx + 7, y - 4, "#5b7f95")


def forth_bridge() -> Canvas:
    """Three red steel cantilevers in a row, with a train on the way."""
    canvas, red = Canvas(), "#b5352c"
    sky(canvas, "#c6d6df", "#f3eee4")
    cloud(canvas, 210, 52, 1.1)
    cloud(canvas, 450, 60)
    hills(canvas, [(0, 270), (120, 252), (260, 272), (430, 258), (560, 242), (640, 256)], "#8d9f7e")
    water(canvas, 292, "#56788a")
    rail = 208
    for x in (112, 320, 528):
        _cantilever(canvas, x, rail, red)
    for x in (216, 424):
        canvas.line([(x - 26, rail - 22), (x, rail - 26), (x + 26, rail - 22)], red, 3)
        for dx in range(-26, 26, 13):
            canvas.line([(x + dx, rail - 22), (x + dx + 13, rail)], red, 1.6)
            canvas.line([(x + dx + 13, rail - 22), (x + dx, rail)], red, 1.6)
        canvas.line([(x - 30, rail + 8), (x + 30, rail + 8)], red, 3)
    canvas.rect(0, rail, 640, rail + 7, mixed(red, "#000000", 0.2))
    _train(canvas, 430, rail)
    for x in (10, 630):
        canvas.rect(x - 9, rail + 7, x + 9, 300, "#b7a88e")
    return canvas


def _cantilever(canvas: Canvas, x: float, rail: float, red: str) -> None:
    top, foot, half = 96, 290, 24
    for side in (-1, 1):
        canvas.disc(x + side * half, foot + 8, 15, "#b7a88e", 0.6)
        canvas.line([(x + side * 15, top), (x + side * half, foot)], red, 6)
        crown, tip = (x + side * 15, top), (x + side * 80, rail - 18)
        canvas.line([crown, tip], red, 4)
        low = hanging((x + side * half, foot), (x + side * 80, rail + 8), -18, 6)
        canvas.line(low, red, 6)
        high = [
            (crown[0] + (tip[0] - crown[0]) * i / 3, crown[1] + (tip[1] - crown[1]) * i / 3)
            for i in range(4)
        ]
        for i in range(3):
            canvas.line([high[i], low[2 * i + 2]], red, 2.4)
            canvas.line([low[2 * i], high[i + 1]], red, 2.4)
    canvas.line([(x - 15, top), (x + 15, top)], red, 5)
    canvas.line([(x - 15, top), (x + half, foot)], red, 3)
    canvas.line([(x + 15, top), (x - half, foot)], red, 3)


def _train(canvas: Canvas, x: float, rail: float) -> None:
    for number in range(4):
        left = x - 66 + number * 34
        canvas.rect(left, rail - 15, left + 32, rail, "#27408b")
        canvas.rect(left + 3, rail - 12, left + 29, rail - 7, "#e7eef8")


def millau() -> Canvas:
    """Seven masts with fans of cables, on tall piers above a misty valley."""
    canvas, pale = Canvas(), "#f4f6f7"
    sky(canvas, "#5aa7dc", "#dcedf5", 330)
    hills(
        canvas,
        [(0, 226), (120, 250), (260, 290), (420, 286), (540, 246), (640, 214)],
        "#a9c39a",
        400,
    )
    hills(
        canvas,
        [(0, 262), (70, 280), (180, 336), (300, 366), (430, 346), (560, 284), (640, 252)],
        "#7fa56c",
        400,
    )
    feet = (272, 318, 352, 366, 356, 326, 284)
    for number, foot in enumerate(feet):
        x = 50 + number * 90
        canvas.poly(
            [
                (x - 4, 178),
                (x - 7, 222),
                (x - 8, foot),
                (x + 8, foot),
                (x + 7, 222),
                (x + 4, 178),
                (x, 178),
            ],
            "#c9d0d3",
        )
        canvas.poly([(x - 1.6, 180), (x - 2.4, 224), (x + 2.4, 224), (x + 1.6, 180)], "#dcedf5")
        canvas.poly([(x - 5, 176), (x - 1.6, 92), (x + 1.6, 92), (x + 5, 176)], pale)
        for reach in range(8, 44, 6):
            high = 100 + (44 - reach) * 0.9
            for side in (-1, 1):
                canvas.line([(x, high), (x + side * reach, 172)], pale, 1.1)
    canvas.rect(0, 170, 640, 179, "#8f9ba3")
    canvas.line([(0, 170), (640, 170)], pale, 2.4)
    for x, y, size in (
        (120, 330, 1.4),
        (230, 352, 1.9),
        (330, 338, 1.2),
        (420, 356, 2.0),
        (520, 340, 1.4),
    ):
        cloud(canvas, x, y, size, "#f3f7f8")
    canvas.rect(0, 366, 640, 400, "#f3f7f8")
    trees(canvas, [(24, 392, 34), (74, 402, 30), (610, 388, 36), (560, 402, 28)], "#557f4a")
    return canvas


def oresund() -> Canvas:
    """Two pairs of free-standing pylons with parallel cables, road above rail, and turbines."""
    canvas, pale = Canvas(), "#dfe3e3"
    sky(canvas, "#7fb4dc", "#f6e9d8")
    for x, tall in ((258, 150), (320, 176), (382, 150)):
        _turbine(canvas, x, 296, tall)
    water(canvas, 292, "#356f93")
    for x in (190, 450):
        for shift, colour in ((8, "#c3caca"), (-6, pale)):
            canvas.poly(
                [
                    (x + shift - 6, 306),
                    (x + shift - 4, 56),
                    (x + shift + 4, 56),
                    (x + shift + 6, 306),
                ],
                colour,
            )
        canvas.rect(x - 26, 300, x + 28, 314, "#a3abab")
        for i in range(10):
            height, reach = 70 + i * 15, 128 - i * 11.5
            for side in (-1, 1):
                canvas.line([(x, height), (x + side * reach, 220)], "#5a6670", 1.3)
    canvas.rect(0, 218, 640, 225, "#6b767e")
    for x in range(-10, 650, 20):
        canvas.line([(x, 225), (x + 10, 244)], "#56616a", 2)
        canvas.line([(x + 10, 244), (x + 20, 225)], "#56616a", 2)
    canvas.rect(0, 243, 640, 249, "#56616a")
    for x in (30, 100, 540, 610):
        canvas.rect(x - 8, 249, x + 8, 300, "#c3caca")
    for number in range(3):
        canvas.rect(276 + number * 34, 230, 308 + number * 34, 243, "#d9822b")
        canvas.rect(280 + number * 34, 232, 304 + number * 34, 236, "#f7efe2")
    sailboat(canvas, 320, 352, "#ffffff", "#8f2d2a", 0.8)
    return canvas


def _turbine(canvas: Canvas, x: float, foot: float, tall: float) -> None:
    hub = foot - tall
    canvas.line([(x, foot), (x, hub)], "#ffffff", 2.6)
    for angle in (90, 210, 330):
        canvas.line([(x, hub), arc(x, hub, 24, angle, angle)[0]], "#ffffff", 2.2)
    canvas.disc(x, hub, 2.6, "#ffffff")
