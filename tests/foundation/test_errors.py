"""Errors travel between processes, whoever packs them."""

import pytest

from drupe.foundation.errors import BudgetError, ConvergenceError, FileError, InputError, InputTypeError, ParameterError
from drupe.foundation.remedies import Setting

KINDS = (InputError, InputTypeError, ParameterError, BudgetError, ConvergenceError, FileError)


@pytest.mark.parametrize("kind", KINDS)
def test_an_error_is_made_anew_without_its_words(kind):
    """As Dask does, which packs every exception that it knows in its own way: a kind, and what there is to be set."""
    error = kind("wrong", remedies=(Setting("budget"),))
    again = kind.__new__(kind)
    again.args = error.args
    again.__setstate__(dict(error.__dict__))
    assert (type(again), str(again), again.remedies) == (kind, "wrong", (Setting("budget"),))
