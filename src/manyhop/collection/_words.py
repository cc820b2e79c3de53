"""BM25 over the words of the sources; tantivy behind our own small interface."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec
import tantivy

from manyhop.collection._folder import OLD_WORDS, names_in, owns, remove
from manyhop.collection._mishaps import IndexDamagedError, tantivy_errors
from manyhop.sources import Kind

_ANALYZER = "manyhop"
_HEAP = 256_000_000
_PARTS = ("idx", "pos", "fast", "fieldnorm", "term", "store")  # of each of tantivy's segments
_ALWAYS = {"meta.json", ".managed.json", ".tantivy-meta.lock", ".tantivy-writer.lock"}


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_integer_field("key", indexed=True, fast=True)
    builder.add_text_field("kind", tokenizer_name="raw", index_option="basic")
    builder.add_text_field("words", tokenizer_name=_ANALYZER, index_option="freq")
    return builder.build()


class _Deletes(msgspec.Struct):
    opstamp: int


class _Part(msgspec.Struct):
    segment_id: str
    deletes: _Deletes | None = None


class _Meta(msgspec.Struct):
    segments: list[_Part]


def living_files(folder: Path) -> list[str]:
    """The files that tantivy's last commit consists of; all others are unfinished or outdated."""
    try:
        meta = msgspec.json.decode((folder / "meta.json").read_bytes(), type=_Meta)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise IndexDamagedError(folder / "meta.json", str(error)) from error
    names = []
    for part in meta.segments:
        stem = part.segment_id.replace("-", "")
        names += [f"{stem}.{kind}" for kind in _PARTS]
        names += [f"{stem}.{part.deletes.opstamp}.del"] if part.deletes else []
    for name in names:
        if not owns(name, within=OLD_WORDS):
            raise IndexDamagedError(folder / "meta.json", f"it names {name!r}")
    return names


def clear_unfinished(folder: Path, within: str) -> None:
    """Remove what a killed writer left: tantivy would stumble over a file it wants to make."""
    path = folder / within
    try:
        managed = msgspec.json.decode((path / ".managed.json").read_bytes(), type=list[str])
    except FileNotFoundError:
        managed = []
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise IndexDamagedError(path / ".managed.json", str(error)) from error
    for name in managed:  # tantivy removes what stands here, wherever it is
        if not owns(name, within=OLD_WORDS):
            raise IndexDamagedError(path / ".managed.json", f"it names {name!r}")
    kept = {*living_files(path), *_ALWAYS}
    remove(folder, within, [name for name in names_in(path) if name not in kept])


def make_word_index(folder: Path) -> None:
    """An empty word index in a folder that is not there yet."""
    folder.mkdir()
    with tantivy_errors(folder):
        tantivy.Index(_schema(), str(folder))


class WordIndex:
    """The searching side; only opens what is there, so that a lost index is never an empty one.

    Example: ``WordIndex(folder).search("Which bridges opened in 1981?", 10)``
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._schema = _schema()
        living_files(folder)  # says what is wrong with them better than tantivy does
        with tantivy_errors(folder):
            self._index = tantivy.Index.open(str(folder))
            self._index.register_tokenizer(_ANALYZER, word_analyzer())
            self._index.config_reader("manual")
            self._searcher = self._index.searcher()

    def __len__(self) -> int:
        """How many sources it knows, some of them perhaps removed since."""
        return int(self._searcher.num_docs)

    def reload(self) -> None:
        """See the newest commit."""
        with tantivy_errors(self.folder):
            self._index.reload()
            self._searcher = self._index.searcher()

    def writer(self) -> "WordWriter":
        """The writing side; one at a time."""
        with tantivy_errors(self.folder):
            return WordWriter(self._index.writer(_HEAP), self.folder)

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

    def __init__(self, writer: tantivy.IndexWriter, folder: Path) -> None:
        self._writer = writer
        self._folder = folder

    def add(self, key: int, kind: Kind, words: str) -> None:
        """Add a source's words under its key."""
        document = tantivy.Document()
        document.add_integer("key", key)
        document.add_text("kind", kind)
        document.add_text("words", words)
        with tantivy_errors(self._folder, writing=True):
            self._writer.add_document(document)

    def remove(self, keys: Iterable[int]) -> None:
        """Forget keys."""
        for key in keys:
            self._writer.delete_documents_by_term("key", key)

    def commit(self) -> None:
        """Make everything since the last commit durable and visible."""
        with tantivy_errors(self._folder, writing=True):
            self._writer.commit()

    def rollback(self) -> None:
        """Drop everything since the last commit."""
        with tantivy_errors(self._folder, writing=True):
            self._writer.rollback()

    def close(self) -> None:
        """Let background merging finish and give the writer's lock back."""
        with tantivy_errors(self._folder, writing=True):
            self._writer.wait_merging_threads()


# From a question to the terms that are worth looking up.

# Words that shape a question or glue a sentence; they say nothing of what is looked for.
_SHAPING_WORDS = """
    a about across after all also although am among an and any are as at be because been before
    being both but by can could d did do does doing don during each either else ever every for
    from had has have having he her here hers him his how however i if in into is isn it its itself
    just ll let like many may me might more most much must my no nor not of off on one only onto or
    other our out over own please re s same shall she should show so some such t tell than that the
    their them then there these they this those through to too under until up upon us ve very was
    we were what when where whether which while who whom whose why will with within without would
    yes you your
"""
_SHAPING = frozenset(_SHAPING_WORDS.split())


def _plain_words() -> tantivy.TextAnalyzerBuilder:
    return (
        tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple())
        .filter(tantivy.Filter.remove_long(60))
        .filter(tantivy.Filter.lowercase())
        .filter(tantivy.Filter.ascii_fold())
    )


def word_analyzer() -> tantivy.TextAnalyzer:
    """How sources are cut into terms: lower case, no accents, English stems."""
    return _plain_words().filter(tantivy.Filter.stemmer("english")).build()


_plain = _plain_words().build()
_stemming = word_analyzer()


def question_terms(question: str, limit: int = 64) -> list[str]:
    """The distinct stems to look up; the shaping words only where nothing else is left.

    Example: ``question_terms("Which bridges opened in 1981?")`` → ``["bridg", "open", "1981"]``
    """
    words = _plain.analyze(question)
    telling = [word for word in words if word not in _SHAPING] or words
    stems = _stemming.analyze(" ".join(dict.fromkeys(telling)))
    return list(dict.fromkeys(stems))[:limit]
