"""Gathers the text reader's lessons from SQuAD, HybridQA, OTT-QA, HotpotQA and MuSiQue."""

import random
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

from training.kept_back import is_kept_back, kept_back_tables
from training.language_lessons import detokenised
from training.reading_lessons import Lesson, Lessons, spans_of
from training.reading_near import Near
from training.squad_split import squad_dev
from training.static_texts import _title, read_json, read_lines, split_of, training_passages

LONGEST = 1500  # characters of a passage
FURTHER = 11_000  # passages without a question

Passages = dict[str, int]  # number by text


def gather(data: Path) -> Lessons:
    """All lessons of training and development."""
    passages: Passages = {}
    found = [
        *squad(data, passages),
        *hybridqa(data, passages),
        *hotpotqa(data, passages),
        *musique(data, passages),
    ]
    return Lessons(found, list(passages), further(data))


def further(data: Path) -> list[str]:
    """Passages to make questions from, in the order of their tables, so neighbours are alike."""
    away = {_title(url) for url in _kept_back_passages(data)}
    found = [
        f"{title}. {detokenised(text)}"[:800].rsplit(".", 1)[0] + "."
        for title, text in training_passages(data).items()
        if len(text.split()) >= 60 and title not in away
    ]
    chosen = sorted(random.Random(0).sample(range(len(found)), min(FURTHER, len(found))))
    return [found[number] for number in chosen]


def development(data: Path) -> Lessons:
    """The lessons of development alone: SQuAD's articles, and HybridQA's dev and test tables."""
    passages: Passages = {}
    found = [*squad(data, passages, "dev"), *hybridqa(data, passages, "dev")]
    return Lessons(found, list(passages))


def squad(data: Path, passages: Passages, only: str = "") -> Iterator[Lesson]:
    """SQuAD with other paragraphs of its article: nine at random in dev."""
    articles = read_json(data / "squad/cs224n_dev-v2.0.json.gz")["data"]
    dev = squad_dev(articles)
    chance, shuffler = random.Random(0), random.Random(1)
    for article in articles:
        split = "dev" if article["title"] in dev else "train"
        if only and split != only:
            continue
        asked = [each for each in article["paragraphs"] if each["qas"]]
        near = Near([each["context"] for each in asked])
        for place, paragraph in enumerate(asked):
            own = _number(passages, paragraph["context"])
            rest = [other for other in range(len(asked)) if other != place]
            for each in paragraph["qas"]:
                spans = sorted({(a["answer_start"], a["answer_start"] + len(a["text"]))
                                for a in each["answers"]})  # fmt: skip
                answers = [answer["text"] for answer in each["answers"]]
                if split == "dev" and answers:
                    shuffled = list(rest)
                    shuffler.shuffle(shuffled)
                    chosen = shuffled[:9]
                else:
                    chosen = near.others(each["question"], answers, rest, chance)
                others = [_number(passages, asked[other]["context"]) for other in chosen]
                yield Lesson(
                    each["question"].strip(),
                    answers,
                    own if answers else -1,
                    others if answers else [own, *others],
                    "squad",
                    split,
                    [list(span) for span in spans],
                )


def hybridqa(data: Path, passages: Passages, only: str = "") -> Iterator[Lesson]:
    """HybridQA and OTT-QA questions that one linked passage answers; dev and test are dev here."""
    linked = {
        each["table_id"]: each["passages"]
        for each in read_lines(data / "hybridqa/hybridqa_dev_passages.jsonl.gz")
    }
    held_out = {url for table in linked if split_of(table) != "train" for url in linked[table]}
    held_out |= _kept_back_passages(data)
    kept_back = kept_back_tables(data)
    chance = random.Random(0)
    for source, name in (("hybridqa", "dev"), ("ottqa", "ottqa_dev")):
        for asked in read_json(data / f"hybridqa/{name}.traced.json.gz"):
            split = "train" if split_of(asked["table_id"]) == "train" else "dev"
            nodes, linked_here = asked["answer-node"], linked.get(asked["table_id"], {})
            if asked["table_id"] in kept_back or (only and split != only):
                continue
            if any(node[3] != "passage" for node in nodes):
                continue
            urls = [url for url in linked_here if split == "dev" or url not in held_out]
            texts = [_titled(url, linked_here[url]) for url in urls]
            answer, question = detokenised(asked["answer-text"]), detokenised(asked["question"])
            near = Near(texts)
            named = {node[2] for node in nodes}
            places = [place for place, url in enumerate(urls) if url in named]
            gold = near.clearest(question, [p for p in places if spans_of(answer, texts[p])])
            if gold < 0:
                continue
            rest = [place for place in range(len(urls)) if place not in places]
            others = near.others(question, [answer], rest, chance)
            yield Lesson(
                question,
                [answer],
                _number(passages, texts[gold]),
                [_number(passages, texts[other]) for other in others],
                source,
                split,
                spans_of(answer, texts[gold]),
            )


def hotpotqa(data: Path, passages: Passages) -> Iterator[Lesson]:
    """Bridge questions over the paragraph that answers; yes and no over both paragraphs."""
    chance = random.Random(0)
    for asked in read_json(data / "hotpotqa/hippo_hotpotqa_train.json.gz"):
        if is_kept_back(asked["question"], data):
            continue
        right = {title for title, _ in asked["supporting_facts"]}
        texts = [f"{title}. {''.join(lines).strip()}" for title, lines in asked["context"]]
        titles = [title for title, _ in asked["context"]]
        answer, near = asked["answer"], Near(texts)
        rest = [place for place, title in enumerate(titles) if title not in right]
        others = [
            _number(passages, texts[other])
            for other in near.others(asked["question"], [answer], rest, chance)
        ]
        golds = [texts[place] for place, title in enumerate(titles) if title in right]
        if answer in ("yes", "no"):
            both = _number(passages, "\n".join(golds))
            yield Lesson(asked["question"], [answer], both, others, "hotpotqa", "train", [], answer)
            continue
        for text in golds:
            if spans := spans_of(answer, text):
                gold = _number(passages, text)
                yield Lesson(asked["question"], [answer], gold, others, "hotpotqa", "train", spans)


def musique(data: Path, passages: Passages) -> Iterator[Lesson]:
    """The single hops of MuSiQue's questions, earlier answers filled in."""
    chance = random.Random(0)
    for asked in read_json(data / "hotpotqa/hippo_musique_train.json.gz"):
        texts = [f"{each['title']}. {each['paragraph_text']}" for each in asked["paragraphs"]]
        near = Near(texts)
        rest = [
            place for place, each in enumerate(asked["paragraphs"]) if not each["is_supporting"]
        ]
        answers: list[str] = []
        for hop in asked["question_decomposition"]:
            question, answer = hop["question"].replace(">>", " "), hop["answer"]
            for number, earlier in enumerate(answers, 1):
                question = question.replace(f"#{number}", earlier)
            answers.append(answer)
            text = texts[hop["paragraph_support_idx"]]
            if spans := spans_of(answer, text):
                others = near.others(question, [answer], rest, chance)
                yield Lesson(
                    " ".join(question.split()),
                    [answer],
                    _number(passages, text),
                    [_number(passages, texts[other]) for other in others],
                    "musique",
                    "train",
                    spans,
                )


def _kept_back_passages(data: Path) -> set[str]:
    kept_back = kept_back_tables(data)
    linked = read_lines(data / "hybridqa/hybridqa_dev_passages.jsonl.gz")
    return {url for each in linked if each["table_id"] in kept_back for url in each["passages"]}


def _number(passages: Passages, text: str) -> int:
    return passages.setdefault(text, len(passages))


def _titled(url: str, text: str) -> str:
    title = unquote(url.rsplit("/wiki/", 1)[-1]).replace("_", " ")
    return f"{title}. {detokenised(text)}"[:LONGEST]
