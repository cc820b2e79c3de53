"""The sentences of the made-up corpus: what can be said of a thing, and how one asks for it."""

from typing import NamedTuple


class Fact(NamedTuple):
    """Ways to state one fact, and ways to ask for it in other words.

    ``name`` is the whole name, ``half`` one word of it; ``clue`` a word from elsewhere in the text.
    """

    statements: tuple[str, ...]
    questions: tuple[str, ...]


class Subject(NamedTuple):
    """Kinds of thing about which the same facts hold."""

    kinds: tuple[str, ...]
    facts: tuple[Fact, ...]


PLACE = Subject(
    ("village", "town", "harbour", "parish", "suburb", "district", "mining town", "market town"),
    (
        Fact(
            (
                "{name} is a {kind} in {region}, with {number} residents counted in {year}.",
                "The {year} census gave {name}, a {kind} of {region}, a population of {number}.",
            ),
            (
                "How many people were living in {name} in {year}?",
                "What population did the {region} {kind} of {half} have?",
            ),
        ),
        Fact(
            (
                "The railway station at {name} was opened by the {region} line in {year}.",
                "Trains first reached {name} in {year}, when the {region} railway was extended.",
            ),
            (
                "When did the {half} station of the {region} railway open?",
                "In which year could one first take a train to {name}?",
            ),
        ),
        Fact(
            (
                "Its church, built by {person} in {year}, stands above the market of {name}.",
                "{person} designed the parish church of {name}, completed in {year}.",
            ),
            (
                "Who was the architect of the church in {name}?",
                "Which architect built the church above {half} in the year {year}?",
            ),
        ),
        Fact(
            (
                "A flood in {year} destroyed {number} houses in the lower part of {name}.",
                "{name} lost {number} buildings to the great flood of {year}.",
            ),
            (
                "How many homes were destroyed when {name} was flooded?",
                "What did the {year} floods do to {half} in {region}?",
            ),
        ),
        Fact(
            (
                "The mayor of {name} from {year}, {person}, paved the streets and drained the "
                "marsh.",
                "In {year} {person} was elected mayor of {name}, a {kind} of {region}.",
            ),
            (
                "Who became the mayor of {half} in {year}?",
                "Which politician led the {kind} of {name} as mayor?",
            ),
        ),
        Fact(
            (
                "{name} is twinned with {other} and holds a {clue} fair every {month}.",
                "Each {month} the {kind} of {name} invites guests from {other} to its {clue} fair.",
            ),
            (
                "In what month is the {clue} fair of {half} held?",
                "Which place is the twin of the {kind} {name}?",
            ),
        ),
    ),
)

PERSON = Subject(
    ("painter", "composer", "botanist", "engineer", "novelist", "sculptor", "cyclist", "senator"),
    (
        Fact(
            (
                "{name} (born {year} in {region}) was a {kind} and the pupil of {person}.",
                "Born in {region} in {year}, the {kind} {name} studied under {person}.",
            ),
            (
                "Who taught the {kind} {name}?",
                "Where was the {kind} {half}, a student of {person}, born?",
            ),
        ),
        Fact(
            (
                "In {year} {name} received the {region} medal for work on the {clue} question.",
                "The {region} medal of {year} went to the {kind} {name}, who had studied {clue}.",
            ),
            (
                "Which {kind} won the {region} medal in {year}?",
                "For what work was {half} awarded the {region} medal?",
            ),
        ),
        Fact(
            (
                "{name} married {person} in {year}, and the couple moved to {region}.",
                "The wedding of {name} and {person} took place in {region} in {year}.",
            ),
            (
                "To whom was the {kind} {name} married?",
                "When did {person} marry {half}?",
            ),
        ),
        Fact(
            (
                "{name} died in {region} in {year}, aged {age}, and was buried beside {person}.",
                "At the age of {age} the {kind} {name} died in {year} in {region}.",
            ),
            (
                "How old was {name} at the time of death?",
                "Where did the {kind} {half} die in {year}?",
            ),
        ),
        Fact(
            (
                "{name} taught at the academy of {other} from {year} and left {number} letters.",
                "From {year} the {kind} {name} was professor at {other}; {number} letters survive.",
            ),
            (
                "How many letters of {name} have survived?",
                "At which academy was the {kind} {half} teaching after {year}?",
            ),
        ),
        Fact(
            (
                "A quarrel with {person} over the {clue} affair ended {name}'s career in {year}.",
                "{name} gave up being a {kind} in {year} after the {clue} affair with {person}.",
            ),
            (
                "What ended the career of {half}, the {kind} who quarrelled with {person}?",
                "Why did the {kind} {name} retire?",
            ),
        ),
    ),
)

WORK = Subject(
    ("novel", "opera", "album", "film", "play", "poem", "board game", "painting"),
    (
        Fact(
            (
                "{name} is a {kind} by {person}, first shown in {region} in {year}.",
                "The {kind} {name} was made by {person} and came out in {year}.",
            ),
            (
                "Who is the author of the {kind} {name}?",
                "When was {person}'s {kind} {half} released?",
            ),
        ),
        Fact(
            (
                "{name} tells of a {clue} merchant in {region} who loses {number} coins.",
                "In {name} a merchant from {region} bets {number} coins on a {clue} ship.",
            ),
            (
                "What does the merchant of {name} lose?",
                "Which {kind} is about a {clue} merchant from {region}?",
            ),
        ),
        Fact(
            (
                "It sold {number} copies in {year}, and {person} called {name} a triumph.",
                "By {year} {name} had sold {number} copies, to the surprise of {person}.",
            ),
            (
                "How many copies of {name} were sold by {year}?",
                "Which critic praised the {kind} {half}?",
            ),
        ),
        Fact(
            (
                "Critics in {region} disliked {name} at first for its {clue} ending.",
                "The {clue} ending of {name} was attacked by reviewers in {region} in {year}.",
            ),
            (
                "Why did reviewers dislike the {kind} {name}?",
                "What was said in {region} about the {clue} ending of {half}?",
            ),
        ),
        Fact(
            (
                "{person} adapted {name} for the stage of {other} in {year}.",
                "A version of {name} by {person} ran at {other} for {number} nights in {year}.",
            ),
            (
                "Who made a stage version of {name}?",
                "In which year was {half} adapted for {other}?",
            ),
        ),
        Fact(
            (
                "The manuscript of {name} was found in {month} {year} in a {clue} cellar.",
                "{name}, long thought lost, turned up in {region} in {month} {year}.",
            ),
            (
                "Where was the lost {kind} {name} discovered?",
                "When did somebody find the manuscript of {half} in {region}?",
            ),
        ),
    ),
)

SPECIES = Subject(
    ("beetle", "orchid", "moth", "freshwater fish", "fern", "snail", "warbler", "tree frog"),
    (
        Fact(
            (
                "{name} is a {kind} found in {region}, described by {person} in {year}.",
                "First described by {person} in {year}, {name} is a {kind} of {region}.",
            ),
            (
                "Who described the {kind} {name}?",
                "Which {region} {kind} did {person} describe in {year}?",
            ),
        ),
        Fact(
            (
                "Adults of {name} reach {age} millimetres and feed on {clue} leaves.",
                "{name} grows to about {age} millimetres; it lives among {clue} roots.",
            ),
            (
                "How large does the {kind} {name} grow?",
                "What do adults of the {half} {kind} eat?",
            ),
        ),
        Fact(
            (
                "A survey in {year} counted {number} of {name} along the rivers of {region}.",
                "Only {number} individuals of {name} were seen in {region} in {year}.",
            ),
            (
                "How many {name} did the survey of {year} count?",
                "How rare is the {kind} {half} in {region}?",
            ),
        ),
        Fact(
            (
                "{name} is active in {month}, when its {clue} call can be heard near {other}.",
                "Near {other} the {kind} {name} appears in {month}, drawn by {clue} flowers.",
            ),
            (
                "In which month does {name} appear?",
                "When is the {half} {kind} seen near {other}?",
            ),
        ),
        Fact(
            (
                "{name} was listed as endangered in {year} after mining began in {region}.",
                "Since {year} the {kind} {name} has been protected throughout {region}.",
            ),
            (
                "Since when is the {kind} {name} protected?",
                "Why is {half} from {region} endangered?",
            ),
        ),
        Fact(
            (
                "{person} kept {number} of {name} at {other} to study their {clue} habits.",
                "At {other} {person} bred {name} in {year} and noted a {clue} pattern.",
            ),
            (
                "Who bred {name} in captivity?",
                "What did {person} learn from breeding the {half} {kind}?",
            ),
        ),
    ),
)

SUBJECTS = (PLACE, PERSON, WORK, SPECIES)

# Each %s is a word drawn by frequency.
REMARKS = (
    "The %s of the %s was changed by a %s %s, although the %s remained.",
    "It is known for its %s and for a %s that was never %s.",
    "Later writers compared the %s with the %s of %s.",
    "There was also a %s %s, and most of the %s came from the %s.",
    "Some say that the %s %s is older than the %s.",
    "After the war the %s was used as a %s, then as a %s for %s.",
    "According to one %s, no %s had seen such a %s before.",
    "Many %s still believe in the %s, which has little to do with %s.",
    "The first %s was replaced by a %s %s because of the %s.",
    "Today the %s, the %s and the %s are under one %s.",
    "This led to a %s between %s and %s that lasted for years.",
    "Much of what is known comes from the %s of a %s in %s.",
    "Its %s has been described as %s, %s and even %s.",
    "In the winter the %s is closed and the %s moves to the %s.",
    "A %s made of %s was added to the %s by the %s council.",
    "They were followed by a %s, who had brought %s and %s with them.",
)

MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
