"""Mixtures of normal distributions with any covariances, found by expectation maximization."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.foundation.parameters import Interval, check
from drupe.foundation.randomness import RandomState, generator
from drupe.inputs.vectors import Vectors
from drupe.models.climbing import Climbed
from drupe.models.mixture import Mixture, climb_mixture
from drupe.models.multivariate_normal import MultivariateNormal, moments
from drupe.models.simplex import Simplex, SoftMax
from drupe.models.training import Training


@dataclass(frozen=True, eq=False)
class GaussianMixture(Mixture):
    """p(x) = Σⱼ wⱼ N(x; μⱼ, Σⱼ); scores in w, and in the means and covariances by the responsibilities.

    Parameters
    ----------
    weights
        w, probabilities above zero.
    components
        The normal distributions.
    simplex
        What scores of the weights are.
    training
        What it was fitted on.

    Examples
    --------
    >>> X = [[-5.0], [-4.0], [-6.0], [5.0], [4.0], [6.0]]
    >>> two = GaussianMixture.fit(X, components=2)
    >>> two.weights.round(6).tolist(), sorted(round(float(one.mean[0]), 6) for one in two.components)
    ([0.5, 0.5], [-5.0, 5.0])

    References
    ----------
    [Herbrich02]_, example 2.28; [Dempster77]_, section 4.3, place not checked.
    """

    @classmethod
    def fit(
        cls,
        X: Any,
        components: int,
        *,
        ridge: float = 1e-3,
        starts: int = 5,
        max_steps: int = 200,
        tolerance: float = 1e-6,
        simplex: Simplex | None = None,
        random_state: RandomState = 0,
    ) -> Self:
        """The best end of several climbs from means drawn far apart among the examples.

        `ridge` times the columns' variances is the covariance of a prior worth one example in every component, so that
        none can shrink to a point; what rises is the posterior density. A step that gains less than `tolerance` for
        each example is the last.
        """
        for name, value, low in (("components", components, 1), ("starts", starts, 1), ("max_steps", max_steps, 0)):
            check("GaussianMixture.fit", name, value, Interval(low, whole=True))
        check("GaussianMixture.fit", "ridge", ridge, Interval(0.0, closed_low=False))
        inputs = Vectors.of(X).in_double()
        x = inputs.dense()
        if len(np.unique(x, axis=0)) < components:
            raise InputError(f"{components} components need as many different examples; there are fewer.")
        spread = np.where(x.var(axis=0) > 0.0, x.var(axis=0), 1.0)
        prior = _Prior(np.diag(ridge * spread))
        rng = generator(random_state)
        ends: list[Climbed[Self]] = []
        for _ in range(starts):
            covariance = moments(x, np.ones(len(x)))[1] + prior.covariance
            normals = tuple(MultivariateNormal(mean, covariance) for mean in _far_apart(x, components, spread, rng))
            start = cls(np.full(components, 1.0 / components), normals, simplex or SoftMax())
            ends.append(
                climb_mixture(
                    start,
                    inputs,
                    lambda one, weights: prior.refitted(x, weights),
                    max_steps=max_steps,
                    tolerance=tolerance,
                    log_prior=prior.log_density,
                )
            )
        best = max(ends, key=lambda end: end.objectives[-1])
        return replace(best.model, training=Training.on(inputs, best.objectives, best.converged))


@dataclass(frozen=True, eq=False)
class _Prior:
    """Covariances are as likely as if one example with this one had been seen in each component."""

    covariance: Matrix

    def refitted(self, x: Matrix, weights: Vector) -> MultivariateNormal:
        mean, covariance = moments(x, weights)
        total = weights.sum()
        return MultivariateNormal(mean, (total * covariance + self.covariance) / (total + 1.0))

    def log_density(self, normals: Sequence[MultivariateNormal]) -> float:
        """−½ Σ (ln det Σⱼ + tr(S Σⱼ⁻¹)), but for a constant."""
        logs = sum(2.0 * np.log(np.diag(one._factor)).sum() for one in normals)
        return -0.5 * float(logs + sum(np.sum(self.covariance * one._precision) for one in normals))


def _far_apart(x: Matrix, count: int, spread: Vector, rng: np.random.Generator) -> Matrix:
    """Examples drawn one by one, each with a probability that grows with its squared distance from those before."""
    chosen = [int(rng.integers(len(x)))]
    nearest = np.full(len(x), np.inf)
    while len(chosen) < count:
        nearest = np.minimum(nearest, ((x - x[chosen[-1]]) ** 2 / spread).sum(axis=1))
        chosen.append(int(rng.choice(len(x), p=nearest / nearest.sum())))
    return x[chosen]
