"""Questions that one hop alone could answer, and others that are not worth asking."""

import re
from collections.abc import Mapping

from manyhop.generation._built import BuiltQuestion
from manyhop.generation._leakage import offers
from manyhop.generation._query import Cells, Said, SaidOf, sources_of
from manyhop.generation._single import Single
from manyhop.generation.composing._draft import Draft
from manyhop.generation.composing._pool import Pool
from manyhop.generation.tables import Program as TableProgram
from manyhop.generation.tables import Where
from manyhop.generation.texts import facts
from manyhop.programs import Compose, Outcome, TextQ, walk
from manyhop.sources import AnySource, CellAt, Snippet, Table

_WORD = re.compile(r"[^\W_]+")
_FIGURE = re.compile(r"[0-9][0-9.,]+")
_LONG_WORD = re.compile(r"[a-z]{5,}")
_COMMON = frozenset(("answer", "which", "where", "there", "their", "whose", "located", "listed"))
_SHORT = 3  # characters of an answer that may well stand in a source by accident


def shortcut(
    draft: Draft, outcome: Outcome, pool: Pool, sources: Mapping[str, AnySource]
) -> str | None:
    """Why a question does not need all its hops, or None.

    ``told``: the question itself says the answer, or a part of it. ``weak distractors``: whatever
    the inner hop finds, the outer one answers the same. ``redundant evidence``: the source of one
    hop says what the other was to find, or what the other finds it by.
    """
    answers = [value.text for value in outcome.answers]
    if any(hints_at(draft.question, text) for text in answers if text not in draft.told):
        return "told"
    if _is_measured_by_itself(draft):
        return "told"
    if isinstance(draft.program, Compose) and len(draft.singles) == 2:
        outer, inner = draft.singles
        if not isinstance(outer.query, Said) and not pool.other_answers(outer):
            return "weak distractors"
        if any(_known_from(inner, text, sources) for text in answers):
            return "redundant evidence"
        if _is_described_in(outer, inner, sources):
            return "redundant evidence"
    return None


def is_told_apart(built: BuiltQuestion, sources: Mapping[str, AnySource]) -> bool:
    """Whether a text in the question's context answers its outer hop for another thing.

    If not, whoever skips the inner hop finds the answer all the same: a weak distractor.
    Questions whose outer hop asks no text are told apart already.
    """
    program = built.program
    if not isinstance(program, Compose) or not isinstance(program.outer, TextQ):
        return True
    inner = {leaf.question for leaf in walk(program.inner) if isinstance(leaf, TextQ)}
    said = [
        query
        for words, query in built.queries.items()
        if isinstance(query, Said) and words not in inner
    ]
    if not said:
        return True
    context = {id: sources[id] for id in (*built.gold, *built.distractors)}
    return any(
        fact.relation == query.relation and fact.value not in built.answers
        for query in said
        for id, source in context.items()
        if id != query.snippet and isinstance(source, Snippet)
        for fact in facts(source)
    )


def _is_measured_by_itself(draft: Draft) -> bool:
    """Whether a description gives away what is then asked: born in 1963, and when born."""
    describing = [single.whole for single in draft.singles if not single.subject_entity]
    asked = [single for single in draft.singles if single.subject_entity]
    if not describing or not asked:
        return False
    telling = {
        figure for single in asked for text in single.answers for figure in _FIGURE.findall(text)
    }
    telling |= {word for single in asked for word in _LONG_WORD.findall(single.question.lower())}
    for words in describing:
        said = {*_FIGURE.findall(words), *_LONG_WORD.findall(words.lower())} - _COMMON
        if said & telling:
            return True
    return False


def _known_from(inner: Single, answer: str, sources: Mapping[str, AnySource]) -> bool:
    """Whether what the inner hop reads gives the answer away."""
    if len(answer) < _SHORT or answer.lower() in {"yes", "no"}:
        return False
    cited = {citation.source_id for value in inner.values for citation in value.citations}
    for id in sources_of(inner.query):
        source = sources[id]
        if id in cited and _says(_evidence(inner, source), answer):
            return True
    return False


def _is_described_in(outer: Single, inner: Single, sources: Mapping[str, AnySource]) -> bool:
    """Whether what the outer hop reads says itself by what the inner one finds its thing.

    Of "Who is the singer of Fever Dream?" the singer's page needs no table if it names the song.
    """
    clues = [clue for clue in _clues(inner, sources) if len(clue) >= _SHORT]
    cited = {citation.source_id for value in outer.values for citation in value.citations}
    read = [sources[id] for id in sources_of(outer.query) if id in cited]
    return bool(clues) and any(
        all(_says(_evidence(outer, source), clue) for clue in clues) for source in read
    )


def _clues(single: Single, sources: Mapping[str, AnySource]) -> list[str]:
    """The words by which a question finds its thing: other cells of its row, or what is said."""
    match single.query:
        case SaidOf(_, value):
            return [value]
        case Cells(table, TableProgram(Where(conditions))):
            source = sources[table]
            assert isinstance(source, Table)
            return [source.rows[each.row][each.column].text for each in conditions]
    return []


def _evidence(single: Single, source: AnySource) -> str:
    """What a hop sees: a whole passage, or the rows of a table that it chose."""
    if not isinstance(source, Table):
        return source.searchable
    rows = {
        citation.place.row
        for value in single.values
        for citation in value.citations
        if isinstance(citation.place, CellAt)
    }
    return " | ".join(cell.text for row in sorted(rows) for cell in source.rows[row])


def hints_at(question: str, answer: str) -> bool:
    """Whether a question says its answer, or a telling word of it; "red or blue?" does not."""
    if offers(question, answer):
        return False
    asked = set(plain_words(question).split())
    words = [word for word in plain_words(answer).split() if len(word) > _SHORT]
    return any(word in asked for word in words) or _says(question, answer)


def _says(text: str, answer: str) -> bool:
    return f" {plain_words(answer)} " in f" {plain_words(text)} "


def plain_words(text: str) -> str:
    """The words and numbers of a text in lower case, one space apart.

    Example: ``plain_words("St. John's, 1981")`` → ``"st john s 1981"``
    """
    return " ".join(_WORD.findall(text.lower()))
