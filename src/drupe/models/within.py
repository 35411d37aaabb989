"""The fitted models inside a value: a kernel, a machine that has one, a search over several."""

import dataclasses
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from drupe.inputs.base import Inputs
from drupe.models.base import Model
from drupe.models.training import Training

DEEPEST = 12
"""How far a model may lie inside."""


def models_within(value: Any, depth: int = 0) -> Iterator[Model[Any]]:
    """Every model in the fields, entries and attributes of a value, and in those of these.

    >>> from drupe.models.poisson import Poisson
    >>> [type(model).__name__ for model in models_within({"kernel": [Poisson([1.0])]})]
    ['Poisson']
    """
    if depth > DEEPEST or isinstance(value, str | bytes | np.ndarray | Inputs | type):
        return
    if isinstance(value, Model):
        yield value
    for part in _parts(value):
        yield from models_within(part, depth + 1)


def trainings_within(value: Any, owner: str = "", depth: int = 0) -> Iterator[tuple[str, Training]]:
    """What models, and steps that learned from examples without being models, remember of them, each with its name.

    >>> from drupe.models.poisson import Poisson
    >>> [name for name, _ in trainings_within([Poisson.fit([[1.0]])])]
    ['Poisson']
    """
    if isinstance(value, Training):
        yield owner, value
    elif depth <= DEEPEST and not isinstance(value, str | bytes | np.ndarray | Inputs | type):
        plain = isinstance(value, Mapping | list | tuple | set | frozenset)
        for part in _parts(value):
            yield from trainings_within(part, owner if plain else type(value).__name__, depth + 1)


def _parts(value: Any) -> Iterator[Any]:
    if isinstance(value, Mapping):
        yield from value.values()
    elif isinstance(value, list | tuple | set | frozenset):
        yield from value
    elif dataclasses.is_dataclass(value) or hasattr(value, "get_params"):
        yield from vars(value).values()
