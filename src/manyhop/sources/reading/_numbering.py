"""Lists in plain text: lines that start with "1.", "Step 1:" or a bullet."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from manyhop.sources._procedure import Step
from manyhop.sources.reading._blocks import Block, Listing, Shown

_STEP = re.compile(r"\s*step\s+(\d{1,3})\b[\s:.)–—-]*", re.I)
_NUMBER = re.compile(r"\s*(\d{1,3})[.)]\s+(?=\S)")
_BULLET = re.compile(r"\s*[-*•▪●◦‣+–]\s+(?=\S)")
_MARK = re.compile(r"\s*(?:[-*•▪●◦‣+–\d]|step)", re.I)  # any of them, quickly
_MOST_BETWEEN = 4  # paragraphs that still belong to the step before them


@dataclass
class Item:
    """A line of a list: its number (0 for a bullet), its words, and paragraphs after it."""

    number: int
    text: str
    certain: bool = False
    more: list[str] = field(default_factory=list)
    images: list[str] = field(default_factory=list)

    def step(self, titled: bool) -> Step:
        """The item as a step; where it is ``titled``, its line is the title of what follows."""
        if titled and self.text:
            return Step(self.text, "\n".join(self.more), tuple(self.images))
        return Step("", "\n".join(filter(None, (self.text, *self.more))), tuple(self.images))


def item(line: str, before: Item | None, starts_chunk: bool) -> Item | None:
    """The item that a line starts; a number in running text does not start one."""
    if not _MARK.match(line):
        return None
    if mark := _STEP.match(line):
        return Item(int(mark[1]), line[mark.end() :].strip(), certain=True)
    if mark := _NUMBER.match(line):
        number = int(mark[1])
        if starts_chunk or number == 1 or (before and number == before.number + 1):
            return Item(number, line[mark.end() :].strip())
    elif mark := _BULLET.match(line):
        return Item(0, line[mark.end() :].strip())
    return None


def listings(parts: Iterable[Item | Block]) -> Iterator[Block]:
    """Items joined to lists, with the paragraphs and pictures that stand between their steps."""
    held: list[Item] = []
    between: list[str] = []
    shown: list[Block] = []
    for part in parts:
        if isinstance(part, Item):
            if held and _follows(part, held[-1], between):
                held[-1].more += between
                held.append(part)
            else:
                yield from _listing(held, between)
                held = [part]
            between = []
        elif isinstance(part, str) and held and held[-1].number and len(between) < _MOST_BETWEEN:
            between.append(part)
        elif isinstance(part, Shown) and held and held[-1].number:
            held[-1].images.append(part.name)
            shown.append(part)
        else:
            yield from _listing(held, between)
            yield from shown
            held, between, shown = [], [], []
            yield part
    yield from _listing(held, between)
    yield from shown


def _follows(item: Item, before: Item, between: list[str]) -> bool:
    if not item.number:
        return not before.number and not between
    return item.number == before.number + 1 > 1 and item.certain == before.certain


def _listing(items: list[Item], after: list[str]) -> Iterator[Block]:
    if not items:
        return
    if after and any(item.more for item in items):
        items[-1].more.append(after.pop(0))
    first = items[0]
    titled = first.certain and any(item.more for item in items)
    yield Listing(
        tuple(item.step(titled) for item in items),
        ordered=first.number > 0,
        certain=first.certain,
        start=max(first.number, 1),
    )
    yield from after
