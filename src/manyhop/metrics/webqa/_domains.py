"""The closed vocabularies of WebQA's scorer, accidents such as ``bluere`` and ``xs`` included."""

_COLORS = """
    aqua beige black blonde blue bluere bluewhite bronze brown chrome gold golden gray green grey
    ivory maroon orange orangebrown orangepurple pink purple rainbow red redorange rust silver spot
    tan teal transparent turquoise violet white yellow yes
"""
_SHAPES = """
    arch ball bell bellshaped bow circle circular concave cone conical convex corkscrew crescent
    crest cross crosse cube cuboid curl curve cylinder cylindrical diamond dome domeshape dot flat
    flower fold fork globe globular h heart hexagon hook hoop keyhole obelisk octagon octagonal
    octogon oval pentagon point pyramid pyramidal rectangle rectangular ring round rounded
    semicircle shamrock slope sphere spherical spiral square star step straight teardrop torus
    triangle triangular tube wavy xs
"""
COLORS = frozenset(_COLORS.split())
SHAPES = frozenset(_SHAPES.split())
YES_NO = frozenset(["yes", "no"])
DOMAINS = {"color": COLORS, "shape": SHAPES, "YesNo": YES_NO}
