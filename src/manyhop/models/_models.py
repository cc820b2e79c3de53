"""A set of models, one for each capability, chosen by one name and opened when first used."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from manyhop.errors import ManyhopError
from manyhop.models._once import once
from manyhop.models._prompted_readers import (
    PromptedImageAnswerer,
    PromptedTableReader,
    PromptedTextReader,
)
from manyhop.models._protocols import (
    Generator,
    ImageAnswerer,
    ImageEncoder,
    QuestionTyper,
    Reranker,
    TableReader,
    TextEncoder,
    TextReader,
)
from manyhop.models.endpoint._endpoint import Endpoint

if TYPE_CHECKING:
    from manyhop.models.embedded._language_model import LanguageModel
    from manyhop.models.embedded._large_model import LargeModel

NAMES = "embedded, large, openai:MODEL or hf:FOLDER_OR_NAME"


class Models:
    """The embedded models, except for the parts that are given.

    ``text_encoder`` is the static one, for every source of a collection; ``sentence_encoder`` is
    slower and better, for few texts. Nothing is imported or loaded before it is asked for.
    Example: ``Models(text_reader=mine).table_reader`` is the embedded one.
    """

    def __init__(
        self,
        *,
        text_encoder: TextEncoder | None = None,
        sentence_encoder: TextEncoder | None = None,
        reranker: Reranker | None = None,
        judge: Reranker | None = None,
        text_reader: TextReader | None = None,
        table_reader: TableReader | None = None,
        question_typer: QuestionTyper | None = None,
        image_encoder: ImageEncoder | None = None,
        image_answerer: ImageAnswerer | None = None,
        generator: Generator | None = None,
    ) -> None:
        given = {
            "text_encoder": text_encoder,
            "sentence_encoder": sentence_encoder,
            "reranker": reranker,
            "judge": judge,
            "text_reader": text_reader,
            "table_reader": table_reader,
            "question_typer": question_typer,
            "image_encoder": image_encoder,
            "image_answerer": image_answerer,
            "generator": generator,
        }
        # What is in the dictionary already is never worked out.
        self.__dict__.update({name: part for name, part in given.items() if part is not None})

    @once
    def text_encoder(self) -> TextEncoder:
        """Encodes thousands of texts a second, for collections."""
        from manyhop.models.embedded._static import StaticEncoder

        return StaticEncoder.load()

    @once
    def sentence_encoder(self) -> TextEncoder:
        """Encodes a few texts well."""
        return self._embedded_sentences

    @once
    def reranker(self) -> Reranker:
        """Orders what a search found."""
        return self._embedded_reranker

    @once
    def judge(self) -> Reranker:
        """Judges proposed answers beside their evidence."""
        from manyhop.models.embedded._cross_encoder import JUDGE, CrossEncoder

        return CrossEncoder.load(file=JUDGE)

    @once
    def text_reader(self) -> TextReader:
        """Finds answers in passages."""
        from manyhop.models.embedded._cascade_reader import CascadeReader
        from manyhop.models.embedded._language_model import LanguageModel

        language = self._language_model if LanguageModel.available() else None
        return CascadeReader.load(language, self._embedded_reranker)

    @once
    def table_reader(self) -> TableReader:
        """Finds answers in tables."""
        from manyhop.models.embedded._row_reader import RowReader

        return RowReader.load()

    @once
    def question_typer(self) -> QuestionTyper:
        """Tells how a question must be answered."""
        from manyhop.models.embedded._question_types import QuestionTypes

        return QuestionTypes.load()

    @once
    def image_encoder(self) -> ImageEncoder:
        """Puts pictures beside texts."""
        from manyhop.models.embedded._image_encoder import PictureEncoder

        return PictureEncoder.load(texts=self._embedded_sentences)

    @once
    def image_answerer(self) -> ImageAnswerer:
        """Answers questions about a picture."""
        from manyhop.models.embedded._image_answers import PictureAnswerer

        return PictureAnswerer.load(self._embedded_sentences)

    @once
    def generator(self) -> Generator:
        """Writes text."""
        return self._language_model

    @once
    def large(self) -> "LargeModel | None":
        """Reads several passages together and writes queries, where one was asked for."""
        return None

    @once
    def _embedded_sentences(self) -> TextEncoder:
        """One for sentences and pictures, which lie in its space whatever encoder is given."""
        from manyhop.models.embedded._sentence_encoder import shared_sentences

        return shared_sentences()

    @once
    def _embedded_reranker(self) -> Reranker:
        """One for searching and reading, which learnt with it whatever reranker is given."""
        from manyhop.models.embedded._cross_encoder import CrossEncoder

        return CrossEncoder.load()

    @once
    def _language_model(self) -> "LanguageModel":
        """One for reading and writing, for it is the largest of all."""
        from manyhop.models.embedded._language_model import LanguageModel

        return LanguageModel.load()


class LargeModels(Models):
    """The fast models, which find and choose, and the large reader, which reads the best.

    Example: ``LargeModels().generator.complete([{"role": "user", "content": "Hi"}], max_tokens=9)``
    """

    @once
    def text_reader(self) -> TextReader:
        """Finds answers in passages, quickly: the large reader reads them once more anyway."""
        from manyhop.models.embedded._cascade_reader import CascadeReader

        return CascadeReader.load(None, self._embedded_reranker)

    @once
    def large(self) -> "LargeModel | None":
        """Qwen2.5-Coder-1.5B-Instruct, as `manyhop setup --large` prepared it."""
        from manyhop.models.embedded._large_model import LargeModel

        return LargeModel.load_large()

    @once
    def generator(self) -> Generator:
        """The large reader."""
        assert self.large is not None
        return self.large


class WritingModels(Models):
    """One model that writes, which reads texts, tables and pictures too; the rest is embedded.

    Example: ``WritingModels(Endpoint("gpt-…")).text_reader.read(question, passages)``
    """

    def __init__(self, generator: Generator, *, sees_pictures: bool = True) -> None:
        super().__init__(
            generator=generator,
            text_reader=PromptedTextReader(generator),
            table_reader=PromptedTableReader(generator),
            image_answerer=PromptedImageAnswerer(generator) if sees_pictures else None,
        )


def open_models(
    name: str = "embedded", *, endpoint: Callable[[str], Endpoint] = Endpoint
) -> Models:
    """The models of a family: what it lacks is embedded.

    ``large`` is the embedded ones and a large reader; ``openai:MODEL`` asks a server, which
    ``endpoint`` connects to; ``hf:FOLDER_OR_NAME`` opens a checkpoint of the transformers library
    for whatever it was made for.
    Example: ``open_models("hf:models/roberta-base-squad2").text_reader``
    """
    family, _, model = name.partition(":")
    if name == "embedded":
        return Models()
    if name == "large":
        return LargeModels()
    if family == "openai" and model:
        return WritingModels(endpoint(model))
    if family == "hf" and model:
        return _hub_models(model)
    raise ManyhopError(f"there are no models named {name!r}; choose {NAMES}")


def _hub_models(name: str) -> Models:
    """The models that ``hf:NAME`` stands for: the checkpoint for its task, embedded for the rest.

    An encoder of texts becomes the ``sentence_encoder``; a collection keeps the static one, which
    is many times faster, unless it is given another.
    """
    from manyhop.models.hub import _opening as checkpoints
    from manyhop.models.hub._checkpoint import find_checkpoint

    match checkpoints.task_of(find_checkpoint(name)):
        case "encode texts":
            return Models(sentence_encoder=checkpoints.open_text_encoder(name))
        case "rerank":
            return Models(reranker=checkpoints.open_reranker(name))
        case "read texts":
            return Models(text_reader=checkpoints.open_text_reader(name))
        case "encode pictures":
            return Models(image_encoder=checkpoints.open_image_encoder(name))
        case "answer about pictures":
            return Models(image_answerer=checkpoints.open_image_answerer(name))
        case "write about pictures":
            return WritingModels(checkpoints.open_generator(name), sees_pictures=True)
        case "write" | "rewrite":
            return WritingModels(checkpoints.open_generator(name), sees_pictures=False)
