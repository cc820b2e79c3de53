"""Finding the procedures in a document's sections."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from manyhop.sources._procedure import Procedure, Step
from manyhop.sources.reading._blocks import Block, Listing, Mark, Section, Shown

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


# Telling instructions from other numbered things.

_HOW_TO = re.compile(r"\bhow[ -]?to\b|\bstep[ -]by[ -]step\b|\b(?:recipe|tutorial)\b", re.I)
_STEPS = re.compile(
    r"(?:the |cooking |preparation |assembly )?"
    r"(?:steps?|instructions?|methods?|directions?|preparation|procedures?|what to do)"
    r"(?: to follow)?\W*",
    re.I,
)
_ALTERNATIVE = re.compile(
    r"(?:method|option|variant|approach|way)\s+(?:\d+|[a-z]|one|two|three)\b", re.I
)
_THINGS = r"(?:ingredients?|materials?|supplies|tools?|equipment|parts(?: list)?)"
_MATERIALS = re.compile(
    rf"(?:(?:gather|collect) )?(?:(?:the|all|your) )*{_THINGS}(?: ?(?:and|&|[+,/]) ?{_THINGS})*"
    r"(?: (?:needed|required|list))?(?: ?\([^)]*\))?\W*"
    r"|(?:(?:what|things) )?you(?:(?:'|’| wi)?ll)? need\W*",
    re.I,
)
_MATERIALS_LINE = re.compile(rf"({_MATERIALS.pattern}):\s+(\S.*)", re.I)
_ASIDE = re.compile(
    r"(?:references?|notes?|footnotes?|bibliography|sources?|citations?|further reading"
    r"|see also|external links|(?:table of )?contents|works cited|literature)\W*",
    re.I,
)
_STEP = re.compile(
    r"step\s+#?(\d{1,3}|[ivx]{1,5}|one|two|three|four|five|six|seven|eight|nine|ten)\b[\s:.)–—-]*",
    re.I,
)
_NUMBERED = re.compile(r"\d{1,3}[.):]\s+")
_STATEMENT = re.compile(
    r"(?:the|an?|it|its|he|she|they|we|i|this|that|these|those|there|his|her|their|our|my|you|your"
    r"|neither|no|all|any|each|some|if|optional|when|in|because|since|although|both|what|why|who)\b"
    r"|\w+(?:tions?|ments?|ness|ity)\b|\w+ of\b|\W"
    r"|\w+ (?:is|are|was|were|will|can|cannot|may|should|must|has|have|does|would)\b",
    re.I,
)
_ORDER = re.compile(
    r"(?:add|allow|apply|attach|bake|boil|bring|build|change|check|choose|clean|click|clone|close"
    r"|connect|cook|copy|cover|create|cut|dig|download|drain|draw|dry|enter|fill|find|fold|go|heat"
    r"|hold|insert|install|leave|let|lift|log|make|mark|measure|melt|mix|open|place|plug|position|pour|prepare"
    r"|press|pull|push|put|remove|repeat|replace|restart|rinse|run|save|select|set|sign|spread|start"
    r"|stir|take|test|tighten|transfer|turn|type|unplug|unpack|update|use|wait|wash|wipe|write)\b",
    re.I,
)
_CITED = re.compile(r"\(\d{4}[a-z]?\)|\bISBN\b|\bdoi\b|\bpp?\. ?\d|\bet al\b|^\^")


def is_how_to(title: str) -> bool:
    """Whether a title promises instructions, as "How to mend a puncture" does."""
    return bool(_HOW_TO.search(title))


def is_steps(heading: str) -> bool:
    """Whether a heading only says that steps follow: "Method", "Directions:"."""
    return bool(_STEPS.fullmatch(heading.strip()))


def is_materials(heading: str) -> bool:
    """Whether a heading announces what one needs: "Ingredients", "You will need"."""
    return bool(_MATERIALS.fullmatch(heading.strip()))


def materials_in(line: str) -> list[str]:
    """What a line such as "Tools: a clamp, wood filler" names; nothing for other lines."""
    found = _MATERIALS_LINE.fullmatch(line.strip())
    return (
        [thing.strip(" .") for thing in re.split(r"[,;] ", found[found.re.groups])] if found else []
    )


def is_alternative(heading: str) -> bool:
    """Whether a heading starts another way to the same end: "Method 2: With a patch"."""
    return bool(_ALTERNATIVE.match(heading.strip()))


def is_aside(heading: str) -> bool:
    """Whether what follows is numbered but no instruction: "References", "Contents"."""
    return bool(_ASIDE.fullmatch(heading.strip()))


def step_title(heading: str, *, numbered: bool = False) -> str | None:
    """What a step's heading says after "Step 3:" (or, if ``numbered``, "3."); else ``None``."""
    for pattern in (_STEP, _NUMBERED) if numbered else (_STEP,):
        if mark := pattern.match(heading):
            return heading[mark.end() :].strip()
    return None


def instruct(items: Sequence[Step]) -> bool:
    """Whether three or more items read like orders: sentences that start with what to do."""
    orders = sum(map(is_order, items))
    return orders >= 3 and orders * 3 >= len(items) * 2


def is_order(item: Step) -> bool:
    """Whether an item reads like an order: "Boil the water."."""
    words = item.text.partition("\n")[0].strip()
    if _CITED.search(words):
        return False
    if _ORDER.match(words):
        return len(words.split()) > 1
    return len(words.split()) > 2 and words[-1] in ".!:;)`" and not _STATEMENT.match(words)
