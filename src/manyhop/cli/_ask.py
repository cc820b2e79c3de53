"""manyhop ask: a question answered from sources, with where every part came from."""

from functools import partial
from pathlib import Path
from typing import Annotated, Literal

import typer

from manyhop.answering import Answerer, Engine, Question, open_planner
from manyhop.asking import Asker
from manyhop.cli._answer_json import told
from manyhop.cli._answer_view import show_answer
from manyhop.cli._answerer import BaseUrlOption
from manyhop.cli._asked_of import asked_of
from manyhop.cli._console import CollectionOption, JsonOption, ModelOption, out, print_json
from manyhop.cli._drafts import drafts
from manyhop.cli._given_program import GivenProgram
from manyhop.cli._many_values import separated
from manyhop.collection import DEFAULT_FOLDER
from manyhop.errors import ManyhopError
from manyhop.models import Endpoint, open_models

PlannerName = Literal["look", "explicit", "implicit", "routing", "written"]


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
