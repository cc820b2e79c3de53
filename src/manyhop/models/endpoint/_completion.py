"""What a language model said, what it read for it, and what that costs."""

from typing import NamedTuple

import msgspec


class Completion(msgspec.Struct, frozen=True, kw_only=True):
    """A model's reply with its token counts, None where the server did not count.

    ``cost`` (dollars) is the price of these tokens, None where it is unknown. A reply from the
    cache has the cost it had when it was asked for, so that a repeated run reports the same.
    """

    text: str
    tokens_in: int | None = None
    tokens_out: int | None = None
    cached: bool = False
    cost: float | None = None


class Prices(NamedTuple):
    """Dollars per million tokens read and written: ``Prices(0.15, 0.60)``."""

    tokens_in: float
    tokens_out: float

    def of(self, completion: Completion) -> float | None:
        """The price of one completion, None where its tokens were not counted."""
        if completion.tokens_in is None or completion.tokens_out is None:
            return None
        dollars = self.tokens_in * completion.tokens_in + self.tokens_out * completion.tokens_out
        return dollars / 1_000_000


class Usage(msgspec.Struct, kw_only=True):
    """What an endpoint was really asked since it was opened; cached replies cost nothing here."""

    requests: int = 0
    cached: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float = 0.0

    def count(self, completion: Completion) -> None:
        """Add one completion."""
        if completion.cached:
            self.cached += 1
            return
        self.requests += 1
        self.tokens_in += completion.tokens_in or 0
        self.tokens_out += completion.tokens_out or 0
        self.cost += completion.cost or 0.0


class _Message(msgspec.Struct):
    content: str | None = None


class _Choice(msgspec.Struct):
    message: _Message


class _Counts(msgspec.Struct):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None


class _Reply(msgspec.Struct):
    choices: tuple[_Choice, ...]
    usage: _Counts | None = None


_decoder = msgspec.json.Decoder(_Reply)


def completion_from_json(body: bytes) -> Completion:
    """The completion in a server's reply; msgspec's errors where it is none.

    Example: ``completion_from_json(b'{"choices": [{"message": {"content": "1981"}}]}').text``
    """
    reply = _decoder.decode(body)
    if not reply.choices:
        raise msgspec.ValidationError("`choices` is empty")
    counts = reply.usage or _Counts()
    return Completion(
        text=reply.choices[0].message.content or "",
        tokens_in=counts.prompt_tokens,
        tokens_out=counts.completion_tokens,
    )
