"""Kernels: one formula per file, and the algebra that combines them."""

from drupe.kernels.base import Kernel
from drupe.kernels.definiteness import INDEFINITE, POSITIVE, Definiteness
from drupe.kernels.gaussian import Gaussian

__all__ = ["INDEFINITE", "POSITIVE", "Definiteness", "Gaussian", "Kernel"]
