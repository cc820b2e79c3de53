"""From a question to the terms that are worth looking up."""

import tantivy

# Words that shape a question or glue a sentence; they say nothing of what is looked for.
_SHAPING_WORDS = """
    a about across after all also although am among an and any are as at be because been before
    being both but by can could d did do does doing don during each either else ever every for
    from had has have having he her here hers him his how however i if in into is isn it its itself
    just ll let like many may me might more most much must my no nor not of off on one only onto or
    other our out over own please re s same shall she should show so some such t tell than that the
    their them then there these they this those through to too under until up upon us ve very was
    we were what when where whether which while who whom whose why will with within without would
    yes you your
"""
_SHAPING = frozenset(_SHAPING_WORDS.split())


def _plain_words() -> tantivy.TextAnalyzerBuilder:
    return (
        tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple())
        .filter(tantivy.Filter.remove_long(60))
        .filter(tantivy.Filter.lowercase())
        .filter(tantivy.Filter.ascii_fold())
    )


def word_analyzer() -> tantivy.TextAnalyzer:
    """How sources are cut into terms: lower case, no accents, English stems."""
    return _plain_words().filter(tantivy.Filter.stemmer("english")).build()


_plain = _plain_words().build()
_stemming = word_analyzer()


def question_terms(question: str, limit: int = 64) -> list[str]:
    """The distinct stems to look up; the shaping words only where nothing else is left.

    Example: ``question_terms("Which bridges opened in 1981?")`` → ``["bridg", "open", "1981"]``
    """
    words = _plain.analyze(question)
    telling = [word for word in words if word not in _SHAPING] or words
    stems = _stemming.analyze(" ".join(dict.fromkeys(telling)))
    return list(dict.fromkeys(stems))[:limit]
