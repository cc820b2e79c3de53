"""The word pieces and their vectors that all of our MiniLM networks share.

They were frozen while the networks were trained, so that half of each network's weights is shipped
once instead of five times.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from manyhop.models.embedded._weights import read_arrays

LONGEST = 512  # word pieces that a network can take, both texts and marks together
ALIKE = 0.8  # of a batch's longest text, below which another is read apart: padding costs as much


class Batch(NamedTuple):
    """Texts, or pairs of them, as a network takes them; ``rows`` are their places in the input."""

    rows: list[int]
    encodings: list[Any]
    inputs: dict[str, NDArray[Any]]


class WordVectors:
    """Splits texts into word pieces and looks their vectors up.

    Example::

        for batch in shared_word_vectors().batches([("Who wrote Emma?", "Emma is by Austen.")]):
            session.run(None, batch.inputs)
    """

    def __init__(
        self, vocabulary: Sequence[str], rows: NDArray[np.int8], scales: NDArray[np.float32]
    ) -> None:
        self._rows = rows
        self._scales = scales.astype(np.float32).reshape(-1, 1)
        self._tokenizer = word_piece_tokenizer(vocabulary)

    def split(self, texts: Sequence[Any], longest: int = LONGEST) -> list[Any]:
        """Encodings (ids, offsets, type_ids) of texts or pairs; of a pair the longer one is cut."""
        self._tokenizer.enable_truncation(longest, strategy="longest_first")
        found: list[Any] = self._tokenizer.encode_batch([_whole(text) for text in texts])
        return found

    def batches(
        self,
        texts: Sequence[Any],
        longest: int = LONGEST,
        pieces: int = 4096,
        *,
        numbers: bool = False,
    ) -> Iterator[Batch]:
        """Texts or pairs of about one length together, at most ``pieces`` word pieces at a time.

        ``numbers`` is for a network with vectors of its own: it takes those of the pieces.
        """
        encodings = self.split(texts, longest)
        lengths = [len(encoding.ids) for encoding in encodings]
        order = sorted(range(len(texts)), key=lambda row: lengths[row])
        while order:
            shortest = lengths[order[0]]
            too_far = (
                number
                for number, row in enumerate(order)
                if ALIKE * lengths[row] > shortest or lengths[row] * (number + 1) > pieces
            )
            end = max(next(too_far, len(order)), 1)
            rows, order = order[:end], order[end:]
            chosen = [encodings[row] for row in rows]
            yield Batch(rows, chosen, numbered(chosen) if numbers else self.inputs(chosen))

    def inputs(self, encodings: Sequence[Any]) -> dict[str, NDArray[Any]]:
        """What a network takes: vectors of the pieces, which text each is of, which are there."""
        found = numbered(encodings)
        return {"words": self.vectors(found.pop("ids")), **found}

    def vectors(self, ids: NDArray[np.int64]) -> NDArray[np.float32]:
        """The vector of each piece."""
        return self._rows[ids].astype(np.float32) * self._scales[ids]


def numbered(encodings: Sequence[Any]) -> dict[str, NDArray[np.int64]]:
    """The pieces' numbers, which text each is of, and which are there."""
    length = max(len(encoding.ids) for encoding in encodings)
    ids = np.zeros((len(encodings), length), np.int64)
    kinds, mask = np.zeros_like(ids), np.zeros_like(ids)
    for row, encoding in enumerate(encodings):
        there = len(encoding.ids)
        ids[row, :there] = encoding.ids
        kinds[row, :there] = encoding.type_ids
        mask[row, :there] = 1
    return {"ids": ids, "kinds": kinds, "mask": mask}


def _whole(text: Any) -> Any:
    """A text or pair whose halves of characters are question marks: the tokenizer takes none."""
    if isinstance(text, str):
        return text.encode(errors="replace").decode()
    return tuple(_whole(part) for part in text)


@cache
def shared_word_vectors() -> WordVectors:
    """The shipped pieces and vectors, read once."""
    arrays = read_arrays("word_vectors.npz")
    vocabulary = arrays["vocabulary"].tobytes().decode().split("\n")
    return WordVectors(vocabulary, arrays["rows"], arrays["scales"])


def word_piece_tokenizer(vocabulary: Sequence[str]) -> Any:
    """A lower-casing word-piece tokenizer that marks texts as ``[CLS] one [SEP] two [SEP]``."""
    from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

    numbers = {piece: number for number, piece in enumerate(vocabulary)}
    tokenizer = Tokenizer(models.WordPiece(numbers, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece()
    tokenizer.post_processor = processors.BertProcessing(
        ("[SEP]", numbers["[SEP]"]), ("[CLS]", numbers["[CLS]"])
    )
    return tokenizer
