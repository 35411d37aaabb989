"""The least squares classifiers of the first t examples, for every t, and how each does on the example that follows."""

import hashlib
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.estimators.largest_output import class_signs
from drupe.foundation.arrays import Index, Matrix
from drupe.foundation.budget import DEFAULT_BYTES
from drupe.grams.dense import DenseGram
from drupe.grams.lazy import LazyGram
from drupe.inputs.base import Inputs
from drupe.kernels.base import Kernel
from drupe.solvers.closed_forms.folds import fold_outputs
from drupe.solvers.closed_forms.prefixes import Prefixes
from drupe.solvers.ridge_problem import RidgeProblem
from drupe.witness.prefix_tests import PrefixTests

START = 0.25
"""Share of the examples that the first machine learns from; from a fifth to two fifths certificates hardly differ."""

ORDERS = 3
"""Orders of the other examples that are run through, which takes the luck of one order away."""

SEED = 18760
"""Of the orders, with a digest of the labels."""


@dataclass(frozen=True, eq=False)
class LeastSquaresLearner:
    """min Σᵢ (f(xᵢ) + b − yᵢ)² + alpha ‖f‖², yᵢ = ±1, of two classes or of each against the rest, as fixed beforehand.

    Parameters
    ----------
    kernel
        Of f.
    alpha
        Strength of the penalty.
    classes
        How many classes there are.
    budget
        Bytes that a kernel matrix may take.

    References
    ----------
    [Mika02]_, eq. 3.63.
    """

    kernel: Kernel[Any]
    alpha: float
    classes: int
    budget: int = DEFAULT_BYTES

    def problem(self, inputs: Inputs, codes: Index) -> RidgeProblem:
        """What is solved for these examples."""
        signs = class_signs(codes, self.classes)
        strengths = np.full(signs.shape[1], float(self.alpha))
        return RidgeProblem(LazyGram(self.kernel, inputs), signs, strengths, np.ones(len(codes)), offset=True)

    def tests(self, inputs: Inputs, codes: Index, rng: np.random.Generator) -> "PrefixSuccession":
        """All machines of the first examples in orders that are drawn, and their errors on the examples that follow."""
        n = len(codes)
        cut = min(n - 1, max(2, round(START * n)))
        whole = self.problem(inputs, codes)
        # One matrix for all orders.
        whole = replace(whole, gram=DenseGram._of_symmetric(np.asarray(whole.gram.dense(self.budget), np.float64)))
        order = rng.permutation(n)
        first = order[:cut]
        foreseen = self._foreseen(_part(whole, first), codes[first])
        wrong, found = 0, []
        for _ in range(ORDERS):
            places = np.concatenate([first, rng.permutation(order[cut:])])
            machines = PrefixMachines(self.kernel, inputs.take(places), Prefixes.of(_part(whole, places), self.budget))
            said = decided(machines.prefixes.next_outputs()[cut:])
            wrong += int((said != codes[places[cut:]]).sum())
            found.append(machines)
        return PrefixSuccession(tuple(found), cut, PrefixTests(wrong / ORDERS, n - cut, foreseen))

    def _foreseen(self, first: RidgeProblem, codes: Index) -> float:
        """The leave-one-out error of the first examples, kept away from zero and one."""
        left_out = fold_outputs(first, [np.array([i]) for i in range(len(codes))], self.budget)
        return float((decided(left_out) != codes).sum() + 0.5) / (len(codes) + 1.0)


@dataclass(frozen=True, eq=False)
class PrefixMachines:
    """The machines of one order.

    Parameters
    ----------
    kernel
        Of all.
    inputs
        The examples, in this order.
    prefixes
        The machines.
    """

    kernel: Kernel[Any]
    inputs: Inputs
    prefixes: Prefixes

    def codes(self, new: Inputs, lengths: Index) -> Index:
        """The class of each new example, by the machine of so many first examples as `lengths` says of it."""
        similarities = LazyGram(self.kernel, self.inputs).against(new)
        return decided(self.prefixes.outputs_at(similarities, lengths))


@dataclass(frozen=True, eq=False)
class PrefixSuccession:
    """The machines of all orders, and how they did.

    Parameters
    ----------
    orders
        The machines, order by order.
    start
        How many examples the first machine that was tested had learned from.
    tests
        How the machines of the first `start`, `start` + 1, ... examples did on those that follow.
    """

    orders: tuple[PrefixMachines, ...]
    start: int
    tests: PrefixTests


def order_generator(codes: Index) -> np.random.Generator:
    """What orders are drawn from where nobody gives a seed: as if drawn anew for every sequence of labels.

    One order for all samples would be fair for examples that come as they were drawn. Of tables sorted by label it
    would test the same ranks always, and what that does to the errors would not average out.
    """
    digest = hashlib.sha256(np.asarray(codes, dtype="<i8").tobytes()).digest()
    return np.random.default_rng([SEED, int.from_bytes(digest[:16], "little")])


def decided(outputs: Matrix) -> Index:
    """The class that outputs decide for, as `LargestOutput` does.

    >>> decided(np.array([[-0.5], [0.0]])).tolist(), decided(np.array([[0.1, 0.3, 0.2]])).tolist()
    ([0, 1], [1])
    """
    found: npt.NDArray[Any] = outputs[:, 0] >= 0.0 if outputs.shape[1] == 1 else outputs.argmax(axis=1)
    return found.astype(np.int64)


def _part(problem: RidgeProblem, places: Index) -> RidgeProblem:
    return replace(
        problem,
        gram=problem.gram.take(places),
        targets=problem.targets[places],
        weights=problem.weights[places],
    )
