"""Every class that a file may name, found by importing all modules of the layers it may come from."""

import importlib
import inspect
import pkgutil

from drupe.persistence.allowed import LAYERS, name_of


def nameable_types() -> list[type]:
    """The classes that have a name of their own in files."""
    found = []
    for layer in LAYERS:
        package = importlib.import_module(f"drupe.{layer}")
        for part in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            things = vars(importlib.import_module(part.name)).values()
            found += [thing for thing in things if inspect.isclass(thing) and thing.__module__ == part.name]
    return [kind for kind in found if str(name_of(kind)).endswith(f".{kind.__name__}")]
