"""A whole benchmark: questions built, reworded, divided, balanced and given their contexts."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import ceil
from pathlib import Path

import msgspec

from manyhop.answering import Answerer
from manyhop.errors import ManyhopError
from manyhop.generation._building import BuildSettings, build_questions
from manyhop.generation._built import BuiltQuestion
from manyhop.generation._contexts import with_distractors
from manyhop.generation.composing import balanced, is_told_apart
from manyhop.generation.images import attach, attached_image_questions
from manyhop.generation.splits import (
    SHARES,
    SplitName,
    adversarial_split,
    documents_in,
    split_by_document,
)
from manyhop.generation.wording import Paraphrase, paraphrase
from manyhop.models import Generator
from manyhop.sources import AnySource, Image

_SPARE = 1.05  # questions that get contexts for each one wanted: some have no distractor that tells

Progress = Callable[[str, int, int], None]
"""``progress(stage, done, total)``"""


class Rewording(msgspec.Struct, frozen=True):
    """The model that puts questions into other words, and who checks that the answer stays."""

    generator: Generator
    answerer: Answerer


class Benchmark(msgspec.Struct, frozen=True, kw_only=True):
    """Questions ready to be written, with the sources that they speak of."""

    questions: list[BuiltQuestion]
    sources: dict[str, AnySource]
    topics: int
    dropped: Counter[str]
    paraphrases: tuple[Paraphrase, ...] = ()


def make_benchmark(
    sources: Iterable[AnySource],
    settings: BuildSettings,
    *,
    texts: int = 10,
    images: int = 15,
    splits: Mapping[SplitName, float] = SHARES,
    adversarial: bool = False,
    question_sets: Sequence[Path] = (),
    picture_questions: Sequence[Path] = (),
    rewording: Rewording | None = None,
    progress: Progress = lambda stage, done, total: None,
) -> Benchmark:
    """Questions with verified answers, divided by document, each with its distractors.

    Divided ``adversarial``, as WebQA is, documents may be shared between the splits.
    ``question_sets`` and ``picture_questions`` are files of questions that people asked about the
    texts and the pictures, which are composed with those made here.
    Example: ``make_benchmark(Collection.open("bridges"), BuildSettings(count=100)).questions``
    """
    read = {source.id: source for source in sources}
    for path in picture_questions:
        read |= _asked_about(read, path)
    built = build_questions(
        read.values(),
        settings,
        question_sets=question_sets,
        progress=lambda done, total: progress("composing", done, total),
    )
    if not built.questions:
        raise ManyhopError(
            f"no question could be built from {len(read):,} sources; index tables whose cells name "
            "things that texts or pictures are about (manyhop links shows them)"
        )
    divided = (
        adversarial_split(built.questions, splits, settings.seed)
        if adversarial
        else split_by_document(built.questions, splits, settings.seed, document=documents_in(read))
    )
    dropped = built.dropped + Counter({"in two splits": len(divided.dropped)})
    spare = ceil(settings.count * _SPARE)
    questions = balanced(divided.questions, built.kinds, settings.shares, spare)
    total = len(questions)
    given = list(
        with_distractors(
            questions,
            read,
            built.pictures,
            texts=texts,
            images=images,
            seed=settings.seed,
            on_progress=lambda done: progress("distractors", done, total),
        )
    )
    told_apart = [one for one in given if is_told_apart(one, read)]
    dropped["weak distractors"] += total - len(told_apart)
    finished = balanced(told_apart, built.kinds, settings.shares, settings.count)
    tried: list[Paraphrase] = []
    if rewording:
        for done, one in enumerate(finished, start=1):
            context = [read[id] for id in (one.table, *one.gold, *one.distractors) if id in read]
            tried.append(
                paraphrase(
                    one, context, rewording.generator, rewording.answerer, seed=settings.seed
                )
            )
            progress("rewording", done, len(finished))
        finished = [each.question for each in tried]
    return Benchmark(
        questions=finished,
        sources=read,
        topics=built.topics,
        dropped=dropped,
        paraphrases=tuple(tried),
    )


def _asked_about(sources: Mapping[str, AnySource], path: Path) -> dict[str, AnySource]:
    """The pictures that a file asks about, with its questions on record."""
    pictures = [source for source in sources.values() if isinstance(source, Image)]
    attached = attach(pictures, attached_image_questions(path))
    changed = {image.id: image for image in attached if image is not sources[image.id]}
    if not changed:
        raise ManyhopError(
            f"{path}: no question in it is about a picture of the collection; name the pictures "
            "by id, path, file name or title, or leave the file out"
        )
    return dict(changed)
