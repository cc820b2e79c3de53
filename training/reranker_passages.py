"""The reranker's lessons from passages, rows of tables and steps of recipes."""

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from training.ranking_lesson import Lesson, Words, lesson, letters, passage, title_of
from training.squad_split import squad_dev
from training.static_texts import read_json, read_lines, split_of


def squad(data: Path, chance: random.Random) -> Iterator[Lesson]:
    articles = read_json(data / "squad/cs224n_dev-v2.0.json.gz")["data"]
    kept = squad_dev(articles)
    for article in articles:
        if article["title"] not in kept:
            texts = [each["context"] for each in article["paragraphs"]]
            words = Words(texts)
            for number, each in enumerate(article["paragraphs"]):
                for asked in each["qas"]:
                    if asked["answers"]:
                        yield lesson(asked["question"], number, texts, words, chance, "squad")


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
