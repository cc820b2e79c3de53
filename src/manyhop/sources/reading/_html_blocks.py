"""The blocks of an HTML page: headings, paragraphs, lists, tables and pictures."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from selectolax.lexbor import LexborNode

from manyhop.sources._procedure import Step
from manyhop.sources.reading._blocks import Block, Code, Heading, Listing, Shown
from manyhop.sources.reading._html_tables import grid
from manyhop.sources.reading._html_text import BLOCKS, collapsed, is_unread, text_of, tidy, walk
from manyhop.sources.reading._pictures import name_of, picture_at

_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_SMALL = 40  # pixels: no wider than this, a picture from elsewhere is an icon
_NOT_IN_LISTS = "h1, h2, h3, h4, h5, h6, table, .gallerybox"  # a list of these is layout
_THUMBNAIL_CAPTION = ".thumbcaption, .gallerytext"
_WAYS_AROUND = frozenset(("p", "ul", "ol", "table"))  # what may hold nothing but jumps
_NEAR = 6  # elements between a link and the part that it stands in
_JUMPS = 0.8  # the share of the words in links at least that makes such a part
_PAGE_HEAD = 5  # words at most of what stands above the first heading on every page of a site


@dataclass(frozen=True)
class Page:
    """Where a page lies and what it is called, for the pictures on it."""

    path: Path
    title: str
    origin: str


def blocks(root: LexborNode, page: Page, unread: frozenset[str] = frozenset()) -> Iterator[Block]:
    """The blocks under ``root`` in reading order, without elements named in ``unread``."""
    found = list(_all_blocks(root, page, unread))
    opening = next((n for n, block in enumerate(found) if isinstance(block, Heading)), 0)
    for number, block in enumerate(found):
        if number >= opening or not _is_page_head(block):
            yield block


def _is_page_head(block: Block) -> bool:
    return isinstance(block, str) and len(block.split()) <= _PAGE_HEAD and block[-1:] not in ".:!?"


def _all_blocks(root: LexborNode, page: Page, unread: frozenset[str]) -> Iterator[Block]:
    arranging = _around(root.css(_NOT_IN_LISTS), "ul", "ol", "dl")
    for tag in ("table", "figure"):
        arranging |= _around(root.css(tag), tag)
    words: list[str] = []
    whole: list[Block] | None = None  # what the element just opened says, if it is taken whole

    jumps = _jumps(root)

    def left_out(node: LexborNode) -> bool:
        return node.mem_id in jumps or _is_left_out(node, root, unread)

    def into(node: LexborNode) -> bool:
        return whole is None and not left_out(node)

    for node, opens in walk(root, into):
        tag = node.tag or ""
        if tag == "-text":
            if opens:
                words.append(collapsed(node))
        elif tag == "br":
            words.append("\n" if opens else "")
        elif tag == "img" or tag in BLOCKS:
            whole = None
            if opens and not left_out(node):
                whole = None if node.mem_id in arranging else _whole(node, page)
            if tag in BLOCKS and (text := tidy("".join(words))):
                yield text
            if tag in BLOCKS:
                words = []
            yield from whole or ()
    if text := tidy("".join(words)):
        yield text


def _around(nodes: list[LexborNode], *tags: str) -> set[int]:
    """The elements of some kinds around some nodes: they only arrange the page."""
    seen: set[int] = set()
    found: set[int] = set()
    for node in nodes:
        above = node.parent
        while above is not None and above.mem_id not in seen:
            seen.add(above.mem_id)
            if above.tag in tags:
                found.add(above.mem_id)
            above = above.parent
    return found


def _is_left_out(node: LexborNode, root: LexborNode, unread: frozenset[str]) -> bool:
    return node.mem_id != root.mem_id and (node.tag in unread or is_unread(node))


def _jumps(root: LexborNode) -> set[int]:
    """The parts that only lead about their own page: a table of contents, "Back to top"."""
    parts: dict[int, LexborNode] = {}
    for link in root.css('a[href^="#"]'):
        above = link.parent
        for _ in range(_NEAR):
            if above is None or above.tag in _WAYS_AROUND:
                break
            above = above.parent
        if above is not None and above.tag in _WAYS_AROUND:
            parts[above.mem_id] = above
    return {place for place, part in parts.items() if _only_jumps(part)}


def _only_jumps(part: LexborNode) -> bool:
    links = part.css("a[href]")
    if not all((link.attributes["href"] or "").startswith("#") for link in links):
        return False
    said = len("".join(part.text().split()))
    linked = sum(len("".join(link.text().split())) for link in links)
    return linked > 1 and linked >= _JUMPS * said


def _whole(node: LexborNode, page: Page) -> list[Block] | None:
    """The blocks of an element that is read as one; nothing for one to look into."""
    tag = node.tag or ""
    if tag in _HEADINGS:
        return [Heading(_HEADINGS[tag], " ".join(text_of(node).split()))]
    if tag == "pre":
        return [Code(node.text().strip("\n"))]
    if tag == "img":
        return list(_shown(node, page, _thumbnail_caption(node)))
    if tag == "figure":
        return _figure(node, page)
    if tag in ("ul", "ol"):
        return _listing(node, page)
    if tag == "dl":
        return _definitions(node, page)
    if tag == "table" and (found := grid(node)):
        pictures = [
            shown for img in node.css("img") for shown in _shown(img, page, _cell_caption(img))
        ]
        return [found, *pictures]
    return None


def _figure(node: LexborNode, page: Page) -> list[Block] | None:
    if node.css_first("table, pre, ul, ol") is not None:
        return None
    legend = node.css_first("figcaption")
    caption = " ".join(text_of(legend).split()) if legend is not None else ""
    pictures: list[Block] = [
        shown for img in node.css("img") for shown in _shown(img, page, caption)
    ]
    return pictures or None


def _shown(img: LexborNode, page: Page, caption: str = "") -> Iterator[Shown]:
    attributes = img.attributes
    address = attributes.get("src") or ""
    if not address or address.startswith("data:"):
        address = attributes.get("data-src") or address
    words = caption or attributes.get("alt") or attributes.get("title") or ""
    image = picture_at(
        address, page.path, caption=" ".join(words.split()), title=page.title, origin=page.origin
    )
    if image is None or (not image.path and not caption and _is_small(img)):
        return
    yield Shown(image, name_of(image, address))


def _is_small(img: LexborNode) -> bool:
    width = img.attributes.get("width") or ""
    return width.isdecimal() and int(width) <= _SMALL


def _thumbnail_caption(img: LexborNode) -> str:
    """The caption beside a thumbnail, as wikis arrange it."""
    above = img.parent
    for _ in range(5):
        if above is None:
            break
        if {"thumb", "thumbinner", "gallerybox"} & set(
            (above.attributes.get("class") or "").split()
        ):
            legend = above.css_first(_THUMBNAIL_CAPTION)
            return " ".join(text_of(legend).split()) if legend is not None else ""
        above = above.parent
    return ""


def _cell_caption(img: LexborNode) -> str:
    """What stands with a picture in a cell across the table, as in the box beside an article."""
    above = img.parent
    while above is not None and above.tag not in ("td", "th", "table"):
        above = above.parent
    if above is None or not above.attributes.get("colspan"):
        return ""
    return " ".join(text_of(above).split())


def _listing(node: LexborNode, page: Page) -> list[Block] | None:
    """A list with its pictures."""
    items: list[Step] = []
    pictures: list[Block] = []
    item = node.child
    while item is not None:
        if item.tag == "li" and not is_unread(item):
            shown = [one for img in item.css("img") for one in _shown(img, page)]
            pictures.extend(shown)
            step = Step(text=text_of(item), images=tuple(one.name for one in shown))
            if step.text or step.images:
                items.append(step)
        elif item.tag in ("ul", "ol") and items:  # belongs to the item before it
            last = items.pop()
            items.append(Step(text=f"{last.text}\n{text_of(item)}".strip(), images=last.images))
        item = item.next
    if not items:
        return None
    start = node.attributes.get("start") or ""
    first = int(start) if start.isdecimal() and len(start) < 6 else 1
    return [Listing(tuple(items), ordered=node.tag == "ol", start=first), *pictures]


def _definitions(node: LexborNode, page: Page) -> list[Block] | None:
    """Terms with what they mean, and the pictures among them."""
    items: list[Step] = []
    terms: list[str] = []
    waiting = [node.child] if node.child is not None else []
    while waiting:
        child = waiting.pop()
        if child.next is not None:
            waiting.append(child.next)
        if child.tag == "div" and child.child is not None:  # may stand around each pair
            waiting.append(child.child)
        elif child.tag == "dt" and not is_unread(child):
            terms.append(" ".join(text_of(child).split()))
        elif child.tag == "dd" and not is_unread(child):
            items.append(Step(", ".join(filter(None, terms)), text_of(child)))
            terms = []
    items += [Step(text=term) for term in terms if term]
    pictures = [one for img in node.css("img") for one in _shown(img, page)]
    kept = tuple(item for item in items if item.title or item.text)
    return [Listing(kept), *pictures] if kept else None
