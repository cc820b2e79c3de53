"""The unit that a header names, and how people say it."""

import re

_UNIT = re.compile(
    r"\(\s*(?:in\s+)?(km|m|mi|miles|ft|feet|cm|mm|kg|lb|lbs|t|tonnes|tons|mw|kw|gw|mph|km/h|hp"
    r"|km²|km2|sq\.? ?km|sq\.? ?mi|acres|ha|hectares|years|minutes|seconds|metres|meters|usd"
    r"|us\$|\$|£|€|[$£€] ?(?:million|billion)|%|millions?|billions?|million usd|in millions|mi²|m²"
    r"|thousands)\s*\)",
    re.IGNORECASE,
)
_TRAILING_UNIT = re.compile(r" (?:km²|km|mi|sq mi|m²|ha|mm|cm|kg)$")
_UNITS_SAID = {
    "ft": "feet",
    "mi": "miles",
    "lb": "pounds",
    "lbs": "pounds",
    "mw": "MW",
    "kw": "kW",
    "gw": "GW",
    "km2": "km²",
    "sq km": "km²",
    "sq. km": "km²",
    "usd": "US dollars",
    "us$": "US dollars",
    "$": "dollars",
    "£": "pounds",
    "€": "euros",
    "%": "percent",
    "million": "million",
    "millions": "million",
    "billion": "billion",
    "billions": "billion",
    "million usd": "million US dollars",
    "in millions": "million",
    "thousands": "thousand",
    "t": "tonnes",
    "ha": "hectares",
}
_SQUARE = {"km": "km²", "m": "m²", "miles": "mi²", "mi": "mi²"}
_LONG_UNITS = {
    "m": "metres",
    "km": "kilometres",
    "cm": "centimetres",
    "mm": "millimetres",
    "kg": "kilograms",
    "km²": "square kilometres",
    "mi²": "square miles",
    "m²": "square metres",
    "sq mi": "square miles",
    "MW": "megawatts",
    "kW": "kilowatts",
    "GW": "gigawatts",
    "percent": "",
    "million": "millions",
    "billion": "billions",
    "thousand": "thousands",
    "million US dollars": "millions of US dollars",
}


def unit_of(header: str) -> str:
    """The unit that a header names, "" for none.

    Example: ``unit_of("Height (ft)")`` → ``"feet"``
    """
    match = _UNIT.search(header)
    if match is None:
        trailing = _TRAILING_UNIT.search(header)
        return _UNITS_SAID.get(trailing[0].strip(), trailing[0].strip()) if trailing else ""
    unit = re.sub(r"^[$£€] ?", "", match[1]) if len(match[1]) > 2 else match[1]
    return _UNITS_SAID.get(unit.lower(), unit)


def without_unit(header: str) -> str:
    """A header without the unit at its end: "Area km²" is an area."""
    return _TRAILING_UNIT.sub("", header)


def squared(unit: str) -> str:
    """The unit of an area whose header forgets that it is square."""
    return _SQUARE.get(unit, unit)


def spelled_out(unit: str) -> str:
    """The unit after "in": "metres"; "" where there is none or it is not said so."""
    return _LONG_UNITS.get(unit, unit if unit.isalpha() else "")
