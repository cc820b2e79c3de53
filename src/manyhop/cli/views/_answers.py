"""An answer in a terminal: the sentence, how sure it is, why, from where, and by which program."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.text import Text
from rich.tree import Tree

from manyhop.answering import Answer
from manyhop.cli._console import shorten
from manyhop.cli.views._citations import Lookup, citations_view
from manyhop.errors import ManyhopError
from manyhop.programs import (
    Aggregate,
    Arithmetic,
    Choose,
    Compare,
    Compose,
    Hop,
    Implicit,
    Known,
    Leaf,
    ProcedureQ,
    Program,
    Value,
    YesNo,
    accepted,
    execute,
    hops_of,
    literal,
    parse_program,
    parts,
)
from manyhop.sources import Citation, Image, StepAt

_SURENESS = ((0.9, "almost certain"), (0.7, "likely"), (0.5, "more likely than not"))
_DOUBTFUL = ((0.25, "doubtful"), (0.0, "hardly more than a guess"))


class Replay:
    """A trace's program and its hops; runs parts of the program again without asking anybody.

    Example: ``Replay.of(answer.trace).answers(program.inner)``
    """

    def __init__(
        self, program: Program, hops: Sequence[Hop], outcome: Sequence[Value] = ()
    ) -> None:
        self.program = program
        self.hops = hops
        self.outcome = tuple(outcome)
        self._found = {(hop.leaf, hop.question): hop.found for hop in hops}

    @classmethod
    def of(cls, trace: Mapping[str, Any]) -> "Replay | None":
        """What an answer's trace tells; None where there was no program."""
        if not trace.get("program"):
            return None
        hops = msgspec.convert(trace.get("hops", []), list[Hop])
        values = msgspec.convert(trace.get("values", []), list[Value])
        return cls(parse_program(trace["program"]), hops, values)

    def values(self, part: Program) -> tuple[Value, ...]:
        """What a part of the program gave, all candidates; nothing where it has open holes."""
        if part == self.program and self.outcome:
            return self.outcome
        try:
            return execute(part, self._ask).values
        except ManyhopError:
            return ()

    def hops_of(self, leaf: Leaf, fillings: Sequence[Value] | None) -> list[Hop]:
        """The times a leaf was asked, where its hole was filled with one of these.

        Two branches may fill in the same name; their scores tell them apart.
        """
        filled = {(value.text, value.score) for value in fillings or ()}
        return [
            hop
            for hop in self.hops
            if hop.leaf == leaf
            and (
                fillings is None
                or not hop.given
                or any((value.text, value.score) in filled for value in hop.given)
            )
        ]

    def _ask(self, leaf: Leaf, question: str, given: Sequence[Value]) -> Sequence[Value]:
        return self._found.get((leaf, question), ())


_BEST = 3  # candidates and fillings that are shown unless all are wanted
_FAR_BEHIND = 0.1  # of the best's score
_LEAVES = Leaf.__args__

Fillings = Sequence[Value] | None


def program_view(replay: Replay, *, verbose: bool = False) -> Tree:
    """The tree in the order of asking: inner programs stand before the outer ones they fill."""
    return _View(replay, verbose).tree(replay.program)


class _View:
    def __init__(self, replay: Replay, verbose: bool) -> None:
        self._replay = replay
        self._most = None if verbose else _BEST
        self._verbose = verbose

    def tree(self, program: Program) -> Tree:
        root = Tree("", guide_style="dim", hide_root=True)
        self._add(root, program, None)
        return root.children[0]

    def _add(self, node: Tree, program: Program, fillings: Fillings) -> None:
        if isinstance(program, _LEAVES):
            self._add_leaf(node, program, self._replay.hops_of(program, fillings))
            return
        branch = node.add(self._label(program))
        match program:
            case Compose(outer, inner):
                self._add(branch, inner, fillings)
                self._add(branch, outer, self._replay.values(inner) or None)
            case Implicit(type_name, question):
                for hop in hops_of(type_name):
                    leaf = hop(literal(question))
                    self._add_leaf(branch, leaf, self._replay.hops_of(leaf, None))
            case _:
                for part in parts(program):
                    self._add(branch, part, fillings)

    def _label(self, program: Program) -> Text:
        """An operator, its own word, and what came of it."""
        label = Text.assemble((type(program).__name__, "cyan"))
        match program:
            case Known(text):
                return label.append(f' "{text}"')
            case Implicit(word):
                label.append(f" {word}")
            case Compare(word) | Aggregate(word) | Arithmetic(word) | YesNo(word):
                label.append(f" {word}")
            case Choose(_, choices):
                label.append(f" {', '.join(choices)}")
        answers = accepted(self._replay.values(program))
        return label.append(_arrow(answers[:_BEST])) if answers else label

    def _add_leaf(self, node: Tree, leaf: Leaf, hops: Sequence[Hop]) -> None:
        name = Text.assemble((type(leaf).__name__, "magenta"))
        if isinstance(leaf, ProcedureQ) and leaf.wanted != "answer":
            name.append(f" {leaf.wanted}", style="magenta")
        name.append(" ")
        if not self._verbose:
            hops = [hop for hop in hops if hop.found] or hops
        if len(hops) == 1:
            self._add_hop(node, name, hops[0])
            return
        branch = node.add(name.append(leaf.question))
        shown = hops[: self._most]
        for hop in shown:
            self._add_hop(branch, Text(), hop)
        if not hops and self._replay.hops:
            name.append("  not asked", style="dim")
        elif left := len(hops) - len(shown):
            branch.add(Text(f"… asked {left} more time{'s' * (left > 1)}", style="dim"))

    def _add_hop(self, node: Tree, name: Text, hop: Hop) -> None:
        line = name.append(hop.question)
        branch = node.add(line)
        if self._verbose and hop.found:
            for candidate in _candidates(hop):
                branch.add(candidate)
        else:
            line.append(_arrow(_likely(hop.found)[: self._most]))


def _likely(values: Sequence[Value]) -> Sequence[Value]:
    """The best, and the others that are not far behind it."""
    return [value for value in values if value.score >= _FAR_BEHIND * values[0].score]


def _arrow(values: Sequence[Value]) -> Text:
    """``→ May 27, 1937 0.97 · May 28 0.12``"""
    text = Text.assemble((" → ", "dim"))
    if not values:
        return text.append("nothing", style="dim")
    for number, value in enumerate(values):
        text.append(" · " if number else "", style="dim")
        text.append(shorten(value.text, 50), style="" if number else "bold")
        text.append(f" {value.score:.2f}", style="dim")
    return text


def _candidates(hop: Hop) -> Iterator[Text]:
    """Every candidate with its quotation; those that later steps worked with in bold."""
    kept = {value.text for value in hop.passed_on}
    for value in hop.found:
        line = Text.assemble((f"{value.score:.2f} ", "dim"))
        line.append(shorten(value.text, 80), style="bold" if value.text in kept else "")
        quotes = "; ".join(dict.fromkeys(citation.quote for citation in value.citations))
        if quotes and quotes != value.text:
            line.append(f"  “{shorten(quotes, 80)}”", style="dim")
        yield line


# An answer in a terminal: the sentence, how sure it is, why, from where, and by which program.


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
