"""One picture, and the way from pictures to notes and back."""

import re
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from manyhop.answering import fits
from manyhop.asking._chooser import log_odds, sigmoid
from manyhop.asking._look import Look
from manyhop.asking._mentions import Fit, Mention, all_mentions, fitting, mentions_of, stem_of
from manyhop.asking._picture_answers import Seen, answers_of, wanted
from manyhop.asking._picture_questions import (
    PICTURE,
    content_words,
    described,
    listed,
    named_files,
)
from manyhop.asking._pictures import SURE, name_of, picture_lists, shown
from manyhop.asking._proposal import Proposal, Way
from manyhop.collection import pixels_of
from manyhop.models import Sight, shared_sights
from manyhop.programs import (
    Compose,
    Hop,
    ImageListQ,
    ImageQ,
    Program,
    TableQ,
    TextQ,
    Value,
    literal,
)
from manyhop.sources import AnySource, CellAt, Image, Region, Snippet, Span, Table

FOLLOWED = 2  # pictures that a description may mean
BEHIND = 1.5  # log odds by which a second picture may lag and still be followed
NOTES = 3  # mentions of one picture that are read
LEAST_SHARE = 0.3  # of what a question says that a note must say to lead to its picture

_COUNTS_PICTURES = re.compile(rf"^how many (?:of the )?{PICTURE}\b", re.IGNORECASE)


class Meant(NamedTuple):
    """A picture that a question may mean: how surely, by how much before the next, and how."""

    image: Image
    odds: float
    lead: float
    named: bool
    description: str


def one_picture(look: Look) -> Iterator[Proposal]:
    """What the picture shows that is given, named or described: "What animal is in IMG_0142?"."""
    if listed(look.text) or wanted(look.text, look.question.choices) is None:
        return
    for meant in _meant(look):
        for seen in _answers(look, meant.image):
            signs = {
                "picture": meant.odds,
                "lead": meant.lead,
                "named": float(meant.named),
                **_answer_signs(seen),
            }
            value = Value(seen.text, sigmoid(seen.odds), (meant.image.cite(Region()),))
            leaf = ImageQ(literal(look.text))
            yield Proposal(
                way="picture",
                values=(value,),
                program=leaf,
                signs=signs,
                sources=(meant.image,),
                hops=(Hop(leaf, look.text, found=(value,)),),
            )


def picture_notes(look: Look) -> Iterator[Proposal]:
    """What notes and tables say of a picture: "Who took the picture of the penguin?"."""
    if listed(look.text) or look.question.choices or not _asks_notes(look):
        return
    found = [proposal for meant in _meant(look) for proposal in _notes(look, meant)]
    yield from sorted(found, key=lambda each: -(each.signs["picture"] / 2 + each.signs["told"]))


def _notes(look: Look, meant: Meant) -> Iterator[Proposal]:
    """What the notes that name one picture say in answer to the question."""
    name = name_of(meant.image)
    question = _renamed(look.text, meant.description, name)
    for mention in mentions_of(look, name)[:NOTES]:
        for value, program, signs in _told(look, question, mention):
            inner = ImageListQ(literal(meant.description or look.text))
            outer: Program = program
            if not meant.named:
                hole = literal(question).replace(name, "[answer]")
                outer = TableQ(hole) if isinstance(program, TableQ) else TextQ(hole)
                outer = Compose(outer, inner) if "[answer]" in hole else program
            picture = meant.image.cite(Region())
            cited = Value(value.text, value.score, (*value.citations, picture))
            yield Proposal(
                way="picture note",
                values=(cited,),
                program=outer,
                signs={
                    "picture": meant.odds,
                    "lead": meant.lead,
                    "named": float(meant.named),
                    "described": float(bool(meant.description)),
                    **signs,
                },
                sources=(mention.source, meant.image),
                hops=(
                    Hop(inner, meant.description, found=(Value(name, sigmoid(meant.odds)),)),
                    Hop(program, question, found=(value,)),
                ),
            )


def _asks_notes(look: Look) -> bool:
    """Whether notes may tell it: what is asked of a named picture and can be seen is not theirs."""
    asks = wanted(look.text)
    if asks is None:
        return True
    named = look.question.image is not None or bool(named_files(look.text))
    return not named and asks[0] in ("count", "thing")


def note_pictures(look: Look) -> Iterator[Proposal]:
    """What the picture shows that a note or table leads to: "… in the picture Anna took?"."""
    if named_files(look.text) or look.question.image or listed(look.text):
        return
    if wanted(look.text, look.question.choices) is None or _COUNTS_PICTURES.match(look.text):
        return
    found_fits = fitting(look.text, all_mentions(look))
    if not found_fits or found_fits[0].share < LEAST_SHARE:
        return
    best = found_fits[0]
    same = [fit for fit in found_fits if fit.score >= best.score - 1e-6][:4]
    names = list(dict.fromkeys(name for fit in same for name in fit.mention.names))
    behind = next((fit.score for fit in found_fits if fit.score < best.score - 1e-6), 0.0)
    several = bool(re.search(r"\b(?:two|three|both|animals|pictures|photos)\b", look.text, re.I))
    images = [image for name in names for image in look.finder.named(name)[:1]]
    found = [(image, answers) for image in images if (answers := _answers(look, image))]
    if not found:
        return
    signs = {"share": log_odds(best.share), "ahead": best.score - behind, "pictures": len(images)}
    if several and 1 < len(found) <= 3:
        yield _hop(look, same, [(image, answers[0]) for image, answers in found], signs)
    for image, answers in found[:FOLLOWED]:
        for seen in answers:
            yield _hop(look, same, [(image, seen)], signs)


def _hop(
    look: Look, fitted: list[Fit], seen: list[tuple[Image, Seen]], signs: dict[str, float]
) -> Proposal:
    """The answer of pictures that notes led to, citing both."""
    by_name = {stem_of(name): fit.mention for fit in fitted for name in fit.mention.names}
    values: dict[str, Value] = {}
    sources: list[AnySource] = []
    for image, answer in seen:
        mention = by_name.get(stem_of(name_of(image)), fitted[0].mention)
        cited = (image.cite(Region()), mention.cite())
        values.setdefault(answer.text, Value(answer.text, sigmoid(answer.odds), cited))
        sources += [image, mention.source]
    is_table = isinstance(fitted[0].mention.source, Table)
    inner: Program = TableQ(literal(look.text)) if is_table else TextQ(literal(look.text))
    names = tuple(Value(name_of(image)) for image, _ in seen)
    leaf = ImageQ(literal(look.text))
    assert isinstance(inner, TableQ | TextQ)
    return Proposal(
        way="note picture",
        values=tuple(values.values()),
        program=Compose(ImageQ(f"{literal(look.text).rstrip('?')} ([answer])?"), inner),
        signs={**signs, **_answer_signs(seen[0][1])},
        sources=tuple(dict.fromkeys(sources)),
        hops=(
            Hop(inner, look.text, found=names),
            Hop(leaf, look.text, given=names, found=tuple(values.values())),
        ),
    )


def _meant(look: Look) -> list[Meant]:
    """The pictures a question may mean: the given one, those it names, or those it describes."""
    if look.question.image is not None:
        return [Meant(look.question.image, SURE, SURE, True, "")]
    if names := named_files(look.text):
        return [
            Meant(image, SURE, SURE, True, name)
            for name in names
            for image in look.finder.named(name)[:1]
        ]
    gallery = look.finder.gallery()
    if not gallery.ids:
        return []
    what = described(look.text)
    odds = shown(what or content_words(look.text), gallery.glances)
    if what:  # the question around it may say more of the picture
        odds = np.asarray((2 * odds + shown(look.text, gallery.glances)) / 3, np.float32)
    order = np.argsort(-odds, kind="stable")[: FOLLOWED + 1]
    meant = []
    for place in order[:FOLLOWED]:
        image = look.finder.get(gallery.ids[place])
        others = [float(odds[other]) for other in order if other != place]
        lead = float(odds[place]) - max(others, default=-SURE)
        if isinstance(image, Image) and lead > -BEHIND:
            meant.append(Meant(image, float(odds[place]), lead, False, what))
    return meant


def _sight(look: Look, image: Image) -> Sight | None:
    """What was seen when the picture was indexed; a picture from elsewhere is looked at now."""
    if (sight := look.finder.sight(image.id)) is not None:
        return sight
    pixels = pixels_of(image)
    return shared_sights().look([pixels])[0] if pixels else None


def _answers(look: Look, image: Image) -> list[Seen]:
    sight = _sight(look, image)
    if sight is None:
        return []
    return answers_of(look.text, image, sight, look.models, look.question.choices)


def _answer_signs(seen: Seen) -> dict[str, float]:
    return {"answer": seen.odds, f"wants {seen.wanted}": 1.0}


def _renamed(question: str, description: str, name: str) -> str:
    """A question with the file's name in place of the picture's description."""
    if not description or name in question:
        return question
    what = re.escape(description)
    frame = rf"(?:the |a |an )?(?:\w+ )?{PICTURE} (?:of|with|showing|that shows|where) {what}"
    for pattern in (frame, rf"(?:the |a |an )?{what} {PICTURE}", what):
        renamed, times = re.subn(pattern, name, question, count=1, flags=re.IGNORECASE)
        if times:
            return renamed
    return question


def _told(
    look: Look, question: str, mention: Mention
) -> Iterator[tuple[Value, TableQ | TextQ, dict[str, float]]]:
    """What a row or a line says in answer to a question about the picture it names."""
    if isinstance(mention.source, Table):
        table = mention.source
        one = table.with_changes(rows=(table.rows[mention.row],))
        reading = look.models.table_reader.read(question, one)
        for cell in reading.cells[:1]:
            text = table.rows[mention.row][cell.column].text.strip()
            if text and fits(question, text) and not any(name in text for name in mention.names):
                cited = table.cite(CellAt(mention.row, cell.column))
                value = Value(text, reading.chance, (cited,))
                heading = table.columns[cell.column].name.replace("_", " ")
                asked, called = look.models.sentence_encoder.encode([question, heading])
                signs = {"told": log_odds(reading.chance), "cell": log_odds(cell.chance)}
                signs["heading"] = float(asked @ called)
                yield value, TableQ(literal(question)), {**signs, "table": 1.0}
    elif isinstance(mention.source, Snippet):
        title = mention.source.title
        (span,) = look.models.text_reader.read(question, [f"{title}\n{mention.text}"])
        start = span.start - len(title) - 1
        if start < 0:  # the title is only there to be understood
            (span,) = look.models.text_reader.read(question, [mention.text])
            start = span.start
        text = span.text.strip()
        if any(name in text for name in mention.names) or not fits(question, text):
            return
        if text and start >= 0:
            at = mention.source.text.find(mention.text, mention.start)
            place = Span(at + start, at + start + len(span.text))
            value = Value(text, span.chance, (mention.source.cite(place),))
            yield value, TextQ(literal(question)), {"told": log_odds(span.chance), "table": 0.0}


PICTURE_WAYS: tuple[Way, ...] = (picture_lists, picture_notes, note_pictures, one_picture)
"""All ways over pictures, the surest first."""
