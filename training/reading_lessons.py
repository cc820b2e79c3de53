"""What the text reader learns from and is measured on: questions, the passage that answers each,
and others of the same article or table that don't. Split by document.

`gather` reads the data; `Lessons.read` only the files that it wrote.
"""

import json
import lzma
import math
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote

LONGEST = 1500  # characters of a passage
FURTHER = 11_000  # passages without a question
ALIKE, RANDOM = 4, 2  # passages that don't answer, of each kind, for a question of training

Passages = dict[str, int]  # number by text


@dataclass
class Lesson:
    """A question, and by number the passage that answers it (none: -1) and others that don't.

    ``spans`` are the answer's places in the passage; a verdict of yes or no has none.
    """

    question: str
    answers: list[str]
    gold: int
    others: list[int]
    source: str
    split: str
    spans: list[list[int]] = field(default_factory=list)
    verdict: str = ""


@dataclass
class Lessons:
    """Lessons and the texts that their numbers mean."""

    lessons: list[Lesson]
    passages: list[str]
    further: list[str] = field(default_factory=list)  # passages that nothing was asked about

    @classmethod
    def read(cls, folder: Path) -> "Lessons":
        """What `gather` wrote."""
        found = [Lesson(**row) for row in read_rows(folder / "lessons.jsonl.xz")]
        texts = [read_rows(folder / f"{name}.jsonl.xz") for name in ("passages", "further")]
        return cls(found, *texts)

    def of(self, split: str) -> "Lessons":
        """The lessons of one split."""
        kept = [each for each in self.lessons if each.split == split]
        return Lessons(kept, self.passages, self.further)

    def write(self, folder: Path) -> None:
        """Three compressed files."""
        write_rows(folder / "lessons.jsonl.xz", map(asdict, self.lessons))
        write_rows(folder / "passages.jsonl.xz", self.passages)
        write_rows(folder / "further.jsonl.xz", self.further)


def joined(first: Lessons, second: Lessons) -> Lessons:
    """Both, the second's passages counted on from the first's."""
    ahead = len(first.passages)
    moved = [
        replace(
            each,
            gold=each.gold + ahead if each.gold >= 0 else -1,
            others=[other + ahead for other in each.others],
        )
        for each in second.lessons
    ]
    return Lessons([*first.lessons, *moved], [*first.passages, *second.passages])


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
    from training.static_texts import training_passages

    found = [
        f"{title}. {_plain(text)}"[:800].rsplit(".", 1)[0] + "."
        for title, text in training_passages(data).items()
        if len(text.split()) >= 60
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
    articles = _read_json(data / "squad/cs224n_dev-v2.0.json.gz")["data"]
    dev = _squad_dev(articles)
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
    from training.static_texts import split_of

    with _open(data / "hybridqa/hybridqa_dev_passages.jsonl.gz") as lines:
        linked = {each["table_id"]: each["passages"] for each in map(json.loads, lines)}
    held_out = {url for table in linked if split_of(table) != "train" for url in linked[table]}
    chance = random.Random(0)
    for source, name in (("hybridqa", "dev"), ("ottqa", "ottqa_dev")):
        for asked in _read_json(data / f"hybridqa/{name}.traced.json.gz"):
            split = "train" if split_of(asked["table_id"]) == "train" else "dev"
            nodes, linked_here = asked["answer-node"], linked.get(asked["table_id"], {})
            if (only and split != only) or any(node[3] != "passage" for node in nodes):
                continue
            urls = [url for url in linked_here if split == "dev" or url not in held_out]
            texts = [_titled(url, linked_here[url]) for url in urls]
            answer, question = _plain(asked["answer-text"]), _plain(asked["question"])
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
    for asked in _read_json(data / "hotpotqa/hippo_hotpotqa_train.json.gz"):
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
    for asked in _read_json(data / "hotpotqa/hippo_musique_train.json.gz"):
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


class Near:
    """Which of some texts share rare words with a question."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = [text.lower() for text in texts]
        self._words = [set(re.findall(r"\w+", text)) for text in self._texts]
        self._in = Counter(word for words in self._words for word in words)

    def share(self, question: str, place: int) -> float:
        """The weight of the words that the question and a text have in common."""
        common = set(re.findall(r"\w+", question.lower())) & self._words[place]
        return sum(math.log(1 + len(self._texts) / self._in[word]) for word in common)

    def clearest(self, question: str, places: Sequence[int]) -> int:
        """The text that shares most by a clear margin, else -1."""
        ranked = sorted(((self.share(question, place), place) for place in places), reverse=True)
        if not ranked or (len(ranked) > 1 and ranked[0][0] < 1.15 * ranked[1][0]):
            return -1
        return ranked[0][1]

    def others(
        self, question: str, answers: Sequence[str], places: Sequence[int], chance: random.Random
    ) -> list[int]:
        """Texts without the answer: those most like the question, and a few at random."""
        avoided = [answer.lower() for answer in answers]
        kept = [
            place
            for place in places
            if len(self._texts[place]) > 80
            and not any(answer in self._texts[place] for answer in avoided)
        ]
        kept.sort(key=lambda place: -self.share(question, place))
        rest = kept[ALIKE:]
        return kept[:ALIKE] + chance.sample(rest, min(RANDOM, len(rest)))


def spans_of(answer: str, passage: str) -> list[list[int]]:
    """Where an answer stands in a passage, as whole words.

    Example: ``spans_of("May", "May? Maybe in May.")`` → ``[[0, 3], [14, 17]]``
    """
    pattern = rf"(?<!\w){re.escape(answer)}(?!\w)"
    return [[found.start(), found.end()] for found in re.finditer(pattern, passage)][:4]


def read_rows(path: Path) -> list[Any]:
    """Compressed JSON Lines."""
    with lzma.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def write_rows(path: Path, rows: Iterable[Any]) -> None:
    """Compressed JSON Lines."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with lzma.open(path, "wt", preset=6, encoding="utf-8") as file:
        for row in rows:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


def _squad_dev(articles: Sequence[dict[str, Any]]) -> set[str]:
    """The titles of whole articles with a fifth of the questions."""
    sizes = {each["title"]: sum(len(p["qas"]) for p in each["paragraphs"]) for each in articles}
    titles = list(sizes)
    random.Random(0).shuffle(titles)
    dev: set[str] = set()
    for title in titles:
        if sum(sizes[each] for each in dev) < 0.2 * sum(sizes.values()):
            dev.add(title)
    return dev


def _number(passages: Passages, text: str) -> int:
    return passages.setdefault(text, len(passages))


def _titled(url: str, text: str) -> str:
    title = unquote(url.rsplit("/wiki/", 1)[-1]).replace("_", " ")
    return f"{title}. {_plain(text)}"[:LONGEST]


def _plain(text: str) -> str:
    from training.language_lessons import detokenised

    return str(detokenised(text))


def _open(path: Path) -> Any:
    import gzip

    return gzip.open(path, "rt", encoding="utf-8")


def _read_json(path: Path) -> Any:
    with _open(path) as file:
        return json.load(file)
