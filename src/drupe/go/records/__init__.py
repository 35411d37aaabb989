"""Records: games as they were played, problems with their solutions, and files that hold them."""

from drupe.go.records.game_record import GameRecord, Replay, replayed
from drupe.go.records.problem import Problem
from drupe.go.records.sgf import read_sgf, write_sgf

__all__ = ["GameRecord", "Problem", "Replay", "read_sgf", "replayed", "write_sgf"]
