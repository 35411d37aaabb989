"""The warning before a fit that is likely to be poor or slow."""

from drupe.foundation.remedies import Remedy


class FitWarning(UserWarning):
    """The fit will run, but the data or their number make it likely to be slow or poor; `remedies` as for errors."""

    def __init__(self, message: str = "", *, remedies: tuple[Remedy, ...] = ()):
        super().__init__(message)
        self.remedies = remedies
