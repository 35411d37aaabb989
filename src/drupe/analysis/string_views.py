"""How texts become columns of numbers: by the words that they hold."""

from collections.abc import Sequence
from typing import Any

from sklearn.feature_extraction.text import CountVectorizer
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import Normalizer

from drupe.estimators.texts.suiting import terms_suiting
from drupe.estimators.texts.text_vectors import TextVectors

LONGEST = 4
"""Letters of a substring."""


def views_for(texts: Sequence[str]) -> tuple[Pipeline, ...]:
    """Words weighted by rarity, and all alike, if most texts have any.

    >>> [view_words(view) for view in views_for(["a b", "c d"])], views_for(["acgt"])
    (['words by rarity', 'words'], ())
    """
    wordy = sum(" " in text.strip() for text in texts) > 0.5 * len(texts)
    return (rare_words(texts), words()) if wordy else ()


MANY = 100
"""Texts from which on a word must occur in three of them."""


def rare_words(texts: Sequence[str]) -> Pipeline:
    """`TextVectors` as such texts want it: English ones by stems, long ones without stop words.

    >>> rare_words(["to be", "or not to be"]).fit_transform(["to be", "or not to be"]).shape
    (2, 4)
    """
    terms = terms_suiting(texts)
    vectors = TextVectors(
        stop_words="english" if terms.stop_words else None,
        stemming=terms.stemming,
        min_documents=3 if len(texts) >= MANY else 1,
        counting="logarithms",
    )
    return make_pipeline(vectors)


def words() -> Pipeline:
    """How often each word occurs, scaled to length one; capitals do not count.

    >>> words().fit_transform(["To be or not to be"]).shape
    (1, 4)
    """
    return make_pipeline(CountVectorizer(token_pattern=r"(?u)\b\w+\b"), Normalizer())


def substrings(longest: int) -> Pipeline:
    """How often each substring of up to so many letters occurs, scaled to length one: for machines that need columns.

    The dot product of two such examples is `Substrings(longest).normalized()`.

    >>> substrings(1).fit_transform(["aab", "b"]).toarray().round(3).tolist()
    [[0.894, 0.447], [0.0, 1.0]]
    """
    return make_pipeline(CountVectorizer(analyzer="char", lowercase=False, ngram_range=(1, longest)), Normalizer())


def columns_of_strings(texts: Sequence[str]) -> Pipeline:
    """Words, if most texts have any, else substrings: for machines that need columns.

    >>> view_words(columns_of_strings(["acgt"])), view_words(columns_of_strings(["to be"]))
    ('substrings of up to 4 letters', 'words by rarity')
    """
    return next(iter(views_for(texts)), substrings(LONGEST))


def view_words(view: Any) -> str:
    """What a view looks at, in words; empty for those of others.

    >>> view_words(words()), view_words(substrings(3)), view_words(None)
    ('words', 'substrings of up to 3 letters', '')
    """
    counter = view.steps[0][1] if isinstance(view, Pipeline) else None
    if isinstance(counter, TextVectors):
        return "words by rarity"
    if not isinstance(counter, CountVectorizer):
        return ""
    return "words" if counter.analyzer == "word" else f"substrings of up to {counter.ngram_range[1]} letters"
