"""A board as a picture in SVG: stones, the last move, scores of moves, whose each point is, and reasons beside it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

import numpy as np

from drupe.go.board import Board
from drupe.go.pictures.reasons import Reason
from drupe.go.ranking.move_ranking import MoveRanking
from drupe.go.territory import TerritoryEstimate
from drupe.go.vertices import COLUMNS, PASS, point_of

CELL, MARGIN, WIDE, ROW = 28.0, 34.0, 330.0, 32.0
WOOD, LINE, INK = "#f2d9a6", "#5b4a2f", "#222222"
BLACK_HUE, WHITE_HUE, MOVE_HUE, WHY_HUE = "#1b3a6b", "#c0392b", "#1f7a3d", "#8e44ad"
STARS = {9: (2, 4, 6), 13: (3, 6, 9), 19: (3, 9, 15)}


@dataclass(frozen=True)
class BoardPicture:
    """An SVG picture; notebooks and pages show it.

    Parameters
    ----------
    svg
        Its text.
    """

    svg: str = field(repr=False)

    def save(self, path: str | Path) -> None:
        """Write it to a file."""
        Path(path).write_text(self.svg, encoding="utf-8")

    def _repr_html_(self) -> str:
        return self.svg


def picture(
    board: Board,
    *,
    ranking: MoveRanking | None = None,
    shown: int = 10,
    territory: TerritoryEstimate | None = None,
    marked: Sequence[str | int] = (),
    reasons: Sequence[Reason] = (),
    title: str = "",
) -> BoardPicture:
    """Draw a board.

    Parameters
    ----------
    board
        The position; its last move has a ring.
    ranking
        The first moves get discs with their places, darker for larger shares of the score.
    shown
        How many of them.
    territory
        Points get squares, blue for Black and red for White, larger where the output is.
    marked
        Points with a frame, such as those that a pattern covers.
    reasons
        Listed to the right, with bars.
    title
        Above the board.

    Examples
    --------
    >>> picture(Board(9), title="Nothing yet").svg[:4]
    '<svg'
    """
    parts = [*_grid(board)]
    if territory is not None:
        parts += _squares(board, territory)
    parts += _stones(board)
    if ranking is not None:
        parts += _discs(board, ranking, shown)
    parts += [_frame(board, point_of(point, board.size)) for point in marked]
    side = _side(board)
    width, height = side + (WIDE if reasons else 0.0), max(side, MARGIN + 14 + ROW * len(reasons))
    parts += _bars(reasons, side)
    if title:
        parts.append(_text(side / 2, 16, title, 13, weight="bold"))
    body = "\n".join(parts)
    return BoardPicture(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" font-family="sans-serif" role="img">\n'
        f"<title>{escape(title or 'Go board')}</title>\n"
        f'<rect width="{width:g}" height="{height:g}" fill="#ffffff"/>\n{body}\n</svg>'
    )


def _side(board: Board) -> float:
    return 2 * MARGIN + CELL * (board.size - 1)


def _center(board: Board, point: int) -> tuple[float, float]:
    row, column = divmod(point, board.size)
    return MARGIN + CELL * column, MARGIN + CELL * row


def _grid(board: Board) -> list[str]:
    low, high, size = MARGIN, MARGIN + CELL * (board.size - 1), board.size
    inner = high - low + CELL
    parts = [
        f'<rect x="{low - CELL / 2:g}" y="{low - CELL / 2:g}" width="{inner:g}" height="{inner:g}" fill="{WOOD}"/>'
    ]
    for place in range(size):
        at = low + CELL * place
        parts.append(f'<path d="M{low:g} {at:g}H{high:g}M{at:g} {low:g}V{high:g}" stroke="{LINE}" stroke-width="1"/>')
        parts.append(_text(at, high + 30, COLUMNS[place], 11))
        parts.append(_text(12, at + 4, str(size - place), 11))
    stars = STARS.get(size, ())
    parts += [
        f'<circle cx="{low + CELL * x:g}" cy="{low + CELL * y:g}" r="3" fill="{LINE}"/>' for x in stars for y in stars
    ]
    return parts


def _stones(board: Board) -> list[str]:
    stones, parts = board.stones.ravel(), []
    last = board.turns[-1].move if board.turns else PASS
    for point in np.flatnonzero(stones).tolist():
        across, down = _center(board, point)
        fill, ring = ("#111111", "#ffffff") if stones[point] > 0 else ("#ffffff", "#111111")
        parts.append(f'<circle cx="{across:g}" cy="{down:g}" r="{CELL * 0.47:g}" fill="{fill}" stroke="#111111"/>')
        if point == last:
            parts.append(f'<circle cx="{across:g}" cy="{down:g}" r="6" fill="none" stroke="{ring}" stroke-width="2"/>')
    return parts


def _discs(board: Board, ranking: MoveRanking, shown: int) -> list[str]:
    parts, scores = [], ranking.scores[:shown]
    spread = float(np.ptp(scores)) or 1.0
    for place, point in enumerate(ranking.points[:shown].tolist()):
        across, down = _center(board, point)
        disc = f'cx="{across:g}" cy="{down:g}" r="{CELL * 0.42:g}"'
        strength = 0.35 + 0.65 * float(scores[place] - scores.min()) / spread
        parts.append(f'<circle {disc} fill="{WOOD}"/><circle {disc} fill="{MOVE_HUE}" fill-opacity="{strength:.2f}"/>')
        parts.append(_text(across, down + 4, str(place + 1), 12, "#ffffff" if strength > 0.55 else INK, "bold"))
    return parts


def _squares(board: Board, territory: TerritoryEstimate) -> list[str]:
    outputs, parts = territory.outputs.ravel(), []
    stones = board.stones.ravel()
    for point, output in enumerate(outputs.tolist()):
        across, down = _center(board, point)
        half = CELL * 0.5 if stones[point] else CELL * (0.1 + 0.22 * min(abs(output), 1.0))
        hue, faint = (BLACK_HUE, WHITE_HUE)[output < 0], 0.35 if stones[point] else 0.75
        corner = f'x="{across - half:.1f}" y="{down - half:.1f}"'
        parts.append(
            f'<rect {corner} width="{2 * half:.1f}" height="{2 * half:.1f}" fill="{hue}" fill-opacity="{faint}"/>'
        )
    return parts


def _frame(board: Board, point: int) -> str:
    across, down = _center(board, point)
    corner = f'x="{across - CELL / 2 + 1:g}" y="{down - CELL / 2 + 1:g}"'
    side = f'width="{CELL - 2:g}" height="{CELL - 2:g}"'
    return f'<rect {corner} {side} fill="none" stroke="{WHY_HUE}" stroke-width="1.5"/>'


def _bars(reasons: Sequence[Reason], left: float) -> list[str]:
    if not reasons:
        return []
    largest = max(abs(reason.amount) for reason in reasons)
    parts = [_text(left, MARGIN + 4, "why", 13, weight="bold", anchor="start")]
    for number, reason in enumerate(reasons):
        top = MARGIN + 14 + ROW * number
        length, hue = 150 * abs(reason.amount) / largest, MOVE_HUE if reason.amount > 0 else WHITE_HUE
        parts.append(_text(left, top + 12, reason.words, 11, anchor="start"))
        parts.append(f'<rect x="{left:g}" y="{top + 16:g}" width="{length:.1f}" height="7" fill="{hue}"/>')
        parts.append(_text(left + length + 6, top + 23, f"{reason.amount:+.2f}", 10, anchor="start"))
    return parts


def _text(
    across: float, down: float, words: str, size: int, fill: str = INK, weight: str = "normal", anchor: str = "middle"
) -> str:
    return (
        f'<text x="{across:g}" y="{down:g}" font-size="{size}" font-weight="{weight}" text-anchor="{anchor}" '
        f'fill="{fill}">{escape(words)}</text>'
    )
