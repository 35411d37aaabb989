"""drupe: kernel machines with certificates."""

from importlib.metadata import version

__version__ = version("drupe")
