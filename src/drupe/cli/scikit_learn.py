"""scikit-learn without pandas, which it imports wherever it is installed but needs for data frames alone."""

import sys


def import_scikit_learn() -> None:
    """Import scikit-learn, and not pandas with it: a fifth of the time until a command begins.

    A command reads files, never data frames; whatever asks for pandas later gets it.
    """
    if "pandas" in sys.modules or "sklearn" in sys.modules:
        return
    sys.modules["pandas"] = None  # type: ignore[assignment]  # an import of it now fails, as where it is not installed
    try:
        import sklearn.base  # noqa: F401
    finally:
        del sys.modules["pandas"]
