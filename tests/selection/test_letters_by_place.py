"""Strings as rows of letters: one-hot encoded, their dot product counts the places where they agree."""

import numpy as np
import pytest
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder

from drupe.foundation.errors import InputTypeError
from drupe.selection.letters_by_place import LettersByPlace


def test_products_count_places_with_the_same_letter():
    strings = ["ACGT", "ACCA", "TTGT"]
    features = make_pipeline(LettersByPlace(length=4), OneHotEncoder()).fit_transform(strings)
    agreements = [[sum(a == b for a, b in zip(s, t, strict=True)) for t in strings] for s in strings]
    np.testing.assert_array_equal((features @ features.T).toarray(), agreements)


def test_numbers_are_refused():
    with pytest.raises(InputTypeError, match="strings are needed"):
        LettersByPlace(length=2).fit_transform(np.zeros((3, 2)))
