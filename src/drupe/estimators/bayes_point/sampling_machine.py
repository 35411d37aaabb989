"""What the machines that draw classifiers from version space share: sampler, noise, committee, and their account."""

import time
import warnings
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from drupe.estimators.bayes_point.drawing import Drawn, ManySampler, Request, draw_all
from drupe.estimators.bayes_point.draws import Draws
from drupe.estimators.bayes_point.flip_rate import flip_rate
from drupe.estimators.bayes_point.sampler_choice import SAMPLER_RANGE, assumed_noise, chosen_sampler, knows_noise
from drupe.estimators.bayes_point.version_space_machine import (
    DIFFERENT,
    LARGEST,
    VersionSpaceMachine,
)
from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.sample import Sample
from drupe.estimators.watch import Watch
from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.callers import stacklevel_outside
from drupe.foundation.errors import ConvergenceError, InputError, ParameterError
from drupe.foundation.parameters import Interval
from drupe.foundation.randomness import RandomState, generator
from drupe.foundation.shapes import Outputs
from drupe.grams.base import Gram
from drupe.inputs.base import Inputs
from drupe.kernels.base import Kernel
from drupe.predictors.committee import Committee
from drupe.predictors.expansion import Expansion
from drupe.predictors.strategies import BayesStrategy
from drupe.solvers.samplers.base import Sampler
from drupe.solvers.separation import NotSeparableError

REMEDIES = (
    "Of this machine: noise=0.05 or 'auto' (sampler='billiard' or 'gibbs'), diagonal=0.1, fit_intercept=True, "
    "another kernel; or EPBayesPointMachine, which also knows of noise."
)
"""What helps where no classifier agrees with all labels, in the words of the parameters."""


@dataclass(frozen=True, eq=False)
class Sampled:
    """A sample with the classifiers drawn for it."""

    kernel: Kernel[Any]
    gram: Gram
    drawn: list[Drawn]
    draws: Draws
    support: Index


@declared
class SamplingMachine(VersionSpaceMachine):
    """A machine that draws classifiers; an author makes of them what answers.

    Parameters
    ----------
    sampler
        How to draw: "billiard", "gibbs" (the same distribution, but slow to forget its start in spaces of many
        dimensions), "perceptron" (perceptrons on shuffled examples: no noise, and nothing is known about their
        distribution, but they alone need not hold all of K), "rejection" (independent draws, for few examples), or a
        Sampler.
    n_samples
        How many classifiers to draw, for each class.
    diagonal
        λ, added to the diagonal of K: makes any labels separable, for samplers that know of no noise.
    random_state
        Seed or generator.
    on_interrupt
        Whether Ctrl-C raises, "raise", or keeps the samples so far, "keep", if every class has one.

    Attributes
    ----------
    solution_
        The classifiers that were drawn, with their training errors, and which examples they use most.
    committee_
        The same classifiers as functions of new examples.
    gibbs_error_, n_samples_
        Mean training error of a sample, and how many samples there are.
    """

    sampler: Any = parameter(SAMPLER_RANGE, default="billiard", before="noise")
    n_samples: int = parameter(Interval(1, whole=True), default=100, before="noise")
    random_state: RandomState = parameter(default=None)

    committee_: Annotated[Committee, Outputs("scores")] = learned()
    solution_: Draws = learned()
    gibbs_error_: float = learned()
    n_samples_: int = learned()

    def _sampled(self, sample: Sample) -> Sampled:
        """Draw for every problem."""
        randomness = generator(self.random_state)
        kernel = self._kernel(sample)
        gram = self._gram(kernel, sample)
        rows = self._sign_rows(sample)
        if not isinstance(chosen_sampler(self.sampler, 0.0), ManySampler):
            gram = self._held(gram, kernel)
        samplers = self._samplers(gram, rows, randomness)
        began = time.perf_counter()
        with self._watch() as watch:
            drawn = self._drawn(samplers, gram, rows, randomness, watch)
        draws = Draws(
            coefficients=tuple(one.coefficients for one in drawn),
            training_errors=np.array([one.training_errors for one in drawn]),
            noise=np.array([assumed_noise(sampler) for sampler in samplers]),
            complete=all(one.complete for one in drawn),
            seconds=time.perf_counter() - began,
        )
        if not draws.complete:
            warnings.warn(
                f"{type(self).__name__} was interrupted and kept {draws.members} of {self.n_samples} samples.",
                ConvergenceWarning,
                stacklevel=stacklevel_outside(),
            )
        return Sampled(kernel, gram, drawn, draws, draws.support())

    def _drawn(
        self,
        samplers: list[Sampler],
        gram: Gram,
        rows: Matrix,
        randomness: np.random.Generator,
        watch: Watch,
    ) -> list[Drawn]:
        request = Request(int(self.n_samples), randomness, watch.progress, watch.keeping)
        try:
            drawn = draw_all(samplers, gram, rows, request)
        except NotSeparableError as cause:
            raise NotSeparableError(f"{cause} {REMEDIES}", cause.separation) from cause
        except ConvergenceError as cause:
            raise ConvergenceError(f"{cause} {REMEDIES}") from cause
        watch.end(all(one.complete for one in drawn))
        return drawn

    def _samplers(self, gram: Gram, rows: Matrix, randomness: np.random.Generator) -> list[Sampler]:
        """One for each problem, which differ by the noise alone."""
        if not isinstance(self.noise, str):
            return [chosen_sampler(self.sampler, float(self.noise))] * len(rows)
        plain = chosen_sampler(self.sampler, 0.0)
        if not knows_noise(plain):
            raise ParameterError(
                f"noise='auto' needs a sampler with a model of label noise, which {type(plain).__name__} has not; "
                "use sampler='billiard' or 'gibbs', or noise=0.0."
            )
        return [chosen_sampler(self.sampler, flip_rate(gram, signs, randomness)) for signs in rows]

    def _committee(self, sampled: Sampled, sample: Sample) -> Committee:
        """All classifiers over the examples that any of them rests on."""
        coefficients = sampled.draws.columns(sampled.support)
        centers = sample.inputs.take(sampled.support)
        functions = Expansion(sampled.kernel, centers, coefficients, self._offset(coefficients), self.n_jobs)
        return Committee(functions, sampled.draws.members)

    def _account(self, sampled: Sampled, sample: Sample) -> dict[str, Any]:
        """Attributes of every such machine."""
        return {
            "committee_": self._committee(sampled, sample),
            "support_": sample.positions[sampled.support].astype(np.int32),
            "noise_": sampled.draws.noise,
            "gibbs_error_": sampled.draws.gibbs_error,
            "n_samples_": sampled.draws.members,
        }

    def _vote(self) -> BayesStrategy:
        """The vote of the committee, for labels with the mean noise of the problems."""
        return BayesStrategy(self.committee_, float(self.noise_.mean()))

    def _functions(self) -> Expansion:
        return self.committee_.functions

    def _middle(self, n: int) -> Vector:
        return np.asarray(self.solution_.coefficients[0].mean(axis=0)).ravel()

    def _recognize(self, inputs: Inputs, codes: Index) -> None:
        """Raise an InputError unless the samples get as many of these examples wrong as they did in training."""
        if self.diagonal > 0.0 or len(codes) > LARGEST:
            return
        wrong = float(np.mean(self.committee_.answers(inputs) != codes[:, None]))
        if abs(wrong - float(self.gibbs_error_)) > DIFFERENT:
            raise InputError(
                f"X and y are not what {type(self).__name__} was fitted on: its samples get {wrong:.3g} of these "
                f"examples wrong, and {float(self.gibbs_error_):.3g} of those."
            )
