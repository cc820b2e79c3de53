"""Built questions as WebQA's records."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from manyhop.generation._built import BuiltQuestion
from manyhop.generation._categories import question_category
from manyhop.models import Verbaliser
from manyhop.sources import AnySource, Image, Snippet

_SPLITS = {"train": "train", "dev": "val", "test": "test"}


def suits_webqa(built: BuiltQuestion, sources: Mapping[str, AnySource]) -> bool:
    """Whether the answer rests on snippets and pictures alone: WebQA knows no tables.

    Example: of ``Compose(TextQ,TableQ)``, ``False``
    """
    golden = [sources.get(id) for id in built.gold]
    return bool(golden) and all(isinstance(source, Snippet | Image) for source in golden)


def webqa_record(
    built: BuiltQuestion,
    sources: Mapping[str, AnySource],
    image_number: Callable[[Image], int],
) -> dict[str, Any]:
    """The official fields. ``image_number`` gives pictures the numbers that WebQA calls them by.

    The answer is a sentence that the rules make of question and values. Of facts, ``source_id`` is
    the id that the source has in the collection.
    """
    facts = _Facts(built.id, sources, image_number)
    positive, negative = facts.of(built.gold), facts.of(built.distractors)
    topic = sources.get(built.topic)
    return {
        "Guid": built.id,
        "Q": built.question,
        "A": [Verbaliser().say(built.question, built.answers)],
        "Keywords_A": ", ".join(built.answers),
        "Qcate": question_category(built) if positive["img"] else "text",
        "split": _SPLITS[built.split or "dev"],
        "topic": topic.title if topic else built.topic,
        "img_posFacts": positive["img"],
        "img_negFacts": negative["img"],
        "txt_posFacts": positive["txt"],
        "txt_negFacts": negative["txt"],
    }


class _Facts:
    """The facts of one question; its snippets are numbered through."""

    def __init__(
        self,
        guid: str,
        sources: Mapping[str, AnySource],
        image_number: Callable[[Image], int],
    ) -> None:
        self._guid = guid
        self._sources = sources
        self._image_number = image_number
        self._snippets = 0

    def of(self, ids: Sequence[str]) -> dict[str, list[dict[str, Any]]]:
        found: dict[str, list[dict[str, Any]]] = {"txt": [], "img": []}
        for id in ids:
            match self._sources.get(id):
                case Snippet() as snippet:
                    found["txt"].append(self._text(snippet))
                case Image() as image:
                    found["img"].append(self._image(image))
        return found

    def _text(self, snippet: Snippet) -> dict[str, Any]:
        self._snippets += 1
        return {
            "snippet_id": f"{self._guid}_{self._snippets}",
            "fact": snippet.text,
            "title": snippet.title,
            "url": snippet.origin,
            "source_id": snippet.id,
        }

    def _image(self, image: Image) -> dict[str, Any]:
        return {
            "image_id": self._image_number(image),
            "caption": image.caption or image.title,
            "title": image.title,
            "url": image.origin,
            "imgUrl": "",
            "source_id": image.id,
        }
