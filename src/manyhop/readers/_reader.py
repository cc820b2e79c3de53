"""What reading is: a question and sources of one kind in, scored values with their places out."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Protocol, TypeVar

from manyhop.programs import Value
from manyhop.sources import Source

Pages = Mapping[str, Sequence[str]]
"""For the text of a given value the titles of pages that have to do with it: those that its row of
a table links to, or those of the snippets in which it stands."""

NO_PAGES: Pages = MappingProxyType({})

S_contra = TypeVar("S_contra", bound=Source, contravariant=True)


class Reader(Protocol[S_contra]):
    """Reads one kind of source; never searches.

    Example: ``TextReading(models).read("When did it open?", [snippet])[0].citations[0].quote``
    """

    def read(
        self, question: str, sources: Sequence[S_contra], given: Sequence[Value] = ()
    ) -> Sequence[Value]:
        """Values, the likeliest first, each with a chance of 0..1 and at least one citation.

        ``sources`` come best first. ``given`` are the answers of an earlier hop where the question
        is asked whole at both: the values are to be about them. Nothing found: no values.
        """
        ...
