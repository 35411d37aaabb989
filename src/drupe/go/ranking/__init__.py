"""Moves in the order of a learned output: what is learned from, how, and how good the order is."""

from drupe.go.ranking.as_choices import AsChoices
from drupe.go.ranking.as_classes import AsClasses
from drupe.go.ranking.as_differences import AsDifferences
from drupe.go.ranking.lessons import Lessons
from drupe.go.ranking.move_ranker import MoveRanker
from drupe.go.ranking.move_ranking import MoveRanking
from drupe.go.ranking.placings import Placings, placings
from drupe.go.ranking.scores import LinearScores, MachineScores, MoveScores

__all__ = [
    "AsChoices",
    "AsClasses",
    "AsDifferences",
    "Lessons",
    "LinearScores",
    "MachineScores",
    "MoveRanker",
    "MoveRanking",
    "MoveScores",
    "Placings",
    "placings",
]
