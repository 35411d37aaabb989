"""The neighbors of each point of a grid."""

from functools import cache


@cache
def neighbors_of(size: int) -> tuple[tuple[int, ...], ...]:
    """For each point, row by row, the points beside it: above, left, right, below.

    >>> neighbors_of(3)[0], neighbors_of(3)[4]
    ((1, 3), (1, 3, 5, 7))
    """
    return tuple(
        tuple(
            down * size + right
            for down, right in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
            if 0 <= down < size and 0 <= right < size
        )
        for row in range(size)
        for column in range(size)
    )
