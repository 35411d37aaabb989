"""Numbers that one can check by hand: small problems of the sources with their solutions, each kept by a test."""

from dataclasses import dataclass


@dataclass(frozen=True)
class WorkedNumber:
    """A small problem, its solution, where it comes from, and the test that holds it."""

    problem: str
    solution: str
    source: str
    test: str


_EXPANSIONS = "tests/solvers/expansions"

WORKED = (
    WorkedNumber(
        "the maximal margin of (2, 2), (1, 3) against (0, 0), (1, 0)",
        "w = (0.4, 0.8), b = −1.4, margin √5/2 = 1.118, α = 0.4 at two of them",
        "Cristianini00",
        "tests/estimators/margin/test_hard_margin_svc.py::test_four_points",
    ),
    WorkedNumber(
        "the nearest points of the hulls of both classes, same points",
        "their distance is √5, twice the margin",
        "Cristianini00",
        "tests/estimators/margin/test_hull_and_ball_machines.py::test_hulls_of_four_points",
    ),
    WorkedNumber(
        "the smallest ball around the same points",
        "center (0.5, 1.5), radius √2.5 = 1.581",
        "Cristianini00",
        "tests/estimators/margin/test_hull_and_ball_machines.py::test_ball_of_four_points",
    ),
    WorkedNumber(
        "a perceptron on the same points, offset steps of 10",
        "mistakes at 1, 3, 4, 1, 3; w = (3, 4), b = −10 after three passes",
        "Cristianini00, table 2.1",
        "tests/solvers/perceptrons/test_perceptron_forms.py::test_worked_numbers_of_four_points",
    ),
    WorkedNumber(
        "one analytic step of a pair of multipliers, same points",
        "both become 0.4, or C where C is less",
        "Cristianini00, section 7.5",
        "tests/textbook/algorithms/test_platt.py::test_pair_step_on_four_points",
    ),
    WorkedNumber(
        "three sweeps of coordinate ascent, kernel raised by 10",
        "dual objective 0, 0.1493, 0.2657, 0.3159",
        "Cristianini00, table 7.1",
        "tests/textbook/algorithms/test_coordinate_ascent.py::test_first_sweeps_on_four_points",
    ),
    WorkedNumber(
        "Fisher's direction of six corners",
        "w = (3, 3) and a coefficient of 12",
        "Mika02, section 3.1",
        "tests/estimators/discriminant/test_fisher_discriminant.py::test_six_corners",
    ),
    WorkedNumber(
        "kernel components of six points",
        "eigenvalues 1.4012, 0.8838, 0.8521, 0.5581, 0.3756",
        "Mika02, section 3.3",
        "tests/estimators/components/test_kernel_pca.py"
        "::test_the_six_points_have_the_eigenvalues_of_the_thesis_both_ways",
    ),
    WorkedNumber(
        "column generation for the linear sparse discriminant on six points",
        "columns 5, 6, 4, 1; objective 6, 5.281, 5.165, 4.973, 4.962",
        "Mika02, section 3.5.3",
        f"{_EXPANSIONS}/test_column_generation.py::test_worked_trace_on_six_points",
    ),
    WorkedNumber(
        "ridge regression on x = 0, 1, 2 with y = 0, 1, 0.5, strength 0.1",
        "coefficients −0.3279, 0.9738, 0.1343; f(0.5) = 0.5172",
        "Mukherjee04",
        "tests/estimators/regularized/test_kernel_ridge.py::test_worked_numbers",
    ),
    WorkedNumber(
        "log evidence of the same three points, noise 0.1",
        "−3.2959",
        "Herbrich02, section 3.2",
        "tests/estimators/gaussian_process/test_evidence.py::test_worked_number",
    ),
    WorkedNumber(
        "one example, k = 1: the mode of a logistic Gaussian process",
        "0.40106, where t = 1/(1 + exp(t))",
        "Herbrich02, section 3.2",
        "tests/solvers/test_laplace.py::test_the_worked_number",
    ),
    WorkedNumber(
        "six rounds of the map g(x) = 3x² − 2x³, the error of the majority of three",
        "0.4 → 0.352 → 0.284 → ...",
        "Mukherjee04, figure 6.1",
        "tests/textbook/boosting/test_error_map.py::test_six_rounds_as_in_the_table",
    ),
    WorkedNumber(
        "the largest margin of a vote of stumps on ten points",
        "1/3",
        "Mika02, section 3.4",
        "tests/estimators/boosting/test_arc_gv.py::test_worked_example_reaches_one_third",
    ),
    WorkedNumber(
        "words of two letters that cat shares with car, cat and act",
        "1, 2, 0",
        "Herbrich02, section 2.3.2",
        "tests/kernels/strings/test_spectrum_kernel.py::test_worked_values",
    ),
    WorkedNumber(
        "subsequences of two and three letters of gattaca and tacgaca, decay 1/2",
        "0.54638672 and 0.07739258",
        "Cristianini00, section 3.3.2",
        "tests/kernels/strings/test_subsequences.py::test_printed_values",
    ),
    WorkedNumber(
        "no error on 10 000 examples, VC dimension 11, 95 % confidence",
        "the error is at most 2.81 %",
        "Cristianini00, theorem 4.1",
        "tests/bounds/capacity/test_class_bounds.py::test_worked_vc_bounds",
    ),
    WorkedNumber(
        "50 of 1000 examples tell the rule, no error on the others",
        "the error is at most 21.6 %",
        "Herbrich02, section 5.2",
        "tests/bounds/compression/test_compression_bounds.py::test_worked_numbers",
    ),
    WorkedNumber(
        "one rule of a million, consistent with 1000 examples",
        "the error is at most 1.68 %",
        "Herbrich02, section 5.1",
        "tests/bounds/pac_bayes/test_pac_bayes_bounds.py::test_worked_numbers",
    ),
    WorkedNumber(
        "a normalized margin of 0.5 on 10⁷ examples, of 0.9 on 10⁶",
        "the error is at most 3.58 %, 8.27 %",
        "Graepel02, section 4.2",
        "tests/bounds/margin/test_margin_bounds.py::test_worked_margin_bounds",
    ),
    WorkedNumber(
        "a mean of 100 numbers in [0, 1] is off by 0.1 or more",
        "with probability at most 0.1353 by Hoeffding, 0.0015 by Bennett at variance 0.05",
        "Herbrich02, appendix A",
        "tests/textbook/inequalities/test_inequalities.py::test_worked_numbers_of_the_book",
    ),
)
"""Each with its test."""
