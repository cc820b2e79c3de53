"""Whether an answer to a question of an ordinary folder is right: the rules of its scorer.

Right is an acceptable form among the values or in a short sentence, or, where the question has
items, an F1 of three quarters over them.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

_ENOUGH, _LONG_FORM, _SHARE, _SHORT_SENTENCE = 0.75, 5, 0.6, 40


def is_right(question: Mapping[str, Any], values: Sequence[str], sentence: str = "") -> bool:
    """Whether an answer that was given is right; one to a question without answers never is.

    Example: ``is_right({"answers": ["124"], "kind": "count"}, ["124"])``
    """
    if question.get("unanswerable") or not values:
        return False
    if question.get("items"):
        return _f1(question, values, sentence) >= _ENOUGH
    told, answers = "; ".join(values), question["answers"]
    if answers and answers[0].lower() in ("yes", "no"):
        return _words(told or sentence)[:1] == _words(answers[0])
    short = sentence if len(sentence.split()) <= _SHORT_SENTENCE else ""
    return any(_says(form, told) or _stands_in(form, short) for form in answers)


def _f1(question: Mapping[str, Any], values: Sequence[str], sentence: str) -> float:
    items: list[str] = question["items"]
    wanted = [*items, *question.get("optional_items", [])]
    texts = values if len(values) > 1 else [sentence, *values]
    found = sum(any(_says(item, text) for text in texts) for item in items)
    precision = float(found > 0)
    if len(values) > 1:
        good = [any(_says(item, each) or _says(each, item) for item in wanted) for each in values]
        precision = sum(good) / len(values)
    recall = found / len(items)
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def _says(form: str, text: str) -> bool:
    part = _words(form)
    if _stands_in(form, text):
        return True
    return len(part) >= _LONG_FORM and len({*part} & {*_words(text)}) >= _SHARE * len({*part})


def _stands_in(form: str, text: str) -> bool:
    part, whole = _words(form), _words(text)
    starts = range(len(whole) - len(part) + 1)
    return bool(part) and any(whole[start : start + len(part)] == part for start in starts)


def _words(text: str) -> list[str]:
    text = re.sub(r"(?<=\d),(?=\d{3})", "", text.lower())
    found = re.findall(r"\d+(?:\.\d+)?|\w+", text)
    found = [f"{float(word):g}" if re.fullmatch(r"\d+\.\d+", word) else word for word in found]
    return [word for word in found if word not in ("a", "an", "the")]
