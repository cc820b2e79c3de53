"""One of a thing and several of it."""

from functools import lru_cache

_IRREGULAR = {
    "person": "people",
    "man": "men",
    "woman": "women",
    "child": "children",
    "alumnus": "alumni",
    "series": "series",
    "species": "species",
    "aircraft": "aircraft",
    "spacecraft": "spacecraft",
    "runner-up": "runners-up",
    "stadium": "stadiums",
    "medium": "media",
    "flag bearer": "flag bearers",
    "cast": "casts",
    "horse": "horses",
    "hero": "heroes",
    "volcano": "volcanoes",
    "life": "lives",
    "wife": "wives",
    "shelf": "shelves",
    "staff": "staff",
    "crew": "crews",
    "bus": "buses",
    "campus": "campuses",
    "virus": "viruses",
    "census": "censuses",
    "phenomenon": "phenomena",
    "city": "cities",
}
_SINGULAR = {many: one for one, many in _IRREGULAR.items()} | {
    "stadia": "stadium",
    "movies": "movie",
    "alumnae": "alumna",
    "businesses": "business",
    "news": "news",
    "status": "status",
    "campus": "campus",
    "politics": "politics",
    "bus": "bus",
    "census": "census",
    "virus": "virus",
    "address": "address",
    "class": "class",
    "chess": "chess",
    "actress": "actress",
    "headquarters": "headquarters",
    "premises": "premises",
    "progress": "progress",
    "business": "business",
    "length": "length",
    "genus": "genus",
    "chorus": "chorus",
    "terminus": "terminus",
    "apparatus": "apparatus",
    "princess": "princess",
    "fortress": "fortress",
    "axis": "axis",
    "basis": "basis",
    "canvas": "canvas",
    "atlas": "atlas",
    "gas": "gas",
    "lens": "lens",
    "process": "process",
    "swiss": "swiss",
    "artists": "artist",
    "ties": "tie",
    "pies": "pie",
    "caches": "cache",
}


@lru_cache(maxsize=8_192)
def plural(noun: str) -> str:
    """More than one of it.

    Example: ``plural("runner-up")`` → ``"runners-up"``
    """
    head, of, rest = noun.partition(" of ")
    if of:
        return f"{plural(head)} of {rest}"
    before, _, last = noun.rpartition(" ")
    before = f"{before} " if before else ""
    if last in _IRREGULAR:
        return before + _IRREGULAR[last]
    if last.endswith("man") and last not in {"human", "german", "roman"}:
        return f"{before}{last[:-3]}men"
    if last.endswith("y") and last[-2:-1] not in "aeiou":
        return f"{before}{last[:-1]}ies"
    return f"{before}{last}{'es' if last.endswith(('s', 'ch', 'sh', 'x', 'z')) else 's'}"


@lru_cache(maxsize=8_192)
def singular(noun: str) -> str:
    """One of it.

    Example: ``singular("churches")`` → ``"church"``
    """
    before, _, last = noun.rpartition(" ")
    before = f"{before} " if before else ""
    if last in _SINGULAR:
        return before + _SINGULAR[last]
    if last.endswith("men") and last != "specimen" and len(last) > 4:
        return f"{before}{last[:-3]}man"
    if last.endswith("ies") and len(last) > 4 and last not in {"movies", "zombies", "cookies"}:
        return f"{before}{last[:-3]}y"
    if last.endswith("oes") and last not in {"shoes", "toes", "canoes", "foes"}:
        return before + last[:-2]
    if last.endswith(("ches", "shes", "xes", "sses", "zzes")):
        return before + last[:-2]
    if last.endswith("s") and not last.endswith(("ss", "us", "is")) and len(last) > 3:
        return before + last[:-1]
    return noun
