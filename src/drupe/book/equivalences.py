"""One function by many names: which machines are the same, under which condition, and the test that shows it."""

from dataclasses import dataclass
from enum import Enum


class Machine(Enum):
    """What the map connects: its name, and where it stands on the map (from 0 to 10 across, from 0 to 8 up)."""

    HARD = ("maximal margin", 2.4, 7.4)
    HULLS = ("nearest hulls", 0.2, 8.2)
    BALL = ("largest ball in version space", 0.3, 6.3)
    TWO_NORM = ("2-norm soft margin", 5.0, 8.2)
    SOFT = ("soft margin C", 4.6, 6.8)
    NU = ("soft margin ν", 7.2, 7.4)
    REDUCED = ("reduced hulls", 9.8, 8.2)
    ONE_CLASS = ("one-class machine", 7.0, 6.2)
    ENCLOSING = ("enclosing ball", 9.8, 6.6)
    FISHER = ("Fisher's discriminant", 0.7, 3.4)
    GAUSSIAN_RULE = ("Bayes' rule of two Gaussians", 0.8, 4.8)
    LEAST_SQUARES = ("least squares of labels", 2.7, 2.6)
    KERNEL_FISHER = ("kernel Fisher discriminant", 3.6, 3.9)
    RIDGE = ("kernel ridge regression", 6.6, 3.4)
    PROCESS = ("mean of a Gaussian process", 9.6, 3.0)
    SQUARED_TUBE = ("squared loss machine", 9.6, 4.3)
    LASSO = ("lasso over the kernel matrix", 2.9, 5.3)
    SPARSE_FISHER = ("sparse kernel Fisher", 5.4, 5.0)
    ROBUST = ("robust kernel regression", 9.7, 5.5)
    TUBE = ("regression in a tube of width 0", 7.4, 4.9)
    LOOM = ("leave-one-out machine", 0.4, 1.5)
    ADAPTIVE = ("adaptive margin machine", 3.4, 1.2)
    EXPONENTIAL = ("stagewise exponential loss", 5.0, 2.3)
    ADA_BOOST = ("AdaBoost", 7.6, 2.1)
    ARC_GV = ("Arc-GV in the limit", 5.6, 1.0)
    LARGEST_VOTE = ("linear program of the largest margin", 9.0, 1.2)
    NEAREST_MEAN = ("nearest mean in feature space", 0.6, 0.2)
    NEIGHBOR = ("nearest neighbor", 3.8, -0.2)
    COMPONENTS = ("kernel components", 9.8, -0.2)
    ORIENTED = ("oriented components without noise", 6.6, -0.2)

    def __init__(self, title: str, across: float, up: float):
        self.title = title
        self.across = across
        self.up = up


@dataclass(frozen=True)
class Equivalence:
    """Two machines that give the same function, when, and the test that would fail if they did not."""

    one: Machine
    other: Machine
    when: str
    test: str

    @property
    def title(self) -> str:
        """Both names."""
        return f"{self.one.title} and {self.other.title}"


_MARGIN, _FISHER = "tests/estimators/margin", "tests/estimators/discriminant"

EQUIVALENCES = (
    Equivalence(
        Machine.HARD,
        Machine.HULLS,
        "The plane half-way between the nearest points of the convex hulls of both classes has the maximal margin.",
        f"{_MARGIN}/test_hull_and_ball_machines.py::test_hulls_of_four_points",
    ),
    Equivalence(
        Machine.HARD,
        Machine.BALL,
        "The center of the largest ball in version space has the maximal margin on examples of length 1.",
        f"{_MARGIN}/test_hull_and_ball_machines.py::test_largest_ball_is_the_hard_margin_of_directions",
    ),
    Equivalence(
        Machine.TWO_NORM,
        Machine.HARD,
        "Squared slacks at cost C are the maximal margin for the kernel with 1/C added where an example meets itself.",
        "tests/solvers/test_margin_builders.py::test_two_norm_is_the_hard_margin_on_a_lifted_gram",
    ),
    Equivalence(
        Machine.SOFT,
        Machine.NU,
        "For every C there is a ν with the same decisions; the coefficients differ by a factor.",
        "tests/solvers/builders/test_family_builders.py::test_nu_is_the_soft_margin_in_disguise",
    ),
    Equivalence(
        Machine.NU,
        Machine.REDUCED,
        "ν is the share by which the hulls of both classes are reduced until they no longer meet.",
        f"{_MARGIN}/test_hull_and_ball_machines.py::test_reduced_hulls_decide_as_the_nu_machine",
    ),
    Equivalence(
        Machine.ONE_CLASS,
        Machine.ENCLOSING,
        "For kernels with k(x, x) constant, the smallest ball around the examples is the one-class machine.",
        "tests/solvers/test_enclosing_ball_problem.py::test_on_a_constant_diagonal_it_is_the_one_class_machine",
    ),
    Equivalence(
        Machine.FISHER,
        Machine.LEAST_SQUARES,
        "The direction of least squares on the labels is Fisher's.",
        f"{_FISHER}/test_fisher_discriminant.py::test_least_squares_of_labels_are_fishers_direction",
    ),
    Equivalence(
        Machine.FISHER,
        Machine.GAUSSIAN_RULE,
        "For two Gaussians of one covariance Fisher's direction is Bayes' rule.",
        f"{_FISHER}/test_fisher_discriminant.py::test_bayes_rule_for_gaussians_of_equal_covariance",
    ),
    Equivalence(
        Machine.KERNEL_FISHER,
        Machine.RIDGE,
        "With the squared norm as penalty the discriminant is ridge regression of the labels with an offset.",
        f"{_FISHER}/test_kernel_fisher.py"
        "::test_least_squares_support_vector_machines_and_ridge_regression_are_the_same",
    ),
    Equivalence(
        Machine.RIDGE,
        Machine.PROCESS,
        "The mean of a Gaussian process with noise σ² is ridge regression of strength σ².",
        "tests/estimators/regularized/test_kernel_ridge.py::test_one_function_by_many_names",
    ),
    Equivalence(
        Machine.RIDGE,
        Machine.SQUARED_TUBE,
        "Support vector regression with squared loss, no tube and no offset is ridge regression.",
        "tests/estimators/regularized/test_kernel_ridge.py::test_one_function_by_many_names",
    ),
    Equivalence(
        Machine.SPARSE_FISHER,
        Machine.LASSO,
        "Squares of residuals and absolute coefficients are the lasso with the kernel matrix as its columns.",
        f"{_FISHER}/test_sparse_machines.py::test_sparse_regression_is_the_lasso_over_the_kernel_matrix",
    ),
    Equivalence(
        Machine.ROBUST,
        Machine.TUBE,
        "Absolute residuals with the squared norm as penalty are support vector regression with a tube of width 0.",
        f"{_FISHER}/test_robust_machines.py::test_robust_regression_is_support_vector_regression_without_a_tube",
    ),
    Equivalence(
        Machine.ADAPTIVE,
        Machine.LOOM,
        "At strength 1 the margin that adapts to each example leaves the example itself out.",
        "tests/solvers/test_linear_programs.py::test_leave_one_out_is_the_adaptive_margin_of_strength_one",
    ),
    Equivalence(
        Machine.EXPONENTIAL,
        Machine.ADA_BOOST,
        "Descent in the exponential loss, one rule at a time with the best step, makes the same votes.",
        "tests/solvers/boosting/test_stagewise.py::test_exponential_loss_is_ada_boost",
    ),
    Equivalence(
        Machine.ARC_GV,
        Machine.LARGEST_VOTE,
        "Its margin and its bound close in on the optimum of the linear program.",
        "tests/estimators/boosting/test_arc_gv.py::test_margin_and_bound_hold_the_optimum_between_them",
    ),
    Equivalence(
        Machine.NEAREST_MEAN,
        Machine.NEIGHBOR,
        "As the width of a Gaussian kernel vanishes, the nearest mean decides as the nearest neighbor.",
        "tests/estimators/neighbors/test_nearest_mean.py::test_nearest_neighbor_as_the_width_vanishes",
    ),
    Equivalence(
        Machine.ORIENTED,
        Machine.COMPONENTS,
        "Without noise to avoid, oriented components are the kernel principal components.",
        "tests/estimators/components/test_oriented_kernel_pca.py::test_without_noise_they_are_the_kernel_principal_components",
    ),
)
"""Each an edge of the map."""
