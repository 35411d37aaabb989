"""What is told of a move before it is judged: chains, tactics, surroundings, the moves before it."""

from drupe.go.features.base import MoveFeatures
from drupe.go.features.damped_chains import DampedChains, Damping
from drupe.go.features.last_moves import LastMoves
from drupe.go.features.surroundings import Surroundings
from drupe.go.features.tactics import Tactics
from drupe.go.features.together import Together

__all__ = ["DampedChains", "Damping", "LastMoves", "MoveFeatures", "Surroundings", "Tactics", "Together"]
