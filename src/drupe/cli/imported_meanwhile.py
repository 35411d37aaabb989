"""What a report needs at its end, imported in another thread while the core compares machines."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from threading import Thread

LATER = ("matplotlib.figure", "matplotlib.backends.backend_svg", "jinja2")
"""What draws and writes the page."""


@contextmanager
def imported_meanwhile() -> Iterator[None]:
    """Import these while the block runs; the core leaves Python alone for most of that time."""
    thread = Thread(target=_import, daemon=True)
    thread.start()
    yield
    thread.join()


def _import() -> None:
    try:
        for module in LATER:
            import_module(module)
        from drupe.certification.catalogue import known_bounds

        known_bounds()
    except Exception:
        pass  # whoever needs it will import it again, and say what is wrong
