"""The game of Go: a board, its graphs, and features of its points."""

from drupe.go.board import Board, Turn
from drupe.go.board_points import BoardPoints
from drupe.go.boards import Boards
from drupe.go.chain_kernel import Chains
from drupe.go.chains import ChainPatterns, Roots, chain_features, chain_features_of
from drupe.go.color import Color
from drupe.go.graph import BoardGraph, common_fate_graph, full_graph
from drupe.go.playouts import Playouts, playouts
from drupe.go.symmetry import canonical_form, symmetric_forms
from drupe.go.vertices import PASS, point_of, vertex_of

__all__ = [
    "PASS",
    "Board",
    "BoardGraph",
    "BoardPoints",
    "Boards",
    "ChainPatterns",
    "Chains",
    "Color",
    "Playouts",
    "Roots",
    "Turn",
    "canonical_form",
    "chain_features",
    "chain_features_of",
    "common_fate_graph",
    "full_graph",
    "playouts",
    "point_of",
    "symmetric_forms",
    "vertex_of",
]
