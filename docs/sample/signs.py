"""Pictures with words in them: a plaque, a ferry sign and a toll board."""

from canvas import Canvas, arc
from scenery import hills, sky, trees, water


def plaque() -> Canvas:
    """A bronze plaque on a wall of stone blocks."""
    canvas = Canvas("#b7a283")
    for row in range(6):
        y = row * 70
        canvas.line([(0, y), (640, y)], "#9a8669", 3)
        for x in range(-70 + (row % 2) * 70, 700, 140):
            canvas.line([(x, y), (x, y + 70)], "#9a8669", 3)
    canvas.rect(116, 76, 532, 332, "#8d7a5d")
    canvas.rect(108, 68, 524, 324, "#5a3d22")
    canvas.rect(118, 78, 514, 314, "#7a5530")
    for x in (134, 498):
        for y in (94, 298):
            canvas.disc(x, y, 6, "#c99a57")
    canvas.text(316, 132, "BROOKLYN BRIDGE", 38, "#f4dca6")
    canvas.line([(190, 166), (442, 166)], "#c99a57", 2)
    canvas.text(316, 212, "OPENED 1883", 46, "#f4dca6")
    canvas.text(316, 268, "EAST RIVER", 28, "#f4dca6")
    return canvas


def ferry_sign() -> Canvas:
    """A wooden board with a bell on a river bank."""
    canvas = Canvas()
    sky(canvas, "#bfe0ee", "#f6f3e2", 280)
    hills(canvas, [(0, 250), (150, 226), (330, 250), (500, 222), (640, 244)], "#9dbb83")
    water(canvas, 270, "#5f9aa8")
    canvas.poly([(0, 346), (240, 330), (640, 352), (640, 400), (0, 400)], "#7aa05a")
    for x in (176, 464):
        canvas.rect(x - 9, 60, x + 9, 372, "#6b4a2c")
    canvas.rect(124, 72, 516, 262, "#55391f")
    canvas.rect(132, 80, 508, 254, "#f5e9cb")
    canvas.text(320, 114, "ALDER FERRY", 44, "#274c77")
    canvas.text(320, 168, "FARE 40p", 44, "#b3261e")
    canvas.text(320, 220, "RING BELL TWICE", 32, "#274c77")
    canvas.line([(520, 60), (586, 60)], "#6b4a2c", 8)
    canvas.line([(472, 60), (530, 60)], "#6b4a2c", 8)
    canvas.poly([(556, 128), *reversed(arc(580, 104, 20, 0, 180, 1.4)), (604, 128)], "#d9a52e")
    canvas.rect(552, 124, 608, 132, "#b98720")
    canvas.disc(580, 138, 6, "#8a6417")
    canvas.line([(580, 62), (580, 78)], "#6b4a2c", 3)
    canvas.line([(580, 142), (580, 200)], "#f5e9cb", 3)
    return canvas


def toll_board() -> Canvas:
    """A painted board of old charges beside a white toll house."""
    canvas = Canvas()
    sky(canvas, "#cfe4ef", "#f4efe2", 320)
    trees(canvas, [(20, 250, 60), (96, 280, 46), (610, 250, 62)], "#7fa568")
    canvas.rect(0, 320, 640, 400, "#a9a08c")
    canvas.rect(400, 150, 600, 330, "#f7f3ea")
    canvas.poly([(384, 154), (500, 70), (616, 154)], "#5c6670")
    canvas.rect(476, 236, 528, 330, "#2f6f4f")
    for x in (424, 546):
        canvas.rect(x, 196, x + 34, 232, "#6f97ad")
    for x in (88, 352):
        canvas.rect(x - 6, 80, x + 6, 350, "#4c3926")
    canvas.rect(64, 66, 376, 292, "#1f2a30")
    canvas.rect(70, 72, 370, 286, "#26353d")
    canvas.text(220, 104, "ALDER BRIDGE TOLLS", 27, "#f4e6b5")
    canvas.line([(96, 126), (344, 126)], "#f4e6b5", 2)
    for row, words in enumerate(("WALKER 1p", "BICYCLE 2p", "CART 6p", "MOTOR CAR 10p")):
        canvas.text(220, 152 + row * 36, words, 27, "#ffffff")
    return canvas
