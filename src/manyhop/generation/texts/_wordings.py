"""How each relation is asked for and told, in several ways."""

from manyhop.generation.texts._wording import Wording, by, did_in, did_on, done_in, done_on
from manyhop.generation.texts._wordings_of_people import OF_PEOPLE
from manyhop.generation.texts._wordings_of_things import OF_THINGS

_PARTICIPLES = (
    "founded built released published launched incorporated demolished dissolved discovered"
    " introduced completed"
)
_VERBS = (("opened", "open"), ("premiered", "premiere"), ("closed", "close"))


WORDINGS: dict[str, Wording] = {
    **OF_PEOPLE,
    **OF_THINGS,
    "directed-by": by("directed", "director"),
    "written-by": by("wrote", "writer", "written"),
    "produced-by": by("produced", "producer"),
    "composed-by": by("composed", "composer"),
    "created-by": by("created", "creator"),
    "developed-by": by("developed", "developer", company=True),
    "designed-by": by("designed", "designer"),
    "published-by": by("published", "publisher", company=True),
    "hosted-by": by("hosted", "host"),
    "built-by": by("built", "builder"),
    "edited-by": by("edited", "editor"),
    "performed-by": by("recorded", "performer"),
    "owned-by": Wording(
        "owner",
        ("Who owns [answer]?", "Who {is} the owner of [answer]?"),
        ("the owner of [answer]",),
        ("{is} owned by {value}",),
    ),
    "operated-by": Wording(
        "operator",
        ("Who operates [answer]?", "Who {is} the operator of [answer]?"),
        ("the operator of [answer]",),
        ("{is} operated by {value}",),
    ),
    "founded-by": by("founded", "founder"),
    "distributed-by": by("distributed", "distributor", company=True),
    "discovered-by": by("discovered", "discoverer"),
    "played-by": Wording(
        "actor",
        ("Who played [answer]?", "Which actor played [answer]?"),
        ("the actor who played [answer]",),
        ("was played by {value}",),
    ),
    "succeeded-by": by("succeeded", "successor"),
    "coached-by": by("coached", "coach"),
    **{f"{verb}-in": done_in(f"was {verb}") for verb in _PARTICIPLES.split()},
    **{f"{verb}-on": done_on(f"was {verb}") for verb in _PARTICIPLES.split()},
    **{f"{did}-in": did_in(did, do) for did, do in _VERBS},
    **{f"{did}-on": did_on(did, do) for did, do in _VERBS},
}
