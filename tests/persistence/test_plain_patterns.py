"""Regular expressions of files: those that are let through take a time in proportion to the text."""

import re
import warnings
from re import _parser as sre_parse  # the structure of a pattern, as Python itself sees it

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.pipeline import make_pipeline

import drupe
from drupe.foundation.errors import InputError
from drupe.persistence.plain_patterns import is_plain_pattern

WORDS = ["red apple", "green apple", "red pear", "green pear"]


@pytest.mark.parametrize("pattern", [r"(?u)\b\w\w+\b", r"\b\w+\b", r"\S+", "[a-z]{2,}", r"[^\s,;]+", r"\d\d:\d\d", "."])
def test_usual_patterns_are_plain(pattern):
    assert is_plain_pattern(pattern)


@pytest.mark.parametrize(
    "pattern",
    ["(a+)+$", r"(\w|\d)+x", r"\w+x", r"\w+\w+\w+\d", r"[a-c]+\b", "a|aa", ".*.*", r"(?=a)", r"\1", "a++b", "", "(a)"],
)
def test_patterns_that_can_be_slow_are_not(pattern):
    assert not is_plain_pattern(pattern)


def repeats(parsed):
    """Where in a parsed pattern something repeats without a limit that is small."""
    return [i for i, (operation, _) in enumerate(parsed) if operation in (sre_parse.MAX_REPEAT, sre_parse.MIN_REPEAT)]


@settings(max_examples=2000, deadline=None)
@given(st.text(alphabet="ab\\wdsbu.+*?{}[]^$()|,12-: ", max_size=14))
def test_plain_means_that_only_the_last_character_repeats(pattern):
    if not is_plain_pattern(pattern):
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            parsed = list(sre_parse.parse(pattern))
        except re.error:
            return
    rest = parsed[:-1] if parsed and parsed[-1][0] is sre_parse.AT else parsed
    assert all(i == len(rest) - 1 for i in repeats(rest))
    assert not any(operation in (sre_parse.SUBPATTERN, sre_parse.BRANCH, sre_parse.ASSERT) for operation, _ in parsed)
    if rest is not parsed and repeats(rest):
        assert pattern.endswith("\\b")


def test_slow_patterns_are_refused_unless_the_file_is_trusted(tmp_path):
    path = tmp_path / "words.drupe"
    usual = make_pipeline(CountVectorizer(), drupe.SVC(kernel="linear")).fit(WORDS, [0, 0, 1, 1])
    drupe.save(usual, path)
    assert drupe.load(path).predict(WORDS).tolist() == [0, 0, 1, 1]
    odd = make_pipeline(CountVectorizer(token_pattern="(?:[a-z]+)+"), drupe.SVC(kernel="linear"))
    drupe.save(odd.fit(WORDS, [0, 0, 1, 1]), path)
    with pytest.raises(InputError, match="trusted=True"):
        drupe.load(path)
    assert np.array_equal(drupe.load(path, trusted=True).predict(WORDS), odd.predict(WORDS))
