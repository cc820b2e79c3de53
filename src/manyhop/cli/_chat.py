"""manyhop chat: a conversation with a collection."""

import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import Annotated

import typer
from rich.text import Text

from manyhop.asking import Asker, Conversation
from manyhop.cli._answer_view import show_answer
from manyhop.cli._answerer import BaseUrlOption
from manyhop.cli._console import (
    CollectionOption,
    ModelOption,
    open_collection,
    out,
    shorten,
    tally,
)
from manyhop.cli._drafts import drafts
from manyhop.cli._source_view import view
from manyhop.collection import DEFAULT_FOLDER, Collection
from manyhop.errors import ManyhopError
from manyhop.models import Endpoint, open_models
from manyhop.sources import Citation

HELP = """Ask a question; the next one may lean on it: "And what did it cost?"
/show N    the whole source behind citation N of the last answer
/sources   what the last answer cites
/history   what was asked and answered so far
/help      this
/quit      leave (or Ctrl-D)"""

_ALONE = {"quit": "/quit", "exit": "/quit", "bye": "/quit", "q": "/quit", "help": "/help"}


def chat(
    collection: CollectionOption = DEFAULT_FOLDER,
    guess: Annotated[bool, typer.Option("--guess", help="Answer even without evidence.")] = False,
    model: ModelOption = "embedded",
    base_url: BaseUrlOption = None,
) -> None:
    """Ask question after question; follow-ups such as "Who built it?" are understood.

    What a follow-up was taken to mean is shown. The models stay open, so that answers come soon.
    /help lists the commands.

    Examples:

        manyhop chat

        manyhop chat --collection ~/corpus --model openai:MODEL

        printf "How long is the Humber Bridge?\\nWho built it?\\n" | manyhop chat
    """
    with open_collection(collection) as opened:
        models = open_models(model, endpoint=partial(Endpoint, base_url=base_url))
        asker = Asker(models, opened, abstain=not guess)
        talk = Conversation(opened, model=models, answerer=asker)
        if sys.stdin.isatty():
            out.print(f"{tally(opened.counts())}. /help tells what else there is.", style="dim")
        for line in _lines():
            line = _meant(line)
            if line in ("/quit", "/exit"):
                break
            _respond(line, talk, opened)


def _meant(line: str) -> str:
    """The command that a word alone means, as in other programs: "quit" is no question."""
    word = line.lower().rstrip(".!")
    return _ALONE.get(word, line)


def _lines() -> Iterator[str]:
    """What is typed or piped in, line by line, until its end or Ctrl-C."""
    typed = sys.stdin.isatty()
    if typed:
        _edit_lines()
    while True:
        try:
            line = input("? " if typed else "")
        except (EOFError, KeyboardInterrupt):
            out.print()
            return
        line = line.encode("utf-8", "replace").decode().strip()
        if line and not typed:
            out.print(f"? {line}", style="bold", soft_wrap=True)
        if line:
            yield line


def _edit_lines() -> None:
    """Arrow keys, where the system has a library for them."""
    with suppress(ImportError):
        import readline  # noqa: F401


def _respond(line: str, talk: Conversation, collection: Collection) -> None:
    try:
        if line.startswith("/"):
            _obey(line, talk, collection)
        elif any(map(str.isalnum, line)):
            _answer(line, talk, collection)
        else:
            out.print("Say what you want to know, or /help.", style="yellow")
    except ManyhopError as error:
        out.print(str(error), style="yellow", soft_wrap=True)
    except KeyboardInterrupt:
        out.print("stopped", style="yellow")


def _answer(line: str, talk: Conversation, collection: Collection) -> None:
    with drafts(talk.models):
        turn = talk.ask(line)
    if turn.remark:
        out.print(turn.remark, style="dim", soft_wrap=True)
    show_answer(turn.answer, collection.get, out, hops=False)
    out.print()


def _obey(line: str, talk: Conversation, collection: Collection) -> None:
    command, _, rest = line.partition(" ")
    if command == "/help":
        out.print(HELP)
    elif command == "/history":
        for number, turn in enumerate(talk.turns, start=1):
            said = turn.answer.sentence or ", ".join(turn.answer.values)
            out.print(Text.assemble((f"{number:>3}. ", "dim"), (turn.understood, "bold")))
            out.print(f"     {shorten(said, 200)}")
    elif command == "/sources":
        for number, citation in enumerate(_cited(talk), start=1):
            source = collection.get(citation.source_id)
            where = f"  {source.kind}  {source.origin}  {source.id}"
            line = f"[{number}] {source.title or source.id}"
            out.print(Text.assemble((line, "bold"), (where, "dim")), soft_wrap=True)
    elif command == "/show":
        cited = _cited(talk)
        if not rest.strip().isdecimal() or not 1 <= int(rest) <= len(cited):
            raise ManyhopError(f"name a citation by its number, from 1 to {len(cited)}: /show 1")
        source = collection.get(cited[int(rest) - 1].source_id)
        out.print(Text(source.title or source.id, style="bold"))
        out.print(view(source, whole=True))
    else:
        raise ManyhopError(f"there is no command {command}; /help lists them")


def _cited(talk: Conversation) -> tuple[Citation, ...]:
    if not talk.turns or not talk.turns[-1].answer.citations:
        raise ManyhopError("no source is cited yet; ask something first")
    return talk.turns[-1].answer.citations
