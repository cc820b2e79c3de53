"""Finding sources: WebQA's restricted candidates, and reranked passages of multi-hop sets."""

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from bench.model_rows import Row, scored_row
from bench.webqa_sources import REPORTED, Question, read, source_f1
from manyhop.collection import Collection
from manyhop.models import StaticEncoder
from manyhop.models.embedded._cross_encoder import CrossEncoder
from manyhop.models.embedded._source_choice import choose_sources, source_scores, word_overlap
from manyhop.sources import AnySource, Snippet
from training.ranking_lesson import passage, title_of
from training.reranker_passages import multihop_questions
from training.static_texts import read_json, read_lines, split_of

DEPTH = 20  # hits that a right passage may stand among


def rows(data: Path, limit: int | None) -> Iterator[Row]:
    """WebQA's source F1 on val50, and the reciprocal rank of the first right passage elsewhere."""
    reranker = CrossEncoder.load()
    yield from webqa_rows(data, limit, reranker)
    yield search_row("HybridQA passages, MRR", hybridqa(data)[:limit], reranker)
    yield search_row("HotpotQA and MuSiQue, MRR", multihop_questions(data)[1::2][:limit], reranker)


def webqa_rows(data: Path, limit: int | None, reranker: CrossEncoder) -> Iterator[Row]:
    """All questions, those over captions and those over snippets."""
    questions, sources = read(data / "webqa" / name for name in REPORTED)
    by_id = {source.id: source for source in sources}
    questions = questions[:limit]
    candidates = [[by_id[each] for each in question.candidates] for question in questions]
    ours, words, vectors = np.zeros((3, len(questions)))
    encoder = StaticEncoder.load()
    for number, (question, found) in enumerate(zip(questions, candidates, strict=True)):
        texts = [source.searchable for source in found]
        judged = source_scores(question.text, found, reranker)
        ours[number] = f1(question, found, choose_sources(question.text, judged))
        words[number] = f1(question, found, best_two(word_overlap(question.text, texts)))
        cosine = encoder.encode(texts) @ encoder.encode([question.text])[0]
        vectors[number] = f1(question, found, best_two(cosine))
    captions = np.array([question.kind == "image" for question in questions])
    for name, chosen, trial, aim in (
        ("WebQA source F1", np.ones(len(questions), bool), 63.3, 68),
        ("WebQA source F1, captions", captions, None, 60),
        ("WebQA source F1, snippets", ~captions, None, None),
    ):
        yield scored_row(
            "sources",
            name,
            ours[chosen].tolist(),
            baseline=words[chosen].tolist(),
            trial=trial,
            aim=aim,
            note=f"baseline BM25, two taken; static cosine {100 * vectors[chosen].mean():.1f}",
        )


def f1(question: Question, found: Sequence[AnySource], chosen: Sequence[int]) -> float:
    """WebQA's F1 of the chosen places."""
    return source_f1({found[place].id for place in chosen}, question.gold)


def best_two(scores: Sequence[float] | np.ndarray) -> list[int]:
    """The places of the two highest scores."""
    return [int(place) for place in np.argsort(-np.asarray(scores), kind="stable")[:2]]


def hybridqa(data: Path) -> list[tuple[str, list[str], list[int]]]:
    """Held-out HybridQA questions, the passages that their table links to, and the right one."""
    linked = {
        each["table_id"]: {url: text for url, text in each["passages"].items() if text.strip()}
        for each in read_lines(data / "hybridqa/hybridqa_dev_passages.jsonl.gz")
        if split_of(each["table_id"]) == "dev"
    }
    found = []
    for asked in read_json(data / "hybridqa/dev.traced.json.gz"):
        urls = {node[2] for node in asked["answer-node"] if node[3] == "passage"}
        passages = linked.get(asked["table_id"], {})
        if len(urls) == 1 and urls <= passages.keys():
            texts = [passage(title_of(url), text) for url, text in passages.items()]
            found.append((asked["question"], texts, [list(passages).index(urls.pop())]))
    return found


def search_row(
    name: str, questions: list[tuple[str, list[str], list[int]]], reranker: CrossEncoder
) -> Row:
    """The first right passage's rank in a search of all questions' passages, reranked or not."""
    passages = {text: _snippet(text) for _, texts, _ in questions for text in texts}
    ours: list[float] = []
    before: list[float] = []
    with (
        tempfile.TemporaryDirectory() as folder,
        Collection.open(folder, create=True) as collection,
    ):
        collection.add(passages.values())
        for question, texts, right in questions:
            wanted = {passages[texts[place]].id for place in right}
            for found, judge in ((before, None), (ours, reranker)):
                hits = collection.search(question, DEPTH, rerank=judge)
                found.append(reciprocal_rank([hit.source.id for hit in hits], wanted))
    note = f"{len(passages):,} passages, {DEPTH} best of hybrid search reranked; baseline: not"
    return scored_row("sources", name, ours, baseline=before, note=note)


def reciprocal_rank(found: Sequence[str], wanted: set[str]) -> float:
    """One over the best rank of a right passage; 0 where none was found."""
    return next((1 / rank for rank, each in enumerate(found, 1) if each in wanted), 0.0)


def _snippet(passage: str) -> Snippet:
    title, _, text = passage.partition("\n")
    return Snippet(title=title, text=text) if text else Snippet(text=passage)
