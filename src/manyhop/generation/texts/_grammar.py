"""Pieces of patterns: names, places, dates and numbers, in plain or in tokenised text.

Tokenised text has spaces around its marks: "( born March 15 , 1944 in Hsinchu , Taiwan )".
"""

import re

_WORDS = """
Afghan Albanian Algerian American Andorran Angolan Antiguan Argentine Argentinian Armenian Aruban
Australian Austrian Azerbaijani Bahamian Bahraini Bangladeshi Barbadian Basque Belarusian Belgian
Belizean Beninese Bermudian Bhutanese Bolivian Bosnian Botswanan Brazilian British Bruneian
Bulgarian Burmese Burundian Cambodian Cameroonian Canadian Catalan Chadian Chilean Chinese Colombian
Comorian Congolese Croatian Cuban Cypriot Czech Czechoslovak Danish Djiboutian Dominican Dutch
Ecuadorian Egyptian Emirati English Eritrean Estonian Ethiopian Faroese Fijian Filipino Finnish
French Gabonese Gambian Georgian German Ghanaian Gibraltarian Greek Grenadian Guamanian Guatemalan
Guinean Guyanese Haitian Honduran Hungarian Icelandic Indian Indonesian Iranian Iraqi Irish Israeli
Italian Ivorian Jamaican Japanese Jordanian Kazakh Kazakhstani Kenyan Kosovan Kuwaiti Kyrgyz
Kyrgyzstani Laotian Latvian Lebanese Liberian Libyan Lithuanian Luxembourgish Macedonian Malagasy
Malawian Malaysian Maldivian Malian Maltese Mauritanian Mauritian Mexican Moldovan Monegasque
Mongolian Montenegrin Moroccan Mozambican Namibian Nepalese Nepali Nicaraguan Nigerian Nigerien
Norwegian Omani Pakistani Palestinian Panamanian Paraguayan Peruvian Polish Portuguese Qatari
Romanian Russian Rwandan Salvadoran Samoan Saudi Scottish Senegalese Serbian Singaporean Slovak
Slovakian Slovene Slovenian Somali Somalian Soviet Spanish Sudanese Surinamese Swazi Swedish Swiss
Syrian Tahitian Taiwanese Tajik Tajikistani Tanzanian Thai Togolese Tongan Trinidadian Tunisian
Turkish Turkmen Ugandan Ukrainian Uruguayan Uzbek Uzbekistani Vanuatuan Venezuelan Vietnamese Welsh
Yemeni Yugoslav Zambian Zimbabwean
"""
_PAIRS = (
    "Cape Verdean",
    "Costa Rican",
    "East German",
    "Equatorial Guinean",
    "Hong Kong",
    "New Zealand",
    "North Korean",
    "Northern Irish",
    "Papua New Guinean",
    "Puerto Rican",
    "Saudi Arabian",
    "Sierra Leonean",
    "South African",
    "South Korean",
    "South Sudanese",
    "Sri Lankan",
    "West German",
    "West Indian",
)

NATIONALITIES: tuple[str, ...] = (*_PAIRS, *_WORDS.split())


_UPPER = "".join(
    chr(code) for code in (*range(0xC0, 0x250), *range(0x1E00, 0x1F00)) if chr(code).isupper()
)
_CAPITAL = f"[A-Z{_UPPER}]"
_WORD = (
    rf"(?:(?:St|Ste|Mt|Ft|Dr|Jr|Sr)\.|(?:{_CAPITAL}\.\s?)+(?=\s?{_CAPITAL})"
    rf"|{_CAPITAL}[\w'’\-–]*)"
)
_LINK = (
    r"(?:of\sthe|of|the|de\sla|de\slos|de\slas|de|da|do|dos|das|di|del|della|du|des|la|le|les|el|al"
    r"|von|zu|van\sder|van\sden|van\sde|van|der|den|ter|bin|ibn|bint|y|e|'s|’s|&|upon)"
)
NAME = rf"(?>{_WORD}(?:\s(?:{_LINK}\s)?{_WORD}){{0,7}}+)"
"""A run of words with capitals, never cut short so that a pattern fits."""

NATIONALITY = rf"(?:{'|'.join(NATIONALITIES)})"

_MONTH = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December)"
)
YEAR = r"(?:1[0-9]|20)[0-9]{2}(?![0-9]|[-–/][0-9]|s\b)"
DAY = (
    rf"(?:{_MONTH}\s[0-3]?[0-9]\s?,\s{YEAR}"
    rf"|[0-3]?[0-9](?:st|nd|rd|th)?\s(?:of\s)?{_MONTH}\s?,?\s{YEAR})"
)
DATE = rf"(?:{DAY}|(?:(?:late|early|mid)[\s-])?{_MONTH}\s?,?\s(?:of\s)?{YEAR}|{YEAR})"

_MARK = r"\s?[,.;:)\]]|\s[-–—]\s|\s?$"
_AFTER = (
    "and|in|on|at|by|from|with|for|who|which|where|as|to|but|after|before|during|while|when|until"
    "|since|that|near|under|alongside|also|is|was|has|had|or|about|between|along|through|because"
    "|following|starring|directed|written|produced|released|located|based|via|within|over|against"
)
END = rf"(?={_MARK}|\s(?:{_AFTER})\b)"
"""What may come after a value, so that it is whole."""

STOP = (
    rf"(?={_MARK}|\s(?:and|in|on|from|for|with|during|after|before|until|which|who|that|at|to)\b)"
)

_SIDE = (
    r"(?:(?:the\s)?(?:far\s)?(?:north|south|east|west|central|upper|lower|downtown|inner|nearby)"
    r"(?:ern)?(?:[\s-]?(?:north|south|east|west|central)(?:ern)?)?"
    r"(?:\s(?:part|side|coast|end|portion|region)\sof)?\s)"
)
_SORT = (
    r"(?:city|town|village|municipality|province|state|county|district|region|suburb|parish"
    r"|neighbou?rhood|borough|department|community|island|township|commune|hamlet|republic)"
)
PLACE = (
    rf"{_SIDE}?(?:(?:the|a)\s)?(?:(?:{NAME}\s|[a-z]+\s)?{_SORT}\sof\s(?:the\s)?)?"
    rf"(?P<place>Washington\s?,\sD\.?\s?C\.?|{NAME}){END}(?!\s(?:and|or)\s[A-Z])(?:\s?,\s(?:the\s)?{NAME}{END}){{0,4}}"
)
"""A place, of which the first name counts: "northern Day County , South Dakota"."""

_NO_SORT = (
    r"(?!(?!acclaimed|renowned)[a-z]+ed\b|(?:by|of|in|at|with|from|and|or|to|for|on|as|who|which|that|during|under|after|newcomers"
    r"|starring|featuring|including|stars|is|was|has|had|written|made|born|won"
    r"|then|later|because|when|where|while|along|until|but)\b)"
)
_SORT_OF = rf"{_NO_SORT}[a-z][\w-]*(?:\s?/\s?[a-z]+)?"
_JOB = (
    "actor|actress|anchor|comedian|comedienne|director|filmmaker|host|journalist|musician"
    "|personality|presenter|producer|rapper|singer|songwriter|star|writer"
)
_DESCRIBED = (
    rf"(?:[A-Z]\w+\s(?=(?:{_JOB})\s[A-Z])|(?:{_JOB.title()})\s(?=[A-Z]\w+\s[A-Z]))?"
    rf"(?:(?:the|his|her|its|their|then|fellow|former|local|famous)\s)*"
    rf"(?:{NATIONALITY}(?:[-–]born)?(?:[\s-]{NATIONALITY})?\s(?=[a-z]))?"
    rf"(?:(?:{_JOB})\sand\s(?=(?:{_JOB})\s))?(?:{_SORT_OF}\s){{0,3}}"
)
_PLAIN = r"(?:the\s)?"
_TITLE = r"(?:(?:Sir|Dame|Lord|Lady|Dr\.?|King|Queen|Prince|Princess|Pope|Saint)\s)?"
ITEM = rf"(?:{_DESCRIBED}|{_PLAIN})(?P<item>{_TITLE}{NAME})(?:\s\([^()]{{1,40}}\))?"
_BARE_ITEM = ITEM.replace("?P<item>", "?:")
LIST = (
    rf"(?P<list>(?>{_BARE_ITEM}(?:(?:\s?,\sand\s|\s?,\s|\sand\s){_BARE_ITEM}){{0,6}}+))"
    rf"(?={_MARK}|\s(?:and\s(?:[a-z-]+(?:ed|ing)|stars|took|is|was|has)|in|on|at|from|for|with|who|which|to|but|after|before|during|while"
    rf"|until|since|that|based|starring|released|under|through|via|published)\b)"
    rf"(?!\s?,?\s(?:and|as\swell\sas)\s(?:the|an?|his|her|their|many|others|more|several)\b)"
)
"""Names in a row, each perhaps with what it is: "American director John Doe and Jane Roe"."""

NUMBER = r"[0-9][0-9,]*(?:\.[0-9]+)?(?:\s(?:million|billion))?(?![\w/]|\s?[-–]\s?[0-9]|\sto\s[0-9])"
_ROUGHLY = (
    r"(?:(?:about|around|approximately|approx\.|over|nearly|almost|some|just|roughly|only|up\sto"
    r"|more\sthan|an?|estimated|at|under)\s)*"
)
COUNT = rf"{_ROUGHLY}(?P<count>{NUMBER})"
_UNIT = (
    r"(?:square\s(?:kilomet(?:re|er)s?|miles?|met(?:re|er)s?|feet)|sq\smi|km\s?2|km²|km2|sq\skm"
    r"|hectares?|acres?|kilomet(?:re|er)s?|met(?:re|er)s?|miles?|feet|foot|ft|km|m|mi|ha)\b"
)
MEASURE = rf"{_ROUGHLY}(?P<measure>{NUMBER}\s?{_UNIT})"


_PIECES = {
    "name": rf"(?:the\s)?(?P<name>{NAME}){END}(?!\s(?:and|&)\s(?:the\s)?[A-Z])",
    "place": PLACE,
    "date": rf"(?P<date>{DATE})",
    "list": LIST,
    "count": COUNT,
    "measure": MEASURE,
}
_PIECE = re.compile(r"(?<!P)<(\w+)>")


def pattern(source: str, **more: str) -> re.Pattern[str]:
    """A pattern in which pieces stand as ``<place>``, ``<date>``, ``<list>`` and so on.

    Example: ``pattern("born in <place>")`` also matches "born in Hsinchu , Taiwan"
    """
    pieces = _PIECES | more
    return re.compile(_PIECE.sub(lambda piece: pieces[piece[1]], source.replace(" ", r"\s")))


def words(text: str) -> frozenset[str]:
    """The words of a text, for looking up.

    Example: ``"film" in words("film album song")``
    """
    return frozenset(text.split())
