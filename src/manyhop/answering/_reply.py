"""A model's reply read into an answer, forgiving in form and strict about sources."""

import re
from collections.abc import Sequence

import msgspec

from manyhop.answering._prompt import choice_labels
from manyhop.answering._question import Question
from manyhop.sources import AnySource

_LABELS = re.compile(
    r"^[^\w\n]*(?:the )?(?:(?:final|correct) )?(answer|sentence|source)s?(?: is| are)?"
    r"[^\w\n]*?:[ \t*_]*",
    re.I | re.M,
)
_BRACKETS = re.compile(r"\s*\[([^\[\]\n]+)\]")
_EDGES = " \t\n\"'`*_.,;:!?“”‘’"


class Reply(msgspec.Struct, frozen=True):
    """What was understood of a reply; ``choice`` is None where none could be made out."""

    values: tuple[str, ...] = ()
    sentence: str = ""
    choice: int | None = None
    sources: tuple[str, ...] = ()


def read_reply(text: str, question: Question, sources: Sequence[AnySource]) -> Reply:
    """Values, sentence, choice and sources; ``sources`` are those that were shown, in order.

    Example: ``read_reply("Answer: 1981\\nSources: [1]", question, (snippet,)).values``
    """
    fields = _fields(text)
    said = fields.get("answer", "")
    cited = _cited(fields.get("source", ""), sources, bare=True) or _cited(text, sources)
    said = _without_citations(said, sources)
    sentence = _without_citations(fields.get("sentence", ""), sources)
    if question.choices:
        choice = read_choice(said or text, question.choices)
        if choice is None:
            choice = read_choice(sentence, question.choices)
        if choice is not None:  # its words are no answer of the model's own
            return Reply((), sentence or question.choices[choice], choice, cited)
        return Reply((said,) if said else (), sentence or said, None, cited)
    values = tuple(filter(None, map(_value, said.split("|"))))
    return Reply(values, sentence or said, None, cited)


def read_choice(said: str, choices: Sequence[str]) -> int | None:
    """The number of the choice that is meant: by its letter, its words, or words within.

    Example: ``read_choice("The answer is (B).", ("red", "blue"))`` → ``1``
    """
    labels = choice_labels(len(choices))
    any_label = "|".join(labels)
    said = said.strip()
    if not _plain(said):
        return None
    for pattern in (
        rf"[\W_]*({any_label})[\W_]*",
        rf"[\W_]*({any_label})[\W_]*[.):\]*][\W_]*\s.*",
        rf"\W*(?:option|choice)\s+\W*({any_label})\b.*",
    ):
        if found := re.fullmatch(pattern, said, re.I | re.S):
            return labels.index(found[1].upper())
    plain = [_plain(choice) for choice in choices]
    if _plain(said) in plain:
        return plain.index(_plain(said))
    named = re.findall(
        rf"\b(?:[Aa]nswer|[Oo]ption|[Cc]hoice)\b(?:\s+is)?[\s:*(\[]*({any_label})\b(?!(?<=[AI])\s+[a-z])",
        said,
    )
    if named:
        return labels.index(named[-1])
    return _only_one_within(_plain(said), plain)


def _only_one_within(said: str, choices: Sequence[str]) -> int | None:
    """The one choice whose words are said, not counting those that are part of another's."""
    within = [
        number
        for number, choice in enumerate(choices)
        if choice and re.search(rf"(?<!\w){re.escape(choice)}(?!\w)", said)
    ]
    whole = [
        number
        for number in within
        if not any(
            choices[number] in choices[other]
            for other in within
            if choices[other] != choices[number]
        )
    ]
    return whole[0] if len(whole) == 1 else None


def _value(text: str) -> str:
    """Without the full stop of a sentence, but with that of an abbreviation."""
    text = text.strip()
    return text[:-1] if text.find(".") == len(text) - 1 else text


def _plain(text: str) -> str:
    return " ".join(text.casefold().split()).strip(_EDGES)


def _fields(text: str) -> dict[str, str]:
    """What follows each label; a reply without labels is an answer of one line."""
    text = text.strip()
    marks = list(_LABELS.finditer(text))
    if not marks:
        return {"answer": text.splitlines()[0].strip(), "sentence": text} if text else {}
    fields: dict[str, str] = {}
    ends = [*(mark.start() for mark in marks[1:]), len(text)]
    for mark, end in zip(marks, ends, strict=True):
        value = " ".join(text[mark.end() : end].split()).strip("*_ ")
        fields.setdefault(mark[1].lower(), value)  # small models go on to invent more questions
    if not fields.get("answer"):
        before = text[: marks[0].start()].strip()
        fields["answer"] = before.splitlines()[0] if before else fields.get("sentence", "")
    return fields


def _cited(text: str, sources: Sequence[AnySource], bare: bool = False) -> tuple[str, ...]:
    """The ids of the sources named in brackets (or, with ``bare``, without them), each once."""
    found = [name for group in _BRACKETS.findall(text) for name in re.split(r"[,;\s]+", group)]
    if bare and not found:
        found = re.split(r"[,;\s]+", text)
    ids = _ids(sources)
    return tuple(dict.fromkeys(ids[name] for name in found if name in ids))


def _without_citations(text: str, sources: Sequence[AnySource]) -> str:
    ids = _ids(sources)

    def kept(match: re.Match[str]) -> str:
        names = re.split(r"[,;\s]+", match[1].strip())
        return "" if all(name in ids for name in names) else match[0]

    return _BRACKETS.sub(kept, text).strip()


def _ids(sources: Sequence[AnySource]) -> dict[str, str]:
    """What a source may be called in a reply: its number, or its own id."""
    numbers = {str(number): source.id for number, source in enumerate(sources, start=1)}
    return {source.id: source.id for source in sources} | numbers
