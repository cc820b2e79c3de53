"""Questions made by the language model itself, kept where a reader finds the same answer.

Few real questions are free to train on, but passages are many. A copy of the base learns to write
an answer and its question for a passage, and, asked for a decoy, a question that only seems to be
answered there. Each is then read back by a reader that saw real questions only.

    Passage: …\nAnswer: 1983\nQuestion: When was the tournament played?
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tokenizers import Tokenizer

from training.language_dev import closeness, read_passages
from training.language_lessons import Reading, cut
from training.language_torch import END, LanguageModel
from training.language_training import Example
from training.language_writing import Writing, write
from training.row_files import read_rows, write_rows

ANSWER, DECOY = "Answer:", "Decoy:"
SURE = 0.5  # of "none", at most, for a question to count as answerable
UNSURE = 0.5  # at least, for it to count as unanswerable


@dataclass
class Asked:
    """A question made for a passage: `answer` is the answer, or a decoy where there is none."""

    passage: int
    question: str
    answer: str
    answerable: bool


def maker_examples(readings: Sequence[Reading], tokenizer: Tokenizer) -> list[Example]:
    """Real questions turned around: passage → answer and question."""
    pairs = []
    for each in readings:
        if each.source not in ("squad", "musique"):
            continue
        if each.answers:
            pairs.append((_prompt(each.passage, ANSWER), each.answers[0], each.question))
        elif each.decoy:
            pairs.append((_prompt(each.passage, DECOY), each.decoy, each.question))
    starts = tokenizer.encode_batch([prompt for prompt, _, _ in pairs])
    rests = tokenizer.encode_batch([f" {answer}\nQuestion: {asked}" for _, answer, asked in pairs])
    return [
        Example([*start.ids, *rest.ids, END], len(start.ids))
        for start, rest in zip(starts, rests, strict=True)
        if len(start.ids) + len(rest.ids) < 700
    ]


def _prompt(passage: str, wish: str) -> str:
    return f"Passage: {passage}\n{wish}"


def passages_to_ask(lessons: Path, readings: Sequence[Reading], count: int) -> list[dict[str, str]]:
    """SQuAD's training paragraphs first, then passages of training tables, neighbours together."""
    squad = {
        each.passage: each.group
        for each in readings
        if each.source == "squad" and each.split == "train"
    }
    found = [
        {"title": title, "text": cut(text, 2_000), "source": "squad"}
        for text, title in squad.items()
    ]
    others = read_rows(lessons / "passages.jsonl.xz")
    first = random.Random(1).randrange(max(1, len(others) - count))
    rest = others[first : first + max(0, count - len(found))]
    return found + [{**each, "source": "wikipedia"} for each in rest]


def make_questions(
    model: LanguageModel,
    tokenizer: Tokenizer,
    passages: Sequence[dict[str, str]],
    samples: int,
    deadline: float,
    batch: int = 256,
) -> list[Asked]:
    """Sample answers and questions, four times as many for SQuAD's; one wish in four is a decoy."""
    asked: set[tuple[int, str]] = set()
    found = []
    jobs: list[tuple[int, bool]] = []
    for number, passage in enumerate(passages):
        rounds = 4 if passage["source"] == "squad" else 1
        jobs += [(number, True)] * rounds
        if rounds == 4 or number % 2:
            jobs += [(number, False)] * max(1, rounds // 2)
    prompts = [
        each.ids
        for each in tokenizer.encode_batch(
            [_prompt(passages[number]["text"], ANSWER if real else DECOY) for number, real in jobs]
        )
    ]
    how = Writing(length=48, top_p=0.9, samples=samples, batch=batch)
    for (number, real), texts in zip(jobs, write(model, prompts, how, deadline), strict=True):
        for text in tokenizer.decode_batch([each.ids for each in texts]):
            answer, mark, question = text.partition("\nQuestion:")
            answer, question = answer.strip(), question.strip()
            stands = answer and answer in passages[number]["text"]
            if mark and stands and question.endswith("?") and (number, question) not in asked:
                asked.add((number, question))
                found.append(Asked(number, question, answer, real))
    return found


def keep_confirmed(
    reader: LanguageModel,
    tokenizer: Tokenizer,
    passages: Sequence[dict[str, str]],
    asked: Sequence[Asked],
    deadline: float,
) -> list[Asked]:
    """Those whose answer the reader finds again, and decoys for which it finds none."""
    pairs = [(each.question, passages[each.passage]["text"]) for each in asked]
    kept = []
    for each, reading in zip(asked, read_passages(reader, tokenizer, pairs, deadline), strict=True):
        if reading is None:
            continue
        if each.answerable:
            same = closeness(reading.text, each.answer) >= 0.6
            if same and reading.none <= SURE:
                kept.append(each)
        elif reading.none >= UNSURE:
            kept.append(each)
    return kept


def save_questions(path: Path, passages: Sequence[dict[str, str]], asked: Sequence[Asked]) -> None:
    """One line a question, a passage's together; ``start`` is -1 where the passage doesn't say."""
    ordered = sorted(asked, key=lambda each: each.passage)
    write_rows(path, (_row(passages[each.passage], each) for each in ordered))


def _row(passage: dict[str, str], asked: Asked) -> dict[str, object]:
    row: dict[str, object] = {
        "passage": passage["text"],
        "title": passage["title"],
        "source": passage["source"],
        "question": asked.question,
    }
    if not asked.answerable:
        return {**row, "answer": "", "start": -1, "decoy": asked.answer}
    return {**row, "answer": asked.answer, "start": passage["text"].find(asked.answer)}


def generated_readings(path: Path, elsewhere: float = 0.3, seed: int = 0) -> list[Reading]:
    """The made questions; a share of them also asked of a neighbouring passage, in vain."""
    rng = random.Random(seed)
    rows = read_rows(path)
    texts = list(dict.fromkeys(row["passage"] for row in rows))
    place = {text: number for number, text in enumerate(texts)}
    found = []
    for row in rows:
        question, text, answer = row["question"], row["passage"], row["answer"]
        answers = [answer] if row["start"] >= 0 else []
        found.append(Reading(question, text, answers, "generated", "train"))
        other = texts[(place[text] + rng.randint(1, 4)) % len(texts)]
        if answers and rng.random() < elsewhere and answer not in other:
            found.append(Reading(question, other, [], "generated", "train"))
    return found
