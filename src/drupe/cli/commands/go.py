"""`drupe go`: a Go program that speaks GTP, for graphical boards and for matches."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from drupe.foundation.errors import ParameterError
from drupe.go.play.default_ranker import default_ranker, load_ranker
from drupe.go.play.gtp import LARGEST, SMALLEST, GtpEngine
from drupe.go.play.players import RankingPlayer
from drupe.go.play.tree_search import TreeSearch


def go(
    size: Annotated[int, typer.Option(help="Rows of the board at first.")] = 19,
    komi: Annotated[float, typer.Option(help="Points that White gets for moving second.")] = 7.5,
    visits: Annotated[
        int, typer.Option(help="Positions that are looked at for a move, at most; 0 plays the first of the ranking.")
    ] = 800,
    seconds: Annotated[
        float | None, typer.Option(help="For a move, at most; the clock of the game may allow less.")
    ] = None,
    weights: Annotated[
        Path | None, typer.Option(help="Weights of moves, made by go_moves --save; those of the package unless given.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Of the random games by which positions are judged.")] = 0,
) -> None:
    """Play Go by commands on the standard input (GTP, version 2): list_commands shows all, quit ends.

    Moves are ranked by weights learned from games of professionals; a tree search looks ahead from the best of them.

    Example: drupe go --size 9 --seconds 2
    """
    if not SMALLEST <= size <= LARGEST:
        raise ParameterError(f"--size must lie between {SMALLEST} and {LARGEST}, got {size}.")
    if visits < 0 or seed < 0 or (seconds is not None and not seconds > 0):
        raise ParameterError("--visits and --seed must be 0 or more, and --seconds more than 0.")
    ranker = default_ranker() if weights is None else load_ranker(weights)
    player = TreeSearch(ranker, visits=visits, seed=seed) if visits else RankingPlayer(ranker)
    engine = GtpEngine(player, size, komi, seconds)
    for answer in engine.answers(sys.stdin):
        sys.stdout.write(answer)
        sys.stdout.flush()
