"""A built set as a folder: one file per split in RecipeQA's format, and the card."""

from pathlib import Path

import msgspec

from manyhop.generation.procedures._building import ClozeSet
from manyhop.generation.procedures._card import card
from manyhop.generation.procedures._facts import ClozeFacts, cloze_facts
from manyhop.generation.procedures._settings import SPLITS
from manyhop.generation.writing import whole_folder

_VERSION = "built by Manyhop"


def write_cloze(made: ClozeSet, folder: Path, *, force: bool = False) -> ClozeFacts:
    """Write ``train.json``, ``val.json``, ``test.json``, ``card.md`` and ``facts.json``.

    Everything appears at once or not at all; a split without questions gets no file.
    Example: ``write_cloze(build_cloze(procedures), Path("cloze"))``
    """
    facts = cloze_facts(made)
    with whole_folder(folder, force=force) as making:
        for split in SPLITS:
            if made.items[split]:
                data = {"version": _VERSION, "data": made.items[split]}
                (making / f"{split}.json").write_bytes(msgspec.json.encode(data))
        (making / "card.md").write_text(card(facts), encoding="utf-8")
        pretty = msgspec.json.format(msgspec.json.encode(facts), indent=2)
        (making / "facts.json").write_bytes(pretty)
    return facts
