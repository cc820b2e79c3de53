"""How what is said of places, works and other things is asked for and told."""

from manyhop.generation.texts._wording import Wording

OF_THINGS: dict[str, Wording] = {
    "located-in": Wording(
        "place",
        (
            "Where {is} [answer] located?",
            "Where {is} [answer]?",
            "What {is} the location of [answer]?",
        ),
        ("the place where [answer] {is} located",),
        ("{is} located in {value}", "{is} in {value}"),
    ),
    "based-in": Wording(
        "place",
        (
            "Where {is} [answer] based?",
            "Where does [answer] have its home?",
            "What {is} the home town of [answer]?",
        ),
        ("the place where [answer] {is} based", "the home town of [answer]"),
        ("{is} based in {value}",),
    ),
    "held-in": Wording(
        "place",
        ("Where was [answer] held?", "Where did [answer] take place?"),
        ("the place where [answer] was held",),
        ("was held in {value}", "took place in {value}"),
    ),
    "held-on": Wording(
        "date",
        ("When was [answer] held?", "On what date did [answer] take place?"),
        ("the date on which [answer] was held", "the day when [answer] took place"),
        ("was held on {value}", "took place on {value}"),
    ),
    "held-year": Wording(
        "year",
        ("In which year was [answer] held?", "What year did [answer] take place?"),
        ("the year in which [answer] was held",),
        ("was held in {value}", "took place in {value}"),
    ),
    "filmed-in": Wording(
        "place",
        ("Where was [answer] filmed?", "Where was [answer] shot?"),
        ("the place where [answer] was filmed",),
        ("was filmed in {value}",),
    ),
    "named-after": Wording(
        "namesake",
        ("After whom or what {is} [answer] named?", "Who or what {is} [answer] named after?"),
        ("the namesake of [answer]",),
        ("{is} named after {value}",),
    ),
    "capital-of": Wording(
        "region",
        ("Of what {is} [answer] the capital?", "What {is} [answer] the capital of?"),
        ("the region of which [answer] {is} the capital",),
        ("{is} the capital of {value}",),
    ),
    "seat-of": Wording(
        "county",
        ("Of which county {is} [answer] the seat?", "Which county has [answer] as its seat?"),
        ("the county whose seat {is} [answer]",),
        ("{is} the seat of {value}",),
    ),
    "county-seat": Wording(
        "county seat",
        ("What is the county seat of [answer]?", "Which place is the county seat of [answer]?"),
        ("the county seat of [answer]",),
        ("has {value} as its county seat",),
    ),
    "capital": Wording(
        "capital",
        ("What {is} the capital of [answer]?", "Which place {is} the capital of [answer]?"),
        ("the capital of [answer]",),
        ("has {value} as its capital",),
    ),
    "tributary-of": Wording(
        "river",
        ("Of which river is [answer] a tributary?", "Which river is [answer] a tributary of?"),
        ("the river of which [answer] is a tributary",),
        ("is a tributary of {value}",),
    ),
    "flows-into": Wording(
        "body of water",
        ("What does [answer] flow into?", "Into which body of water does [answer] flow?"),
        ("the body of water that [answer] flows into",),
        ("flows into {value}",),
    ),
    "part-of": Wording(
        "whole",
        ("What {is} [answer] part of?", "Of what {is} [answer] a part?"),
        (),
        ("{is} part of {value}",),
    ),
    "home-of": Wording(
        "team",
        ("Which team {is} at home at [answer]?", "Who has [answer] as a home ground?"),
        ("the team that {is} at home at [answer]",),
        ("{is} the home of {value}",),
    ),
    "home-ground": Wording(
        "venue",
        ("What is the home ground of [answer]?", "At which venue does [answer] play at home?"),
        ("the home ground of [answer]",),
        ("plays at home at {value}",),
    ),
    "affiliate-of": Wording(
        "organisation",
        ("With whom or what {is} [answer] affiliated?",),
        (),
        ("{is} affiliated with {value}",),
    ),
    "stars": Wording(
        "star",
        ("Who stars in [answer]?", "Who starred in [answer]?"),
        ("the star of [answer]", "the person who stars in [answer]"),
        ("stars {value}",),
    ),
    "from-album": Wording(
        "album",
        ("Which album is [answer] from?", "On which album is [answer]?"),
        ("the album that [answer] is from",),
        ("is from {value}",),
    ),
    "based-on-work-by": Wording(
        "author",
        ("Who wrote the work that [answer] is based on?", "On whose work is [answer] based?"),
        ("the author of the work that [answer] is based on",),
        ("is based on a work by {value}",),
    ),
    "released-by": Wording(
        "company",
        ("Who released [answer]?", "Which company released [answer]?"),
        ("the company that released [answer]",),
        ("was released by {value}",),
    ),
    "genre": Wording(
        "genre",
        ("What is the genre of [answer]?", "Of which genre is [answer]?"),
        ("the genre of [answer]",),
        ("is {a value} film",),
    ),
    "language": Wording(
        "language",
        ("What is the language of [answer]?", "In which language is [answer]?"),
        ("the language of [answer]",),
        ("is in {value}",),
    ),
    "aired-on": Wording(
        "network",
        ("On which network did [answer] air?", "Which network aired [answer]?"),
        ("the network that aired [answer]",),
        ("aired on {value}",),
    ),
    "population": Wording(
        "number",
        ("What {is} the population of [answer]?", "How many people live in [answer]?"),
        ("the population of [answer]",),
        ("has a population of {value}",),
    ),
    "capacity": Wording(
        "number",
        ("What {is} the capacity of [answer]?", "How many people does [answer] hold?"),
        ("the capacity of [answer]",),
        ("has a capacity of {value}",),
    ),
    "area": Wording(
        "size",
        ("What is the area of [answer]?", "How large is the area of [answer]?"),
        ("the area of [answer]",),
        ("has an area of {value}",),
    ),
    "elevation": Wording(
        "elevation",
        ("What is the elevation of [answer]?", "How high is the elevation of [answer]?"),
        ("the elevation of [answer]",),
        ("has an elevation of {value}",),
    ),
    "length": Wording(
        "length",
        ("What is the length of [answer]?", "How long is [answer]?"),
        ("the length of [answer]",),
        ("has a length of {value}",),
    ),
    "height": Wording(
        "height",
        ("What is the height of [answer]?", "How high is [answer]?"),
        ("the height of [answer]",),
        ("has a height of {value}",),
    ),
}
