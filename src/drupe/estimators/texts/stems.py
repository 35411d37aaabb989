"""The stem of a word, computed once for each word that is met."""

import threading
from functools import cache, lru_cache
from typing import Any

LONGEST = 64
"""Letters beyond which a word is none of a language, and stays as it is."""

REMEMBERED = 2**18
"""Words whose stems are kept for the next text."""

_OF_THREAD = threading.local()


@cache
def languages() -> tuple[str, ...]:
    """The languages, and for English both of Porter's algorithms, in which words can be stemmed.

    >>> {"english", "porter", "german"} <= set(languages())
    True
    """
    import snowballstemmer  # 36 modules, for those who stem

    return tuple(sorted(snowballstemmer.algorithms()))


@lru_cache(REMEMBERED)
def stem(word: str, language: str) -> str:
    """The stem of a word in small letters.

    >>> {stem(word, "english") for word in ("computer", "computation", "computing")}
    {'comput'}

    References
    ----------
    [Porter80]_, place not checked, as the Snowball project has it; [Cristianini00]_, section 8.1.1 (the example).
    """
    return word if len(word) > LONGEST else str(_stemmer(language).stemWord(word))


def _stemmer(language: str) -> Any:
    """One for each thread: a stemmer holds the word that it works on."""
    made = _OF_THREAD.__dict__
    if language not in made:
        import snowballstemmer

        made[language] = snowballstemmer.stemmer(language)
    return made[language]
