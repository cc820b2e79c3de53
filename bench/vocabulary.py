"""The words of the made-up corpus: common English first, then ever rarer invented ones."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

_NOUNS = """
    time year way day man thing woman life child world school state family student group country
    problem hand part place case week company system program question work government number night
    point home water room mother area money story fact month lot right study book eye job word
    business issue side kind head house service friend father power hour game line end member law
    car city community name president team minute idea body information back parent face level
    office door health person art war history party result change morning reason research girl boy
    moment air teacher force education foot food sea river mountain forest field garden market
    street road bridge tower wall church castle palace theatre museum library hospital prison
    factory mill mine harbour island coast valley lake stream desert plain hill stone wood iron
    gold silver copper glass paper cloth wool cotton silk leather salt sugar bread milk cheese
    butter fruit apple grain wheat corn rice wine beer tea coffee fish bird horse dog cat cow
    sheep goat pig bear wolf fox lion tiger mouse snake insect flower tree leaf root seed grass
    king queen prince duke knight bishop priest monk soldier sailor captain officer judge lawyer
    doctor nurse farmer miller baker butcher smith carpenter tailor weaver merchant banker clerk
    artist painter poet writer singer actor dancer player hunter fisher ship boat train wagon
    wheel engine machine tool knife sword gun bell clock lamp candle mirror chair table bed window
    roof floor kitchen cellar stable barn fence gate path song dance music drum flute violin piano
    organ letter page chapter verse tale legend myth dream memory hope fear anger joy love hate
    truth lie secret promise gift prize medal crown flag coin tax debt price trade shop store
    fire smoke ash ice snow rain storm wind cloud sun moon star sky earth sand mud dust rock metal
    bone skin blood heart brain arm leg finger tooth hair voice sound noise silence light shadow
    colour shape size weight speed distance height depth border region province county capital
    election treaty battle siege army navy rebellion revolution empire colony republic parliament
    minister council court crime trial punishment freedom religion temple altar prayer sermon
    science theory experiment method measure formula element plant cell organism disease medicine
    poison cure wound hospital climate season spring summer autumn winter harvest festival
    ceremony wedding funeral birth death grave tomb statue portrait landscape sketch design
"""
_VERBS = """
    use find give tell work call try ask need feel leave put mean keep let begin help talk turn
    start show hear play run move like live believe hold bring happen write provide sit stand lose
    pay meet include continue set learn change lead understand watch follow stop create speak read
    allow add spend grow open walk win offer remember love consider appear buy wait serve die send
    expect build stay fall cut reach kill remain suggest raise pass sell require report decide pull
    travel carry break claim cause climb collect compare complain connect contain control cook
    count cover cross damage defend deliver demand deny depend describe destroy develop discover
    discuss divide draw dress drink drive drop earn eat employ enter escape establish examine
    explain explore express extend face fail fight fill fix float fly fold force form gather govern
    guard guess hang hide hunt imagine import improve increase influence inform inspect invent
    invite join judge jump kick knock land laugh lift limit link listen load lock mark marry master
    mention mix name notice object observe obtain operate order organise own paint perform plan
    point pour praise predict prepare present press print produce promise protect prove publish
    punish push record reduce refuse reject release remove rent repair repeat replace reply rescue
    resist respect rest restore return reveal roll rule sail save search separate settle shake
    share shoot shout sign sing sink sleep smell smile spread steal stretch strike struggle study
    succeed suffer supply support surround survive swim teach test thank threaten throw touch train
    transport treat trust unite visit vote warn wash waste wear welcome wish wonder worry wrap
"""
_ADJECTIVES = """
    good new first last long great little own other old big high different small large next early
    young important few public bad same able common poor natural similar simple strong whole free
    real sure clear recent certain personal red open difficult available likely short single
    medical current wrong private past foreign fine dead central happy serious ready left physical
    general environmental financial blue democratic dark various entire close legal religious cold
    final main green nice huge popular traditional cultural wide deep hot rich bright broad calm
    cheap clean clever cruel curious dangerous dry eager empty equal exact famous fat fierce firm
    flat formal fresh gentle grand heavy hollow honest humble hungry innocent keen lazy liberal
    local lonely loud lucky mad mild modern modest narrow neat noble odd pale patient plain polite
    proud pure quick quiet rare raw regular remote rough round royal rude sacred sad safe scarce
    severe sharp shy silent slow smooth soft solid sour stable steep stiff strange strict stupid
    sudden sweet tall tame thick thin tight tiny tired tough tragic urban useful vague vast violent
    warm weak wild wise wooden worthy yellow young northern southern eastern western ancient
"""
_FIRST_NAMES = """
    Mary John Anna William Elizabeth George Margaret Thomas Maria James Helen Robert Alice Charles
    Emma Henry Laura Edward Clara Joseph Martha Samuel Julia Frank Ruth Albert Rose Arthur Grace
    Walter Eva Harold Irene Paul Louise Peter Sophie Martin Ellen Daniel Marie Michael Agnes David
    Ida Richard Edith Louis Florence Carl Victoria Max Dorothy Otto Sarah Hugo Hannah Oscar Lucy
    Leo Jane Simon Nora Felix Judith Adam Vera Victor Olga Ivan Elena Marco Rosa Pablo Carmen Jean
"""
_CONSONANTS = """
    b br c ch d dr f fl g gr h j k kl l m n p pr r s sh sk st t th tr v w z
"""
_ONSETS = _CONSONANTS.split()
_VOWELS = ["a", "e", "i", "o", "u", "ai", "ea", "ou", "ia", "ee"]
_CODAS = ["", "", "", "l", "n", "r", "s", "t", "m", "nd", "rk", "x"]


def first_names() -> list[str]:
    """Common ones, to stand before invented surnames."""
    return _FIRST_NAMES.split()


def common_nouns() -> list[str]:
    """Nouns that a name may end in, as in Humber Bridge."""
    return _NOUNS.split()


def english() -> list[str]:
    """A few thousand everyday words with their inflections, commonest first."""
    nouns, verbs, adjectives = _NOUNS.split(), _VERBS.split(), _ADJECTIVES.split()
    bare = _mixed(nouns, verbs, adjectives)
    inflected = _mixed(
        [f"{noun}s" for noun in nouns],
        [f"{verb.removesuffix('e')}ed" for verb in verbs],
        [f"{verb.removesuffix('e')}ing" for verb in verbs],
        [f"{adjective}ly" for adjective in adjectives],
    )
    return list(dict.fromkeys([*bare, *inflected]))


def invented(number: int, rng: np.random.Generator) -> list[str]:
    """Distinct pronounceable words that no language has.

    Example: ``invented(3, np.random.default_rng(1))``
    """
    found: dict[str, None] = {}
    while len(found) < number:
        lengths = rng.integers(2, 5, number)
        onsets, vowels, codas = (
            rng.integers(0, len(parts), (number, 4)) for parts in (_ONSETS, _VOWELS, _CODAS)
        )
        for row, length in enumerate(lengths):
            syllables = range(length)
            word = "".join(_ONSETS[onsets[row, at]] + _VOWELS[vowels[row, at]] for at in syllables)
            found[word + _CODAS[codas[row, 0]]] = None
    return list(found)[:number]


class Frequencies:
    """Draws by Zipf's law: the word at rank r comes about as 1 / r.

    Example: ``Frequencies(words).draw(rng, 10)``
    """

    def __init__(self, words: Sequence[str], exponent: float = 1.0) -> None:
        self._words = np.array(words, dtype=object)
        shares = (np.arange(len(words)) + 2.7) ** -exponent
        self._below = np.cumsum(shares / shares.sum())

    def draw(self, rng: np.random.Generator, number: int) -> NDArray[np.object_]:
        """So many words, the common ones often."""
        ranks = np.searchsorted(self._below, rng.random(number))
        return self._words[np.minimum(ranks, len(self._words) - 1)]


def _mixed(*lists: Sequence[str]) -> list[str]:
    """Lists dealt out in turn."""
    longest = max(map(len, lists))
    return [each[at] for at in range(longest) for each in lists if at < len(each)]
