"""What the language model learns from: reading, saying and splitting, apart by document.

`gather_lessons` reads the data and writes a few compressed files; the rest reads only those.
SQuAD's dev articles, HybridQA's dev and test tables, the 200 sentences kept for saying and whole
tables of MultiModalQA are marked dev and never trained on.
"""

import hashlib
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib import util
from pathlib import Path

from training.row_files import read_rows as read_rows
from training.row_files import write_rows
from training.squad_split import squad_dev
from training.static_texts import read_json, read_lines, split_of, training_passages

PASSAGES = 24_000  # to ask about
LONGEST_PASSAGE = 1_500  # characters

_PROMPTS = Path(__file__).parents[1] / "src/manyhop/models/embedded/_prompts.py"
_spec = util.spec_from_file_location("language_prompts", _PROMPTS)
assert _spec is not None
assert _spec.loader is not None
prompts = util.module_from_spec(_spec)  # by itself, where Manyhop isn't installed
_spec.loader.exec_module(prompts)


@dataclass
class Reading:
    """A question, a passage, and the answers in it: none where it doesn't say."""

    question: str
    passage: str
    answers: list[str]
    source: str
    split: str
    group: str = ""  # the article
    decoy: str = ""  # what a hasty reader would answer


@dataclass
class Saying:
    question: str
    values: list[str]
    sentence: str
    split: str


@dataclass
class Splitting:
    question: str
    steps: list[str]
    split: str


def gather_lessons(data: Path, folder: Path) -> None:
    """Write reading, passages, saying and splitting as compressed JSON Lines."""
    readings = [*squad(data), *hybridqa(data), *hotpotqa(data), *musique(data)]
    write_rows(folder / "reading.jsonl.xz", map(asdict, readings))
    write_rows(folder / "saying.jsonl.xz", map(asdict, sayings(data)))
    write_rows(folder / "splitting.jsonl.xz", map(asdict, splittings(data)))
    write_rows(folder / "passages.jsonl.xz", passages(data))
    counts = Counter((each.source, each.split, bool(each.answers)) for each in readings)
    print(*sorted(counts.items()), sep="\n")


def squad(data: Path) -> Iterator[Reading]:
    """SQuAD; dev holds whole articles with a fifth of the questions."""
    articles = read_json(data / "squad/cs224n_dev-v2.0.json.gz")["data"]
    dev = squad_dev(articles)
    for article in articles:
        split = "dev" if article["title"] in dev else "train"
        for paragraph in article["paragraphs"]:
            for asked in paragraph["qas"]:
                yield Reading(
                    question=asked["question"].strip(),
                    passage=paragraph["context"],
                    answers=[answer["text"] for answer in asked["answers"]],
                    source="squad",
                    split=split,
                    group=article["title"],
                    decoy=next((each["text"] for each in asked.get("plausible_answers", [])), ""),
                )


def hybridqa(data: Path) -> Iterator[Reading]:
    """HybridQA and OTT-QA questions answered in one passage; the best match where several are."""
    linked = {
        each["table_id"]: each["passages"]
        for each in read_lines(data / "hybridqa/hybridqa_dev_passages.jsonl.gz")
    }
    held_out = {url for table in linked if split_of(table) != "train" for url in linked[table]}
    frequency = Counter(
        word for table in linked.values() for text in table.values() for word in _words(text)
    )
    rng = random.Random(0)
    for source, name in (("hybridqa", "dev"), ("ottqa", "ottqa_dev")):
        for asked in read_json(data / f"hybridqa/{name}.traced.json.gz"):
            texts, answer = linked.get(asked["table_id"], {}), asked["answer-text"]
            nodes = asked["answer-node"]
            if not nodes or any(node[3] != "passage" for node in nodes):
                continue
            split = "train" if split_of(asked["table_id"]) == "train" else "dev"
            url = _best_passage(asked["question"], answer, {node[2] for node in nodes}, texts,
                                frequency)  # fmt: skip
            if url is None or (split == "train" and url in held_out):
                continue
            question = detokenised(asked["question"])
            yield Reading(question, _titled(url, texts[url]), [detokenised(answer)], source, split)
            others = [url for url, text in texts.items() if answer not in text and len(text) > 80
                      and (split == "dev" or url not in held_out)]  # fmt: skip
            if others and rng.random() < 0.5:
                url = rng.choice(others)
                yield Reading(question, _titled(url, texts[url]), [], source, split)


def _best_passage(
    question: str, answer: str, urls: set[str], texts: dict[str, str], frequency: Counter[str]
) -> str | None:
    asked = _words(question)
    found = []
    for url in sorted(urls):
        text = texts.get(url, "")
        if 0 <= text.find(answer) < LONGEST_PASSAGE - 200:
            found.append((sum(1 / frequency[word] for word in asked & _words(text)), url))
    found.sort(reverse=True)
    if not found or (len(found) > 1 and found[0][0] < 1.15 * found[1][0]):
        return None
    return found[0][1]


def hotpotqa(data: Path) -> Iterator[Reading]:
    """Bridge questions over the paragraph that answers; yes or no over both paragraphs."""
    rng = random.Random(0)
    for asked in read_json(data / "hotpotqa/hippo_hotpotqa_train.json.gz")[:-35]:
        right = {title for title, _ in asked["supporting_facts"]}
        texts = {title: f"{title}. {''.join(lines).strip()}" for title, lines in asked["context"]}
        question, answer = asked["question"], asked["answer"]
        if answer in ("yes", "no"):
            both = "\n".join(text for title, text in texts.items() if title in right)
            yield Reading(question, both, [answer], "hotpotqa", "train")
        for title, text in texts.items():
            if title in right and answer in text:
                yield Reading(question, text, [answer], "hotpotqa", "train")
            elif title not in right and answer not in text and rng.random() < 0.3:
                yield Reading(question, text, [], "hotpotqa", "train")


def musique(data: Path) -> Iterator[Reading]:
    """The single hops of MuSiQue's questions, earlier answers filled in."""
    rng = random.Random(0)
    for asked in read_json(data / "hotpotqa/hippo_musique_train.json.gz")[:-25]:
        answers: list[str] = []
        for hop in asked["question_decomposition"]:
            question = hop["question"].replace(" >> ", ", ")
            for number, answer in enumerate(answers, 1):
                question = question.replace(f"#{number}", answer)
            answers.append(hop["answer"])
            texts = [f"{each['title']}. {each['paragraph_text']}" for each in asked["paragraphs"]]
            right = texts[hop["paragraph_support_idx"]]
            if hop["answer"] in right:
                yield Reading(question, right, [hop["answer"]], "musique", "train")
            for text in rng.sample(texts, 2):
                if hop["answer"] not in text:
                    yield Reading(question, text, [], "musique", "train")


def sayings(data: Path) -> Iterator[Saying]:
    """WebQA's short answers and full sentences; the first 200 shuffled pairs are dev."""
    kept: set[str] = set()
    for name in ("img", "txt"):
        kept |= {
            _bare(each["Q"])
            for each in read_json(data / f"webqa/webqa_val50_{name}.json.gz").values()
        }
    pairs = [
        each
        for each in read_lines(data / "webqa/webqa_val_qa_qrels.jsonl.gz")
        if each.get("Keywords_A") and each["A"][0].strip()
    ]
    random.Random(0).shuffle(pairs)
    for number, each in enumerate(pairs):
        question, value = _bare(each["Q"]), str(each["Keywords_A"]).strip()
        sentence = each["A"][0].strip()
        if number < 200:
            yield Saying(question, [value], sentence, "dev")
        elif question not in kept and plain(value) in plain(sentence):
            asked = question if number % 2 else detokenised(question)
            yield Saying(asked, [value.rstrip(".")], sentence, "train")


def splittings(data: Path) -> Iterator[Splitting]:
    """Questions and their steps: MuSiQue's own, MultiModalQA's from its pseudo-language."""
    asked = read_json(data / "hotpotqa/hippo_musique_train.json.gz")
    for number, each in enumerate(asked):
        steps = [hop["question"].replace(" >> ", ", ") for hop in each["question_decomposition"]]
        split = "dev" if number >= len(asked) - 25 else "train"
        yield Splitting(each["question"], steps, split)
    sliced = read_lines(data / "mmqa/slice/MMQA_dev.jsonl.gz")
    kept = {each["qid"] for each in sliced} | {each["metadata"]["table_id"] for each in sliced}
    for each in read_lines(data / "mmqa/MMQA_dev.jsonl.gz"):
        table = each["metadata"]["table_id"]
        if each["qid"] in kept or table in kept:
            continue
        wording = each["metadata"].get("pseudo_language_question") or ""
        compound = "(" in each["metadata"]["type"]
        steps = _steps(wording) if compound else [each["question"]]
        split = "dev" if int(hashlib.md5(table.encode()).hexdigest(), 16) % 7 == 0 else "train"
        if len(steps) > 1 or not compound:
            yield Splitting(each["question"], steps, split)


def _steps(wording: str) -> list[str]:
    """The parts in braces, innermost first, then what is left around them."""
    found: list[str] = []
    while match := re.search(r"\{([^{}]*)\},?", wording):
        inner = match[1].strip()
        if re.fullmatch(r"#\d+,?", inner):  # braces around nothing but another step
            mark = inner.rstrip(",")
        else:
            found.append(inner)
            mark = f"#{len(found)}"
        wording = wording[: match.start()] + mark + wording[match.end() :]
    if not re.fullmatch(r"\W*#\d+\W*", wording):
        found.append(wording)
    return [_plain_wording(each) for each in found]


def _plain_wording(step: str) -> str:
    step = re.sub(r"\(s\)|[\[\]]", "", step).replace(" | ", " ")
    return re.sub(r"\s+", " ", step).strip(" ,")


def passages(data: Path) -> Iterator[dict[str, str]]:
    """Passages to ask about, in the order of their tables, so neighbours are alike."""
    found = [
        (title, cut(detokenised(text)))
        for title, text in training_passages(data).items()
        if len(text.split()) >= 45
    ]
    chosen = sorted(random.Random(0).sample(range(len(found)), min(PASSAGES, len(found))))
    for number in chosen:
        yield {"title": found[number][0], "text": found[number][1]}


def cut(text: str, longest: int = 1_000) -> str:
    """The text's first sentences."""
    if len(text) <= longest:
        return text
    end = text.rfind(". ", 0, longest)
    return text[: end + 1] if end > longest // 2 else text[:longest].rsplit(" ", 1)[0]


def detokenised(text: str) -> str:
    """``Paris , France ( 1944 ) .`` → ``Paris, France (1944).``"""
    text = re.sub(r'" ([^"]*?) "', r'"\1"', text)
    text = re.sub(r" ([,.;:?!%)\]}]|'s\b|n't\b)", r"\1", text)
    return re.sub(r"([(\[{$£€]) ", r"\1", text).strip()


def plain(text: str) -> str:
    """Lower case without punctuation and articles, as SQuAD compares answers."""
    text = re.sub(r"[^\w\s]|_", "", text.lower())
    return " ".join(word for word in text.split() if word not in ("a", "an", "the"))


def _titled(url: str, text: str) -> str:
    title = re.sub(r"_", " ", url.rsplit("/wiki/", 1)[-1])
    return f"{title}. {detokenised(text)}"[:LONGEST_PASSAGE]


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))


def _bare(question: str) -> str:
    return str(question).strip().strip('"').strip()
