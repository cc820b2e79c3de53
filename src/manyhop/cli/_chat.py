"""manyhop chat, a conversation with a collection; manyhop demo, the bundled sample asked."""

import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from importlib.resources import as_file, files
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.table import Table
from rich.text import Text

from manyhop.answering import Engine, Question, open_planner
from manyhop.asking import Asker, Conversation
from manyhop.cli._ask import drafts
from manyhop.cli._console import CollectionOption, ModelOption, open_collection, out, shorten, tally
from manyhop.cli._options import BaseUrlOption
from manyhop.cli.views import brief_view, show_answer, view
from manyhop.collection import DEFAULT_FOLDER, Collection, index_paths
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


# manyhop demo: the bundled sample, indexed and asked.


class _Asked(msgspec.Struct):
    """A question to show, and what it shows: ``"Compose, picture to table"``."""

    question: str
    shows: str
    choices: tuple[str, ...] = ()


class _Questions(msgspec.Struct):
    demo: list[_Asked]


def demo(
    keep: Annotated[
        Path | None, typer.Option(help="Keep the collection in this folder to play with it.")
    ] = None,
) -> None:
    """Index the bundled sample collection and ask it questions of every kind.

    Example:

        manyhop demo --keep bridges
    """
    with (
        tempfile.TemporaryDirectory() as scratch,
        as_file(files("manyhop") / "sample") as sample,
        Collection.open(keep or Path(scratch) / "demo", create=True) as collection,
    ):
        report = index_paths(collection, [sample], ocr=False)
        out.print(f"Indexed {report.files} files: {tally(collection.counts())}.")
        _ask_all(collection)
    out.print("See it in a browser: manyhop open --demo", soft_wrap=True)
    if keep:
        out.print(f"Try: manyhop ask 'When did the Humber Bridge open?' --collection {keep}")


def _ask_all(collection: Collection) -> None:
    text = (files("manyhop") / "sample_questions.json").read_bytes()
    questions = msgspec.json.decode(text, type=_Questions).demo
    models = open_models()
    engine = Engine(open_planner("explicit", models), models, collection=collection)
    began, silent = time.perf_counter(), 0
    for number, asked in enumerate(questions, start=1):
        head = Text.assemble((asked.question, "bold"))
        if asked.choices:
            head.append(f" ({', '.join(asked.choices)})")
        head.append(f"  {asked.shows}", style="dim")
        lines = Table.grid(padding=(0, 1, 0, 0))
        lines.add_row(Text(f"{number:>2}", style="dim"), head)
        answer = engine.answer(Question(id=str(number), text=asked.question, choices=asked.choices))
        for line in brief_view(answer, collection.get):
            lines.add_row("", line)
        out.print("", lines)
        silent += answer.abstained
    seconds = time.perf_counter() - began
    out.print(f"\n{len(questions)} questions in {seconds:.0f} s; {silent} were left unanswered.")
