"""An answer in a terminal: the sentence, how sure it is, why, from where, and by which program."""

from collections.abc import Iterator, Sequence

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.text import Text

from manyhop.answering import Answer
from manyhop.cli._citation_view import Lookup, citations_view
from manyhop.cli._console import shorten
from manyhop.cli._program_view import Replay, program_view
from manyhop.errors import ManyhopError
from manyhop.sources import Citation, Image, StepAt

_SURENESS = ((0.9, "almost certain"), (0.7, "likely"), (0.5, "more likely than not"))
_DOUBTFUL = ((0.25, "doubtful"), (0.0, "hardly more than a guess"))


def show_answer(
    answer: Answer,
    lookup: Lookup,
    console: Console,
    *,
    choices: Sequence[str] = (),
    verbose: bool = False,
    hops: bool = True,
) -> None:
    """Print an answer, with its hops or not; ``lookup`` gets the sources behind its citations."""
    for part in _parts(answer, lookup, console, choices, verbose, hops):
        console.print(part)


def in_words(confidence: float) -> str:
    """How sure, in words and per cent.

    Example: ``in_words(0.78)`` → ``"likely, 78%"``
    """
    words = next(words for least, words in _SURENESS + _DOUBTFUL if confidence >= least)
    return f"{words}, {confidence:.0%}"


def _parts(
    answer: Answer,
    lookup: Lookup,
    console: Console,
    choices: Sequence[str],
    verbose: bool,
    hops: bool,
) -> Iterator[RenderableType]:
    said = answer.sentence or ", ".join(answer.values)
    first = Text.assemble((said, "bold yellow" if answer.abstained else "bold green"))
    if answer.confidence is not None and not answer.abstained:
        first.append(f"  {in_words(answer.confidence)}", style="dim")
    yield first
    if choices:
        yield _choices(choices, answer.choice)
    if answer.rationale:
        yield Text(answer.rationale)
    if answer.citations:
        yield ""
        yield from citations_view(answer.citations, lookup, console)
    if hops and (replay := Replay.of(answer.trace)):
        yield ""
        yield program_view(replay, verbose=verbose)
    if verbose and answer.trace.get("plans"):
        yield from _plans(answer)
    if verbose and answer.trace.get("proposals"):
        yield from _proposals(answer)


def _choices(choices: Sequence[str], chosen: int | None) -> Text:
    """``( ) red  (•) grey  ( ) white``"""
    line = Text()
    for number, choice in enumerate(choices):
        is_it = number == chosen
        line.append(f"({'•' if is_it else ' '}) {choice}  ", style="bold" if is_it else "dim")
    line.rstrip()
    return line


def _proposals(answer: Answer) -> Iterator[RenderableType]:
    """What every way proposed, the likeliest first."""
    yield Text("\nProposals:", style="dim")
    for each in answer.trace["proposals"]:
        values = shorten(", ".join(each["values"]), 90)
        line = Text.assemble((f"{each['chance']:.2f}  {each['way']}  ", "dim"), values)
        yield Padding(line, (0, 0, 0, 2))


def _plans(answer: Answer) -> Iterator[RenderableType]:
    yield Text(f"\nThe {answer.trace.get('planner', '')} planner's programs:", style="dim")
    for plan in answer.trace["plans"]:
        score = f"  answered {plan['score']:.2f}" if plan.get("score") is not None else ""
        line = Text.assemble((f"{plan['chance']:.2f}{score}  ", "dim"), plan["program"])
        yield Padding(line, (0, 0, 0, 2))


_CITED = 4
_QUOTED = 44


def brief_view(answer: Answer, lookup: Lookup) -> Iterator[Text]:
    """The sentence with its chance, and the cited places.

    Example: ``The Humber Bridge opened in 1981.  92%`` over ``humber.md “June 24, 1981”``
    """
    said = answer.sentence or ", ".join(answer.values)
    first = Text.assemble((said, "yellow" if answer.abstained else "green"))
    if answer.confidence is not None and not answer.abstained:
        first.append(f"  {answer.confidence:.0%}", style="dim")
    yield first
    if answer.citations:
        yield _cited(answer.citations, lookup)


def _cited(citations: Sequence[Citation], lookup: Lookup) -> Text:
    by_source: dict[str, list[str]] = {}
    for citation in citations:
        name, quote = _named(citation, lookup)
        by_source.setdefault(name, []).extend([quote] if quote else [])
    line = Text()
    for name, quotes in list(by_source.items())[:_CITED]:
        line.append(" · " if line else "", style="dim").append(name, style="cyan")
        shown = ", ".join(f"“{shorten(quote, _QUOTED)}”" for quote in dict.fromkeys(quotes))
        line.append(f" {shown}" if shown else "", style="dim")
    left = len(by_source) - _CITED
    return line.append(f" · and {left} more", style="dim") if left > 0 else line


def _named(citation: Citation, lookup: Lookup) -> tuple[str, str]:
    """The file's name, and the quotation, which a picture can do without."""
    source = lookup(citation.source_id)
    if isinstance(source, Image):
        return (source.path or source.origin or source.title).rpartition("/")[2], ""
    name = source.whereabouts.rpartition("/")[2] or source.title
    if isinstance(citation.place, StepAt) and citation.place.image is not None:
        return f"{name} step {citation.place.step + 1}", _picture_named(citation.quote, lookup)
    if isinstance(citation.place, StepAt):
        return f"{name} step {citation.place.step + 1}", citation.quote
    return name, citation.quote


def _picture_named(id: str, lookup: Lookup) -> str:
    try:
        image = lookup(id)
    except ManyhopError:
        return id
    return image.path.rpartition("/")[2] or image.title if isinstance(image, Image) else id
