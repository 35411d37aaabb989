"""The two players."""

from drupe.go import Color


def test_each_has_one_opponent() -> None:
    assert Color.BLACK.opponent is Color.WHITE
    assert Color.WHITE.opponent is Color.BLACK
    assert [color * color.opponent for color in Color] == [-1, -1]
