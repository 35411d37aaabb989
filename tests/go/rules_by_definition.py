"""The rules of Tromp and Taylor, word for word: slow, and without a shortcut."""

from collections.abc import Iterator

Position = tuple[int, ...]


def neighbors(point: int, size: int) -> Iterator[int]:
    """Points that are adjacent horizontally or vertically."""
    row, column = divmod(point, size)
    for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
        if 0 <= r < size and 0 <= c < size:
            yield r * size + c


def connected(position: Position, point: int, size: int) -> set[int]:
    """Points to which a path of adjacent points of one color leads."""
    found, new = {point}, [point]
    while new:
        at = new.pop()
        for beside in neighbors(at, size):
            if beside not in found and position[beside] == position[point]:
                found.add(beside)
                new.append(beside)
    return found


def reaches(position: Position, point: int, color: int, size: int) -> bool:
    """Whether a path of the point's own color leads next to the color."""
    return any(
        position[beside] == color for each in connected(position, point, size) for beside in neighbors(each, size)
    )


def cleared(position: Position, color: int, size: int) -> Position:
    """Without the points of a color that do not reach empty."""
    left, done = list(position), set()
    for point in (point for point, stone in enumerate(position) if stone == color):
        if point not in done:
            chain = connected(position, point, size)
            done |= chain
            if all(position[beside] for each in chain for beside in neighbors(each, size)):
                for each in chain:
                    left[each] = 0
    return tuple(left)


def after(position: Position, point: int, color: int, size: int) -> Position:
    """Color an empty point one's own color, clear the opponent's, then one's own."""
    placed = (*position[:point], color, *position[point + 1 :])
    return cleared(cleared(placed, -color, size), color, size)


def legal_moves(position: Position, past: set[Position], color: int, size: int) -> list[int]:
    """Empty points where a move repeats no earlier position."""
    return [
        point for point, stone in enumerate(position) if stone == 0 and after(position, point, color, size) not in past
    ]


def area(position: Position, size: int) -> tuple[int, int]:
    """Points of a color, and empty points that reach only that color."""

    def owned(point: int, color: int) -> bool:
        if position[point]:
            return position[point] == color
        return reaches(position, point, color, size) and not reaches(position, point, -color, size)

    black, white = (sum(owned(point, color) for point in range(size * size)) for color in (1, -1))
    return black, white
