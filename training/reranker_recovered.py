"""The WebQA questions that were recovered with their candidates, and those that are held out."""

import re
from pathlib import Path
from typing import NamedTuple

from training.ranking_lesson import LETTERS, letters, passage, title_of
from training.reranker_captions import tidy
from training.static_texts import read_json


class Candidates(NamedTuple):
    """A recovered WebQA question with its own candidates; ``kinds`` are "image" or "snippet"."""

    question: str
    passages: list[str]
    right: list[bool]
    kinds: list[str]


def recovered(data: Path) -> list[Candidates]:
    """The recovered WebQA questions; a right snippet's title is read off its address."""
    found = []
    for asked in read_json(data / "webqa/webqa_recovered_with_sources.json.gz"):
        rows: dict[str, tuple[bool, str]] = {}
        for facts, right in (("posFacts", True), ("negFacts", False)):
            for fact in asked[f"txt_{facts}"] or []:
                title = title_of(fact["url"]) if fact.get("url") else fact["title"]
                rows.setdefault(passage(tidy(title), tidy(fact["fact"])), (right, "snippet"))
            for fact in asked[f"img_{facts}"] or []:
                rows.setdefault(bare_caption(fact["caption"]), (right, "image"))
        if any(right for right, _ in rows.values()):
            question = tidy(asked["Q"].strip().strip('"'))
            rights, kinds = zip(*rows.values(), strict=True)
            found.append(Candidates(question, list(rows), list(rights), list(kinds)))
    return found


def bare_caption(caption: str) -> str:
    """Without what the page it was recovered from printed around it."""
    match = re.match(r"Caption:(.*?)\n\([\d., e-]+\)\n(.*)", caption, re.DOTALL)
    bare = re.sub(r'\[\d+\]|color:rgb\([\d, ]+\)">', "", match[1] if match else caption)
    return bare.strip(" \n.")[:LETTERS]


def held_out(data: Path) -> set[str]:
    """The letters of val50's questions."""
    return {
        letters(asked["Q"])
        for name in ("img", "txt")
        for asked in read_json(data / f"webqa/webqa_val50_{name}.json.gz").values()
    }
