"""How what is said of people is asked for and told."""

from manyhop.generation.texts._wording import Wording

OF_PEOPLE: dict[str, Wording] = {
    "born-in": Wording(
        "place",
        (
            "Where was [answer] born?",
            "What is the birthplace of [answer]?",
            "What was the place of birth of [answer]?",
        ),
        ("the place where [answer] was born", "the birthplace of [answer]"),
        ("was born in {value}",),
    ),
    "born-on": Wording(
        "date",
        ("When was [answer] born?", "What is the date of birth of [answer]?"),
        ("the date on which [answer] was born", "the date of birth of [answer]"),
        ("was born on {value}",),
    ),
    "born-year": Wording(
        "year",
        ("In which year was [answer] born?", "What year was [answer] born?"),
        ("the year in which [answer] was born", "the year of birth of [answer]"),
        ("was born in {value}",),
    ),
    "died-in": Wording(
        "place",
        ("Where did [answer] die?", "What was the place of death of [answer]?"),
        ("the place where [answer] died",),
        ("died in {value}",),
    ),
    "died-on": Wording(
        "date",
        ("When did [answer] die?", "On what date did [answer] die?"),
        ("the date on which [answer] died", "the date of the death of [answer]"),
        ("died on {value}",),
    ),
    "died-year": Wording(
        "year",
        ("In which year did [answer] die?", "What year did [answer] die?"),
        ("the year in which [answer] died",),
        ("died in {value}",),
    ),
    "lives-in": Wording(
        "place",
        ("Where does [answer] live?",),
        ("the place where [answer] lives",),
        ("lives in {value}",),
    ),
    "raised-in": Wording(
        "place",
        ("Where did [answer] grow up?", "Where was [answer] raised?"),
        ("the place where [answer] grew up",),
        ("grew up in {value}", "was raised in {value}"),
    ),
    "nationality": Wording(
        "nationality",
        ("What {is} the nationality of [answer]?", "Of what nationality {is} [answer]?"),
        ("the nationality of [answer]",),
        ("{is} {value}",),
    ),
    "origin": Wording("origin", told=("{is} {value}",)),
    "occupation": Wording(
        "occupation",
        (
            "What {is} the occupation of [answer]?",
            "What {is} [answer]'s occupation?",
            "What {is} the profession of [answer]?",
        ),
        ("the occupation of [answer]", "the profession of [answer]"),
        ("{is} {a value}",),
    ),
    "educated-at": Wording(
        "school",
        ("Where did [answer] study?", "Which school did [answer] attend?"),
        ("the school that [answer] attended", "the place where [answer] studied"),
        ("studied at {value}", "attended {value}"),
    ),
    "spouse": Wording(
        "spouse",
        ("Who did [answer] marry?", "To whom was [answer] married?"),
        ("the person whom [answer] married", "the spouse of [answer]"),
        ("was married to {value}", "married {value}"),
    ),
    "nickname": Wording(
        "nickname",
        ("What {is} the nickname of [answer]?", "By what nickname {is} [answer] known?"),
        ("the nickname of [answer]",),
        ("{is} nicknamed {value}",),
    ),
    "position": Wording(
        "position",
        ("What position does [answer] play?", "In which position does [answer] play?"),
        ("the position that [answer] plays",),
        ("plays as {a value}",),
    ),
    "played-position": Wording(
        "position",
        ("What position did [answer] play?", "In which position did [answer] play?"),
        ("the position that [answer] played",),
        ("played as {a value}",),
    ),
    "plays-for": Wording(
        "team",
        ("Which team does [answer] play for?", "For which team does [answer] play?"),
        ("the team that [answer] plays for", "the team of [answer]"),
        ("plays for {value}",),
    ),
    "played-for": Wording(
        "team",
        ("Which team did [answer] play for?", "For which team did [answer] play?"),
        ("the team that [answer] played for",),
        ("played for {value}",),
    ),
    "plays-in": Wording(
        "league",
        ("In which league does [answer] play?", "What {is} the league of [answer]?"),
        ("the league that [answer] plays in", "the league of [answer]"),
        ("plays in {value}",),
    ),
    "college": Wording(
        "college",
        (
            "For which college did [answer] play?",
            "Where did [answer] play at college?",
            "Which college team did [answer] play for?",
        ),
        ("the college that [answer] played for",),
        ("played at college for {value}",),
    ),
    "drafted-by": Wording(
        "team",
        ("Which team drafted [answer]?", "By which team was [answer] drafted?"),
        ("the team that drafted [answer]",),
        ("was drafted by {value}",),
    ),
    "signed-by": Wording(
        "team",
        ("Which team signed [answer] as an undrafted free agent?",),
        ("the team that signed [answer] as an undrafted free agent",),
        ("was signed as an undrafted free agent by {value}",),
    ),
    "inducted-into": Wording(
        "hall of fame",
        ("Into which hall of fame was [answer] inducted?",),
        ("the hall of fame into which [answer] was inducted",),
        ("was inducted into {value}",),
    ),
    "represented": Wording(
        "team",
        ("Who did [answer] represent?", "Which country or team did [answer] represent?"),
        (),
        ("represented {value}",),
    ),
    "competed-at": Wording("event", told=("competed in {value}", "took part in {value}")),
    "won": Wording("award", told=("won {value}",)),
    "served-as": Wording(
        "office",
        ("What office did [answer] hold?", "As what did [answer] serve?"),
        ("the office that [answer] held",),
        ("served as {value}",),
    ),
    "elected-to": Wording(
        "body",
        ("To what was [answer] elected?", "To which body was [answer] elected?"),
        ("the body to which [answer] was elected",),
        ("was elected to {value}",),
    ),
    "known-role": Wording(
        "role",
        ("For which role is [answer] known?", "What role is [answer] known for?"),
        ("the role that [answer] is known for",),
        ("is known for the role of {value}",),
    ),
    "known-for": Wording(
        "work",
        ("What {is} [answer] known for?", "For what {is} [answer] known?"),
        ("what [answer] {is} known for",),
        ("{is} known for {value}",),
    ),
    "member-of": Wording(
        "group",
        ("Of which group {is} [answer] a member?", "What {is} [answer] a member of?"),
        ("the group that [answer] {is} a member of",),
        ("{is} a member of {value}",),
    ),
}
