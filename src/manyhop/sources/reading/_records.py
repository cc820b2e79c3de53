"""JSON Lines and JSON files: sources, rows with a text, context files of benchmarks, records."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from manyhop.errors import ManyhopError
from manyhop.sources import KINDS, AnySource, Image, Snippet, source_from_json
from manyhop.sources.reading import _hybridqa, _mmqa, _myfixit, _recipeqa, _webqa
from manyhop.sources.reading._json_tables import tables_from_json
from manyhop.sources.reading._packed import all_bytes, decode_json, first_bytes, numbered_lines
from manyhop.sources.reading._reach import Skipped, is_referred_picture, is_there
from manyhop.sources.reading._titles import title_from_name

Row = tuple[str, bytes | msgspec.Raw]
"""Where a row stands, and its JSON."""

_TEXT_FIELDS = ("text", "contents", "body")
_DEEPEST = 250
_QUESTION_FIELDS = ("question", "Q")
_JSONLD_FIELDS = {"@context", "@type", "@graph"}


class _UnknownRowError(ManyhopError):
    """A row that is none of the kinds with a name; all such rows of a file make a table."""


class _TextRow(msgspec.Struct):
    id: str | int = ""
    title: str | None = None
    url: str | None = None


def read_lines(path: Path, origin: str) -> Iterator[AnySource | Skipped]:
    """The sources of a JSON Lines file, one or more to a line; bad lines are skipped."""
    if _begins_a_document(first_bytes(path, 4096)):
        yield from read_json(path, origin)
        return
    yield from _Rows(path, origin).sources(numbered_lines(path, origin))


def read_json(path: Path, origin: str) -> Iterator[AnySource | Skipped]:
    """The sources of a JSON file: one, a list, JSON-LD, a benchmark's context file, or records."""
    data = all_bytes(path, origin)
    try:
        rows = _rows_of_document(data, origin)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        if _is_whole_object(data.lstrip().partition(b"\n")[0]):
            yield from _Rows(path, origin).sources(numbered_lines(path, origin))
            return
        raise ManyhopError(f"{origin} is not valid JSON: {error}") from error
    if rows is None:
        yield from _jsonld(data, path, origin)
    else:
        yield from _Rows(path, origin).sources(rows, whole=lambda: decode_json(data))


def _jsonld(data: bytes, path: Path, origin: str) -> Iterator[AnySource]:
    from manyhop.sources.reading._jsonld import procedures_from_jsonld

    procedures = procedures_from_jsonld(decode_json(data), origin, path.parent)
    if not procedures:
        raise ManyhopError(f"{origin} is JSON-LD without a Recipe or HowTo that has steps")
    yield from procedures


def _begins_a_document(beginning: bytes) -> bool:
    """Whether a ``.jsonl`` is in truth one JSON value spread over lines."""
    return beginning.lstrip(b"\xef\xbb\xbf \t\r\n").split(b"\n", 1)[0].strip() in (b"[", b"{")


def _is_whole_object(line: bytes) -> bool:
    try:
        return isinstance(decode_json(line), dict)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return False


def _rows_of_document(data: bytes, origin: str) -> list[Row] | None:
    """The rows of a JSON document; ``None`` where it is JSON-LD."""
    start = data.lstrip()[:1]
    if start == b"[":
        items = _items(data)
        first = decode_json(items[0]) if items else None
        if isinstance(first, dict) and first.keys() & _JSONLD_FIELDS:
            return None
        return [(f"{origin}[{number}]", item) for number, item in enumerate(items)]
    if start != b"{":
        decode_json(data)
        raise ManyhopError(f"{origin} holds a bare JSON value; Manyhop reads objects and lists")
    fields = _fields(data)
    if fields.keys() & _JSONLD_FIELDS and "kind" not in fields:
        return None
    if _hybridqa.is_row(fields):
        return [(origin, data)]
    if "data" in fields and _opens_with(fields["data"], b"["):
        return [(f"{origin}[{number}]", item) for number, item in enumerate(_items(fields["data"]))]
    if fields and all(_opens_with(value, b"{") for value in fields.values()):
        return [(f"{origin}[{key}]", value) for key, value in fields.items()]
    return [(origin, data)]


def _opens_with(value: msgspec.Raw, bracket: bytes) -> bool:
    return bytes(memoryview(value)[:1]) == bracket


def _items(data: bytes | msgspec.Raw) -> list[msgspec.Raw]:
    try:
        return msgspec.json.decode(data, type=list[msgspec.Raw])
    except msgspec.DecodeError:
        return [msgspec.Raw(json.dumps(item).encode()) for item in decode_json(data)]


def _fields(data: bytes) -> dict[str, msgspec.Raw]:
    try:
        return msgspec.json.decode(data, type=dict[str, msgspec.Raw])
    except msgspec.DecodeError:
        decoded = decode_json(data)
        return {key: msgspec.Raw(json.dumps(value).encode()) for key, value in decoded.items()}


class _Unread(Skipped, frozen=True):
    """A row that is left out only if other rows are of a kind with a name."""


class _Rows:
    """The rows of one file, each of which says itself what it is."""

    def __init__(self, path: Path, origin: str) -> None:
        self.path = path
        self.origin = origin
        self.holds_queries = path.name.startswith("queries.json")  # of a BEIR folder
        self.questions = 0
        self.records: list[Any] = []  # of no kind with a name
        self.webqa_records: list[Row] = []
        self.recipe_questions: list[dict[str, Any]] = []
        self.hybridqa = _hybridqa.HybridQARows(path, origin)

    def sources(
        self, rows: Iterable[Row | Skipped], whole: Callable[[], Any] | None = None
    ) -> Iterator[AnySource | Skipped]:
        """The sources; ``Skipped`` for bad rows; an error where every row is bad.

        Where no row is of a kind with a name, ``whole``, or else the rows, are read as tables.
        """
        bad: list[Skipped] = []
        any_good = False
        for row in rows:
            try:
                found: Sequence[AnySource | Skipped]
                found = [row] if isinstance(row, Skipped) else self._read(*row)
            except (ManyhopError, msgspec.MsgspecError, RecursionError, ValueError) as error:
                assert not isinstance(row, Skipped)
                found = [Skipped(row[0], _reason(error))]
                if isinstance(error, _UnknownRowError) and not any_good:
                    self.records.append(decode_json(row[1]))
                    found = [_Unread(row[0], _reason(error))]
            for source in found:
                if any_good or not isinstance(source, Skipped):
                    any_good = True
                    yield from bad
                    bad.clear()
                    yield source
                else:
                    bad.append(source)
        for source in self._gathered():
            any_good = True
            yield source
        if self.records and not any_good:
            title = title_from_name(_unpacked(self.path))
            value = whole() if whole else self.records
            for table in tables_from_json(value, title=title, origin=self.origin):
                any_good = True
                yield table
            bad = [skipped for skipped in bad if not isinstance(skipped, _Unread)]
        if bad and not any_good:
            where = bad[0].where.removeprefix(self.origin).strip(":[]")
            reason = ": ".join(filter(None, (where, bad[0].reason)))
            raise ManyhopError(f"{self.origin} holds nothing that Manyhop can index ({reason})")
        yield from bad

    def _read(self, where: str, data: bytes | msgspec.Raw) -> list[AnySource | Skipped]:
        row = decode_json(data)
        if _nests_deep(row, data):
            raise ManyhopError(f"it nests more than {_DEEPEST} deep; flatten it")
        if not isinstance(row, dict):
            raise _UnknownRowError("not a JSON object")
        if row.get("kind") in KINDS:
            return [*self._placed(source_from_json(bytes(data)), where)]
        if _webqa.is_webqa_record(row):
            self.webqa_records.append((where, data))
        elif _recipeqa.is_recipe(row):
            return [_recipeqa.recipe_from_row(row, self.origin)]
        elif _recipeqa.is_recipe_question(row):
            _recipeqa.check_question(row)
            self.recipe_questions.append(row)
        elif _myfixit.is_manual(row):
            return [_myfixit.manual_from_row(row, self.origin)]
        elif _mmqa.is_table_row(row):
            return [_mmqa.table_from_row(row, self.origin)]
        elif _hybridqa.is_row(row):
            return [*self.hybridqa.sources(row)]
        elif any(isinstance(row.get(field), str) for field in _TEXT_FIELDS):
            if not self.holds_queries:
                return [snippet_from_row(row, self.origin)]
            self.questions += 1
        elif _mmqa.is_image_row(row):
            return [_mmqa.image_from_row(row, self.path.parent, self.origin)]
        elif _is_boolq(row):
            passage = {"title": row.get("title"), "text": row["passage"]}
            self.questions += 1
            return [snippet_from_row(passage, self.origin)]
        elif any(isinstance(row.get(field), str) for field in _QUESTION_FIELDS):
            self.questions += 1
        else:
            raise _UnknownRowError(f"neither a source nor a row with a text: it has {_names(row)}")
        return []

    def _placed(self, source: AnySource, where: str) -> Iterator[AnySource | Skipped]:
        """A source with an origin, and a picture's path that holds from anywhere."""
        if isinstance(source, Image) and source.path:
            path = (self.path.parent / source.path).absolute()
            found = is_referred_picture(path, source.path)
            if not found and not is_there(path):
                yield Skipped(where, f"there is no picture {source.path!r}; put it there")
            source = source.with_changes(path=str(path) if found else "")
            if not (found or source.data or source.caption or source.title or source.text):
                return
        yield source if source.origin else source.with_changes(origin=self.origin)

    def _gathered(self) -> Iterator[AnySource | Skipped]:
        yield from _webqa.webqa_sources(self.webqa_records, self.origin)
        yield from _recipeqa.recipes_from_questions(self.recipe_questions, self.origin)
        if self.questions:
            yield Skipped(
                self.origin,
                f"{self.questions} questions, which are no sources; `manyhop eval` reads them",
            )


def _nests_deep(row: Any, data: bytes | msgspec.Raw) -> bool:
    """Whether a row goes deeper than can be written again wherever it is read."""
    written = bytes(data)
    if written.count(b"[") + written.count(b"{") <= _DEEPEST:
        return False
    level = [row]
    for _ in range(_DEEPEST):
        inner = (each.values() if isinstance(each, dict) else each for each in level)
        level = [one for each in inner for one in each if isinstance(one, dict | list)]
        if not level:
            return False
    return True


def _is_boolq(row: dict[str, Any]) -> bool:
    """A question to be answered with yes or no, with the passage that answers it."""
    return isinstance(row.get("passage"), str) and isinstance(row.get("question"), str)


def snippet_from_row(row: dict[str, Any], origin: str) -> Snippet:
    """A row with an id, a title and a text, as in BEIR's corpora and MultiModalQA's texts."""
    known = "_id" if "_id" in row else "id"
    read = msgspec.convert({**row, "id": row.get(known, "")}, _TextRow)
    field = next(field for field in _TEXT_FIELDS if isinstance(row.get(field), str))
    text = row[field]
    if not text.strip() and not read.title:
        raise ManyhopError(f"its {field} is empty")
    return Snippet(
        id=str(read.id),
        title=read.title or "",
        text=text,
        origin=read.url or origin,
        meta={
            key: value for key, value in row.items() if key not in (known, "title", "url", field)
        },
    )


def _unpacked(path: Path) -> Path:
    return path.with_suffix("") if path.suffix.lower() == ".gz" else path


def _reason(error: Exception) -> str:
    if isinstance(error, ManyhopError):
        return str(error)
    if isinstance(error, msgspec.ValidationError):
        return f"not in the form it should have: {error}"
    return f"not valid JSON: {error}"


def _names(row: dict[str, Any]) -> str:
    names = list(row)
    return ", ".join(names[:5]) + (", …" if len(names) > 5 else "") if names else "no fields"
