"""The warning before a fit that is likely to be poor or slow."""


class FitWarning(UserWarning):
    """The fit will run, but the data or their number make it likely to be slow or poor."""
