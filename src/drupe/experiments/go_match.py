"""Go, 9 x 9 games: the learned player against a random one and, if one is given, against another program.

Section 10.4.2 of [Graepel02] shows two games against GNU Go, both lost. Another program speaks GTP and is no part of
this package: gnugo --mode gtp --level 0 --chinese-rules --play-out-aftermath --capture-all-dead, for example. A match
obeys three rules: the opponent captures dead stones or its score counts, a random player goes through the same
harness, and openings are drawn at random.
"""

import shlex
from collections.abc import Sequence

import numpy as np
from rich.table import Table

from drupe.bounds.concentration.binomial_tail import binomial_upper
from drupe.experiments.claims import Verdict, console, judged, show
from drupe.experiments.command import at_least, command
from drupe.go.play.default_ranker import default_ranker
from drupe.go.play.external_program import ExternalProgram
from drupe.go.play.match import GameEnd, Match
from drupe.go.play.players import Player, RandomPlayer, RankingPlayer
from drupe.go.play.tree_search import TreeSearch

GAMES, AGAINST = 200, 100
GOAL = 0.99
"""Share of games to be won against a random player."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, count and judge."""
    parser = command("go_match", __doc__)
    parser.add_argument("--games", type=at_least(2), default=GAMES, metavar="N", help="against a random player")
    parser.add_argument("--opponent", metavar="COMMAND", help="another program that speaks GTP, with its arguments")
    parser.add_argument("--against", type=at_least(2), default=AGAINST, metavar="N", help="games against it")
    parser.add_argument(
        "--visits", type=at_least(0), default=400, metavar="N", help="of the search, against it; 0 for none"
    )
    parser.add_argument("--size", type=at_least(2), default=9, metavar="N", help="of the board")
    options = parser.parse_args(arguments)
    out = console()
    ranking = RankingPlayer(default_ranker())
    with out.status("against a random player ..."):
        ends = list(Match(options.size, komi=0.0).against_player(ranking, RandomPlayer(1), options.games))
    rows = [("ranking", "random player", ends)]
    if options.opponent:
        players: list[tuple[str, Player, int]] = [
            ("random player", RandomPlayer(2), max(options.against // 5, 2)),
            ("ranking", ranking, options.against),
        ]
        if options.visits:
            players.append(("ranking and search", TreeSearch(default_ranker(), visits=options.visits), options.against))
        with ExternalProgram(shlex.split(options.opponent)) as other:
            name = f"{other.ask('name')} {other.ask('version')}"
            for player, chooser, games in players:
                with out.status(f"{player} against {name} ..."):
                    rows.append((player, name, list(Match(options.size).against_program(chooser, other, games))))
    show(out, [_table(rows)], _claims(rows))


def _table(rows: list[tuple[str, str, list[GameEnd]]]) -> Table:
    out = Table(title="games, both colors alike", header_style="bold")
    heads = (
        "player",
        "against",
        "games",
        "different",
        "won",
        "by area alone",
        "mean margin",
        "dead stones",
        "won, 95 %: at least",
    )
    for head in heads:
        out.add_column(head, justify="left" if head in heads[:2] else "right")
    for player, other, ends in rows:
        won = sum(end.won for end in ends)
        # Games count as independent: the exact limit from above for losses is one from below for wins.
        least = 1.0 - binomial_upper(len(ends) - won, len(ends), 0.05)
        out.add_row(
            player,
            other,
            str(len(ends)),
            str(len({end.moves for end in ends})),
            str(won),
            str(sum(end.margin > 0 for end in ends)),
            f"{np.mean([end.margin for end in ends]):+.1f}",
            str(sum(end.dead for end in ends)),
            f"{least:.3f}",
        )
    return out


def _claims(rows: list[tuple[str, str, list[GameEnd]]]) -> list[str]:
    player, other, ends = rows[0]
    share = sum(end.won for end in ends) / len(ends)
    said = f"the ranking wins {GOAL:.0%} of games against a random player: {share:.1%} of {len(ends)}"
    lines = [judged(share >= GOAL, said) if len(ends) >= GAMES else Verdict.OPEN.of(said)]
    for player, other, ends in rows[1:]:
        won = sum(end.won for end in ends)
        if player == "random player":
            lines.append(
                judged(won == 0, f"the harness gives a random player nothing: {won} of {len(ends)} won against {other}")
            )
        elif player == "ranking":
            lines.append(
                Verdict.OPEN.of(
                    f"the machine lost both games shown in the source: here {won} of {len(ends)} won against {other}"
                )
            )
    for player, other, ends in rows:
        lines += [f"{player} against {other}: a game was stopped, {end.stopped}" for end in ends if end.stopped]
    return lines


if __name__ == "__main__":
    main()
