"""Classification of any number of rows around landmarks, by default kernel logistic regression."""

from dataclasses import replace
from typing import Any, Self

import numpy as np
import numpy.typing as npt
from scipy.special import expit, softmax
from sklearn.utils.metaestimators import available_if

from drupe.estimators.class_weights import CLASS_WEIGHT, class_factors
from drupe.estimators.declaration import declared, parameter
from drupe.estimators.kernel_parameters import KernelFirst
from drupe.estimators.landmark.landmark_machine import Task
from drupe.estimators.landmark.row_losses import CLASS_LOSSES, LossOfRows
from drupe.estimators.landmark.seen_once import SeenOnce
from drupe.estimators.largest_output import LargestOutput, class_signs
from drupe.estimators.linear_rule import ALL_COUNT
from drupe.estimators.ranges import Either, Instance, OneOf
from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.engine import Engine
from drupe.foundation.errors import InputError, ParameterError
from drupe.grams.cross import ALL_FOLDS
from drupe.inputs.base import Inputs
from drupe.losses.base import Loss
from drupe.losses.logistic import Logistic
from drupe.solvers.passes.best_constant import class_offsets
from drupe.solvers.passes.known_rows import ClassCodes, Coding, KnownRows
from drupe.solvers.passes.scan import Drawn, Scanned
from drupe.witness.evidence import Evidence
from drupe.witness.kept import Kept, KeptInOrder


def _logistic(machine: "LandmarkClassifier") -> bool:
    if machine.loss != "logistic" and not isinstance(machine.loss, Logistic):
        raise AttributeError("predict_proba is only available with loss='logistic', the one of a probability")
    return True


@declared
class LandmarkClassifier(SeenOnce, LargestOutput, KernelFirst):
    """argmax over classes c of f_c, f = Σⱼ aⱼ k(·, zⱼ) + b with least (1/n) Σᵢ loss(yᵢ, f(xᵢ)) + (λ/2) ‖f − b‖².

    For more rows than an exact machine can take, in memory or in files: a few landmarks zⱼ, and about eight passes over
    the rows, of which no more than a block is held at a time. b is the constant that costs least on its own, the prior
    log-odds for the logistic loss and else the mean of ±1, and stays what it is.

    Parameters
    ----------
    loss
        "logistic", which gives probabilities, and for more than two classes makes them compete (softmax); or
        "squared_hinge", as in a support vector machine, or "squared", both one class against the rest; or a smooth
        convex loss of `drupe.losses`.
    class_weight
        Factors of weights by class, or "balanced" for n / (k nᶜ).

    Attributes
    ----------
    classes_
        The classes.

    Examples
    --------
    >>> X, y = [[0.0], [1.0], [2.0], [3.0]], ["low", "low", "high", "high"]
    >>> machine = LandmarkClassifier("rbf", gamma=0.5, strength=0.01).fit(X, y)
    >>> machine.predict([[0.4], [2.6]]).tolist(), machine.predict_proba([[1.5]]).round(3).tolist()
    (['low', 'high'], [[0.5, 0.5]])

    References
    ----------
    [Rudi17]_, section 3, and for the landmarks [Epperly24]_, algorithm 2.1 (places not checked).
    """

    loss: str | Loss = parameter(Either(OneOf(*CLASS_LOSSES), Instance(Loss)), default="logistic")
    class_weight: Any = parameter(CLASS_WEIGHT, default=None)

    def fit(
        self, X: Any, y: Any = None, sample_weight: Any = None, *, engine: Engine | None = None, checkpoint: Any = None
    ) -> Self:
        """Learn from examples and their classes, or from rows, which hold both.

        Parameters
        ----------
        X
            Examples, or `Rows` wherever they are.
        y
            Their classes; None with rows.
        sample_weight
            How often each example counts; None with rows.
        engine
            Where passes are done; None for this process.
        checkpoint
            A folder in which the run is remembered, so that it can go on after whatever ended it; a `Checkpoint` too.
        """
        return self._fit_on(X, y, sample_weight, engine, checkpoint)

    @available_if(_logistic)  # type: ignore[untyped-decorator]
    def predict_proba(self, X: Any) -> Matrix:
        """P(class | x), for the logistic loss only: softmax of the outputs, or 1/(1 + exp(−f)) for two classes."""
        outputs = self._outputs(X)
        if self.competing and outputs.shape[1] > 1:
            return np.asarray(softmax(outputs, axis=1))
        above = expit(self.rate * outputs)
        if above.shape[1] == 1:
            return np.hstack([1.0 - above, above])
        return np.asarray(above / above.sum(axis=1, keepdims=True))

    @property
    def competing(self) -> bool:
        """Whether classes are learned together, by the softmax of their outputs, and not one against the rest."""
        return isinstance(self.loss, str) and self.loss == "logistic"

    @property
    def rate(self) -> float:
        """How fast probabilities change with the outputs."""
        return float(self.loss.rate) if isinstance(self.loss, Logistic) else 1.0

    def _coding(self, targets: npt.NDArray[Any] | None) -> Coding:
        return ClassCodes(np.arange(0 if targets is None else len(self.classes_)))

    def _opposites(self, sample: Sample) -> Index | None:
        return sample.targets

    def _task(self, scanned: Scanned, known: KnownRows, drawn: Drawn) -> Task:
        labels = np.unique(np.asarray(list(scanned.totals)))
        coding = known.coding
        assert isinstance(coding, ClassCodes)
        if not len(coding.classes):  # rows that were not coded before
            self._know(labels)
            coding = ClassCodes(labels)
        nothing = np.zeros_like(next(iter(scanned.totals.values())))
        totals = np.array([scanned.totals.get(label, nothing) for label in coding.classes.tolist()])
        counts = totals[:, :-1].sum(axis=1)
        if (counts > 0.0).sum() < 2:
            raise InputError(
                f"The number of classes has to be greater than one; got {int((counts > 0.0).sum())} class among the "
                "rows to learn from."
            )
        factors = class_factors(self.class_weight, self.classes_, np.maximum(counts, 1e-300))
        loss = LossOfRows.of_classes(self.loss, len(self.classes_))
        weighted = totals * factors[:, None]
        row = float(weighted.sum()) / len(known.rows)

        def offsets(leaves_out: int) -> Vector:
            learned = weighted[:, :-1].sum(axis=1)
            left = weighted[:, leaves_out] if leaves_out != ALL_FOLDS else 0.0
            return class_offsets(loss.rows, learned - left, row)

        plain = self.class_weight is None
        return Task(
            replace(known, coding=coding, factors=None if plain else factors), loss, weighted.sum(axis=0), offsets
        )

    def _know(self, labels: npt.NDArray[Any]) -> None:
        if len(labels) < 2:
            raise InputError(f"The number of classes has to be greater than one; got {len(labels)} class in all rows.")
        self.classes_ = labels

    def _numbers(self, sample: Sample) -> Matrix:
        return class_signs(sample.targets, len(self.classes_))

    def _partial_sample(self, X: Any, y: Any, sample_weight: Any, classes: Any) -> tuple[Inputs, Sample]:
        if isinstance(self.class_weight, str):
            raise ParameterError("class_weight='balanced' needs all classes at once; pass factors, or sample_weight.")
        known = np.unique(classes) if classes is not None else getattr(self, "classes_", None)
        if known is None:
            raise InputError("classes must be passed on the first call to partial_fit: all that there will be.")
        if hasattr(self, "sums_") and not np.array_equal(known, self.classes_):
            raise InputError(f"classes={known.tolist()} are not those of the first call, {self.classes_.tolist()}.")
        self._know(known)
        inputs = self._kernel_choice().wrap(X)
        weights, labels = self._weights(sample_weight, len(inputs)), self._targets(y, len(inputs))
        codes = ClassCodes(known).coded(np.asarray(labels))
        factors = class_factors(self.class_weight, known, np.ones(len(known)))
        sample = Sample(inputs, codes, weights * factors[codes], np.arange(len(inputs)), inputs)
        return inputs, sample.take(np.flatnonzero(weights))

    def _evidence(self, inputs: Inputs, codes: Index) -> Evidence:
        known = super()._evidence(inputs, codes)
        return replace(known, missing={**known.missing, Kept: ALL_COUNT, KeptInOrder: ALL_COUNT})

    def _check_labels(self, signs: Vector) -> None:
        """Coefficients of landmarks may have either sign, whatever the labels of these rows are."""
