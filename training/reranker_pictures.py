"""The reranker's lessons from captions, real ones and ones made of the names in questions."""

import random
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from training.caption_pool import CaptionPool, picture_templates, picture_titles
from training.ranking_lesson import LETTERS, WORD, WRONG, Lesson
from training.reranker_captions import Asked, asked_of, caption_of
from training.static_texts import read_lines


def captions(data: Path, chance: random.Random) -> Iterator[Lesson]:
    """Real questions with captions made of their names, then such questions about other names."""
    templates = picture_templates(data)
    pool = CaptionPool(data, templates, chance)
    for template in templates * 2:
        yield from picture_lessons(template, template.names, pool, chance, "pictures")
    titles = picture_titles(data)
    by_word: dict[str, list[str]] = defaultdict(list)
    for title in titles:
        by_word[title.split()[-1]].append(title)
    for title in chance.sample(titles, 6000):
        template = chance.choice(templates)
        alike = by_word[title.split()[-1]]
        others = alike if len(alike) > 3 and chance.random() < 0.5 else titles
        names = [title, *chance.sample(others, 2)][: len(template.names)]
        names = [re.sub(r"\s*\([^)]*\)", "", n) if chance.random() < 0.5 else n for n in names]
        yield from picture_lessons(template, names, pool, chance, "made pictures")


def picture_lessons(
    template: Asked, names: Sequence[str], pool: CaptionPool, chance: random.Random, name: str
) -> Iterator[Lesson]:
    """One lesson for each picture that the question needs."""
    question = asked_of(template, names)
    if template.sources > 1 and len(names) > 1:
        rights = [caption_of(each, chance) for each in names[:2]]
    else:
        rights = [caption_of(names[0], chance, names[1:]) for _ in range(template.sources)]
    rest = [word for word in WORD.findall(" ".join(template.parts)) if len(word) > 3]
    for right in rights[:2]:
        wrong = pool.wrong(question, rights + list(names), 4, chance)
        if len(rest) > 2:
            wrong.append(caption_of(" ".join(chance.sample(rest, 2)), chance))
        if len(words := names[0].split()) > 2 and chance.random() < 0.5:
            kept = words[-1] if chance.random() < 0.5 else words[0]
            wrong.append(caption_of(f"{kept} {chance.choice(rest or words)}", chance))
        wrong += chance.sample(pool.texts, WRONG - len(wrong))
        yield Lesson(question, [text[:LETTERS] for text in (right, *wrong)], name)


def mmqa(data: Path, chance: random.Random) -> Iterator[Lesson]:
    """MMQA's questions about one picture, by its title, among the others of its context."""
    barred = {each["qid"] for each in read_lines(data / "mmqa/slice/MMQA_dev.jsonl.gz")}
    titles = {each["id"]: each["title"] for each in read_lines(data / "mmqa/MMQA_images.jsonl.gz")}
    for asked in read_lines(data / "mmqa/MMQA_dev.jsonl.gz"):
        about = [c["doc_id"] for c in asked["supporting_context"] if c["doc_part"] == "image"]
        if asked["qid"] in barred or asked["metadata"]["type"] != "ImageQ" or len(about) != 1:
            continue
        right = titles.get(about[0], "")
        wrong = [
            titles[i] for i in asked["metadata"]["image_doc_ids"] if titles.get(i, right) != right
        ]
        if right and len(wrong) >= WRONG:
            texts = [right, *chance.sample(wrong, WRONG)]
            yield Lesson(asked["question"], [caption_of(text, chance) for text in texts], "mmqa")
