"""Radial basis function networks for classes."""

from typing import Annotated

from drupe.estimators.declaration import declared, learned
from drupe.estimators.fitted import Fitted
from drupe.estimators.largest_output import LargestOutput, class_signs
from drupe.estimators.networks.rbf_network import NetworkSolution, RBFNetwork
from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.shapes import Outputs, Reals
from drupe.predictors.expansion import Expansion
from drupe.predictors.radial_units import RadialUnits


@declared
class RBFNetworkClassifier(RBFNetwork, LargestOutput):
    """argmax over classes c of f_c(x), f_c a network fitted to +1 for the examples of class c and −1 for all others.

    Least squares on labels: the outputs are no probabilities, but one factorization serves all classes, and the
    strength is chosen in closed form. For two classes there is one output, positive for the second.

    Attributes
    ----------
    strength_
        The strength of the fit.
    dual_coef_
        a, a row for each center and a column for each output.
    intercept_
        b of each output.
    centers_
        The centers, if they are vectors.
    widths_
        Of the units: one number, or one for each if they were fitted; none for other kernels.
    degrees_of_freedom_, gcv_
        Trace of the matrix that turns targets into outputs, and the score of generalized cross-validation.
    n_iter_
        Steps of the centers; 1 if they stayed.
    solution_
        How it was found.

    Notes
    -----
    Complexity: O(np² + p³) time for p centers, O(n³) for one at every example, O(np² + npd) for each step of centers.

    Examples
    --------
    >>> ring = [[0.0, 0.0], [0.1, 0.0], [2.0, 0.0], [0.0, 2.0], [-2.0, 0.0], [0.0, -2.0]]
    >>> network = RBFNetworkClassifier(centers=[[0.0, 0.0]], width=1.0).fit(ring, ["in", "in", *["out"] * 4])
    >>> network.predict([[0.0, 0.2], [1.5, 1.5]]).tolist()
    ['in', 'out']

    References
    ----------
    [Mukherjee04]_, section 5.4; [Poggio90]_, section III, place not checked; [Ratsch01]_, appendix, place not checked.
    """

    predictor_: Annotated[Expansion | RadialUnits, Outputs("scores", "centers")] = learned()
    solution_: NetworkSolution = learned()
    dual_coef_: Annotated[Matrix, Reals("centers", "scores")] = learned()
    intercept_: Annotated[Vector, Reals("scores")] = learned()
    strength_: float = learned()
    degrees_of_freedom_: float = learned()
    gcv_: float = learned()
    n_iter_: int = learned()

    def _learn(self, sample: Sample) -> Fitted:
        sample = sample.in_double()
        with self._watch() as watch:
            network = self._network(sample, class_signs(sample.targets, len(self.classes_)), watch)
        function = network.function
        attributes = {
            "dual_coef_": function.coefficients,
            "intercept_": function.offset,
            **self._told_by(network),
        }
        return Fitted(function, network.solution, attributes)
