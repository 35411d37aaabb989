"""Worlds to learn in that never end: rows made chunk by chunk, anywhere and again, mostly with known probabilities."""

from drupe.experiments.worlds.base import Chunk, RowWorld
from drupe.experiments.worlds.checker import Checker
from drupe.experiments.worlds.deformed_digits import DeformedDigits
from drupe.experiments.worlds.flights import Flights
from drupe.experiments.worlds.susy import Susy
from drupe.experiments.worlds.world_rows import WorldRows
from drupe.experiments.worlds.written_parts import written_parts

__all__ = ["Checker", "Chunk", "DeformedDigits", "Flights", "RowWorld", "Susy", "WorldRows", "written_parts"]
