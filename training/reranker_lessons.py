"""What the reranker learns from: a question, one right passage and seven wrong ones.

    PYTHONPATH=src python -m training.reranker_lessons carry/sources

writes the lessons so that they can travel to a GPU. WebQA's val50 files are read only to leave
their questions out; MMQA's slice is left out; the other sets are split by document.
"""

import argparse
import json
import lzma
import math
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote

from training.reranker_captions import Asked, asked_of, caption_of, names_in, taken_apart, tidy
from training.static_texts import read_json, read_lines, split_of

WRONG = 7  # wrong passages beside each right one
FEWEST = 5  # wrong candidates that a recovered question must have
CANDIDATES = 16  # captions among a recovered question's candidates, as WebQA has them
LETTERS = 600  # of a passage: what 200 word pieces hold at most, and then some
_WORD = re.compile(r"\w+")
_PLAIN_WORDS = """
    the a an of in on and or to is was were are at for from with by which what who does do did it
    its that this than has have had more less most how many both same there where when between be
    been as other any all one two not no their they he his her she about into out up down if can
    would could color colors shape kind type side different while also each either around
"""
_PLAIN = set(_PLAIN_WORDS.split())


class Lesson(NamedTuple):
    """A question, and passages of which the first is right."""

    question: str
    passages: list[str]
    set: str


class Candidates(NamedTuple):
    """A recovered WebQA question with its own candidates; ``kinds`` are "image" or "snippet"."""

    question: str
    passages: list[str]
    right: list[bool]
    kinds: list[str]


class Words:
    """Texts found by the rare words that they share with a question.

    Example: ``Words(captions).nearest("Is the Humber Bridge red?", 5)`` → numbers of captions
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self.bags = [set(_WORD.findall(text.lower())) for text in texts]
        self.places: dict[str, list[int]] = defaultdict(list)
        for place, bag in enumerate(self.bags):
            for word in bag:
                self.places[word].append(place)

    def rarity(self, word: str) -> float:
        return math.log(1 + len(self.bags) / (1 + len(self.places.get(word, ()))))

    def nearest(self, question: str, most: int) -> list[int]:
        scores: Counter[int] = Counter()
        for word in set(_WORD.findall(question.lower())) - _PLAIN:
            found = self.places.get(word, [])
            if len(found) < 4000:
                weight = self.rarity(word)
                for place in found:
                    scores[place] += weight / (6 + len(self.bags[place]))  # type: ignore[assignment]
        return [place for place, _ in scores.most_common(most)]


def letters(text: str) -> str:
    """What makes two questions the same."""
    return re.sub(r"\W", "", text).lower()


def passage(title: str, text: str) -> str:
    """As a source's ``searchable`` writes it."""
    return f"{title}\n{text}"[:LETTERS] if title and title != text else text[:LETTERS]


def squad_dev_titles(articles: list[Any]) -> set[str]:
    """The articles kept for measuring: a fifth of the questions."""
    titles = [article["title"] for article in articles]
    random.Random(0).shuffle(titles)
    sizes = {a["title"]: sum(len(p["qas"]) for p in a["paragraphs"]) for a in articles}
    found: set[str] = set()
    for title in titles:
        if sum(sizes[each] for each in found) < 0.2 * sum(sizes.values()):
            found.add(title)
    return found


def squad(data: Path, chance: random.Random) -> Iterator[Lesson]:
    articles = read_json(data / "squad/cs224n_dev-v2.0.json.gz")["data"]
    kept = squad_dev_titles(articles)
    for article in articles:
        if article["title"] not in kept:
            texts = [each["context"] for each in article["paragraphs"]]
            words = Words(texts)
            for number, each in enumerate(article["paragraphs"]):
                for asked in each["qas"]:
                    if asked["answers"]:
                        yield lesson(asked["question"], number, texts, words, chance, "squad")


def lesson(
    question: str,
    right: int,
    texts: Sequence[str],
    words: Words,
    chance: random.Random,
    name: str,
    also_right: Iterable[int] = (),
) -> Lesson:
    """Four wrong passages that share words with the question, and three others."""
    barred = {right, *also_right}
    near = [place for place in words.nearest(question, 16) if place not in barred]
    near = chance.sample(near, min(4, len(near)))
    others = [place for place in range(len(texts)) if place not in barred and place not in near]
    others = chance.sample(others, min(WRONG - len(near), len(others)))
    return Lesson(question, [texts[place][:LETTERS] for place in (right, *near, *others)], name)


def hybridqa(data: Path, chance: random.Random) -> Iterator[Lesson]:
    """The passage that holds the answer among those its table links to; and the answer's row."""
    linked = {
        each["table_id"]: {url: text for url, text in each["passages"].items() if text.strip()}
        for each in read_lines(data / "hybridqa/hybridqa_dev_passages.jsonl.gz")
        if split_of(each["table_id"]) == "train"
    }
    tables = {each["table_id"]: each for each in read_lines(data / "hybridqa/tables.jsonl.gz")}
    seen: set[str] = set()
    for file in ("dev", "ottqa_dev"):
        for asked in read_json(data / f"hybridqa/{file}.traced.json.gz"):
            table, question = asked["table_id"], asked["question"]
            if table not in linked or letters(question) in seen:
                continue
            seen.add(letters(question))
            urls = {node[2] for node in asked["answer-node"] if node[3] == "passage"}
            places = list(linked[table])
            if len(urls) == 1 and len(places) > 2 and (url := urls.pop()) in linked[table]:
                texts = [passage(title_of(key), linked[table][key]) for key in places]
                texts = [text[:450] for text in texts]
                yield lesson(question, places.index(url), texts, Words(texts), chance, "hybridqa")
            rows = {node[1][0] for node in asked["answer-node"]}
            if len(rows) == 1 and table in tables and len(tables[table]["data"]) > 2:
                texts = row_texts(tables[table], chance.random() < 0.5)
                yield lesson(question, rows.pop(), texts, Words(texts), chance, "rows")


def row_texts(table: dict[str, Any], spelt: bool) -> list[str]:
    """Each row as a passage, the column names beside the values or above them."""
    header = [cell for cell, _ in table["header"]]
    found = []
    for row in table["data"]:
        cells = [cell for cell, _ in row]
        if spelt:
            text = ", ".join(f"{name} {cell}" for name, cell in zip(header, cells, strict=False))
        else:
            text = " | ".join(header) + "\n" + " | ".join(cells)
        found.append(passage(table["title"], text)[:350])
    return found


def title_of(url: str) -> str:
    return unquote(url.rsplit("/wiki/", 1)[-1]).replace("_", " ").removesuffix(" - Wikipedia")


def multihop_questions(data: Path) -> list[tuple[str, list[str], list[int]]]:
    """HotpotQA's and MuSiQue's questions with their passages and the right ones."""
    found = []
    for asked in read_json(data / "hotpotqa/hippo_hotpotqa_train.json.gz"):
        titles = {title for title, _ in asked["supporting_facts"]}
        texts = [passage(title, "".join(lines)) for title, lines in asked["context"]]
        right = [n for n, (title, _) in enumerate(asked["context"]) if title in titles]
        found.append((asked["question"], texts, right))
    for asked in read_json(data / "hotpotqa/hippo_musique_train.json.gz"):
        texts = [passage(p["title"], p["paragraph_text"]) for p in asked["paragraphs"]]
        right = [n for n, p in enumerate(asked["paragraphs"]) if p["is_supporting"]]
        found.append((asked["question"], texts, right))
    return found


def multihop(data: Path, chance: random.Random) -> Iterator[Lesson]:
    """Every other question; the rest are measured, and none of their right passages is used."""
    questions = multihop_questions(data)
    kept = {texts[place] for _, texts, right in questions[1::2] for place in right}
    for question, texts, right in questions[::2]:
        if not kept & {texts[place] for place in right}:
            for place in right:
                yield lesson(question, place, texts, Words(texts), chance, "multihop", right)


def steps(data: Path, chance: random.Random) -> Iterator[Lesson]:
    """A recipe's step by its title, among the recipe's other steps."""
    for recipe in read_lines(data / "recipeqa/recipes.jsonl.gz"):
        title = recipe["recipe_id"].replace("-", " ")
        told = [step for step in recipe["steps"] if len(step["body"]) > 40]
        texts = [passage(title, step["body"])[:400] for step in told]
        asked = [n for n, step in enumerate(told) if 6 < len(step["title"]) < 60]
        for place in chance.sample(asked, min(2, len(asked))) if len(texts) > 3 else ():
            what = re.sub(r"^step \d+\W*", "", told[place]["title"].lower()).strip(" .!?:")
            wording = chance.choice(("How do I {} for {}?", "{} when making {}", "{}, {}"))
            asking = wording.format(what, title)
            yield lesson(asking, place, texts, Words(texts), chance, "steps")


def picture_templates(data: Path) -> list[Asked]:
    """WebQA's questions about pictures with their names; none of val50's or the recovered."""
    barred = held_out(data) | {letters(each.question) for each in recovered(data)}
    found = []
    for asked in read_lines(data / "webqa/webqa_val_qa_qrels.jsonl.gz"):
        about_picture = asked["Qcate"] != "text" and letters(asked["Q"]) not in barred
        if about_picture and (template := taken_apart(asked["Q"], len(asked["gold_sources"]))):
            found.append(template)
    return found


def held_out(data: Path) -> set[str]:
    """The letters of val50's questions."""
    return {
        letters(asked["Q"])
        for name in ("img", "txt")
        for asked in read_json(data / f"webqa/webqa_val50_{name}.json.gz").values()
    }


def picture_titles(data: Path) -> list[str]:
    """Titles of MMQA's pictures, less the slice's."""
    slice_titles = {each["title"] for each in read_lines(data / "mmqa/slice/MMQA_images.jsonl.gz")}
    titles = {each["title"] for each in read_lines(data / "mmqa/MMQA_images.jsonl.gz")}
    return sorted(title for title in titles - slice_titles if title.strip())


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
        return {w for w in _WORD.findall(text.lower()) if len(w) > 2 and not w.isdigit()}

    def _shared(self, bag: set[str], core: set[str]) -> float:
        whole = sum(map(self.words.rarity, core)) or 1
        return sum(map(self.words.rarity, bag & core)) / whole


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
    rest = [word for word in _WORD.findall(" ".join(template.parts)) if len(word) > 3]
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


def filled(data: Path, chance: random.Random) -> list[Candidates]:
    """Recovered questions with sixteen wrong captions each, as WebQA's own candidates have."""
    questions = recovered(data)
    pool = CaptionPool(data, picture_templates(data), chance)
    found = []
    for each in questions:
        rights = [text for text, right in zip(each.passages, each.right, strict=True) if right]
        names = names_in(each.question) if "image" in each.kinds else []
        missing = CANDIDATES - sum(
            kind == "image" and not right
            for kind, right in zip(each.kinds, each.right, strict=True)
        )
        near = pool.wrong(each.question, rights + names, max(0, missing), chance)
        near = [text for text in dict.fromkeys(near) if text not in each.passages]
        rows = [*zip(each.passages, each.right, each.kinds, strict=True)]
        rows += [(text, False, "image") for text in near]
        chance.shuffle(rows)  # so that no tie is broken by the order they came in
        passages, right, kinds = (list(column) for column in zip(*rows, strict=True))
        found.append(Candidates(each.question, passages, right, kinds))
    return [each for each in found if each.right.count(False) >= FEWEST]


def write(lessons: Iterable[Lesson], folder: Path) -> Counter[str]:
    """Every text once, lessons by the texts' numbers; the lesson before lends what one lacks."""
    numbers: dict[str, int] = {}
    rows, counted = [], Counter[str]()
    before: dict[str, list[str]] = defaultdict(list)
    for each in lessons:
        texts = [each.question, *each.passages, *before[each.set][: 1 + WRONG - len(each.passages)]]
        if len(texts) == 2 + WRONG:
            rows.append([numbers.setdefault(text, len(numbers)) for text in texts])
            counted[each.set] += 1
        before[each.set] = each.passages
    with lzma.open(folder / "lessons.json.xz", "wt", preset=6) as file:
        json.dump({"texts": list(numbers), "lessons": rows}, file, ensure_ascii=False)
    return counted


def gather(data: Path, folder: Path) -> None:
    """Write the lessons and the recovered questions."""
    folder.mkdir(parents=True, exist_ok=True)
    chance = random.Random(0)
    sets = (squad, hybridqa, multihop, steps, captions, mmqa)
    print(write((each for read in sets for each in read(data, chance)), folder))
    with lzma.open(folder / "recovered.json.xz", "wt", preset=6) as file:
        json.dump([each._asdict() for each in filled(data, chance)], file, ensure_ascii=False)
    for path in sorted(folder.iterdir()):
        print(f"{path}: {path.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=Path("carry/sources"))
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    given = parser.parse_args()
    gather(given.data, given.folder)
