from pathlib import Path

import pytest

from manyhop.metrics.rationale import NoSynonyms, WordNet

SYNSETS = {
    "noun": [["dog", "domestic_dog", "Canis_familiaris"], ["frank", "dog"]],
    "verb": [["run"], ["chase", "dog"]],
    "adj": [["big(a)", "large"]],
    "adv": [],
}


@pytest.fixture(params=["\n", "\r\n"], ids=["unix", "windows"])
def wordnet(request: pytest.FixtureRequest, tmp_path: Path) -> WordNet:
    """A WordNet of five meanings, in the dictionary's own file format."""
    for part, synsets in SYNSETS.items():
        data, places = "  1 licence \n", dict[str, list[str]]()
        for words in synsets:
            place = f"{len(data):08}"
            listed = " ".join(f"{word} 0" for word in words)
            data += f"{place} 00 {part[0]} {len(words):02x} {listed} 000 | a gloss  \n"
            for word in words:
                places.setdefault(word.lower().removesuffix("(a)"), []).append(place)
        index = [
            f"{word} {part[0]} {len(found)} 1 @ {len(found)} 0 {' '.join(found)}  "
            for word, found in places.items()
        ]
        (tmp_path / f"data.{part}").write_text(data, newline=request.param)
        (tmp_path / f"index.{part}").write_text("\n".join(["  1 licence ", *index]) + "\n")
        (tmp_path / f"{part}.exc").write_text("ran run\n" if part == "verb" else "")
    return WordNet(tmp_path)


def synonyms(wordnet: WordNet | NoSynonyms, word: str) -> set[str]:
    return {lemma.name() for synset in wordnet.synsets(word) for lemma in synset.lemmas()}


def test_a_word_has_the_synonyms_of_all_its_meanings(wordnet: WordNet) -> None:
    found = synonyms(wordnet, "dog")
    assert found == {"dog", "domestic_dog", "Canis_familiaris", "frank", "chase"}


@pytest.mark.parametrize(
    ("form", "synonym"), [("dogs", "frank"), ("dogged", ""), ("ran", "run"), ("bigger", "")]
)
def test_inflected_forms_are_traced_to_their_base(
    wordnet: WordNet, form: str, synonym: str
) -> None:
    found = synonyms(wordnet, form)
    assert synonym in found if synonym else not found


def test_markers_of_adjectives_are_dropped(wordnet: WordNet) -> None:
    assert synonyms(wordnet, "LARGE") == {"big", "large"}


def test_an_empty_dictionary_knows_nothing() -> None:
    assert synonyms(NoSynonyms(), "dog") == set()
