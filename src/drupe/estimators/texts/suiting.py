"""How texts should become terms, found by looking at the texts alone."""

from collections.abc import Sequence

from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS

from drupe.estimators.texts.terms import Terms

ENGLISH = 0.08
"""Share of English stop words, but for those below, from which on texts are English: headlines have 0.11, prose 0.3."""

_SHARED = "am an are as con de do due had has he her if in me mine no on or over per so ten un was we"
SHARED = frozenset(_SHARED.split(" "))
"""Words that are frequent in other languages, too."""

LONG = 15.0
"""Words in a text, on average, from which on stop words tell nothing; an answer may be "no, not that one"."""

LOOKED_AT = 1000
"""Texts that are looked at."""


def terms_suiting(texts: Sequence[str]) -> Terms:
    """Stems for English texts, without stop words if they are long; words as they stand for all others.

    >>> [terms_suiting([text]).stemming for text in ("no, this is not the right one", "nein, das ist nicht richtig")]
    ['english', None]
    """
    plain = Terms()
    some = [plain.of(text) for text in texts[:: max(1, len(texts) // LOOKED_AT)]]
    words = sum(map(len, some))
    stops = sum(word in ENGLISH_STOP_WORDS and word not in SHARED for one in some for word in one)
    if not words or stops < ENGLISH * words:
        return plain
    filled = sum(bool(one) for one in some)
    return Terms(ENGLISH_STOP_WORDS if words >= LONG * filled else frozenset(), "english")
