"""Answers from a language model that is shown the sources and a few worked examples."""

import re
from collections.abc import Sequence
from functools import cache
from hashlib import blake2b
from typing import Any

import msgspec

from manyhop.answering._answer import Answer, Question
from manyhop.answering._prompt import (
    TOKENS_PER_PICTURE,
    Prompt,
    Shot,
    ShotChooser,
    choice_labels,
    fit_prompt,
)
from manyhop.errors import ManyhopError
from manyhop.models import Completion, Generator, StaticEncoder, picture_part
from manyhop.sources import AnySource, Image

_LABELS = re.compile(
    r"^[^\w\n]*(?:the )?(?:(?:final|correct) )?(answer|sentence|source)s?(?: is| are)?"
    r"[^\w\n]*?:[ \t*_]*",
    re.I | re.M,
)
_BRACKETS = re.compile(r"\s*\[([^\[\]\n]+)\]")
_EDGES = " \t\n\"'`*_.,;:!?“”‘’"


class PromptedAnswerer:
    """Asks a chat model, with the shots that are most like the question before it.

    ``window`` is the model's, in tokens, of which ``reply_tokens`` are kept for the reply. With
    ``send_images``, the question's picture is sent, and the likeliest pictures among the sources
    as far as half of the window goes; without, they are told in words. ``family`` opens the name:
    ``openai`` for a server, ``hf`` for a checkpoint.
    Example: ``PromptedAnswerer(Endpoint("smollm2"), shots=shots).answer(question)``
    """

    def __init__(
        self,
        generator: Generator,
        *,
        family: str = "openai",
        shots: Sequence[Shot] = (),
        shots_per_question: int = 4,
        window: int = 4096,
        send_images: bool = True,
        reply_tokens: int = 256,
        seed: int | None = None,
    ) -> None:
        self._generator = generator
        self._family = family
        self._shots = ShotChooser(shots, _encoder())
        self._shot_count = min(shots_per_question, len(shots))
        self._window = window
        self._send_images = send_images
        self._reply_tokens = reply_tokens
        self._seed = seed

    @property
    def name(self) -> str:
        """The model with what decides its answers: ``openai:smollm2(shots=4, window=4096)``."""
        images = "" if self._send_images else ", no images"
        seed = "" if self._seed is None else f", seed={self._seed}"
        return (
            f"{self._family}:{self._generator.model}"
            f"(shots={self._shot_count}, window={self._window}{images}{seed})"
        )

    def answer(self, question: Question) -> Answer:
        """Ask the model and read its reply; an empty reply is an abstention."""
        ranked = _likest_first(question)
        pictures, unreadable = self._pictures(question, ranked)
        prompt = fit_prompt(
            question,
            ranked,
            self._shots.choose(question, self._shot_count),
            pictures,
            room=self._window - self._reply_tokens,
            colours=not self._send_images,
        )
        completion = self._generator.complete(
            prompt.messages, max_tokens=self._reply_tokens, seed=self._seed
        )
        reply = read_reply(completion.text, question, prompt.sources)
        return Answer(
            values=reply.values,
            sentence=reply.sentence,
            choice=reply.choice,
            sources=reply.sources,
            abstained=not completion.text.strip(),
            trace=_trace(prompt, completion, unreadable),
        )

    def _pictures(
        self, question: Question, ranked: Sequence[AnySource]
    ) -> tuple[dict[str, dict[str, Any]], int]:
        """The pictures to send by their image's id, and how many could not be read."""
        if not self._send_images:
            return {}, 0
        images = [question.image] if question.image else []
        images += [source for source in ranked if isinstance(source, Image)]
        most = max(self._window // 2 // TOKENS_PER_PICTURE, 1 if question.image else 0)
        parts: dict[str, dict[str, Any]] = {}
        unreadable = 0
        for image in images:
            if len(parts) == most:
                break
            if image.data or image.path:
                try:
                    parts[image.id] = picture_part(image.pixels())
                except (ManyhopError, OSError):
                    unreadable += 1
        return parts, unreadable


def _trace(prompt: Prompt, completion: Completion, unreadable: int) -> dict[str, Any]:
    """What led to the answer, the same whether it came from the cache or not."""
    encoded = msgspec.json.encode(prompt.messages, order="deterministic")
    return {
        "prompt": blake2b(encoded, digest_size=10).hexdigest(),
        "reply": completion.text,
        "tokens_in": completion.tokens_in,
        "tokens_out": completion.tokens_out,
        "cost": completion.cost,
        "shots": prompt.shots,
        "sources_shown": len(prompt.sources),
        "shortened": prompt.shortened,
        "pictures": sum("image_url" in part for part in prompt.messages[-1]["content"]),
        "pictures_unreadable": unreadable,
    }


def _likest_first(question: Question) -> list[AnySource]:
    if not question.candidates:
        return []
    encoder = _encoder()
    scores = encoder.encode([s.searchable for s in question.candidates])
    scores = scores @ encoder.encode([question.text])[0]
    order = sorted(range(len(question.candidates)), key=lambda place: -float(scores[place]))
    return [question.candidates[place] for place in order]


@cache
def _encoder() -> StaticEncoder:
    return StaticEncoder.load()


# A model's reply read into an answer, forgiving in form and strict about sources.


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
