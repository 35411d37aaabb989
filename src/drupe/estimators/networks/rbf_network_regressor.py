"""Radial basis function networks for quantities."""

from typing import Annotated, Any

from drupe.estimators.declaration import declared, learned
from drupe.estimators.fitted import Fitted
from drupe.estimators.many_targets import ManyTargets, as_columns
from drupe.estimators.networks.rbf_network import NetworkSolution, RBFNetwork
from drupe.estimators.regularized.leave_one_out import LeaveOneOut
from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.shapes import OneOrMany, Outputs, Sometimes
from drupe.predictors.expansion import Expansion
from drupe.predictors.radial_units import RadialUnits


@declared
class RBFNetworkRegressor(RBFNetwork, ManyTargets):
    """min Σᵢ wᵢ (yᵢ − f(xᵢ))² + strength · penalty(f), f(x) = Σⱼ aⱼ exp(−‖x − μⱼ‖² / (2 width²)) + b.

    With a center at every example it is kernel ridge regression with an offset; with few it is as quick as they are
    few, both to fit and to ask. Centers and widths can be fitted too.

    Attributes
    ----------
    strength_
        The strength of the fit.
    dual_coef_
        a, a row for each center, in the shape of y.
    intercept_
        b, a number or one for each target.
    centers_
        The centers, if they are vectors.
    widths_
        Of the units: one number, or one for each if they were fitted; none for other kernels.
    degrees_of_freedom_, gcv_
        Trace of the matrix that turns targets into outputs, and the score of generalized cross-validation.
    leave_one_out_
        Residuals and predictions of examples left out, with centers and widths as they are.
    n_iter_
        Steps of the centers; 1 if they stayed.
    solution_
        How it was found.

    Notes
    -----
    Complexity: O(np² + p³) time for p centers, O(n³) for one at every example, O(np² + npd) for each step of centers.

    Examples
    --------
    >>> network = RBFNetworkRegressor(centers=[[0.0]], width=1.0, strength=0.0).fit([[0.0], [3.0], [-3.0]], [2.0, 1, 1])
    >>> network.predict([[0.0], [50.0]]).round(3).tolist()  # e^(−9/2) is 0.011
    [2.0, 0.989]

    References
    ----------
    [Mukherjee04]_, section 5.4; [Poggio90]_, section III, place not checked; [Ratsch01]_, appendix, place not checked.
    """

    predictor_: Annotated[Expansion | RadialUnits, Outputs("targets", "centers")] = learned()
    solution_: NetworkSolution = learned()
    dual_coef_: Annotated[Matrix, OneOrMany("centers", "targets")] = learned()
    intercept_: float | Vector = learned()
    strength_: float = learned()
    degrees_of_freedom_: float = learned()
    gcv_: float = learned()
    n_iter_: int = learned()
    leave_one_out_: Annotated[LeaveOneOut, Sometimes()] = learned()

    def predict(self, X: Any) -> Matrix:
        """f(x) for each example; one column for each target if y had columns."""
        return self._shaped(self._outputs(X))

    def _learn(self, sample: Sample) -> Fitted:
        sample = sample.in_double()
        flat = sample.targets.ndim == 1
        with self._watch() as watch:
            network = self._network(sample, as_columns(sample.targets), watch)
        function = network.function
        attributes: dict[str, Any] = {
            "dual_coef_": function.coefficients[:, 0] if flat else function.coefficients,
            "intercept_": float(function.offset[0]) if flat else function.offset,
            **self._told_by(network),
        }
        self.__dict__.pop("leave_one_out_", None)
        if network.left_out_known:
            missed = network.missed[:, 0] if flat else network.missed
            attributes["leave_one_out_"] = LeaveOneOut(sample.targets, missed)
        return Fitted(function, network.solution, attributes)
