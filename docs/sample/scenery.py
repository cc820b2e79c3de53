"""What stands around the bridges: skies, water, hills, boats and towns."""

from canvas import HEIGHT, WIDTH, Canvas, Point


def sky(canvas: Canvas, top: str, bottom: str, horizon: float = 300, bands: int = 7) -> None:
    """Flat bands from one colour to another."""
    step = horizon / bands
    for band in range(bands):
        shade = mixed(top, bottom, band / (bands - 1))
        canvas.rect(0, band * step, WIDTH, (band + 1) * step + 1, shade)


def mixed(first: str, second: str, share: float) -> str:
    """The colour that lies ``share`` of the way from one to another."""
    pairs = [(int(first[i : i + 2], 16), int(second[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def water(canvas: Canvas, level: float, colour: str) -> None:
    """Water up to the lower edge, with a few ripples in a lighter shade."""
    canvas.rect(0, level, WIDTH, HEIGHT, colour)
    light = mixed(colour, "#ffffff", 0.22)
    for row in range(int(HEIGHT - level) // 14):
        y = level + 9 + row * 14
        for place in range(5):
            x = (place * 149 + row * 83) % 660 - 20
            canvas.line([(x, y), (x + 22 + 9 * (row % 3), y)], light, 1.6)


def hills(canvas: Canvas, points: list[Point], colour: str, foot: float = 300) -> None:
    """A ridge through the points, filled down to ``foot``."""
    canvas.poly([(points[0][0], foot), *points, (points[-1][0], foot)], colour)


def cloud(canvas: Canvas, x: float, y: float, size: float = 1, colour: str = "#ffffff") -> None:
    """Three puffs on a flat base."""
    for dx, dy, radius in ((-20, 0, 13), (0, -8, 18), (22, -1, 14)):
        canvas.disc(x + dx * size, y + dy * size, radius * size, colour)
    canvas.rect(x - 22 * size, y, x + 24 * size, y + 13 * size, colour)


def skyline(
    canvas: Canvas, left: float, right: float, foot: float, colour: str, tall: int = 90
) -> None:
    """A row of plain town blocks of uneven height."""
    x, number = left, 3
    while x < right:
        number = (number * 37 + 11) % 101
        wide = 14 + number % 17
        canvas.rect(x, foot - tall * (0.35 + number / 155), min(x + wide, right), foot, colour)
        x += wide + number % 4


def sailboat(canvas: Canvas, x: float, y: float, sail: str, hull: str, size: float = 1) -> None:
    """A small boat with two sails."""
    canvas.poly([(x - 3 * size, y - 44 * size), (x - 3 * size, y - 6 * size),
                 (x - 24 * size, y - 6 * size)], sail)  # fmt: skip
    canvas.poly([(x, y - 48 * size), (x, y - 6 * size), (x + 20 * size, y - 6 * size)], sail)
    canvas.line([(x - 1.5 * size, y - 50 * size), (x - 1.5 * size, y)], hull, 1.6)
    canvas.poly([(x - 26 * size, y - 3 * size), (x + 26 * size, y - 3 * size),
                 (x + 18 * size, y + 7 * size), (x - 18 * size, y + 7 * size)], hull)  # fmt: skip


def trees(canvas: Canvas, places: list[tuple[float, float, float]], colour: str) -> None:
    """Round tree-tops at x, y with a radius."""
    for x, y, radius in places:
        canvas.disc(x, y, radius, colour)
