"""How strings become columns of numbers: by the substrings, or the words, that they hold."""

from collections.abc import Sequence
from typing import Any

from sklearn.feature_extraction.text import CountVectorizer
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import Normalizer, OneHotEncoder

from drupe.selection.letters_by_place import LettersByPlace


def views_for(texts: Sequence[str]) -> tuple[Pipeline, ...]:
    """Substrings of several lengths, and words if there are any.

    >>> [view_words(view) for view in views_for(["a b", "c d"])][-1]
    'words'
    """
    wordy = sum(" " in text.strip() for text in texts) > 0.5 * len(texts)
    return (*map(substrings, LENGTHS), *((words(),) if wordy else ()))


def common_length(texts: Sequence[str]) -> int:
    """How long all strings are; 0 if they differ, or are too long to look at every place.

    >>> common_length(["acgt", "ttga"]), common_length(["a", "bc"])
    (4, 0)
    """
    lengths = {len(text) for text in texts}
    longest = max(lengths)
    return longest if len(lengths) == 1 and longest <= MOST_PLACES else 0


LENGTHS = (1, 2, 3, 4, 6)
"""Of the longest substrings by which strings are compared."""

MOST_PLACES = 1000


def substrings(longest: int) -> Pipeline:
    """How often each substring of up to so many letters occurs, scaled to length one.

    The dot product of two such examples is the normalized kernel that counts the substrings which both strings share.

    >>> substrings(1).fit_transform(["aab", "b"]).toarray().round(3).tolist()
    [[0.894, 0.447], [0.0, 1.0]]

    References
    ----------
    [Cristianini00]_, exercise 3.3; [Herbrich02]_, eq. 2.25 with λ = 1, normalized.
    """
    return make_pipeline(CountVectorizer(analyzer="char", lowercase=False, ngram_range=(1, longest)), Normalizer())


def words() -> Pipeline:
    """How often each word occurs, scaled to length one; capitals do not count.

    >>> words().fit_transform(["To be or not to be"]).shape
    (1, 4)
    """
    return make_pipeline(CountVectorizer(token_pattern=r"(?u)\b\w+\b"), Normalizer())


def places(length: int) -> Pipeline:
    """Which letter stands at each place, for strings that are all so long; scaled to length one.

    The dot product of two such examples is the share of places at which both strings have the same letter.

    >>> view = places(2).fit(["ab", "ba"])
    >>> (view.transform(["ab"]) @ view.transform(["aa"]).T).toarray().round(6).tolist()
    [[0.5]]
    """
    return make_pipeline(LettersByPlace(length=length), OneHotEncoder(handle_unknown="ignore"), Normalizer())


def view_words(view: Any) -> str:
    """What a view looks at, in words; empty for those of others.

    >>> view_words(substrings(3)), view_words(words()), view_words(places(60)), view_words(None)
    ('substrings of up to 3 letters', 'words', 'letters at each place', '')
    """
    counter = view.steps[0][1] if isinstance(view, Pipeline) else None
    if isinstance(counter, LettersByPlace):
        return "letters at each place"
    if not isinstance(counter, CountVectorizer):
        return ""
    longest = counter.ngram_range[1]
    if counter.analyzer == "word":
        return "words"
    return "single letters" if longest == 1 else f"substrings of up to {longest} letters"
