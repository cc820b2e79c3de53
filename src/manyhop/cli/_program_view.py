"""The program that was run, as a tree with what every part of it found."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from rich.text import Text
from rich.tree import Tree

from manyhop.cli._console import shorten
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
