"""The kernels among which a search chooses: by a factor of their distances, or as they are listed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from drupe.estimators.fixed_kernel import loose
from drupe.estimators.kernel_choice import KernelChoice
from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Vector
from drupe.foundation.errors import ParameterError
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.selection.candidates import candidates

DECADES = (-2.0, 2.0)
"""Powers of ten, in units of gamma="scale", between which gamma is sought if only the number of candidates is given."""


@dataclass(frozen=True, eq=False)
class KernelAxis:
    """Kernels, and the values of the parameter by which they are told apart.

    Parameters
    ----------
    name
        "gamma" or "kernel"; empty where there is nothing to choose.
    values
        One for each kernel.
    kernels
        What compares the examples.
    """

    name: str
    values: tuple[Any, ...]
    kernels: tuple[Kernel[Any], ...]


def kernel_axis(choice: KernelChoice, gammas: Any, kernels: Any, sample: Sample, owner: str) -> KernelAxis:
    """What is to be tried on a sample; gamma from the widest kernel to the narrowest."""
    if gammas is not None and kernels is not None:
        raise ParameterError(f"{owner} takes gammas or kernels, not both: a listed kernel brings its width along.")
    if kernels is not None:
        listed = listed_kernels(kernels)
        return KernelAxis("kernel", listed, listed)
    if gammas is None:
        return KernelAxis("", (), (choice.on(sample.inputs, sample.weights, sample.came),))
    if choice.kernel not in choice.WITH_GAMMA or not isinstance(sample.inputs, Vectors):
        raise ParameterError(
            f"gammas are factors of {', '.join(choice.WITH_GAMMA)} on vectors; with kernel={choice.kernel!r} pass "
            "kernels=[...], one value for each width."
        )
    factors: Vector = candidates(gammas, owner, "gamma", DECADES)
    if not isinstance(gammas, Sequence) and not hasattr(gammas, "__len__"):
        factors = factors * replace(choice, gamma="scale")._gamma(sample.inputs, sample.weights)
    found = tuple(
        replace(choice, gamma=gamma).on(sample.inputs, sample.weights, sample.came) for gamma in factors.tolist()
    )
    return KernelAxis("gamma", tuple(factors.tolist()), found)


def loose_search(machine: Any) -> str:
    """Why the kernels or prices that a search tries depend on the data; empty if they are fixed."""
    fixed = machine.kernels is not None or not (machine.gammas is None or isinstance(machine.gammas, int))
    return loose({**machine.get_params(deep=False), **({"gamma": 1.0} if fixed else {})})


def listed_kernels(kernels: Any) -> tuple[Kernel[Any], ...]:
    """Kernels as they were given; an error that names what is none."""
    listed = tuple(kernels) if isinstance(kernels, list | tuple) else ()
    strange = [one for one in listed if not isinstance(one, Kernel)]
    if strange or not listed:
        what = repr(strange[0]) if strange else repr(kernels)
        raise ParameterError(f"kernels must list kernels of drupe, such as [Gaussian(1.0), Gaussian(3.0)]; got {what}.")
    return listed
