"""Follow-up questions: what "And what did it cost?" means after what was asked and answered."""

import re
from collections.abc import Sequence

import msgspec

Words = frozenset[str]


def _words(text: str) -> Words:
    return frozenset(text.split())


_FUNCTION = _words(
    "what which who whom whose when where why how is are was were be been do does did can could "
    "will would shall should may might must has have had and but or so then also in on at of for "
    "from to by with about if the a an this that these those it its he him his she her they them "
    "their there i we you my our your please tell me give show list name find any all some more "
    "most many much"
)
_LINK = "of|de|du|la|le|von|van|den|the|&"
_NAME = re.compile(
    rf"(?:\b[Tt]he\s)?\b[A-Z0-9][\w'’.&-]*(?:\s(?:(?:{_LINK})\s)*[A-Z0-9][\w'’&-]*(?:\.\w+)*)*"
    r"|[“\"`][^”\"`]+[”\"`]|(?<![\w-])--?[a-z][\w-]*|\b\w+[._]\w+\b"
)
_COMMON = re.compile(
    r"\b(?:do|does|did)\s((?:the|a|an|my|our)\s[\w-]+(?:\s[\w-]+)?)(?=\s[\w-]+(?:\s(?:in|at|on|for|"
    r"to|from)\b|\s*\?|$))|\b((?:the|a|an|my|our)\s[\w-]+(?:\s[\w-]+)?)(?=\s*\?|\s*$|,|\s(?:is|are|"
    r"was|were|in|at|on|for|from|to|made|used)\b)"
)
_TIME = re.compile(
    r"\b(?:1\d{3}|20\d{2})\b|\b(?:January|February|March|April|May|June|July|August|September|"
    r"October|November|December|Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)(?:day)?(?:\s\d{4})?\b"
)
_THING = re.compile(
    r"\b(?:(?P<own>its)|(?P<it>it|this one|that one|this|that))(?:['’]s)?\b(?!\s+true\b)",
    re.IGNORECASE,
)
_PERSON = re.compile(r"\b(?:(?P<own>his|her(?=\s+[a-z]))|(?P<it>he|she|him|her))\b", re.IGNORECASE)
_SEVERAL = re.compile(r"\b(?:(?P<own>their)|(?P<it>they|them|these|those))\b", re.IGNORECASE)
_POINTED = re.compile(r"\b(?:[Tt]his|[Tt]hese|[Tt]hose|[Tt](?P<that>hat))\s(?P<noun>[a-z][\w-]+)\b")
_PLACE = re.compile(
    r"(?<!\bis\s)(?<!\bare\s)(?<!\bwas\s)(?<!\bwere\s)\bthere\b(?!\s+(?:is|are|was))", re.IGNORECASE
)
_OTHER = re.compile(r"\bthe\s(?:other|former|latter|first|second)(?:\sone)?\b", re.IGNORECASE)
_ASKS_VERB = _words("is was are were does did do can will would has had should could about means")
_AND = re.compile(r"^(?:and|but|so|or|also|ok|okay|then)\b,?\s*", re.IGNORECASE)
_ABOUT = re.compile(r"^(?:what|how)\s+about\s+", re.IGNORECASE)
_PREPOSITION = re.compile(
    r"^(in|on|at|for|from|with|without|by|to|of|during|after|before)\s+", re.I
)
_PHRASE = r"\s+(?:(?:the|a|an)\s)?[\w'’-]+(?:\s(?!(?:in|on|at|for|from|with|by|to|of)\b)[\w'’-]+)*"
_PLACED = ("in", "of", "at", "for")
_HOW = re.compile(r"^how\s+(\w+)\s*\?*$", re.IGNORECASE)
_WH = re.compile(r"^(when|where|why|how)\s*\?*$", re.IGNORECASE)
_LIKE_THE = (r"(?<=\bthe\s)[\w-]+(?=\s(?:of|in|for|at|on)\b)", r"(?<=\bthe\s)[\w-]+$")
_LIKE_SOME = (r"(?<=\bhow many\s)[\w-]+", r"(?:(?<=^are\s)|(?<=^can\s)|(?<=^do\s))[\w-]+")


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """A question as it was understood, its answer's values, and the titles that it cited."""

    question: str
    values: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()


class Understood(msgspec.Struct, frozen=True):
    """A question that stands alone; not ``sure`` where it leans on something that is not clear."""

    question: str
    sure: bool = True


def understand(question: str, told: Sequence[Told]) -> Understood:
    """Fill in what a follow-up leaves out; a question that leaves nothing out stays as it is.

    Example: ``understand("Who built it?", [Told(question="How long is Tower Bridge?")])``
    """
    question = " ".join(question.split())
    if not told:
        return Understood(question, not _leans(question))
    for reading in (_elided, _pointing, _of_something):
        found = reading(question, told)
        if found:
            return Understood(found)
    return Understood(question, not _leans(question))


def names_in(text: str) -> list[str]:
    """What a question names, in order: names, quotations, options and files; else its noun."""
    found = []
    for match in _NAME.finditer(text):
        name = match[0].rstrip(".'’").strip('“”"`')
        first, _, rest = name.partition(" ")
        if match.start() == 0 and first.lower() in _FUNCTION - {"the"}:
            name = rest
        if name.lower() not in _FUNCTION and not _TIME.fullmatch(name) and not name.isdecimal():
            found.append(name)
    return [name for name in found if name]


def _topic(told: Sequence[Told], *, of_answer: bool = False) -> str:
    """What was spoken of last: the answer of which-questions, what was named, or what was cited."""
    for each in reversed(told):
        named = names_in(each.question)
        value = _named_by(each)
        chosen = re.match(r"(?:in |on |at )?which\b", each.question, re.IGNORECASE)
        called = each.question.lower().startswith("what") and _NAME.fullmatch(value)
        if value and (of_answer or chosen or called):
            return value
        common = _COMMON.search(each.question)
        if named or value or each.titles or common:
            noun = (common[1] or common[2]) if common else ""
            return named[0] if named else next(filter(None, (*each.titles, noun, value)))
    return ""


def _pointing(question: str, told: Sequence[Told]) -> str:
    """Pronouns and "the other one", filled in."""
    last = told[-1]
    if found := _OTHER.search(question):
        return _filled(question, found, _another(found[0], told))
    if found := _PERSON.search(question):
        asked_who = re.match(r"who|which|what", last.question, re.IGNORECASE)
        return _filled(question, found, _topic(told, of_answer=bool(asked_who)))
    for found in _POINTED.finditer(question):
        if last.values and re.match(rf"which {found['noun']}\b", last.question, re.IGNORECASE):
            return _filled(question, found, last.values[0])
        known = found["noun"] in _bare(f"{last.question} {_topic(told)}")
        if found["noun"] not in _FUNCTION | _ASKS_VERB and (known or not found["that"]):
            return _filled(question, found, _topic(told))
    if found := _SEVERAL.search(question):
        many = last.values if len(last.values) > 1 and all(map(_is_name, last.values)) else ()
        listed = f"{', '.join(many[:-1])} and {many[-1]}" if many else ""
        who = bool(re.match(r"who", last.question, re.IGNORECASE))
        return _filled(question, found, listed or _topic(told, of_answer=who))
    if found := _PLACE.search(question):
        where = bool(re.match(r"where|which|what|in which", last.question, re.IGNORECASE))
        return _filled(question, found, _topic(told, of_answer=where))
    for found in _THING.finditer(question):
        if found[0].lower() not in ("this", "that") or _stands_alone(question, found):
            return _filled(question, found, _topic(told))
    topic = _topic(told)
    noun = topic.split()[-1].lower() if topic else ""
    found = re.search(rf"\bthe\s{re.escape(noun)}\b", question) if noun.isalpha() else None
    return _filled(question, found, topic) if found else ""


def _filled(question: str, found: re.Match[str], meant: str) -> str:
    """The question with a name in the place of what points to it; not where it names one before."""
    if not meant or names_in(question[: found.start()]):
        return ""
    if found.re.groupindex.get("own") and found["own"]:
        meant += "’" if meant.endswith("s") else "’s"
    rest = question[found.end() :]
    if found.re is _THING and re.search(r"['’]s$", found[0]):
        meant += " is"
    said = _AND.sub("", question[: found.start()] + _lower_the(meant) + rest)
    return said[0].upper() + said[1:]


def _another(pointed: str, told: Sequence[Told]) -> str:
    """Of the two things spoken of last, the one that is meant."""
    pair = names_in(told[-1].question)
    value = told[-1].values[0] if told[-1].values else ""
    if len(pair) < 2:
        seen: dict[str, None] = {}
        for each in reversed(told):
            seen |= dict.fromkeys(names_in(each.question)[:1])
        pair = list(reversed(list(seen)[:2]))
        value = pair[1] if len(pair) == 2 else ""
    if len(pair) != 2:
        return ""
    if re.search("first|former", pointed, re.IGNORECASE):
        return pair[0]
    if re.search("second|latter", pointed, re.IGNORECASE):
        return pair[1]
    others = [name for name in pair if _bare(name) != _bare(value)]
    return others[0] if len(others) == 1 else ""


def _elided(question: str, told: Sequence[Told]) -> str:
    """ "And in 2019?" and "What about Texas?": the last question with the like part replaced."""
    begun = _AND.sub("", question)
    part = _ABOUT.sub("", begun).rstrip(" ?.")
    last = told[-1].question.rstrip(" ?")
    if how := _HOW.match(begun):
        changed = re.sub(r"^How\s+\w+", f"How {how[1]}", last)
        return f"{changed}?" if changed != last else ""
    if wh := _WH.match(begun):
        changed = re.sub(
            r"^(?:When|Where|Why|How)(?=\s(?:is|was|are|were|do|does|did)\b)", wh[1], last
        )
        return f"{changed[0].upper()}{changed[1:]}?" if changed.lower() != last.lower() else ""
    if part + "?" == question or len(part.split()) > 6 or _verb_in(part):
        return ""
    if found := _OTHER.fullmatch(part):
        part = _another(found[0], told)
    return f"{changed}?" if part and (changed := _replaced(last, part, told)) else ""


def _replaced(last: str, part: str, told: Sequence[Told]) -> str:
    if own := re.match(r"(?:its|his|her|their)\s+(.+)", part, re.IGNORECASE):
        topic = _topic(told)
        return f"What is the {own[1]} of {_lower_the(topic)}" if topic else ""
    preposition = _PREPOSITION.match(part)
    bare = part[preposition.end() :] if preposition else part
    if _TIME.search(bare):
        if _TIME.search(last):
            return _once(_TIME.pattern, last, bare)
        return f"{last} {part if preposition else f'in {bare}'}"
    names = names_in(last)
    if preposition:
        word = preposition[1].lower()
        same = re.findall(rf"\b{word}{_PHRASE}", last)
        if same:
            return last.replace(same[-1], part[0].lower() + part[1:], 1)
        placed = [
            n for n in names if re.search(rf"\b(?:{'|'.join(_PLACED)})\s{re.escape(n)}", last)
        ]
        if word in _PLACED and names_in(f"x {bare}") and len(placed) == 1:
            return last.replace(placed[0], bare, 1)
        return f"{last} {part[0].lower()}{part[1:]}"
    if names_in(f"x {part}"):
        alike = [name for name in names if _bare(name).split()[-1] == _bare(part).split()[-1]]
        chosen = alike if len(alike) == 1 else names
        return last.replace(chosen[0], _lower_the(part), 1) if len(chosen) == 1 else ""
    noun = re.sub(r"^(?:the|a|an)\s", "", part)
    for pattern in _LIKE_THE if noun != part else _LIKE_SOME:
        if re.search(pattern, last, re.IGNORECASE):
            return _once(pattern, last, noun)
    topic = _topic(told)
    return f"What is the {noun} of {_lower_the(topic)}" if topic and noun != part else ""


def _of_something(question: str, told: Sequence[Told]) -> str:
    """ "And who was the architect?": whose is not said, so that of what was spoken of."""
    begun = _AND.sub("", question)
    if begun == question or names_in(question) or not (topic := _topic(told)):
        return ""
    ends = re.search(r"\bthe\s[\w-]+(?:\s[\w-]+)?\s*\?*$", begun)
    return f"{begun[0].upper()}{begun[1:].rstrip(' ?')} of {_lower_the(topic)}?" if ends else ""


def _leans(question: str) -> bool:
    """Whether a question points at something that it does not name itself."""
    patterns = (
        _PERSON,
        _SEVERAL,
        _OTHER,
        re.compile(r"\b(?:it|its)\b(?!\s+true)", re.I),
        _AND,
        _ABOUT,
    )
    points = [found.start() for pattern in patterns if (found := pattern.search(question))]
    return bool(points) and not names_in(question[: max(points)])


def _stands_alone(question: str, found: re.Match[str]) -> bool:
    """Whether "this" or "that" is no conjunction: at the end, or right after the verb."""
    before = question[: found.start()].split()[-1:] or [""]
    after = question[found.end() :].strip(" ?")
    return not after or (before[0].lower() in _ASKS_VERB and not after[0].isupper())


def _verb_in(part: str) -> bool:
    return bool(_words(part.lower()) & _ASKS_VERB - {"about"})


def _named_by(told: Told) -> str:
    """What one answer names: its value, or the one new name in a sentence that is its value."""
    if len(told.values) != 1 or _is_name(told.values[0]):
        return told.values[0] if len(told.values) == 1 else ""
    known = {_bare(name) for name in names_in(told.question)}
    said = told.values[0] if _verb_in(told.values[0]) else ""
    new = [name for name in names_in(said) if _bare(name) not in known]
    return new[0] if len(new) == 1 else ""


def _is_name(value: str) -> bool:
    """Whether an answer's value can be spoken of further: no number, no date, no sentence."""
    is_said = value.endswith(".") or _verb_in(value) or _TIME.search(value)
    return len(value.split()) <= 6 and not is_said and bool(re.match(r"[^\W\d]", value))


def _bare(name: str) -> str:
    return re.sub(r"^the\s", "", name.lower())


def _lower_the(name: str) -> str:
    return f"the{name[3:]}" if name.startswith("The ") else name


def _once(pattern: str, text: str, by: str) -> str:
    """The last match replaced."""
    *_, found = re.finditer(pattern, text, re.IGNORECASE)
    return text[: found.start()] + by + text[found.end() :]
