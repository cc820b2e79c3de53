"""Sources from their JSON."""

import msgspec

from manyhop.errors import ManyhopError
from manyhop.sources._image import Image
from manyhop.sources._procedure import Procedure
from manyhop.sources._snippet import Snippet
from manyhop.sources._table import Table

AnySource = Snippet | Table | Image | Procedure

_decoder: msgspec.json.Decoder[AnySource] = msgspec.json.Decoder(AnySource)


def source_from_json(line: bytes | str | memoryview) -> AnySource:
    """The source that ``to_json`` wrote.

    Example: ``source_from_json('{"kind": "snippet", "text": "It opened in 1981."}')``
    """
    try:
        return _decoder.decode(line)
    except msgspec.DecodeError as error:
        raise ManyhopError(f"not a source: {error}") from error
    except RecursionError as error:
        raise ManyhopError("not a source: it nests far too deep") from error
