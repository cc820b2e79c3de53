"""Finding the procedures in a document's sections."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from manyhop.sources._procedure import Procedure, Step
from manyhop.sources.reading._blocks import Block, Listing, Mark, Section, Shown
from manyhop.sources.reading._howto import (
    instruct,
    is_alternative,
    is_aside,
    is_how_to,
    is_materials,
    is_steps,
    materials_in,
    step_title,
)

_FEW_WORDS = 15  # in a line that names a thing one needs


@dataclass
class _Draft:
    """A procedure in the making."""

    steps: list[Step] = field(default_factory=list)
    materials: list[str] = field(default_factory=list)
    meta: dict[str, Any] = field(default_factory=dict)


_Drafts = dict[str, _Draft]


def _draft(drafts: _Drafts, name: str, section: Section) -> _Draft:
    """The procedure of a name, begun where the section stands if it is new."""
    if name not in drafts:
        marks = [block for block in section.blocks if isinstance(block, Mark)]
        drafts[name] = _Draft(meta=marks[0].meta() if marks else {})
    return drafts[name]


def take_procedures(
    found: Sequence[Section], title: str, origin: str
) -> tuple[list[Section], list[Procedure]]:
    """The procedures in the sections of a page, and the sections without them.

    Steps are numbered lists and sections headed "Step 1"; those that belong to one title make
    one procedure, with the lists headed "Ingredients" or the like as its materials.
    """
    drafts: _Drafts = {}
    rest = list(_take_headed_steps(found, title, drafts))
    rest = [_take_lists(section, title, drafts) for section in rest]
    rest = [_take_materials(section, title, drafts) for section in rest]
    procedures = [
        Procedure(
            title=name,
            steps=tuple(draft.steps),
            materials=tuple(draft.materials or _materials_among(draft.steps)),
            origin=origin,
            meta=draft.meta,
        )
        for name, draft in drafts.items()
        if any(step.title or step.text or step.images for step in draft.steps)
    ]
    return rest, procedures


def _materials_among(steps: Sequence[Step]) -> list[str]:
    """What the step headed "Ingredients" lists, which stays a step, for others count on it."""
    lines = [
        line.removeprefix("- ")
        for step in steps
        if is_materials(step.title)
        for line in step.text.split("\n")
    ]
    return [line for line in lines if 0 < len(line.split()) <= _FEW_WORDS and line[-1] != ":"]


def without_repeats(known: Sequence[Procedure], found: Sequence[Section]) -> list[Section]:
    """The sections without the text that the ``known`` procedures already hold."""
    said = " ".join(_plain(procedure.passage) for procedure in known)
    if not said:
        return list(found)
    return [
        Section(section.headings, [block for block in section.blocks if not _repeats(block, said)])
        for section in found
    ]


def _repeats(block: Block, said: str) -> bool:
    if isinstance(block, str):
        return _plain(block) in said
    if isinstance(block, Listing):
        repeated = sum(_plain(item.text) in said for item in block.items)
        return repeated * 2 > len(block.items)
    return False


def _plain(text: str) -> str:
    return " " + " ".join(re.findall(r"\w+", text.casefold())) + " "


def _procedure_title(headings: Sequence[str], title: str) -> str:
    """The page's title, or the heading that says better what the steps are for."""
    for heading in reversed(headings):
        if is_how_to(heading):
            return heading
        if is_alternative(heading):
            return f"{title.rstrip(':')}: {heading}"
    own = [heading for heading in headings if not is_steps(heading) and not is_materials(heading)]
    return title if is_how_to(title) or not own else f"{title.rstrip(':')}: {own[-1]}"


def _take_headed_steps(found: Sequence[Section], title: str, drafts: _Drafts) -> Iterator[Section]:
    parents = Counter(
        section.headings[:-1] for section in found if _headed_step(section, title) is not None
    )
    open_step: tuple[str, ...] = ()
    for section in found:
        name = _headed_step(section, title)
        parent = section.headings[:-1]
        if name is not None and parents[parent] > 1:
            open_step = section.headings
            draft = _draft(drafts, _procedure_title(parent, title), section)
            draft.steps.append(_step(name, section.blocks))
        elif open_step and section.headings[: len(open_step)] == open_step:
            last = draft.steps.pop()
            more = _step(section.headings[-1], section.blocks)
            text = "\n".join(filter(None, (last.text, more.title, more.text)))
            draft.steps.append(Step(last.title, text, last.images + more.images))
        else:
            open_step = ()
            yield section
            continue
        kept: list[Block] = [
            block for block in section.blocks if not isinstance(block, str | Listing)
        ]
        yield Section(section.headings, kept)


def _headed_step(section: Section, title: str) -> str | None:
    """The title of the step that a section is, if it is one."""
    if not section.headings:
        return None
    *above, heading = section.headings
    return step_title(heading, numbered=any(map(is_how_to, (title, *above))))


def _step(title: str, blocks: Sequence[Block]) -> Step:
    lines: list[str] = []
    images: list[str] = []
    for block in blocks:
        if isinstance(block, str):
            lines.append(block)
        elif isinstance(block, Listing):
            lines.extend(block.paragraphs())
        elif isinstance(block, Shown):
            images.append(block.name)
    return Step(title, "\n".join(lines), tuple(images))


def _take_lists(section: Section, title: str, drafts: _Drafts) -> Section:
    rest: list[Block] = []
    for block in section.blocks:
        if not isinstance(block, Listing) or not _are_steps(block, section.headings, title):
            rest.append(block)
            continue
        name = _procedure_title(section.headings, title)
        draft = _draft(drafts, name, section)
        first, *others = block.items
        part = section.headings[-1] if section.headings else ""
        if part not in name and not first.title and not is_steps(part):
            first = Step(part, first.text, first.images)
        draft.steps.extend((first, *others))
    return Section(section.headings, rest)


def _are_steps(listing: Listing, headings: Sequence[str], title: str) -> bool:
    if not listing.ordered or len(listing.items) < 2 or any(map(is_aside, headings)):
        return False
    return (
        listing.certain
        or is_how_to(title)
        or any(is_how_to(heading) or is_steps(heading) for heading in headings)
        or instruct(listing.items)
    )


def _take_materials(section: Section, title: str, drafts: _Drafts) -> Section:
    draft = drafts.get(_procedure_title(section.headings, title))
    if draft is None and len(drafts) == 1:
        (draft,) = drafts.values()
    if draft is None:
        return section
    headed = any(map(is_materials, section.headings))
    rest: list[Block] = []
    for block in section.blocks:
        if headed and isinstance(block, Listing):
            draft.materials.extend(item.text for item in block.items if item.text)
        elif isinstance(block, str) and (named := materials_in(block)):
            draft.materials.extend(named)
        else:
            rest.append(block)
    return Section(section.headings, rest)
