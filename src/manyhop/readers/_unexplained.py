"""Words of a question that nothing in a table explains: each is a reason to doubt the reading."""

from collections.abc import Sequence

from manyhop.readers._asked_words import AskedWords, stems
from manyhop.readers._doubts import Doubt
from manyhop.readers._named_columns import NamedColumns

_TURN = """not no never except excluding besides other others another same both difference different
more less fewer next previous before after above below or than first last top bottom most least
without consecutive consecutively between either neither longer shorter higher lower earlier later
older younger following until since beside if best worst half percent percentage per average only
together combined t"""
TURNING = frozenset(_TURN.split())  # change what is meant, and must have been made use of


def unexplained(
    asked: AskedWords, columns: NamedColumns, used: Sequence[int]
) -> list[Doubt] | None:
    """A doubt for each word left that neither the columns in use nor the title explain.

    None where a word turns the meaning, or where a number is left.
    Example: "painted" of "Which painted bridges opened after 1930?" is a doubt.
    """
    table = columns.table
    context = set(stems(" ".join((table.title, table.caption, *table.headings))))
    free = [word for word in asked.words if asked.is_free(word.start, word.end)]
    if any(word.text in TURNING for word in free):
        return None
    left = [word for word in asked.left() if word.stem not in context]
    if any(word.text[0].isdigit() for word in left):
        return None
    return [
        "elsewhere" if any(word.stem in own for own in columns.own) else "word"
        for word in left
        if not any(columns.means(column, word.stem) for column in used)
    ]
