"""Play: players, clocks, matches, and a program that speaks GTP."""

from drupe.go.play.clock import Clock
from drupe.go.play.default_ranker import default_ranker
from drupe.go.play.players import Player, RandomPlayer, RankingPlayer
from drupe.go.play.tree_search import TreeSearch

__all__ = ["Clock", "Player", "RandomPlayer", "RankingPlayer", "TreeSearch", "default_ranker"]
