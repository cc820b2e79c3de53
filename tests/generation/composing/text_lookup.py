"""A question about one thing that a text answers."""

from manyhop.generation._query import Said
from manyhop.generation._single import Single
from manyhop.programs import Value


def text_lookup(
    question: str, phrase: str = "", tail: str = "", *, value: str, noun: str, subject: str = ""
) -> Single:
    return Single(
        leaf="TextQ",
        question=question,
        phrase=phrase + tail,
        tail=tail,
        query=Said("page", "relation"),
        values=(Value(value),),
        entities=("",),
        pseudo="",
        noun=noun,
        subject=subject,
    )
