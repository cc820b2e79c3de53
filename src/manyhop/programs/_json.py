"""Programs as JSON."""

import msgspec

from manyhop.errors import ManyhopError
from manyhop.programs._program import Program

_decoder: msgspec.json.Decoder[Program] = msgspec.json.Decoder(Program)


def program_to_json(program: Program) -> bytes:
    """A program as JSON.

    Example: ``program_to_json(TextQ("Why?"))`` → ``b'{"kind":"TextQ","question":"Why?"}'``
    """
    return msgspec.json.encode(program)


def program_from_json(line: bytes | str) -> Program:
    """The program that ``program_to_json`` wrote.

    Example: ``program_from_json('{"kind": "TextQ", "question": "Why?"}')``
    """
    try:
        return _decoder.decode(line)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise ManyhopError(f"not a program: {error}") from error
