"""Fisher's linear discriminant: the direction along which classes are farthest apart for how much they scatter."""

import warnings
from dataclasses import replace
from typing import Annotated, Any

import numpy as np
from scipy.special import expit, softmax
from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin

from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.discriminant.class_scatter import ClassScatter
from drupe.estimators.discriminant.constant_rule import tell_constant
from drupe.estimators.fitted import Fitted
from drupe.estimators.kernel_choice import KernelChoice
from drupe.estimators.largest_output import LargestOutput
from drupe.estimators.linear_rule import ALL_COUNT, linear_evidence
from drupe.estimators.ranges import NOTHING, Either, OneOf
from drupe.estimators.sample import Sample
from drupe.estimators.size_limits import LARGEST
from drupe.estimators.warnings import FitWarning
from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.callers import stacklevel_outside
from drupe.foundation.errors import InputError, ParameterError
from drupe.foundation.parameters import Interval
from drupe.foundation.shapes import Outputs, Reals
from drupe.inputs.base import Inputs
from drupe.inputs.vectors import Vectors
from drupe.kernels.linear import Linear
from drupe.predictors.linear import LinearFunction
from drupe.solvers.rayleigh import rayleigh, upright
from drupe.witness.evidence import Evidence
from drupe.witness.kept import Kept, KeptInOrder


@declared
class FisherDiscriminant(ClassNamePrefixFeaturesOutMixin, TransformerMixin, LargestOutput):  # type: ignore[misc]
    """argmax over classes c of ⟨Σ⁻¹m_c, x⟩ − ½ m_cᵀΣ⁻¹m_c + ln p_c: for two classes along w = Σ⁻¹(m₂ − m₁).

    Σ is the covariance within classes, w Fisher's direction. Where classes are Gaussians of equal covariance no rule
    is better and `predict_proba` is right; else it is still the direction along which the squared distance of the means
    is largest against the scatter within the classes, and least squares of labels ±1 find it too. `transform` projects
    onto the discriminant directions, one less than there are classes.

    Parameters
    ----------
    alpha
        Added to the scatter within classes in every direction, n Σ = S_W + alpha I. With zero the pseudo-inverse of a
        singular scatter is taken, and a warning tells if that hides a difference of classes.
    solver
        "closed form", w = Σ⁻¹(m₂ − m₁); "eigen", the generalized eigenproblem S_B w = λ (S_W + alpha I) w; or, for two
        classes, "least squares" of labels ±1. All find the same machine.
    priors
        Probabilities of the classes, in the order of `classes_`; None for their shares of the sample.
    n_components
        How many directions `transform` has; None for all, one less than there are classes.

    Attributes
    ----------
    coef_, intercept_
        Weights and offset of the log odds of the second class, or of the score of each of several.
    means_, covariance_, priors_
        m, Σ and p.
    center_
        The mean of all examples.
    directions_, rayleigh_
        Discriminant directions, one row each, with vᵀΣv = 1, and vᵀS_B v / vᵀ(S_W + alpha I)v along each.
    classes_
        The classes.

    Examples
    --------
    >>> X = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [2.0, 2.0], [3.0, 2.0], [2.0, 3.0]]
    >>> machine = FisherDiscriminant().fit(X, [0, 0, 0, 1, 1, 1])
    >>> machine.coef_.round(9).tolist(), machine.predict([[1.0, 1.0]]).tolist()  # Σ⁻¹ = 6 S_W⁻¹
    ([[18.0, 18.0]], [0])

    References
    ----------
    [Mika02]_, section 3.2; [Herbrich02]_, algorithm 8; [Cristianini00]_, section 2.1.2.
    """

    alpha: float = parameter(Interval(0.0, LARGEST, closed_high=True), default=0.0)
    solver: str = parameter(OneOf("closed form", "eigen", "least squares"), default="closed form")
    priors: Any = parameter(default=None)
    n_components: int | None = parameter(Either(NOTHING, Interval(1, whole=True)), default=None)

    predictor_: Annotated[LinearFunction, Outputs("scores")] = learned()
    coef_: Annotated[Matrix, Reals("scores", "columns")] = learned()
    intercept_: Annotated[Vector, Reals("scores")] = learned()
    means_: Annotated[Matrix, Reals("classes", "columns")] = learned()
    center_: Annotated[Vector, Reals("columns")] = learned()
    covariance_: Annotated[Matrix, Reals("columns", "columns")] = learned()
    priors_: Annotated[Vector, Reals("classes")] = learned()
    directions_: Annotated[Matrix, Reals("components", "columns")] = learned()
    rayleigh_: Annotated[Vector, Reals("components")] = learned()

    def predict_proba(self, X: Any) -> Matrix:
        """P(class | x), were the classes Gaussians of equal covariance."""
        scores = self._outputs(X)
        if scores.shape[1] == 1:
            above = expit(scores)
            return np.hstack([1.0 - above, above])
        return np.asarray(softmax(scores, axis=1))

    def transform(self, X: Any) -> Matrix:
        """Coordinates along the discriminant directions, zero at the mean of the training examples."""
        return np.asarray((Vectors.of(self._new(X)).dense() - self.center_) @ self.directions_.T)

    @property
    def _n_features_out(self) -> int:
        """How many columns `transform` has, for their names."""
        return len(self.directions_)

    def _learn(self, sample: Sample) -> Fitted:
        rows = np.asarray(Vectors.of(sample.inputs).in_double().dense(), dtype=np.float64)
        scatter = ClassScatter.of(rows, sample.targets, sample.weights)
        priors = self._given_priors(scatter.sizes / scatter.sizes.sum())
        total, alpha = float(sample.weights.sum()), float(self.alpha)
        whitening = self._whitening(scatter)
        directions, values = self._directions(scatter, whitening)
        inverse: Matrix
        match self.solver:
            case "eigen":
                inverse = total * directions.T @ (directions @ scatter.means.T)
            case "least squares":
                inverse = total * self._by_least_squares(rows, sample, scatter, whitening)
            case _:
                inverse = total * whitening @ (whitening.T @ scatter.means.T)
        # One column for each class: Σ⁻¹(m_c − m), with scores zero at the mean m of all.
        offset = np.log(priors) - 0.5 * np.einsum("cj,jc->c", scatter.means, inverse) - scatter.center @ inverse
        if len(priors) == 2:
            inverse, offset = inverse[:, 1:] - inverse[:, :1], offset[1:] - offset[:1]
        tell_constant(type(self).__name__, self.classes_, rows @ inverse + offset)
        count = len(values) if self.n_components is None else int(self.n_components)
        attributes = {
            "coef_": inverse.T.copy(),
            "intercept_": offset,
            "means_": scatter.means + scatter.center,
            "covariance_": (scatter.within + alpha * np.eye(len(scatter.within))) / total,
            "priors_": priors,
            "directions_": np.sqrt(total) * directions[:count],
            "rayleigh_": values[:count],
            "center_": scatter.center,
        }
        return Fitted(LinearFunction(inverse, offset, Vectors.of(sample.inputs)), None, attributes)

    def _whitening(self, scatter: ClassScatter) -> Matrix:
        """The pseudo-inverse root of the scatter within classes; it is said if that hides something."""
        found = scatter.whitening(float(self.alpha))
        if found.missed and not np.abs(found.array.T @ scatter.means.T).max(initial=0.0) > 0.0:
            raise InputError(
                "classes differ only where nothing scatters within them, so that the scatter has no inverse there; "
                "choose an alpha above 0, which is added to it, or pass more examples."
            )
        if found.missed:
            warnings.warn(
                "the scatter within classes is singular, and classes differ also where nothing scatters, as with fewer "
                "examples than columns: the pseudo-inverse looks away from there. Choose an alpha above 0.",
                FitWarning,
                stacklevel=stacklevel_outside(),
            )
        return found.array

    def _directions(self, scatter: ClassScatter, whitening: Matrix) -> tuple[Matrix, Vector]:
        """One row for each generalized eigenvector of S_B against the scatter within, and its eigenvalue."""
        count = min(len(scatter.sizes) - 1, whitening.shape[1])
        if self.n_components is not None and self.n_components > count:
            raise ParameterError(
                f"n_components is {self.n_components}, but {len(scatter.sizes)} classes in {whitening.shape[1]} "
                f"directions that scatter have {count} discriminant ones; ask for at most as many."
            )
        if not count:
            return np.empty((0, len(whitening))), np.empty(0)
        between = whitening.T @ scatter.between @ whitening
        found = rayleigh(between, np.eye(len(between)), count)
        return upright(whitening @ found.vectors).T, np.maximum(found.values, 0.0)

    def _by_least_squares(self, rows: Matrix, sample: Sample, scatter: ClassScatter, whitening: Matrix) -> Matrix:
        """(S_W + alpha I)⁻¹(m_c − m) for two classes, from least squares of labels over directions that scatter.

        These give κ (S_W + alpha I)⁻¹(m₂ − m₁) with κ = c (2 − Δ), c = n₁n₂/n and Δ the distance of the two means along
        what was found.
        """
        if len(scatter.sizes) != 2:
            raise ParameterError(
                f'solver="least squares" finds one direction between two classes, got {len(scatter.sizes)}; take '
                '"closed form" or "eigen".'
            )
        scale = np.sqrt(sample.weights)
        table = np.vstack([(rows - scatter.center) * scale[:, None], np.sqrt(self.alpha) * np.eye(rows.shape[1])])
        signs = np.where(sample.targets == 1, 1.0, -1.0)
        level = sample.weights @ signs / sample.weights.sum()
        wanted = np.concatenate([(signs - level) * scale, np.zeros(rows.shape[1])])
        found = whitening @ np.linalg.lstsq(table @ whitening, wanted)[0]
        apart = float(found @ (scatter.means[1] - scatter.means[0]))
        harmonic = float(scatter.sizes.prod() / scatter.sizes.sum())
        shares = scatter.sizes[::-1] / scatter.sizes.sum()
        return np.outer(found / (harmonic * (2.0 - apart)), shares * np.array([-1.0, 1.0]))

    def _given_priors(self, shares: Vector) -> Vector:
        if self.priors is None:
            return shares
        given = np.asarray(self.priors, dtype=np.float64)
        if given.shape != shares.shape or not (given > 0.0).all() or abs(given.sum() - 1.0) > 1e-6:
            raise ParameterError(
                f"priors must hold a probability above 0 for each of the {len(shares)} classes, with sum 1; got "
                f"{self.priors!r}."
            )
        return given

    def _evidence(self, inputs: Inputs, codes: Index) -> Evidence:
        known = linear_evidence(self, self.predictor_, inputs, codes)
        return replace(known, missing={**known.missing, Kept: ALL_COUNT, KeptInOrder: ALL_COUNT})

    def _kernel_choice(self) -> KernelChoice:
        return KernelChoice(Linear())
