"""Names of points: every point has one, and it leads back."""

import pytest

from drupe.foundation.errors import InputError
from drupe.go import PASS, point_of, vertex_of


@pytest.mark.parametrize("size", range(1, 26))
def test_names_lead_back_to_their_points(size: int) -> None:
    names = [vertex_of(point, size) for point in range(size * size)]
    assert len(set(names)) == size * size
    assert [point_of(name, size) for name in names] == list(range(size * size))
    assert not any("I" in name for name in names)


def test_corners() -> None:
    assert point_of("A1", 19) == 18 * 19
    assert point_of("T19", 19) == 18
    assert point_of("z1", 25) == 624
    assert point_of(" q16 ", 19) == 3 * 19 + 15
    assert point_of("PASS", 19) == PASS


@pytest.mark.parametrize(("move", "complaint"), [("U1", "A to T without I"), ("A20", "to 19"), (361, "0 to 360")])
def test_errors_say_what_would_do(move: str | int, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        point_of(move, 19)
