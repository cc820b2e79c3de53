"""The way in: trains a reader where torch is installed, and says how to install it where not."""

from typing import TYPE_CHECKING

from manyhop.errors import ManyhopError
from manyhop.learning.procedures._arrays import QuestionArrays, TextArrays
from manyhop.learning.procedures._settings import Reader, ReaderSettings

if TYPE_CHECKING:
    from manyhop.learning.procedures._learning import Learnt


def train_reader(
    reader: Reader,
    texts: TextArrays,
    questions: QuestionArrays,
    settings: ReaderSettings | None = None,
) -> "Learnt":
    """Train on the questions of the split train, and stop early by those of val.

    Example: ``train_reader("hasty-student", texts, questions).scores(questions.part("test"))``
    """
    try:
        from manyhop.learning.procedures._learning import learn
    except ModuleNotFoundError as error:
        raise ManyhopError(
            "training a reader of procedures needs torch: pip install 'manyhop[train]'"
        ) from error
    train, val = questions.part("train"), questions.part("val")
    for name, part in (("train", train), ("val", val)):
        if not len(part):
            raise ManyhopError(
                f"the split {name} has no question; build the set with a larger {name}_share"
            )
    return learn(reader, texts, train, val, settings or ReaderSettings())
