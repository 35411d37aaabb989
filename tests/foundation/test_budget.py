"""Sizes as people say them."""

import pytest

from drupe.foundation.budget import in_bytes
from drupe.foundation.errors import ParameterError


@pytest.mark.parametrize(
    ("said", "meant"),
    [("2GB", 2 * 10**9), ("2 gib", 2**31), ("1.5MB", 1_500_000), ("100", 100), (7, 7), ("3k", 3000), ("1TB", 10**12)],
)
def test_sizes(said: str | int, meant: int) -> None:
    assert in_bytes(said) == meant


@pytest.mark.parametrize("said", ["much", "-1GB", "", "2XB", "1iB", True, "GB"])
def test_what_is_no_size_is_refused(said: str) -> None:
    with pytest.raises(ParameterError, match="number of bytes"):
        in_bytes(said)
