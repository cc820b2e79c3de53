"""How a question and a table's row are laid out as one text: header is value; header is value."""

from collections.abc import Sequence

CLS, SEP, SEMICOLON, IS = 101, 102, 1025, 2003  # pieces of the shared vocabulary
LONGEST_QUESTION = 46
_HEADER_PIECES = 4
_ROW_PIECES = 112  # that a row's cells may take together, roughly
_FEWEST, _MOST = 2, 12  # of a cell


def question_pieces(pieces: Sequence[int]) -> list[int]:
    """The beginning of each text: the question between its marks.

    Example: ``question_pieces([2040])`` → ``[101, 2040, 102]``
    """
    return [CLS, *pieces[:LONGEST_QUESTION], SEP]


def lay_out(
    header: Sequence[Sequence[int]], row: Sequence[Sequence[int]]
) -> tuple[list[int], list[int]]:
    """The rest of a text: its pieces, and for each the number of its cell from 1, 0 for none.

    Long cells are cut so that wide tables stay readable; blank ones are passed over.
    """
    room = (_ROW_PIECES - 4 * len(row)) // max(1, len(row))
    room = max(_FEWEST, min(_MOST, room))
    pieces: list[int] = []
    cells: list[int] = []
    for number, (name, cell) in enumerate(zip(header, row, strict=True), 1):
        if cell:
            opening = [*name[:_HEADER_PIECES], IS]
            pieces += [*opening, *cell[:room], SEMICOLON]
            cells += [*[0] * len(opening), *[number] * len(cell[:room]), 0]
    return [*pieces, SEP], [*cells, 0]
