"""Real pictures: those of the smallest column of MultiModalQA's slice that has three."""

import random
from pathlib import Path

import pytest

from manyhop.generation._query import Shown, ShownIn
from manyhop.generation._topic import Topic
from manyhop.generation.images import derive_shown, derive_shown_in, image_singles
from manyhop.generation.linking import topics
from manyhop.sources import AnySource, Image, Table
from manyhop.sources.reading import read_file

SLICE = Path(__file__).parents[3] / "../shared/data/mmqa/slice"

pytestmark = pytest.mark.skipif(not SLICE.is_dir(), reason="MultiModalQA's slice is not there")


def smallest() -> Topic:
    sources: list[AnySource] = [
        source
        for name in ("tables", "images")
        for source in read_file(SLICE / f"MMQA_{name}.jsonl.gz", name)
        if isinstance(source, Table | Image)
    ]
    found = [topic for topic in topics(sources) if topic.table and len(topic.things) >= 3]
    return min(found, key=lambda topic: len(topic.things))


@pytest.mark.extras
def test_questions_about_real_pictures_are_derived_again() -> None:
    topic = smallest()
    sources: dict[str, AnySource] = {
        image.id: image for thing in topic.things for image in thing.images
    }
    singles = image_singles(topic, random.Random(1))
    assert singles
    for single in singles:
        assert single.values
        if isinstance(single.query, Shown):
            assert derive_shown(single.query, sources) == single.values
        if isinstance(single.query, ShownIn):
            assert derive_shown_in(single.query, sources) == single.values
            assert 0 < len(single.values) < len(single.query.among)
