"""Draws every picture of the sample collection: ``python docs/sample/draw.py``.

A caption reaches a picture by one of three ways, so that each is shown: a side-car text file, a
text chunk in the PNG, or the words beside the picture in a page (``PAGES`` names those).
"""

from collections.abc import Callable
from pathlib import Path

import masonry
import signs
import steel
import steps
import suspension
from canvas import Canvas

IMAGES = Path(__file__).parents[2] / "src/manyhop/sample/images"

SIDECAR: dict[str, tuple[Callable[[], Canvas], str]] = {
    "golden-gate": (
        suspension.golden_gate,
        "The Golden Gate Bridge seen from the bay: two orange-red steel towers, fog under the "
        "roadway and a boat with white sails.",
    ),
    "humber": (
        suspension.humber,
        "The Humber Bridge from the north bank, with two slender grey concrete towers above "
        "brown water and a dinghy with red sails.",
    ),
    "sydney-harbour": (
        steel.sydney_harbour,
        "Sydney Harbour Bridge: a grey steel arch between two pairs of granite-faced pylons, the "
        "white shells of the Opera House beside it and a green and cream ferry in front.",
    ),
    "millau": (
        steel.millau,
        "The Millau Viaduct above morning mist: seven white masts, each with a fan of cables.",
    ),
    "oresund": (
        steel.oresund,
        "The Øresund Bridge: pairs of free-standing pylons with parallel cables, an orange train "
        "on the lower deck and three wind turbines behind.",
    ),
    "alder-ferry-sign": (signs.ferry_sign, "The notice at the landing of the Alder ferry."),
}

CHUNK: dict[str, tuple[Callable[[], Canvas], str]] = {
    "brooklyn": (
        suspension.brooklyn,
        "The Brooklyn Bridge at sunset; each stone tower has two pointed arches. A steamer with a "
        "red funnel passes below.",
    ),
    "tower-bridge": (
        steel.tower_bridge,
        "Tower Bridge with its roadway raised for a sailing ship: two stone towers, blue chains, "
        "and a red double-decker bus waiting on the left.",
    ),
    "forth-bridge": (
        steel.forth_bridge,
        "The Forth Bridge: three red steel cantilevers in a row, with a blue train crossing.",
    ),
    "akashi-kaikyo": (
        suspension.akashi_kaikyo,
        "The Akashi Kaikyo Bridge at night, its cables strung with lights like pearls and a "
        "crescent moon above.",
    ),
    "clifton": (
        suspension.clifton,
        "Clifton Suspension Bridge high over the Avon Gorge, with a yellow and red hot-air "
        "balloon above it.",
    ),
    "plaque": (signs.plaque, "A bronze plaque on a stone wall in New York."),
    "toll-board": (signs.toll_board, "The old board beside the toll house at Alder."),
}

PAGES: dict[str, Callable[[], Canvas]] = {
    "rialto": masonry.rialto,
    "charles-bridge": masonry.charles_bridge,
    "pont-du-gard": masonry.pont_du_gard,
    "iron-bridge": masonry.iron_bridge,
    "chain-bridge": suspension.chain_bridge,
    "steps/bowline-loop": steps.bowline_loop,
    "steps/bowline-through": steps.bowline_through,
    "steps/truss-side": steps.truss_side,
    "steps/paper-tubes": steps.paper_tubes,
}


def main() -> None:
    """Writes the pictures and the side-car captions."""
    (IMAGES / "steps").mkdir(parents=True, exist_ok=True)
    for name, (draw, caption) in SIDECAR.items():
        draw().save(IMAGES / f"{name}.png")
        (IMAGES / f"{name}.txt").write_text(caption + "\n", encoding="utf-8")
    for name, (draw, caption) in CHUNK.items():
        draw().save(IMAGES / f"{name}.png", description=caption)
    for name, draw in PAGES.items():
        draw().save(IMAGES / f"{name}.png")


if __name__ == "__main__":
    main()
