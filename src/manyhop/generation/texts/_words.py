"""Sets of words, written as running text."""


def words(text: str) -> frozenset[str]:
    """The words of a text, for looking up.

    Example: ``"film" in words("film album song")``
    """
    return frozenset(text.split())
