"""Questions that people wrote, attached to the things and snippets that they are about."""

import gzip
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from manyhop.errors import ManyhopError
from manyhop.generation._query import Written
from manyhop.generation._single import Single
from manyhop.generation._topic import Thing
from manyhop.generation.texts._facts import plain
from manyhop.programs import Value
from manyhop.sources import Snippet, Span

# Question sets that people wrote: SQuAD, HotpotQA, open questions and MultiModalQA.


class Asked(msgspec.Struct, frozen=True):
    """A question, its answers, and the titles, texts or snippets' ids that it is said to rest on.

    ``start`` is where the first answer stands in the first text; -1 where that is not told.
    """

    question: str
    answers: tuple[str, ...]
    titles: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    start: int = -1


def read_questions(path: Path) -> Iterator[Asked]:
    """The answerable questions of a JSON or JSON Lines file, gzipped or not.

    Of MultiModalQA's question files, TextQ are taken and all others passed over.
    Example: ``[asked.question for asked in read_questions(Path("dev-v2.0.json"))]``
    """
    for where, record in _records(path):
        if not isinstance(record, dict):
            raise ManyhopError(
                f"{where}: a question must be a JSON object, with its question in it"
            )
        if "paragraphs" in record and "question" not in record:
            yield from _squad(record)
        elif "question" in record and "metadata" in record and "qid" in record:
            yield from _mmqa(record)
        elif "question" in record:
            yield from _single(record, where)
        else:
            raise ManyhopError(f"{where}: there is no question; add the field 'question'")


def _records(path: Path) -> Iterator[tuple[str, Any]]:
    try:
        data = path.read_bytes()
        text = gzip.decompress(data) if path.suffix == ".gz" else data
    except (OSError, EOFError) as error:
        raise ManyhopError(f"{path}: cannot be read; check that it is there and whole") from error
    try:
        whole = msgspec.json.decode(text)
    except msgspec.DecodeError:
        yield from _lines(path, text)
        return
    if isinstance(whole, dict) and isinstance(whole.get("data"), list):
        whole = whole["data"]
    for number, record in enumerate(whole if isinstance(whole, list) else [whole], start=1):
        yield f"{path}, record {number}", record


def _lines(path: Path, text: bytes) -> Iterator[tuple[str, Any]]:
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            try:
                yield f"{path}, line {number}", msgspec.json.decode(line)
            except msgspec.DecodeError as error:
                raise ManyhopError(f"{path}, line {number}: not JSON; mend the line") from error


def _squad(article: dict[str, Any]) -> Iterator[Asked]:
    title = str(article.get("title", "")).replace("_", " ")
    for paragraph in article["paragraphs"]:
        for asked in paragraph.get("qas", ()):
            answers = asked.get("answers") or ()
            if answers and not asked.get("is_impossible"):
                yield Asked(
                    question=asked["question"].strip(),
                    answers=tuple(dict.fromkeys(answer["text"] for answer in answers)),
                    titles=(title,),
                    texts=(paragraph["context"],),
                    start=answers[0].get("answer_start", -1),
                )


def _single(record: dict[str, Any], where: str) -> Iterator[Asked]:
    told = record.get("answers", record.get("answer"))
    if isinstance(told, dict):
        told = told.get("text")
    if isinstance(told, bool):
        raise ManyhopError(
            f"{where}: the answer is true or false, as in BoolQ; only questions whose answers "
            "stand in a text can be composed, so leave the file out"
        )
    answers = (told,) if isinstance(told, str) else tuple(told or ())
    if not all(isinstance(answer, str) for answer in answers):
        raise ManyhopError(f"{where}: an answer must be text; write it as a string")
    titles = tuple(_supporting(record))
    if answers:
        yield Asked(question=str(record["question"]).strip(), answers=answers, titles=titles)


def _mmqa(record: dict[str, Any]) -> Iterator[Asked]:
    """A TextQ whose one answer stands in a text."""
    answers: list[dict[str, Any]] = record.get("answers") or []
    if record["metadata"].get("type") != "TextQ" or len(answers) != 1:
        return
    answer = answers[0]
    ids = (place["doc_id"] for place in answer.get("text_instances") or ())
    yield Asked(
        question=str(record["question"]).strip(),
        answers=(str(answer["answer"]),),
        ids=tuple(dict.fromkeys(ids)),
    )


def _supporting(record: dict[str, Any]) -> Iterator[str]:
    """The titles that the answer rests on, each once."""
    facts = record.get("supporting_facts") or ()
    named = facts.get("title", ()) if isinstance(facts, dict) else [fact[0] for fact in facts]
    paragraphs = record.get("paragraphs") or ()
    marked = [part["title"] for part in paragraphs if part.get("is_supporting")]
    yield from dict.fromkeys([*named, *marked])


_WORD = re.compile(r"\w+")
_MOST_WORDS = 8
_NOUNS = (
    (re.compile(r"\bwho(?:m|se)?\b", re.IGNORECASE), "person"),
    (re.compile(r"\bwhere\b", re.IGNORECASE), "place"),
    (re.compile(r"\b(?:what|which) year\b", re.IGNORECASE), "year"),
    (re.compile(r"\bwhen\b", re.IGNORECASE), "date"),
    (re.compile(r"\bhow many\b", re.IGNORECASE), "number"),
)


def attached_questions(
    path: Path, things: Iterable[Thing], snippets: Iterable[Snippet] = ()
) -> Iterator[Single]:
    """The questions of a set whose answer stands in a snippet of one of the things.

    A question goes with the snippets that it names by id or title, and where it names none, with
    those of the things in its words. ``snippets`` are others that a question may name by id. The
    snippet must hold the answer exactly once. A thing that the question names once, in the very
    words, becomes its hole: "When did the Humber Bridge open?" → "When did [answer] open?".
    """
    known = _Known(things, snippets)
    for asked in read_questions(path):
        single = known.attach(asked)
        if single is not None:
            yield single


class _Known:
    """The things, by the words of their names and the titles of their snippets."""

    def __init__(self, things: Iterable[Thing], snippets: Iterable[Snippet]) -> None:
        self._by_id = {snippet.id: snippet for snippet in snippets}
        self._named: dict[tuple[str, ...], Thing] = {}
        self._titled: dict[str, list[Snippet]] = {}
        for thing in things:
            self._named.setdefault(_words(thing.name), thing)
            for snippet in thing.snippets:
                self._titled.setdefault(snippet.title.casefold(), []).append(snippet)

    def attach(self, asked: Asked) -> Single | None:
        mentioned = self._mentioned(asked.question)
        snippets = [self._by_id[id] for id in asked.ids if id in self._by_id]
        snippets = snippets or [
            snippet for title in asked.titles for snippet in self._titled.get(title.casefold(), ())
        ]
        if not snippets and not asked.ids:
            snippets = [snippet for thing in mentioned for snippet in thing.snippets]
        for snippet in snippets:
            span = _answer_at(snippet, asked)
            if span is not None:
                return self._single(asked, snippet, span, mentioned)
        return None

    def _mentioned(self, question: str) -> list[Thing]:
        """The things whose names stand in the question, the longest name first."""
        words = _words(question)
        found: dict[str, Thing] = {}
        for length in range(min(_MOST_WORDS, len(words)), 0, -1):
            for start in range(len(words) - length + 1):
                thing = self._named.get(words[start : start + length])
                if thing is not None:
                    found.setdefault(thing.key, thing)
        return list(found.values())

    def _single(self, asked: Asked, snippet: Snippet, span: Span, mentioned: list[Thing]) -> Single:
        citation = snippet.cite(span)
        value = Value(plain(citation.quote), citations=(citation,))
        answer = self._named.get(_words(value.text))
        question, subject, said = asked.question, None, ""
        for thing in mentioned:
            cut = _cut(asked.question, thing.name)
            if cut is not None and thing is not answer:
                question, said = cut
                subject = thing
                break
        return Single(
            leaf="TextQ",
            question=question,
            phrase="" if subject else phrase_of(question),
            noun=next((noun for asks, noun in _NOUNS if asks.search(question)), "answer"),
            pseudo=question[:1].lower() + question[1:].rstrip(" ?"),
            person=bool(_NOUNS[0][0].match(question)),
            subject=subject.name if subject else "",
            subject_said=said,
            subject_entity=subject.key if subject else "",
            query=Written(snippet.id, span.start, span.end),
            values=(value,),
            entities=(answer.key if answer else "",),
        )


def _answer_at(snippet: Snippet, asked: Asked) -> Span | None:
    """Where the answer stands in the snippet; None where it does not, or more than once."""
    answer = asked.answers[0]
    if asked.start >= 0 and asked.texts and snippet.text == asked.texts[0]:
        return Span(asked.start, asked.start + len(answer))
    for answer in asked.answers:
        words = _WORD.findall(answer)
        if not words or plain(answer).casefold() in asked.question.casefold():
            continue
        pattern = r"(?<!\w)" + r"\W{1,3}".join(map(re.escape, words)) + r"(?!\w)"
        found = [match.span() for match in re.finditer(pattern, snippet.text)]
        if len(found) == 1:
            return Span(*found[0])
    return None


def _cut(question: str, name: str) -> tuple[str, str] | None:
    """The question with a hole for the name, and what stood there; None where it is not once."""
    found = list(re.finditer(rf"(?<!\w)(?:the\s)?{re.escape(plain(name))}(?![\w'’])", question))
    if len(found) != 1 or not name:
        return None
    start, end = found[0].span()
    return f"{question[:start]}[answer]{question[end:]}", found[0][0]


def _words(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(text.casefold()))


_ASKS_OBJECT = "did|do|does|has|have|had|will|would|can|could|should|shall|may|might|am"
_VERB = (
    "is|was|are|were|has|had|won|wrote|sang|played|made|became|began|held|led|built|beat|gave|took"
    "|ran|sold|plays|wins|makes|stars|sings|[a-z]+(?<!e)ed"
)
_FORMS = (
    (re.compile(r"who(?:'s|\s(?:is|was))\s(?P<rest>the\s.+)", re.IGNORECASE), "{rest}"),
    (
        re.compile(
            rf"who\s(?P<rest>(?!(?:{_ASKS_OBJECT}|is|was|are|were)\s)[a-z].+)", re.IGNORECASE
        ),
        "the person who {rest}",
    ),
    (
        re.compile(rf"(?:which|what)\s(?P<noun>[a-z]+)\s(?P<rest>(?:{_VERB})\s.+)", re.IGNORECASE),
        "the {noun} that {rest}",
    ),
)
_TWO_PARTS = re.compile(r"\s(?:or|and\swho|and\swhat|and\swhen)\s|[,;:]")
_PEOPLE = re.compile(
    r"[a-z]*(?:actor|actress|singer|player|person|director|writer|driver|artist|member|man|woman)$"
)
_MOST_WORDS_OF_PHRASE = 14


def phrase_of(question: str) -> str:
    """The phrase for a question's answer; "" where the question is of no form that gives one.

    Example: ``phrase_of("Who drew the Moss Bridge?")`` → ``"the person who drew the Moss Bridge"``
    """
    asked = question.strip().rstrip(" ?.")
    if len(asked.split()) > _MOST_WORDS_OF_PHRASE or _TWO_PARTS.search(asked):
        return ""
    for form, phrase in _FORMS:
        if found := form.fullmatch(asked):
            said = phrase.format(**found.groupdict())
            noun = found.groupdict().get("noun", "")
            return said.replace(" that ", " who ", 1) if _PEOPLE.fullmatch(noun) else said
    return ""
