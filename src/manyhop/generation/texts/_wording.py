"""The forms of words in which a relation is asked for and told."""

import msgspec


class Wording(msgspec.Struct, frozen=True):
    """Templates of one relation, with ``[answer]`` for the subject and ``{value}`` for the value.

    ``asked`` ask for the value and ``phrases`` stand for it; ``told`` say of one thing that it has
    the value, beginning with the verb. ``{is}`` is "was" of what is no more.
    """

    noun: str
    asked: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    told: tuple[str, ...] = ()


def by(did: str, noun: str, done: str = "", company: bool = False) -> Wording:
    """A thing and who did it: "wrote", "writer", "written"."""
    done = done or did
    asked = f"Who {did} [answer]?", f"Who was the {noun} of [answer]?"
    phrase = f"the person who {did} [answer]"
    if company:
        asked = f"Which company {did} [answer]?", f"Who {did} [answer]?"
        phrase = f"the company that {did} [answer]"
    return Wording(noun, asked, (f"the {noun} of [answer]", phrase), (f"was {done} by {{value}}",))


def done_in(done: str) -> Wording:
    """The year in which something was done to a thing: "was founded"."""
    was, _, verb = done.partition(" ")
    asked = (
        f"In which year {was} [answer] {verb}?",
        f"What year {was} [answer] {verb}?",
        f"In what year {was} [answer] {verb}?",
    )
    phrases = f"the year in which [answer] {done}", f"the year when [answer] {done}"
    return Wording("year", asked, phrases, (f"{done} in {{value}}",))


def done_on(done: str) -> Wording:
    """The day on which something was done to a thing."""
    was, _, verb = done.partition(" ")
    asked = f"When {was} [answer] {verb}?", f"On what date {was} [answer] {verb}?"
    phrases = f"the date on which [answer] {done}", f"the day when [answer] {done}"
    return Wording("date", asked, phrases, (f"{done} on {{value}}",))


def did_in(did: str, do: str) -> Wording:
    """The year in which a thing did something: "opened", "open"."""
    asked = f"In which year did [answer] {do}?", f"What year did [answer] {do}?"
    phrases = f"the year in which [answer] {did}", f"the year when [answer] {did}"
    return Wording("year", asked, phrases, (f"{did} in {{value}}",))


def did_on(did: str, do: str) -> Wording:
    """The day on which a thing did something."""
    asked = f"When did [answer] {do}?", f"On what date did [answer] {do}?"
    phrases = f"the date on which [answer] {did}", f"the day when [answer] {did}"
    return Wording("date", asked, phrases, (f"{did} on {{value}}",))
