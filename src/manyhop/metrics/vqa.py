"""The standard VQA accuracy: agreement with ten people, each left out in turn.

Example: ``accuracy("cat", ["cat"] * 2 + ["dog"] * 8)`` is 0.6.
"""

import re
from collections.abc import Sequence
from statistics import fmean

_MARKS = ';/[]"{}()=+\\_-><@`,?!'
_COMMA_IN_NUMBER = re.compile(r"\d,\d", re.ASCII)
_PERIOD = re.compile(r"\.(?!\d)", re.ASCII)
_MOST_PERIODS = 32
_ARTICLES = frozenset(["a", "an", "the"])
_DIGITS = {
    word: str(value)
    for value, word in enumerate(
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    )
} | {"none": "0"}


def accuracy(prediction: str, answers: Sequence[str]) -> float:
    """Average min(1, agreeing others / 3) over the people (0..1).

    Where all the people agree, the official script compares the raw strings, so that "Cat" is
    wrong against ten times "cat".
    """
    ours, theirs = _one_line(prediction), [_one_line(answer) for answer in answers]
    if len(set(theirs)) > 1:
        ours, theirs = normalize(ours), [normalize(answer) for answer in theirs]
    agreeing = theirs.count(ours)
    return fmean(min(1.0, (agreeing - (answer == ours)) / 3) for answer in theirs)


def normalize(text: str) -> str:
    """Strip punctuation, write small numbers as digits, drop articles, mend contractions.

    Example: ``normalize("The two dogs dont run.")`` is ``"2 dogs don't run"``.
    """
    return digits_and_articles(punctuation(text))


def punctuation(text: str) -> str:
    """Delete or blank out punctuation; the choice depends on the whole text.

    A mark next to a space is deleted, any other becomes a space, and a comma between digits
    has every mark deleted: ``punctuation("t-shirt")`` is ``"t shirt"``.
    """
    numeric = _COMMA_IN_NUMBER.search(text) is not None
    cleaned = text
    for mark in _MARKS:
        if mark in text:
            delete = numeric or f"{mark} " in text or f" {mark}" in text
            cleaned = cleaned.replace(mark, "" if delete else " ")
    return _PERIOD.sub("", cleaned, count=_MOST_PERIODS)


def digits_and_articles(text: str) -> str:
    """Lower-case, write zero to ten as digits, drop articles, put apostrophes back.

    Example: ``digits_and_articles("The Ten cats")`` is ``"10 cats"``.
    """
    words = (_DIGITS.get(word, word) for word in text.lower().split())
    return " ".join(CONTRACTIONS.get(word, word) for word in words if word not in _ARTICLES)


def _one_line(text: str) -> str:
    return text.replace("\n", " ").replace("\t", " ").strip()


# The contraction table of the VQA scorer; a few of its entries are odd, and are kept.
#
# The keys with a capital, such as ``Im``, never match, because the words are lower-cased first.

CONTRACTIONS = {
    "aint": "ain't",
    "arent": "aren't",
    "cant": "can't",
    "couldve": "could've",
    "couldnt": "couldn't",
    "couldn'tve": "couldn't've",
    "couldnt've": "couldn't've",
    "didnt": "didn't",
    "doesnt": "doesn't",
    "dont": "don't",
    "hadnt": "hadn't",
    "hadnt've": "hadn't've",
    "hadn'tve": "hadn't've",
    "hasnt": "hasn't",
    "havent": "haven't",
    "hed": "he'd",
    "hed've": "he'd've",
    "he'dve": "he'd've",
    "hes": "he's",
    "howd": "how'd",
    "howll": "how'll",
    "hows": "how's",
    "Id've": "I'd've",
    "I'dve": "I'd've",
    "Im": "I'm",
    "Ive": "I've",
    "isnt": "isn't",
    "itd": "it'd",
    "itd've": "it'd've",
    "it'dve": "it'd've",
    "itll": "it'll",
    "let's": "let's",
    "maam": "ma'am",
    "mightnt": "mightn't",
    "mightnt've": "mightn't've",
    "mightn'tve": "mightn't've",
    "mightve": "might've",
    "mustnt": "mustn't",
    "mustve": "must've",
    "neednt": "needn't",
    "notve": "not've",
    "oclock": "o'clock",
    "oughtnt": "oughtn't",
    "ow's'at": "'ow's'at",
    "'ows'at": "'ow's'at",
    "'ow'sat": "'ow's'at",
    "shant": "shan't",
    "shed've": "she'd've",
    "she'dve": "she'd've",
    "she's": "she's",
    "shouldve": "should've",
    "shouldnt": "shouldn't",
    "shouldnt've": "shouldn't've",
    "shouldn'tve": "shouldn't've",
    "somebody'd": "somebodyd",
    "somebodyd've": "somebody'd've",
    "somebody'dve": "somebody'd've",
    "somebodyll": "somebody'll",
    "somebodys": "somebody's",
    "someoned": "someone'd",
    "someoned've": "someone'd've",
    "someone'dve": "someone'd've",
    "someonell": "someone'll",
    "someones": "someone's",
    "somethingd": "something'd",
    "somethingd've": "something'd've",
    "something'dve": "something'd've",
    "somethingll": "something'll",
    "thats": "that's",
    "thered": "there'd",
    "thered've": "there'd've",
    "there'dve": "there'd've",
    "therere": "there're",
    "theres": "there's",
    "theyd": "they'd",
    "theyd've": "they'd've",
    "they'dve": "they'd've",
    "theyll": "they'll",
    "theyre": "they're",
    "theyve": "they've",
    "twas": "'twas",
    "wasnt": "wasn't",
    "wed've": "we'd've",
    "we'dve": "we'd've",
    "weve": "we've",
    "werent": "weren't",
    "whatll": "what'll",
    "whatre": "what're",
    "whats": "what's",
    "whatve": "what've",
    "whens": "when's",
    "whered": "where'd",
    "wheres": "where's",
    "whereve": "where've",
    "whod": "who'd",
    "whod've": "who'd've",
    "who'dve": "who'd've",
    "wholl": "who'll",
    "whos": "who's",
    "whove": "who've",
    "whyll": "why'll",
    "whyre": "why're",
    "whys": "why's",
    "wont": "won't",
    "wouldve": "would've",
    "wouldnt": "wouldn't",
    "wouldnt've": "wouldn't've",
    "wouldn'tve": "wouldn't've",
    "yall": "y'all",
    "yall'll": "y'all'll",
    "y'allll": "y'all'll",
    "yall'd've": "y'all'd've",
    "y'alld've": "y'all'd've",
    "y'all'dve": "y'all'd've",
    "youd": "you'd",
    "youd've": "you'd've",
    "you'dve": "you'd've",
    "youll": "you'll",
    "youre": "you're",
    "youve": "you've",
}
