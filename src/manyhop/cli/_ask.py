"""manyhop ask: a question answered from sources, with where every part came from."""

import re
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal, Self

import msgspec
import typer
from rich.live import Live
from rich.text import Text
from typer.core import TyperCommand

from manyhop.answering import Answer, Answerer, Engine, Question, open_planner
from manyhop.asking import Asker
from manyhop.cli._console import (
    CollectionOption,
    JsonOption,
    ModelOption,
    err,
    is_interactive,
    open_collection,
    out,
    print_json,
)
from manyhop.cli._options import BaseUrlOption
from manyhop.cli.views import Lookup, show_answer
from manyhop.collection import DEFAULT_FOLDER, Collection, index_paths
from manyhop.errors import ManyhopError
from manyhop.models import Endpoint, Models, examine_text, ocr_available, open_models
from manyhop.planners import Plan
from manyhop.programs import Program, parse_program, validate
from manyhop.sources import KINDS, AnySource, Image, Kind
from manyhop.sources.reading import read_file

PlannerName = Literal["look", "explicit", "implicit", "routing", "written"]
_NUMBER = re.compile(r"^\s*\d+\]")  # of the passage that it answers from
_MANY = ("--choices",)


def ask(
    question: Annotated[str, typer.Argument(help="What you want to know.")],
    source: Annotated[
        list[Path] | None,
        typer.Option("--source", "-s", help="Answer from this file or folder; repeatable."),
    ] = None,
    image: Annotated[
        Path | None, typer.Option("--image", "-i", help="Answer from this picture.")
    ] = None,
    choices: Annotated[
        list[str] | None,
        typer.Option("--choices", metavar="A B C …", help="Choose one of these."),
    ] = None,
    k: Annotated[
        int | None,
        typer.Option("--k", "-k", min=1, help="Sources that a hop reads.", show_default="by kind"),
    ] = None,
    planner: Annotated[
        PlannerName,
        typer.Option(help="Look first, or take the question apart by one planner alone."),
    ] = "look",
    program: Annotated[
        str | None, typer.Option(metavar="PROGRAM", help="Run this program instead of a plan.")
    ] = None,
    ocr: Annotated[
        bool, typer.Option(help="Read the text in named pictures (needs the vision extra).")
    ] = True,
    guess: Annotated[bool, typer.Option("--guess", help="Answer even without evidence.")] = False,
    model: ModelOption = "embedded",
    base_url: BaseUrlOption = None,
    collection: CollectionOption = DEFAULT_FOLDER,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Show all candidates and other plans.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Answer a question in a sentence, and show where every part of it came from.

    The collection answers, or the files, folders or picture that you name. Where the sources say
    nothing about it, no answer is given; --guess gives the likeliest nevertheless.

    Examples:

        manyhop ask "Which bridge opened earlier, the Humber Bridge or the one with two red towers?"

        manyhop ask "How many suspension bridges are there?" --source bridges.csv --verbose

        manyhop ask "What is the man holding?" --image photo.jpg --choices kite phone umbrella

        manyhop ask "Who built it?" --program 'TextQ("Who built the Iron Bridge?")'
    """
    if not any(map(str.isalnum, question)):
        raise ManyhopError("the question has no words; say what you want to know")
    if image and source:
        raise ManyhopError("there are a picture and files to answer from; leave out one of them")
    given = GivenProgram.parsed(program) if program is not None else None
    with asked_of(collection, source or (), image, ocr=ocr) as sources:
        models = open_models(model, endpoint=partial(Endpoint, base_url=base_url))
        answerer: Answerer
        if planner == "look" and sources.collection and not given and k is None:
            answerer = Asker(models, sources.collection, abstain=not guess)
        else:
            answerer = Engine(
                given or open_planner("explicit" if planner == "look" else planner, models),
                models,
                collection=sources.collection,
                abstain=not guess,
                k=k,
                ahead=True,
            )
        asked = Question(
            id="ask", text=question, choices=separated(choices or ()), image=sources.image
        )
        with drafts(models):
            answer = answerer.answer(asked)
        if as_json:
            print_json(told(asked, answer, sources.get))
        else:
            show_answer(answer, sources.get, out, choices=asked.choices, verbose=verbose)


def told(question: Question, answer: Answer, lookup: Lookup) -> dict[str, Any]:
    """The question, every field of the answer, and what is cited.

    Example: ``told(question, answer, collection.get)["abstained"]``
    """
    ids = dict.fromkeys(citation.source_id for citation in answer.citations)
    return {
        "question": question.text,
        **({"choices": question.choices} if question.choices else {}),
        **msgspec.structs.asdict(answer),
        "cited": [_described(id, lookup) for id in ids],
    }


def _described(id: str, lookup: Lookup) -> dict[str, str]:
    try:
        source: AnySource = lookup(id)
    except ManyhopError:  # gone since
        return {"id": id}
    facts = {"id": id, "kind": source.kind, "title": source.title, "origin": source.origin}
    return {**facts, "path": source.path} if isinstance(source, Image) else facts


# What a question is asked of: a collection, some files, or a single picture.


class AskedOf(msgspec.Struct, frozen=True):
    """The sources that may answer: a collection or a picture."""

    collection: Collection | None = None
    image: Image | None = None

    def get(self, id: str) -> AnySource:
        """The source behind a citation."""
        if self.image and self.image.id == id:
            return self.image
        if self.collection is None:
            raise ManyhopError(f"there is no source {id!r} but the picture")
        return self.collection.get(id)


@contextmanager
def asked_of(
    folder: Path, files: Sequence[Path], picture: Path | None, *, ocr: bool = True
) -> Iterator[AskedOf]:
    """Open what was named: a picture goes before files, and these before the collection.

    Example: ``with asked_of(DEFAULT_FOLDER, [Path("notes.md")], None) as sources: …``
    """
    if picture:
        yield AskedOf(None, _image(picture, ocr))
    elif files:
        with (
            tempfile.TemporaryDirectory(prefix="manyhop-") as scratch,
            Collection.open(scratch, create=True) as collection,
        ):
            _take_in(collection, files, ocr)
            yield AskedOf(collection)
    else:
        with open_collection(folder) as collection:
            yield AskedOf(collection)


def _take_in(collection: Collection, files: Sequence[Path], ocr: bool) -> None:
    report = index_paths(collection, files, ocr=ocr)
    for skipped in report.skipped:
        err.print(f"Skipped {skipped.where}: {skipped.reason}")
    if not len(collection):
        named = ", ".join(map(str, files))
        raise ManyhopError(f"there is nothing to answer from in {named}; name other files")


def _image(path: Path, ocr: bool) -> Image:
    if not path.is_file():
        raise ManyhopError(f"{path} is no file; name a picture")
    for source in read_file(path, path.name):
        if isinstance(source, Image):
            written = examine_text(source.pixels()) if ocr and ocr_available() else ""
            return source.with_changes(text=written)
    raise ManyhopError(f"{path} is no picture; name a PNG, JPEG, WebP or GIF file")


# What the large reader is writing, shown while one waits for the answer.


@contextmanager
def drafts(models: Models) -> Iterator[None]:
    """On a terminal, show the first words as soon as they are there; they make way for the answer.

    Example: ``with drafts(models): answer = asker.answer(question)``
    """
    large = models.large
    if large is None or not is_interactive():
        yield
        return
    with Live(console=err, transient=True, auto_refresh=False) as live:

        def show(text: str) -> None:
            words = _NUMBER.sub("", text).strip()
            live.update(Text(f"… {words}", style="dim"), refresh=True)

        with large.heard(show):
            yield


# A planner that need not think: the user has written the program.


class GivenProgram:
    """Plans the same program for every question.

    Example: ``GivenProgram.parsed('TextQ("Who built it?")').plan("Who built it?")``
    """

    name = "given"

    def __init__(self, program: Program) -> None:
        self._program = program

    @classmethod
    def parsed(cls, text: str) -> Self:
        """The planner for a program as users write it; an error names the first fault."""
        try:
            program = parse_program(text)
        except ManyhopError as error:
            raise ManyhopError(f"the program can't be read: {error}") from error
        if faults := validate(program):
            raise ManyhopError(f"the program can't be run: {faults[0]}")
        return cls(program)

    def plan(self, question: str, kinds: Iterable[Kind] = KINDS) -> list[Plan]:
        """The one program."""
        return [Plan(self._program)]


# An option that takes several values: ``--choices red grey "dark blue"``.


class ManyValues(TyperCommand):
    """A command whose ``--choices`` takes all words up to the next option."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Let the parser see the option before every one of its values."""
        return super().parse_args(ctx, spread(args))


def spread(arguments: Sequence[str]) -> list[str]:
    """The arguments with the option repeated for each of its values.

    Example: ``spread(["--choices", "a", "b"])`` → ``["--choices", "a", "--choices", "b"]``
    """
    said: list[str] = []
    option = ""
    for place, argument in enumerate(arguments):
        if argument == "--":
            return [*said, *arguments[place:]]
        if argument.startswith("-") and len(argument) > 1:
            option = argument if argument in _MANY else ""
        elif option and said[-1] != option:
            said.append(option)
        said.append(argument)
    return said


def separated(values: Sequence[str]) -> tuple[str, ...]:
    """The values; a single one stands for several that bars or else commas separate.

    Example: ``separated(["red, blue"])`` → ``("red", "blue")``
    """
    if len(values) == 1:
        values = values[0].split("|" if "|" in values[0] else ",")
    return tuple(value.strip() for value in values if value.strip())
