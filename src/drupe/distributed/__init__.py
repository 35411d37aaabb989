"""Engines beyond one machine; nothing below imports them."""

from drupe.distributed.dask_engine import DaskEngine

__all__ = ["DaskEngine"]
