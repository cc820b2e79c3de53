"""What people put on record for a picture: in ``meta["shows"]`` and ``meta["questions"]``."""

from typing import Any

from manyhop.sources import Image

ASKED = "question: "

Facts = dict[str, tuple[str, ...]]


def attached_facts(image: Image) -> Facts:
    """The properties that ``shows`` gives a picture, and what its ``questions`` are answered.

    Example: an image with ``meta={"shows": {"number of towers": 2, "statue": True}}`` →
    ``{"number of towers": ("2",), "statue": ("yes",)}``
    """
    shows = image.meta.get("shows")
    facts = {
        name: values
        for name, value in (shows if isinstance(shows, dict) else {}).items()
        if (values := _values(value))
    }
    asked = image.meta.get("questions")
    for entry in asked if isinstance(asked, list) else []:
        if isinstance(entry, dict) and isinstance(question := entry.get("question"), str):
            values = _values(entry.get("answers", entry.get("answer")))
            if values and question.strip():
                facts.setdefault(ASKED + " ".join(question.split()), values)
    return facts


def _values(value: Any) -> tuple[str, ...]:
    if isinstance(value, list):
        return tuple(text for item in value for text in _values(item))
    if isinstance(value, bool):
        return ("yes" if value else "no",)
    if isinstance(value, float) and value.is_integer():
        return (str(int(value)),)
    text = " ".join(str(value).split()) if isinstance(value, str | int | float) else ""
    return (text,) if text else ()
