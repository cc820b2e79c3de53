"""Wrong captions for questions about pictures, and the names and questions to make more from."""

import random
from collections.abc import Sequence
from pathlib import Path

from training.ranking_lesson import WORD, Words, letters
from training.reranker_captions import Asked, caption_of, taken_apart
from training.reranker_recovered import held_out, recovered
from training.static_texts import read_json, read_lines


class CaptionPool:
    """Captions to go wrong with: made ones, and real ones of wrong candidates and photos."""

    def __init__(self, data: Path, templates: list[Asked], chance: random.Random) -> None:
        real = [
            text
            for each in recovered(data)
            for text, right, kind in zip(each.passages, each.right, each.kinds, strict=True)
            if kind == "image" and not right
        ]
        photos = read_json(data / "coco_subset/captions_val2017.json.gz")["annotations"]
        real += [each["caption"].strip() for each in chance.sample(photos, 3000)]
        named = [name for template in templates for name in template.names]
        named += chance.sample(picture_titles(data), 25_000)
        self.texts = real + [caption_of(name, chance) for name in named]
        self.words = Words(self.texts)

    def wrong(
        self, question: str, rights: Sequence[str], most: int, chance: random.Random
    ) -> list[str]:
        """Captions near the question that say little of what the right ones say."""
        said = [self._core(text) for text in rights]
        near = []
        for place in self.words.nearest(question, 60):
            bag = self.words.bags[place]
            if all(self._shared(bag, core) < 0.6 for core in said):
                near.append(self.texts[place])
        return chance.sample(near, min(most, len(near)))

    def _core(self, text: str) -> set[str]:
        return {w for w in WORD.findall(text.lower()) if len(w) > 2 and not w.isdigit()}

    def _shared(self, bag: set[str], core: set[str]) -> float:
        whole = sum(map(self.words.rarity, core)) or 1
        return sum(map(self.words.rarity, bag & core)) / whole


def picture_templates(data: Path) -> list[Asked]:
    """WebQA's questions about pictures with their names; none of val50's or the recovered."""
    barred = held_out(data) | {letters(each.question) for each in recovered(data)}
    found = []
    for asked in read_lines(data / "webqa/webqa_val_qa_qrels.jsonl.gz"):
        about_picture = asked["Qcate"] != "text" and letters(asked["Q"]) not in barred
        if about_picture and (template := taken_apart(asked["Q"], len(asked["gold_sources"]))):
            found.append(template)
    return found


def picture_titles(data: Path) -> list[str]:
    """Titles of MMQA's pictures, less the slice's."""
    slice_titles = {each["title"] for each in read_lines(data / "mmqa/slice/MMQA_images.jsonl.gz")}
    titles = {each["title"] for each in read_lines(data / "mmqa/MMQA_images.jsonl.gz")}
    return sorted(title for title in titles - slice_titles if title.strip())
