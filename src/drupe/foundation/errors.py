"""The six ways in which drupe says no; each message tells what was wrong, what came and what would do."""

from typing import Self

from drupe.foundation.remedies import Remedy


class DrupeError(Exception):
    """Anything that drupe itself refuses; `remedies` are what its text says would do, as data."""

    def __init__(self, message: str = "", *, remedies: tuple[Remedy, ...] = ()):
        super().__init__(message)
        self.remedies = remedies


class InputError(DrupeError, ValueError):
    """The data cannot be used as they came."""


class InputTypeError(InputError, TypeError):
    """The data are of a kind that cannot be used at all."""


class ParameterError(DrupeError, ValueError):
    """A parameter lies outside its range."""


class BudgetError(DrupeError, MemoryError):
    """A request would need more memory than it may have."""

    def __new__(cls, *args: object, **_: object) -> Self:
        """Made as other errors are: MemoryError has a way of its own, which those that travel cannot take."""
        return Exception.__new__(cls, *args)


class ConvergenceError(DrupeError, RuntimeError):
    """An iterative method stopped short of what was asked."""


class FileError(DrupeError, OSError):
    """A file cannot be opened, read or written as asked."""
