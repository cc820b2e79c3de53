"""BM25 over the words of the sources; tantivy behind our own small interface."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

import tantivy

from manyhop.collection._terms import question_terms, word_analyzer
from manyhop.errors import ManyhopError
from manyhop.sources import Kind

_ANALYZER = "manyhop"
_HEAP = 256_000_000


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_integer_field("key", indexed=True, fast=True)
    builder.add_text_field("kind", tokenizer_name="raw", index_option="basic")
    builder.add_text_field("words", tokenizer_name=_ANALYZER, index_option="freq")
    return builder.build()


class WordIndex:
    """The searching side.

    Example: ``WordIndex(folder).search("Which bridges opened in 1981?", 10)``
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._schema = _schema()
        try:
            self._index = tantivy.Index(self._schema, str(folder))
            self._index.register_tokenizer(_ANALYZER, word_analyzer())
            self._index.config_reader("manual")
            self._searcher = self._index.searcher()
        except (ValueError, OSError) as error:
            raise ManyhopError(
                f"the word index in {folder} is damaged; mend it with: manyhop rebuild"
            ) from error

    def reload(self) -> None:
        """See the newest commit."""
        self._index.reload()
        self._searcher = self._index.searcher()

    def writer(self) -> "WordWriter":
        """The writing side; one at a time."""
        return WordWriter(self._index.writer(_HEAP))

    def search(
        self,
        question: str,
        limit: int,
        kinds: Sequence[Kind] | None = None,
        keys: Iterable[int] | None = None,
    ) -> dict[int, float]:
        """The best keys and their BM25 scores, of some kinds or among some keys if given."""
        hits = self._hits(self._query(question, kinds, keys), limit)
        found = self._searcher.fast_field_values("key", [address for _, address in hits])
        return {int(key or 0): score for key, (score, _) in zip(found, hits, strict=True)}

    def _query(
        self, question: str, kinds: Sequence[Kind] | None, keys: Iterable[int] | None
    ) -> tantivy.Query:
        terms = [self._term(term) for term in question_terms(question)]
        query = tantivy.Query.boolean_query([(tantivy.Occur.Should, term) for term in terms])
        filters = []
        if kinds is not None:
            filters.append(tantivy.Query.term_set_query(self._schema, "kind", list(kinds)))
        if keys is not None:
            filters.append(tantivy.Query.term_set_query(self._schema, "key", list(keys)))
        if filters:
            must = [tantivy.Query.const_score_query(each, 0.0) for each in filters]
            query = tantivy.Query.boolean_query(
                [(tantivy.Occur.Must, each) for each in (*must, query)]
            )
        return query

    def _hits(self, query: tantivy.Query, limit: int) -> list[tuple[float, tantivy.DocAddress]]:
        return self._searcher.search(query, limit, count=False).hits if limit > 0 else []

    def explain(self, question: str, key: int) -> dict[str, float]:
        """What each term of the question adds to a source's score."""
        shares: dict[str, float] = {}
        hits = self._hits(self._query(question, None, [key]), 1)
        if not hits:
            return shares
        _, address = hits[0]
        for term in question_terms(question):
            try:
                explanation = self._term(term).explain(self._searcher, address)
            except ValueError:
                continue  # the term is not in this source
            shares[term] = round(float(json.loads(explanation.to_json())["value"]), 4)
        return shares

    def _term(self, term: str) -> tantivy.Query:
        return tantivy.Query.term_query(self._schema, "words", term, "freq")


class WordWriter:
    """Adds and removes; nothing is seen by readers before ``commit``."""

    def __init__(self, writer: tantivy.IndexWriter) -> None:
        self._writer = writer

    def add(self, key: int, kind: Kind, words: str) -> None:
        """Add a source's words under its key."""
        document = tantivy.Document()
        document.add_integer("key", key)
        document.add_text("kind", kind)
        document.add_text("words", words)
        self._writer.add_document(document)

    def remove(self, keys: Iterable[int]) -> None:
        """Forget keys."""
        for key in keys:
            self._writer.delete_documents_by_term("key", key)

    def commit(self) -> None:
        """Make everything since the last commit durable and visible."""
        self._writer.commit()

    def rollback(self) -> None:
        """Drop everything since the last commit."""
        self._writer.rollback()

    def close(self) -> None:
        """Let background merging finish and give the writer's lock back."""
        self._writer.wait_merging_threads()
