"""The words that say which country someone or something is of."""

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
