"""Manyhop and its peers, each used as its own documentation shows.

Libraries are imported inside the functions, so that a process holds only the one it measures.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from manyhop.collection import Mode
    from manyhop.sources import Snippet

K = 10

Search = Callable[[str], list[str]]
"""From a question to the ids of the ten best snippets."""


class System(NamedTuple):
    """One way to search. Systems with the same ``store`` search the same files."""

    name: str
    store: str
    imports: tuple[str, ...]
    build: "Callable[[Path, Sequence[Snippet]], None]"
    open: Callable[[Path], Search]


def _passage(snippet: "Snippet") -> str:
    return f"{snippet.title}\n{snippet.text}"


def encoded(snippets: "Sequence[Snippet]") -> "Iterator[tuple[list[str], NDArray[np.float32]]]":
    """Ids and vectors, some thousands at a time."""
    from manyhop.models import StaticEncoder

    encoder = StaticEncoder.load()
    for start in range(0, len(snippets), 1 << 14):
        some = snippets[start : start + (1 << 14)]
        yield [each.id for each in some], encoder.encode([_passage(each) for each in some])


def _build_tantivy(folder: Path, snippets: "Sequence[Snippet]") -> None:
    import tantivy

    writer = _tantivy_index(folder).writer()
    for snippet in snippets:
        writer.add_document(tantivy.Document(id=snippet.id, text=_passage(snippet)))
    writer.commit()
    writer.wait_merging_threads()


def _tantivy_index(folder: Path) -> Any:
    import tantivy

    builder = tantivy.SchemaBuilder()
    builder.add_text_field("id", stored=True, tokenizer_name="raw")
    builder.add_text_field("text", tokenizer_name="en_stem")
    return tantivy.Index(builder.build(), str(folder))


def _open_tantivy(folder: Path) -> Search:
    index = _tantivy_index(folder)
    searcher = index.searcher()

    def search(question: str) -> list[str]:
        query = index.parse_query(re.sub(r"[^\w\s]", " ", question), ["text"])
        return [searcher.doc(at)["id"][0] for _, at in searcher.search(query, K).hits]

    return search


def _open_tantivy_same_terms(folder: Path) -> Search:
    """Raw tantivy asked only for the terms that Manyhop looks up: what Manyhop itself adds."""
    import tantivy

    from manyhop.collection._words import question_terms

    index = _tantivy_index(folder)
    searcher = index.searcher()

    def search(question: str) -> list[str]:
        terms = question_terms(question)
        each = [tantivy.Query.term_query(index.schema, "text", term, "freq") for term in terms]
        query = tantivy.Query.boolean_query([(tantivy.Occur.Should, term) for term in each])
        hits = searcher.search(query, K, count=False).hits
        return [searcher.doc(at)["id"][0] for _, at in hits]

    return search


def _build_bm25s(folder: Path, snippets: "Sequence[Snippet]") -> None:
    import bm25s
    import numpy as np
    import Stemmer

    texts = [_passage(snippet) for snippet in snippets]
    tokens = bm25s.tokenize(texts, stemmer=Stemmer.Stemmer("english"), show_progress=False)
    index = bm25s.BM25(backend="numba")
    index.index(tokens, show_progress=False)
    index.save(str(folder), show_progress=False)
    np.save(folder / "ids.npy", np.array([snippet.id for snippet in snippets]))


def _open_bm25s(folder: Path) -> Search:
    import bm25s
    import numpy as np
    import Stemmer

    stemmer = Stemmer.Stemmer("english")
    index = bm25s.BM25.load(str(folder), mmap=True, show_progress=False)
    ids = np.load(folder / "ids.npy", mmap_mode="r")

    def search(question: str) -> list[str]:
        tokens = bm25s.tokenize([question], stemmer=stemmer, show_progress=False)
        found, _ = index.retrieve(tokens, k=K, show_progress=False)
        return [str(each) for each in ids[found[0]]]

    return search


def _build_lance_words(folder: Path, snippets: "Sequence[Snippet]") -> None:
    import lancedb
    import pyarrow as pa

    columns = {"id": [each.id for each in snippets], "text": list(map(_passage, snippets))}
    table = lancedb.connect(folder).create_table("snippets", pa.table(columns))
    table.create_fts_index("text")


def _open_lance_words(folder: Path) -> Search:
    import lancedb

    table = lancedb.connect(folder).open_table("snippets")

    def search(question: str) -> list[str]:
        query = table.search(question, query_type="fts").select(["id", "_score"]).limit(K)
        return [str(row["id"]) for row in query.to_list()]

    return search


def _build_lance_meaning(folder: Path, snippets: "Sequence[Snippet]") -> None:
    import lancedb
    import pyarrow as pa

    def batches() -> Iterator[Any]:
        for ids, rows in encoded(snippets):
            vectors = pa.FixedSizeListArray.from_arrays(rows.ravel(), rows.shape[1])
            yield pa.table({"id": ids, "vector": vectors})

    table = lancedb.connect(folder).create_table("snippets", pa.concat_tables(batches()))
    table.create_index(metric="cosine", index_type="IVF_PQ")


def _open_lance_meaning(folder: Path) -> Search:
    import lancedb

    from manyhop.models import StaticEncoder

    table = lancedb.connect(folder).open_table("snippets")
    encoder = StaticEncoder.load()

    def search(question: str) -> list[str]:
        query = table.search(encoder.encode([question])[0]).metric("cosine")
        rows = query.refine_factor(10).select(["id", "_distance"]).limit(K).to_list()
        return [str(row["id"]) for row in rows]

    return search


def _build_manyhop(folder: Path, snippets: "Sequence[Snippet]") -> None:
    from manyhop.collection import Collection

    with Collection.open(folder, create=True) as collection:
        collection.add(iter(snippets))


def _open_manyhop(mode: "Mode") -> Callable[[Path], Search]:
    def open_collection(folder: Path) -> Search:
        from manyhop.collection import Collection

        collection = Collection.open(folder)
        return lambda question: [hit.source.id for hit in collection.search(question, K, mode=mode)]

    return open_collection


_TANTIVY = ("tantivy",)
_SAME = ("tantivy", "manyhop.collection._words")
_BM25S = ("bm25s", "numba", "numpy", "Stemmer")
_LANCE = ("lancedb", "pyarrow")
_MANYHOP = ("manyhop.collection",)

BASELINE = "tantivy"
SAME_TERMS = "tantivy same terms"
SYSTEMS = (
    System(BASELINE, "tantivy", _TANTIVY, _build_tantivy, _open_tantivy),
    System(SAME_TERMS, "tantivy", _SAME, _build_tantivy, _open_tantivy_same_terms),
    System("manyhop words", "manyhop", _MANYHOP, _build_manyhop, _open_manyhop("words")),
    System("manyhop meaning", "manyhop", _MANYHOP, _build_manyhop, _open_manyhop("meaning")),
    System("manyhop hybrid", "manyhop", _MANYHOP, _build_manyhop, _open_manyhop("hybrid")),
    System("bm25s", "bm25s", _BM25S, _build_bm25s, _open_bm25s),
    System("lancedb words", "lancedb-words", _LANCE, _build_lance_words, _open_lance_words),
    System(
        "lancedb meaning",
        "lancedb-meaning",
        (*_LANCE, "manyhop.models"),
        _build_lance_meaning,
        _open_lance_meaning,
    ),
)
