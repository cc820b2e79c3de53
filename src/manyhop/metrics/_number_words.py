"""Numbers written in words, read exactly as WebQA's and MultiModalQA's scorers read them."""

DIGITS = {
    word: value
    for value, word in enumerate(
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
    )
}
TEENS = ["eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"]
TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
SCALES = {"billion": 10**9, "million": 10**6, "thousand": 10**3}
VALUES = {
    **DIGITS,
    "ten": 10,
    **{word: 11 + index for index, word in enumerate([*TEENS, "eighteen", "nineteen"])},
    **{word: 20 + 10 * index for index, word in enumerate(TENS)},
    "hundred": 100,
    **SCALES,
}
KNOWN = frozenset([*VALUES, "point"])


def number(text: str) -> int | float:
    """Read a number, ignoring the words that are none: ``number("two hundred men")`` is 200.

    Raises ValueError where there is no number, and IndexError, as the original does, where a
    scale word such as "thousand" has nothing before it but something after it.
    """
    cleaned = text.replace("-", " ").lower()
    if cleaned.isdigit():
        return int(cleaned)
    words = [word for word in cleaned.split() if word in KNOWN]
    if not words:
        raise ValueError(f"no number word in {text!r}")
    if any(words.count(word) > 1 for word in [*SCALES, "point"]):
        raise ValueError(f"a scale word is repeated in {text!r}")
    whole, decimals = words, list[str]()
    if "point" in words:
        at = words.index("point")
        whole, decimals = words[:at], words[at + 1 :]
    return _whole(whole) + _decimals(decimals)


def _whole(words: list[str]) -> int:
    if len(words) <= 1:
        return VALUES[words[0]] if words else 0
    places = {scale: words.index(scale) for scale in SCALES if scale in words}
    if list(places.values()) != sorted(places.values()):
        raise ValueError("a smaller scale word stands before a larger one")
    total, start = 0, 0
    for scale, place in places.items():
        total += _group(words[start:place]) * SCALES[scale]
        start = place + 1
    return total + _rest(words, places)


def _rest(words: list[str], places: dict[str, int]) -> int:
    """Read the words after the smallest scale word that is not last.

    Where "thousand" is last, the words after "million" count a second time: a known quirk.
    """
    if not places:
        return _group(words)
    for place in reversed(places.values()):
        if place != len(words) - 1:
            return _group(words[place + 1 :])
    return 0


def _group(words: list[str]) -> int:
    values = [VALUES[word] for word in words]
    match values:
        case [first, second, third, fourth]:
            return first * second + third + fourth
        case [first, second, third]:
            return first * second + third
        case [first, second]:
            return first * second if 100 in values else first + second
    return values[0]


def _decimals(words: list[str]) -> int | float:
    if not words or any(word not in DIGITS for word in words):
        return 0
    return float("0." + "".join(str(DIGITS[word]) for word in words))
