"""What a question wants a picture to show, in a caption's words."""

import re

_HAS = (
    r"(?:ha(?:s|ve|d|ving)|featur(?:es?|ed|ing)|show(?:s|ed|n|ing)?|contain(?:s|ed|ing)?"
    r"|depict(?:s|ed|ing)?|includ(?:es?|ed|ing)|display(?:s|ed|ing)?|with|that is of)"
)
_MEDIUM = (
    r"(?:(?:title|album|team|movie|film|branding) )?(?:posters?|logos?|covers?|crests?|badges?"
    r"|pictures?|images?|photo(?:graph)?s?|flags?|emblems?|seals?|advertisements?|screens?)"
)
_OWNER = r"(?:its|their|his|her|the|a|an|it's)"

_OF_MEDIUM = re.compile(  # "whose poster shows …", "a logo that features …"
    rf"\b{_MEDIUM}(?: (?:that|which))? {_HAS} (?P<thing>.+)$", re.IGNORECASE
)
_ON_MEDIUM = re.compile(  # "… on its poster", "… in the logo"
    rf"\b(?P<verb>{_HAS}|is|are) (?P<thing>(?:(?!\b{_HAS}\b).)+?)"
    rf",? (?:featured |shown |visible |pictured )?(?:on|in|of) {_OWNER} {_MEDIUM}\b",
    re.IGNORECASE,
)
_PLAIN = re.compile(rf"\b{_HAS} (?P<thing>.+)$", re.IGNORECASE)
_DOING = re.compile(  # "who is riding a horse", "that wear eyeglasses"
    r"\b(?:who|that|which)(?: \w+(?: \w+)?)?? (?P<thing>(?:(?:is|are|was) (?:\w+ing|bald)|wear|rid"
    r"|hold|play)\w* .+)$",
    re.IGNORECASE,
)
_BEING = re.compile(
    r"^(?:which|what|who)\b(?P<who>.*?)\s(?P<rest>(?:is|are|was|were|wears?|holds?)\b.+)$",
    re.IGNORECASE,
)
_CONTEXT = re.compile(
    r",? (?:and |which |that )?(?:was|were|did|does|played|(?:is|are) (?!\w+ing)) ?.*$"
    r"|, (?:and )?(?:who|whom|what|which|when|where|how|in|for|among|of|is|does|did)\b.*$"
    r"| (?:in|during|for) (?:what|which|the (?:list|year|filmography))\b.*$",
    re.IGNORECASE,
)


def shown(question: str) -> str:
    """The thing that must be seen: ``"two towers"`` for "Which bridges have two towers?".

    What cannot be taken apart is given back whole, without its question mark.
    """
    plain = " ".join(question.split()).rstrip("?. ")
    for pattern in (_OF_MEDIUM, _ON_MEDIUM, _PLAIN, _DOING):
        if (found := pattern.search(plain)) and (thing := _CONTEXT.sub("", found["thing"])):
            return thing
    if being := _BEING.match(plain):
        return f"{_CONTEXT.sub('', being['who']).strip() or 'someone'} {being['rest']}"
    return plain
