"""Answers from a language model that is shown the sources and a few worked examples."""

from collections.abc import Sequence
from functools import cache
from hashlib import blake2b
from typing import Any

import msgspec

from manyhop.answering._answer import Answer
from manyhop.answering._prompt import TOKENS_PER_PICTURE, Prompt, fit_prompt
from manyhop.answering._question import Question
from manyhop.answering._reply import read_reply
from manyhop.answering._shots import Shot, ShotChooser
from manyhop.errors import ManyhopError
from manyhop.models import Completion, Generator, StaticEncoder, picture_part
from manyhop.sources import AnySource, Image


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
