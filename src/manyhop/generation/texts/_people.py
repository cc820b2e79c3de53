"""The nouns that mean a person."""

import re

from manyhop.generation.texts._words import words

_NOUNS = """
academic activist actor actress admiral advocate ambassador analyst animator announcer
anthropologist archaeologist archbishop archer architect artist astronaut astronomer athlete
attorney author aviator ballerina bandleader banker baritone baron bassist biathlete billionaire
biochemist biographer biologist bishop blogger bobsledder bodybuilder botanist bowler boxer
broadcaster businessman businessperson businesswoman canoeist cardinal cartoonist cellist ceo
champion chancellor chef chemist choreographer cinematographer clergyman coach columnist comedian
comedienne commander commentator composer conductor congressman congresswoman contestant
correspondent councillor cricketer critic curler cyclist dancer dean dentist designer
detective dictator diplomat director dj doctor dramatist driver drummer duke earl economist editor
educator emperor empress engineer entertainer entrepreneur essayist evangelist executive explorer
fashion-designer fencer fighter figure-skater filmmaker financier fisherman footballer general
geographer geologist goalkeeper golfer governor guitarist gymnast handballer heiress hero
historian host humorist hurdler illustrator industrialist infielder inventor investor jockey
journalist judge judoka jurist keyboardist king kickboxer lawyer lecturer lieutenant linebacker
linguist luger lyricist magician manager mathematician mayor merchant mezzo-soprano midfielder
minister missionary model monarch monk mountaineer musician musicologist mystic nobleman
noblewoman novelist nun nurse officer official organist orientalist outfielder painter paralympian
pastor patron pediatrician pentathlete percussionist performer person personality philanthropist
philosopher photographer physician physicist pianist pilot pioneer pitcher player playwright poet
politician pope preacher presenter president priest prince princess principal producer professor
programmer promoter psychiatrist psychologist publisher quarterback queen rabbi racer racewalker
rapper recordist referee reporter researcher rider rower runner sailor saint scholar scientist
screenwriter sculptor secretary senator sergeant showjumper singer singer-songwriter skater
skeleton-racer skier snowboarder sociologist soldier songwriter soprano speaker specialist
speedskater spokesman sportscaster sportsman sportsperson sportswoman sprinter statesman
statistician strategist striker student stuntman sultan surgeon swimmer taekwondo-practitioner
teacher technician tenor theologian theorist trader trainer translator triathlete trumpeter umpire
vocalist violinist violist volleyballer warrior weightlifter winger wrestler writer youtuber
zoologist practitioner competitor goaltender defenceman defenseman catcher receiver cornerback
safety tackle halfback fullback shortstop baseman lineman end back guard forward defender centre
center footballer-turned-manager
"""
_PERSON = words(_NOUNS)
_AS_PERSON = re.compile(r"\b(?:[Hh]e|[Ss]he)\b")
_ALSO_THINGS = words(
    """
    host safety tackle end back guard forward centre center champion model publisher broadcaster
    fighter trader promoter pioneer specialist general officer runner executive manager
    """
)


def means_person(noun: str) -> bool:
    """Whether a noun alone says that it is a person.

    Example: ``means_person("film critic")``
    """
    last = noun.rsplit(" ", 1)[-1].lower()
    return last in _PERSON and last not in _ALSO_THINGS


def may_mean_person(noun: str) -> bool:
    """Whether it is a person where the text goes on with "he" or "she"."""
    return noun.rsplit(" ", 1)[-1].lower() in _PERSON


def speaks_of_person(text: str) -> bool:
    """Whether a text says "he" or "she"."""
    return _AS_PERSON.search(text) is not None
