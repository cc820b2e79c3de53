"""The texts behind the static encoder, split by document into train, dev and test.

Train takes HybridQA's passages, tables and questions, and further questions by themselves. A
passage that any dev or test table links to, or whose title occurs in a set kept for testing, is
left out of training altogether.
"""

import csv
import gzip
import hashlib
import io
import json
import re
import tarfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote

TEST_SHARE, DEV_SHARE = 15, 5  # in a hundred tables


@dataclass
class Retrieval:
    """Questions, the passages to rank, and for each question the numbers of the right ones."""

    questions: list[str] = field(default_factory=list)
    passages: list[str] = field(default_factory=list)
    gold: list[list[int]] = field(default_factory=list)


def read_json(path: Path) -> Any:
    """One gzipped JSON document."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return json.load(file)


def read_lines(path: Path) -> list[Any]:
    """Gzipped JSON Lines."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def split_of(table_id: str) -> str:
    """A table's split, and with it that of its questions and passages; fixed by its id alone."""
    page = table_id.rsplit("_", 1)[0]
    number = int(hashlib.md5(page.encode()).hexdigest(), 16) % 100
    if number < TEST_SHARE:
        return "test"
    return "dev" if number < TEST_SHARE + DEV_SHARE else "train"


def hybridqa(data: Path, split: str) -> Retrieval:
    """HybridQA questions answered in a passage; to rank: all passages of the split's tables."""
    passages = _passages(data, split)
    number = {url: place for place, url in enumerate(passages)}
    found = Retrieval(passages=list(passages.values()))
    for question in read_json(data / "hybridqa/dev.traced.json.gz"):
        if split_of(question["table_id"]) == split:
            urls = {node[2] for node in question["answer-node"] if node[3] == "passage"}
            if gold := sorted(number[url] for url in urls if url in number):
                found.questions.append(question["question"])
                found.gold.append(gold)
    return found


def squad(data: Path) -> Retrieval:
    """SQuAD dev: the question's own paragraph among all paragraphs. Only ever a test."""
    found = Retrieval()
    for article in read_json(data / "squad/cs224n_dev-v2.0.json.gz")["data"]:
        for paragraph in article["paragraphs"]:
            for question in paragraph["qas"]:
                found.questions.append(question["question"])
                found.gold.append([len(found.passages)])
            found.passages.append(paragraph["context"])
    return found


def multihop(data: Path) -> Retrieval:
    """Two hundred HotpotQA and MuSiQue questions over their pooled paragraphs. Only ever dev."""
    found = Retrieval()
    number: dict[str, int] = {}
    for question in read_json(data / "hotpotqa/hippo_hotpotqa_train.json.gz"):
        right = {title for title, _ in question["supporting_facts"]}
        texts = {title: f"{title}. {''.join(lines)}" for title, lines in question["context"]}
        gold = [number.setdefault(text, len(number)) for title, text in texts.items()
                if title in right]  # fmt: skip
        for text in texts.values():
            number.setdefault(text, len(number))
        found.questions.append(question["question"])
        found.gold.append(gold)
    for question in read_json(data / "hotpotqa/hippo_musique_train.json.gz"):
        gold = []
        for paragraph in question["paragraphs"]:
            text = f"{paragraph['title']}. {paragraph['paragraph_text']}"
            place = number.setdefault(text, len(number))
            if paragraph["is_supporting"]:
                gold.append(place)
        found.questions.append(question["question"])
        found.gold.append(gold)
    found.passages = list(number)
    return found


def webqa_candidates(data: Path) -> list[tuple[str, list[str], set[int]]]:
    """Recovered WebQA questions with their own candidates and the right ones. Only ever dev."""
    found = []
    for question in read_json(data / "webqa/webqa_recovered_with_sources.json.gz"):
        right = [*question["txt_posFacts"], *question["img_posFacts"]]
        wrong = [*question["txt_negFacts"], *question["img_negFacts"]]
        texts = [_webqa_text(source) for source in right + wrong]
        if right and len(wrong) >= 2:
            found.append((question["Q"], texts, set(range(len(right)))))
    return found


def training_passages(data: Path) -> dict[str, str]:
    """Passages by title that no dev or test document touches."""
    held_out = _passages(data, "dev").keys() | _passages(data, "test").keys()
    kept_titles = _test_titles(data)
    passages = {
        _title(url): text
        for url, text in _passages(data, "train").items()
        if url not in held_out and _title(url).lower() not in kept_titles
    }
    for page in read_json(data / "hotpotqa/2wikimultihopqa_corpus.json.gz"):
        if page["title"].lower() not in kept_titles:
            passages.setdefault(page["title"], page["text"])
    return passages


def training_rows(data: Path) -> list[str]:
    """Table rows written out as ``title. column value, column value``."""
    rows = []
    for table in read_lines(data / "hybridqa/tables.jsonl.gz"):
        if split_of(table["table_id"]) == "train":
            header = [cell for cell, _ in table["header"]]
            for row in table["data"][:8]:
                pairs = zip(header, row, strict=False)
                cells = ", ".join(f"{name} {cell[0]}" for name, cell in pairs)
                rows.append(f"{table['title']}. {cells}")
    return rows


def training_questions(data: Path) -> list[str]:
    """Questions by themselves, without answers."""
    questions = [
        each["question"] for each in read_json(data / "hotpotqa/hotpot_dev_v1_simplified.json.gz")
    ]
    for name in ("dev", "ottqa_dev"):
        asked = read_json(data / f"hybridqa/{name}.json.gz")
        questions += [each["question"] for each in asked if split_of(each["table_id"]) == "train"]
    okvqa = read_json(data / "okvqa/OpenEnded_mscoco_train2014_questions.json.gz")
    questions += [each["question"] for each in okvqa["questions"]]
    with tarfile.open(data / "wikitq/wikitq.tar.gz") as archive:
        member = archive.extractfile("WikiTableQuestions/data/training.tsv")
        assert member is not None
        lines = io.StringIO(member.read().decode("utf-8"))
        questions += [row["utterance"] for row in csv.DictReader(lines, delimiter="\t")]
    dev = set(multihop(data).questions)
    return [question for question in dict.fromkeys(questions) if question not in dev]


def _passages(data: Path, split: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for table in read_lines(data / "hybridqa/hybridqa_dev_passages.jsonl.gz"):
        if split_of(table["table_id"]) == split:
            found.update(table["passages"])
    return {url: text for url, text in found.items() if text.strip()}


def _title(url: str) -> str:
    return unquote(url.rsplit("/wiki/", 1)[-1]).replace("_", " ")


def _test_titles(data: Path) -> set[str]:
    """Titles of pages in the sets that only test or tune, in lower case."""
    titles = {each["title"] for each in read_lines(data / "mmqa/slice/MMQA_texts.jsonl.gz")}
    titles |= {each["title"] for each in read_json(data / "squad/cs224n_dev-v2.0.json.gz")["data"]}
    for name in ("webqa_val50_img", "webqa_val50_txt", "webqa_recovered_with_sources"):
        text = json.dumps(read_json(data / f"webqa/{name}.json.gz"))
        titles |= {_title(url) for url in re.findall(r'/wiki/[^"#]+', text)}
    titles |= {passage.split(". ", 1)[0] for passage in multihop(data).passages}
    return {title.replace("_", " ").lower() for title in titles}


def _webqa_text(source: dict[str, Any]) -> str:
    text = source.get("fact") or f"{source.get('title', '')}. {source.get('caption', '')}"
    return str(text)
