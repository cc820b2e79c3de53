"""What happened at the dates of a column: bridges opened, clubs were founded, people were born."""

import re
from functools import lru_cache

import msgspec


class Happening(msgspec.Struct, frozen=True):
    """A verb in the past ("opened") and after "did" ("open"), or passive ("founded")."""

    past: str
    base: str = ""

    @property
    def asked(self) -> str:
        """What follows "When": "did [answer] open", "was [answer] founded"."""
        return f"did [answer] {self.base}" if self.base else f"was [answer] {self.past}"

    @property
    def one(self) -> str:
        """What is said of one thing: "opened", "was founded"."""
        return self.past if self.base else f"was {self.past}"

    @property
    def many(self) -> str:
        """What is said of several: "opened", "were founded"."""
        return self.past if self.base else f"were {self.past}"

    @property
    def relative(self) -> str:
        """What follows the noun: "{who} opened", "founded"."""
        return f"{{who}} {self.past}" if self.base else self.past


_OF_PEOPLE = frozenset(
    ("born", "died", "elected", "took office", "left office", "inducted", "retired", "appointed")
)
_RELEASED = frozenset(("film", "song", "album", "single", "game", "book", "short film", "novel"))
_HAPPENINGS = tuple(
    (re.compile(names, re.IGNORECASE), Happening(past, base))
    for names, past, base in (
        (
            r"(?:year |date )?opened|opening(?: date| year)?|inaugurated|year of opening",
            "opened",
            "open",
        ),
        (r"(?:year |date )?closed|closing(?: date| year)?|closure", "closed", "close"),
        (
            r"(?:year |date )?founded|foundation|year founded|founding(?: date| year)?",
            "founded",
            "",
        ),
        (
            r"(?:year |date )?(?:established|formed|created|incorporated)|establishment|formation",
            "established",
            "",
        ),
        (
            r"(?:year |date )?(?:built|constructed)|year of construction|construction year",
            "built",
            "",
        ),
        (
            r"(?:year |date )?(?:completed)|completion(?: date| year)?|year completed",
            "completed",
            "",
        ),
        (
            r"(?:\w+ )?(?:year |date )?released?(?: date| year)?|date of release|year of release",
            "released",
            "",
        ),
        (r"(?:year |date )?published|publication(?: date| year)?", "published", ""),
        (r"(?:year |date )?(?:launched|commissioned)|launch(?: date| year)?", "launched", ""),
        (r"(?:year |date )?introduced|introduction", "introduced", ""),
        (r"(?:date |year )?born|birth(?: ?date| year)?|date of birth|year of birth", "born", ""),
        (r"(?:date |year )?died|death(?: date)?|date of death", "died", "die"),
        (r"(?:year |date |first )?elected|election(?: date| year)?", "elected", ""),
        (
            r"took office|assumed office|in office since|term start|start of term",
            "took office",
            "take office",
        ),
        (r"left office|term end|end of term", "left office", "leave office"),
        (r"debut(?: year| date)?", "made a debut", "make a debut"),
        (r"(?:date |year )?(?:listed)|listing date", "listed", ""),
        (r"(?:date |year )?(?:designated)|designation date", "designated", ""),
        (r"(?:date |year )?inducted|induction(?: year| date)?|year of induction", "inducted", ""),
        (
            r"(?:original )?air ?date|first aired|aired|premiered?(?: date)?|original air date",
            "first aired",
            "first air",
        ),
        (r"(?:date |year )?(?:discovered)|discovery(?: date| year)?", "discovered", ""),
        (r"(?:date |year )?(?:joined)|date joined|year joined", "joined", "join"),
        (r"(?:date |year )?(?:retired)|retirement(?: date| year)?", "retired", "retire"),
        (r"(?:date |year )?(?:acquired)|acquisition date", "acquired", ""),
        (r"(?:date |year )?(?:signed)|signing date", "signed", ""),
        (r"(?:date |year )?(?:appointed)|appointment date|date of appointment", "appointed", ""),
        (r"(?:date |year )?(?:ordained|consecrated)", "consecrated", ""),
        (r"(?:date |year )?(?:demolished)", "demolished", ""),
        (r"(?:date |year )?(?:scrapped|decommissioned)", "decommissioned", ""),
        (r"laid down", "laid down", ""),
    )
)


@lru_cache(maxsize=16_384)
def happening(noun: str, main: str, sort: str) -> Happening | None:
    """What happened at a column's dates to what the table lists; None where it is not said.

    Example: ``happening("opened", "bridge", "place").asked`` → ``"did [answer] open"``
    """
    for names, found in _HAPPENINGS:
        if names.fullmatch(noun):
            return found if sort in {"person", "player"} or found.past not in _OF_PEOPLE else None
    if noun in {"year", "date"} and main in _RELEASED:
        return (
            Happening("released", "")
            if main not in {"book", "novel"}
            else Happening("published", "")
        )
    if noun in {"year", "season"} and main in {"winner", "champion"}:
        return Happening("won", "win")
    if noun in {"date", "year"} and sort == "event":
        return Happening("held", "")
    return None
