"""All readers behind one call: the leaf of a program says which one reads."""

from collections.abc import Sequence
from functools import cached_property
from typing import TypeVar, get_args

from manyhop.errors import ManyhopError
from manyhop.models import Models
from manyhop.programs import ImageListQ, ImageQ, Leaf, ProcedureQ, TableQ, TextQ, Value
from manyhop.readers._picture_lists import PictureListReading
from manyhop.readers._pictures import PictureReading, PictureViews
from manyhop.readers._procedures import ProcedureReading
from manyhop.readers._reader import NO_PAGES, Pages
from manyhop.readers._tables import CellReader
from manyhop.readers._texts import TextReading
from manyhop.sources import AnySource, Image, Procedure, Snippet, Table

S = TypeVar("S", bound=AnySource)


class Readers:
    """Reads sources of any kind; sources of another kind than the leaf asks are left aside.

    Example: ``Readers(models).read(TextQ("Who built it?"), "Who built it?", snippets)[0].text``
    """

    def __init__(self, models: Models) -> None:
        self._models = models

    def read(
        self,
        leaf: Leaf,
        question: str,
        sources: Sequence[AnySource],
        given: Sequence[Value] = (),
        choices: Sequence[str] = (),
        pages: Pages = NO_PAGES,
    ) -> Sequence[Value]:
        """What the leaf's kind of source says to the question, whose hole is filled already.

        ``pages`` tells texts and tables where what is given leads to, under other names.
        """
        match leaf:
            case TextQ():
                return self._texts.read(question, _only(Snippet, sources), given, pages)
            case TableQ():
                return self._tables.read(question, _only(Table, sources), given, pages)
            case ImageQ():
                return self._pictures.read(question, _only(Image, sources), given, choices)
            case ImageListQ():
                return self._picture_lists.read(question, _only(Image, sources), given)
            case ProcedureQ(_, wanted):
                return self._procedures.read(question, _only(Procedure, sources), given, wanted)
        kinds = ", ".join(kind.__name__ for kind in get_args(Leaf))
        raise ManyhopError(f"nothing reads {type(leaf).__name__}; ask one of {kinds}")

    @cached_property
    def _texts(self) -> TextReading:
        return TextReading(self._models)

    @cached_property
    def _tables(self) -> CellReader:
        return CellReader(self._models)

    @cached_property
    def _views(self) -> PictureViews:
        return PictureViews(self._models)

    @cached_property
    def _pictures(self) -> PictureReading:
        return PictureReading(self._models, self._views)

    @cached_property
    def _picture_lists(self) -> PictureListReading:
        return PictureListReading(self._models, self._views)

    @cached_property
    def _procedures(self) -> ProcedureReading:
        return ProcedureReading(self._models)


def _only(kind: type[S], sources: Sequence[AnySource]) -> list[S]:
    return [source for source in sources if isinstance(source, kind)]
