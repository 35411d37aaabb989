"""From `sampler=` and `noise=` to a sampler: the one place with those words."""

from dataclasses import fields, replace
from importlib import import_module
from typing import Any

from drupe.estimators.ranges import Either, Instance, OneOf
from drupe.foundation.errors import ParameterError
from drupe.solvers.samplers.base import Sampler

# Module, name and parameters. Neighbors in a Gibbs chain are so alike that only every hundredth is worth keeping.
_HOMES: dict[str, tuple[str, str, dict[str, Any]]] = {
    "billiard": ("billiard", "Billiard", {}),
    "gibbs": ("gibbs", "Gibbs", {"thin": 100}),
    "perceptron": ("permutational_perceptron", "PermutationalPerceptron", {}),
    "rejection": ("rejection", "Rejection", {}),
}

SAMPLER_RANGE = Either(OneOf(*_HOMES), Instance(Sampler))


def chosen_sampler(sampler: Any, noise: float) -> Sampler:
    """The sampler that a word stands for, or the one given, for labels flipped with this probability."""
    if isinstance(sampler, str):
        module, name, parameters = _HOMES[sampler]
        sampler = getattr(import_module(f"drupe.solvers.samplers.{module}"), name)(**parameters)
    assert isinstance(sampler, Sampler)  # what SAMPLER_RANGE says
    return with_noise(sampler, noise)


def with_noise(sampler: Sampler, noise: float) -> Sampler:
    """The sampler for labels flipped with this probability; one that knows of no noise refuses any."""
    if noise == 0.0:
        return sampler
    if not knows_noise(sampler):
        raise ParameterError(
            f"noise={noise:g} needs a sampler with a model of label noise, which {type(sampler).__name__} has not; "
            "use sampler='billiard' or 'gibbs', the machine EPBayesPointMachine, or diagonal=1.0 instead of noise."
        )
    return replace(sampler, noise=noise)  # type: ignore[call-arg]


def knows_noise(sampler: Sampler) -> bool:
    """Whether the sampler has a parameter for the probability of flipped labels."""
    return any(field.name == "noise" for field in fields(sampler))


def assumed_noise(sampler: Sampler) -> float:
    """The probability of flipped labels that the sampler assumes."""
    return float(getattr(sampler, "noise", 0.0))
