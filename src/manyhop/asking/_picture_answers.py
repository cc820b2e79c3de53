"""What one picture answers: a word of the wanted kind, never of another."""

import re
from collections.abc import Sequence
from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from manyhop.asking._chooser import log_odds
from manyhop.models import (
    Models,
    PictureAnswerer,
    Sight,
    glances,
    ocr_available,
    shared_judge,
    shared_words,
)
from manyhop.sources import Image

Wanted = Literal["choice", "text", "colour", "count", "yes or no", "kind", "doing", "thing"]

MOST = 3  # answers of one picture
LEAST_WORDS = 4  # that make a kind of thing
ABSTRACT = frozenset({"number", "place", "part", "page", "position", "unit", "measure"})
OF_DOING = {"eat(?:ing|s)?": "food", "drink(?:ing|s)?": "beverage", "wear(?:ing|s)?": "clothing"}
OF_DOING |= {"sit(?:ting|s)? on": "furniture", "lying on": "furniture"}
SAID = 1.0  # weight of the answer network's log odds beside the word's own
NUMBERS = ("one", "two", "three", "four", "five", "six")
COUNTED = np.array([8.0, 0.5])  # weights of likeness and of how unusual it is
NETWORK = 0.25  # of the answer network's log chance beside them
WRITTEN = 0.4  # chance that all the writing in a picture holds what is asked for
YES = 0.3  # log odds of a yes to what is neither seen nor denied: people ask what is there

_KIND = re.compile(
    r"^(?:in |on |at )?(?:what|which)(?: (?:kind|sort|type|breed)s? of)? (?:two |three )?"
    r"(?P<noun>[a-z]+(?: [a-z]+)?)",
    re.IGNORECASE,
)
_TEXT = re.compile(
    r"\b(?:written|writing|says?|reads?|spelled|printed|text|letters?|words?|logo|brand|lit up"
    r"|phone number|web address|licence plate|registration)\b"
    r"|\b(?:names?|numbers?|years?|city|village|street|chain|food|fair)\b.*\b(?:on|at|in)\b.*"
    r"\b(?:signs?|building|bus|boat|coin|tower|shirt|awning|side|board|box|tin|front|label|poster)\b"
    r"|\bsigns?\b.*\bpoint",
    re.IGNORECASE,
)
_COLOUR = re.compile(r"\bcolou?rs?\b", re.IGNORECASE)
_HOW_MANY = re.compile(r"^\s*how many\s+", re.IGNORECASE)
_FILE_OR_HERE = re.compile(r"\s*\b(?:in|of|on) (?:(?:this|the) \w+|\S*\d\S*)$", re.IGNORECASE)
_COUNT = re.compile(r"^how many\b|\bnumber of\b", re.IGNORECASE)
_YES_NO = re.compile(
    r"^(?:is|are|was|were|does|do|did|has|have|had|can|could|will)\b(?!.*\bwhich ones?\b)",
    re.IGNORECASE,
)
_DOING = re.compile(r"^what (?:is|are|was|were)\b.*\bdoing\b|^what does\b.*\bdo\b", re.IGNORECASE)
_WEATHER = re.compile(r"\bweather\b", re.IGNORECASE)
_THING = re.compile(
    r"^what(?:'s| is| are| was| were| can| could| does| do| did| has| have| stands?| hangs?)\b",
    re.IGNORECASE,
)
_UNSEEN = re.compile(  # what no picture shows, though it is asked with "what is"
    r"^what (?:is|was|are|were) (?:the|his|her|its|their) (?:\w+ )?(?:names?|code|prices?|costs?"
    r"|date|day|time|address|title|lens|camera|location|phone|month|prize|place)\b"
    r"|^what (?:did|does|do|has|have|was)\b.*\b(?:win|won|cost|get|got|called)\b",
    re.IGNORECASE,
)
_PRESENT = re.compile(
    r"^(?:is|are) (?:there )?(?P<what>(?:any|some|no)(?:body|one|thing)?|people|a person|a|an)\b"
    r"(?P<rest>.*?)(?:\s+(?:in|on|at|of)\s+(?:the|this|that|it)\b.*)?$",
    re.IGNORECASE,
)
_PEOPLE = re.compile(r"^(?:any|some)(?:body|one)$|^people$|^a person$", re.IGNORECASE)


class Seen(msgspec.Struct, frozen=True):
    """An answer read off a picture, as log odds, and the kind of answer that was wanted."""

    text: str
    odds: float
    wanted: Wanted


def wanted(question: str, choices: Sequence[str] = ()) -> tuple[Wanted, str] | None:
    """The kind of answer a question wants of a picture, with the kind's noun; None where no
    picture can tell.

    Example: ``wanted("What animal is in the picture?")`` → ``("kind", "animal")``
    """
    text = " ".join(question.split()).rstrip("?.! ")
    if choices:
        return "choice", ""
    if _COLOUR.search(text):
        return "colour", ""
    if _COUNT.search(text):
        return "count", ""
    if _TEXT.search(text):
        return "text", ""
    if _YES_NO.match(text):
        return "yes or no", ""
    if _DOING.match(text):
        return "doing", ""
    if _WEATHER.search(text):
        return "kind", "weather"
    if (found := _KIND.match(text)) and (noun := _known_kind(found["noun"])):
        return "kind", noun
    if _THING.match(text):
        for doing, of in OF_DOING.items():
            if re.search(rf"\b{doing}\b", text, re.IGNORECASE):
                return "kind", of
    if _THING.match(text) and not _UNSEEN.search(text):
        return "thing", ""
    return None


def answers_of(
    question: str, image: Image, sight: Sight, models: Models, choices: Sequence[str] = ()
) -> list[Seen]:
    """What a picture answers, the likeliest first; nothing where it cannot."""
    asks = wanted(question, choices)
    if asks is None:
        return []
    kind, noun = asks
    if kind == "choice":
        return _chosen(question, sight, models, choices)
    if kind == "text":
        return _written(question, image, models)
    if kind == "yes or no":
        return _yes_or_no(question, sight)
    if kind == "colour":
        return _coloured(question, sight, models)
    if kind == "count":
        return _counted(question, sight, models)
    return _word(question, sight, models, kind, noun)


def _known_kind(noun: str) -> str:
    """The kind that a noun of the question names, in its plain form; ``""`` for none."""
    first, _, rest = noun.lower().partition(" ")
    for name in (f"{first} {rest}".strip(), first):
        for form in (name, name.removesuffix("s"), name.removesuffix("es")):
            if len(shared_words().of_kind(form)) >= LEAST_WORDS and form not in ABSTRACT:
                return form
    return ""


def _word(question: str, sight: Sight, models: Models, kind: Wanted, noun: str) -> list[Seen]:
    """The words of a kind that fit the picture best, beside what the answer network says."""
    words = shared_words()
    (glance,) = glances([sight.glance])
    odds = words.odds(glance)
    said = _said(question, sight, models)
    odds = odds + SAID * np.array([said.get(word, 0.0) for word in words.words], np.float32)
    if kind == "doing":
        among = words.of_kind("doing")
    elif kind == "kind":
        among = words.of_kind(noun)
    else:
        acts = {*words.of_kind("doing"), *words.of_kind("weather"), *words.of_kind("sport")}
        acts |= {*words.of_kind("person")}
        among = np.array([n for n in range(len(words.words)) if n not in acts])
    asked = set(re.findall(r"[a-z]+", question.lower()))
    free = [n for n in among if not asked & _forms(words.words[n])]
    best = sorted(free, key=lambda n: -odds[n])[:MOST]
    return [Seen(words.words[n], float(odds[n]), kind) for n in best]


def _forms(word: str) -> set[str]:
    last = word.split()[-1]
    return {last, f"{last}s", last.removesuffix("s")}


def _said(question: str, sight: Sight, models: Models) -> dict[str, float]:
    """How far the answer network favours each of its answers over an even chance, as logs."""
    answerer = models.image_answerer
    if not isinstance(answerer, PictureAnswerer):
        return {}
    readings = answerer.from_sight(question, sight)
    even = np.log(1 / max(len(readings), 1))
    return {each.text: max(float(np.log(each.chance + 1e-6) - even), 0.0) / 2 for each in readings}


def _coloured(question: str, sight: Sight, models: Models) -> list[Seen]:
    answerer = models.image_answerer
    if not isinstance(answerer, PictureAnswerer):
        return []
    readings = answerer.from_sight(question, sight, "colour")
    total = sum(reading.chance for reading in readings) or 1.0
    return [Seen(each.text, log_odds(each.chance / total), "colour") for each in readings[:MOST]]


def _counted(question: str, sight: Sight, models: Models) -> list[Seen]:
    """The number whose words fit the picture best: "three dogs running in the surf"."""
    answerer = models.image_answerer
    if not isinstance(answerer, PictureAnswerer):
        return []
    what = _FILE_OR_HERE.sub("", _HOW_MANY.sub("", question.rstrip("?.! ")))
    view = glances([sight.glance])
    telling = np.array(
        [shared_judge().evidence(f"{number} {what}", view)[0, :2] for number in NUMBERS]
    )
    readings = {each.text: each.chance for each in answerer.from_sight(question, sight, "number")}
    said = np.log([readings.get(str(n), 0.0) + 1e-3 for n in range(1, len(NUMBERS) + 1)])
    shares = _shares(telling @ COUNTED + NETWORK * said)
    order = np.argsort(-shares)[:MOST]
    return [Seen(str(n + 1), log_odds(float(shares[n])), "count") for n in order]


def _yes_or_no(question: str, sight: Sight) -> list[Seen]:
    text = " ".join(question.split()).rstrip("?.! ")
    view = glances([sight.glance])
    if found := _PRESENT.match(text):
        thing = "a person" if _PEOPLE.match(found["what"]) else f"{found['what']}{found['rest']}"
        odds = float(shared_judge().odds(thing, view)[0])
    else:
        statement = re.sub(r"^\w+\s+", "", text)
        odds = YES + 0.1 * float(shared_judge().odds(statement, view)[0])
    answers = [Seen("yes", odds, "yes or no"), Seen("no", -odds, "yes or no")]
    return sorted(answers, key=lambda each: -each.odds)


def _chosen(question: str, sight: Sight, models: Models, choices: Sequence[str]) -> list[Seen]:
    """Each choice by how well the picture fits it, against the others; a colour by the network."""
    view = glances([sight.glance])
    said = _said(question, sight, models)
    known = np.array([said.get(choice.lower(), 0.0) for choice in choices])
    odds = np.array([float(shared_judge().odds(choice, view)[0]) for choice in choices])
    shares = _shares(2 * known if _COLOUR.search(question) and known.any() else odds + known)
    order = np.argsort(-shares)[:MOST]
    return [Seen(choices[n], log_odds(float(shares[n])), "choice") for n in order]


def _written(question: str, image: Image, models: Models) -> list[Seen]:
    """The part of the writing in a picture that answers, and all of it."""
    lines = [" ".join(line.split()) for line in image.text.splitlines() if line.strip()]
    if not lines:
        return []
    whole = Seen("; ".join(dict.fromkeys(lines)), log_odds(WRITTEN), "text")
    (reading,) = models.text_reader.read(question, ["\n".join(lines)])
    if not reading.text.strip() or len(lines) == 1:
        return [whole]
    part = Seen(reading.text.strip(), log_odds(reading.chance), "text")
    return sorted((part, whole), key=lambda seen: -seen.odds)


def hint_for(question: str) -> str:
    """What would help where a question asks for writing in pictures and nothing can read it."""
    asks = wanted(question)
    if asks is None or asks[0] != "text" or ocr_available():
        return ""
    return "Writing in pictures is read with the vision extra: pip install 'manyhop[vision]'"


def _shares(odds: NDArray[np.float64]) -> NDArray[np.float64]:
    powers = np.exp(odds - odds.max())
    return np.asarray(powers / powers.sum(), np.float64)
