"""Misprints of the sources that matter to whoever implements them: what is printed, what is right, what shows it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Erratum:
    """A place, what it prints, what is right, and the test that would fail with the printed form."""

    source: str
    place: str
    printed: str
    right: str
    test: str


ERRATA = (
    Erratum(
        "Mukherjee04",
        "section 6.3, AdaBoost",
        "steps of log((1 − ε)/ε) with weights times exp(−α y h)",
        "half of that logarithm; with all of it the weighted errors vanish and the vote gets no better",
        "tests/textbook/boosting/test_printed_adaboost.py::test_rule_as_printed_does_not_boost",
    ),
    Erratum(
        "Mukherjee04",
        "section 6.3, majority of three",
        "an error of 2ε² − 3ε³",
        "3ε² − 2ε³",
        "tests/textbook/boosting/test_error_map.py::test_map_is_the_chance_that_two_of_three_coins_fall",
    ),
    Erratum(
        "Mukherjee04",
        "section 7, random signs",
        "P(|Σ εᵢxᵢ| ≥ t) ≤ 2 exp(−2t²/ΣM²)",
        "2 exp(−t²/(2ΣM²)); the printed one fails for four coins and t = 1.8",
        "tests/contracts/test_weakened_bounds.py::test_random_signs_with_the_printed_constant_are_caught",
    ),
    Erratum(
        "Mukherjee04",
        "section 8, growth bounds",
        "exponents with ε²/8 and a sum from i = 1",
        "nε²/32, and the sum from i = 0; both values are in the test",
        "tests/bounds/capacity/test_class_bounds.py::test_growth_bounds_of_the_notes",
    ),
    Erratum(
        "Mukherjee04",
        "section 4, the Gaussian space",
        "the norm as a series over 2n! of odd powers",
        "Σ σ²ⁿ/(2ⁿ n!) ∫ |f⁽ⁿ⁾|²",
        "tests/textbook/spaces/test_regularizers.py::test_gaussian_norm_is_the_series_of_all_derivatives",
    ),
    Erratum(
        "Mukherjee04",
        "section 4, spectra",
        "½ exp(−γ|x|) has the spectrum 1/(1 + ω²)",
        "γ/(γ² + ω²); equal for γ = 1 alone",
        "tests/textbook/spaces/test_regularizers.py::test_spectrum_is_the_fourier_transform_of_the_kernel",
    ),
    Erratum(
        "Herbrich02",
        "algorithm 7",
        "a Hessian without the prior",
        "with Θ⁻¹ added; the printed one breaks at the first step",
        "tests/textbook/algorithms/test_relevance_vectors.py::test_algorithm_7_as_printed_breaks_at_once",
    ),
    Erratum(
        "Herbrich02",
        "section 4.3, rule of thumb m/d > 30",
        "the complexity term is below 0.15 there",
        "0.1698, and the bound with it is still above 1",
        "tests/bounds/capacity/test_class_bounds.py::test_rule_of_thumb_says_less_than_it_seems",
    ),
    Erratum(
        "Herbrich02",
        "section 5.3, choice of λ by stability",
        "a root of 4 ln(1/δ)(1 + λ)²/(λ²m)",
        "what the theorem gives: 0.33321 for 0.31993 at m = 1000, λ = 1",
        "tests/bounds/stability/test_loss_bounds.py::test_worked_stability_bounds_of_the_book",
    ),
    Erratum(
        "Herbrich02",
        "equation 5.20, clipped loss",
        "zero from y t > 1 on",
        "zero from y t > τ on",
        "tests/losses/test_margin_losses.py::test_clipped_hinge",
    ),
    Erratum(
        "Herbrich02",
        "section 2.4, adaptive margins",
        "diagonal k(x, x) − λ in the solver's matrix",
        "(1 − λ) k(x, x)",
        "tests/solvers/test_linear_programs.py::test_adaptive_margin_charges_by_the_own_length_of_each_example",
    ),
    Erratum(
        "Graepel02",
        "section 8.2, kernel Gibbs sampler",
        "crossings at arccos of one product, middles by half the difference",
        "atan2 of both products modulo π, half the sum; the printed crossings have another posterior",
        "tests/solvers/samplers/test_noisy_samplers.py::test_the_printed_crossings_have_another_posterior",
    ),
    Erratum(
        "Graepel02",
        "section 2.3, nearest neighbor as a limit",
        "the width goes to infinity",
        "the width goes to zero",
        "tests/estimators/neighbors/test_nearest_mean.py::test_nearest_neighbor_as_the_width_vanishes",
    ),
    Erratum(
        "Graepel02",
        "appendix A, volumes of caps",
        "n − 2 in the limit for every n",
        "right from three dimensions on, wrong for two",
        "tests/bounds/complexity/test_cap_volume.py::test_worked_limits_of_the_ratio",
    ),
    Erratum(
        "Cristianini00",
        "section 3.3.4, Gaussian prior",
        "weights with variance √λᵢ",
        "variance λᵢ: only then is the covariance the kernel",
        "tests/textbook/spaces/test_gaussian_prior.py"
        "::test_weights_have_the_eigenvalues_as_variances_and_give_the_same_prior",
    ),
    Erratum(
        "Cristianini00",
        "section 6.1.4, sparse linear program",
        "no label inside the sum of the constraint",
        "yᵢ(Σⱼ yⱼαⱼk(xᵢ, xⱼ) + b) ≥ 1 − ξᵢ",
        "tests/solvers/test_linear_programs.py::test_sparse_margin_on_four_points",
    ),
    Erratum(
        "Cristianini00",
        "theorem 2.7, extended coordinates",
        "R = √(BD)",
        "Δ = √(RD) gives (2(R + D)/γ)² mistakes",
        "tests/solvers/perceptrons/test_mistake_bounds.py::test_extended_coordinates_separate_everything",
    ),
    Erratum(
        "Mika02",
        "section 4.3, reliability of components",
        "theorem 4.5 and its lemmas without the factor R",
        "with it; ours need thousands of examples where the printed forms need a million",
        "tests/bounds/spectral/test_directions.py"
        "::test_printed_forms_need_a_million_examples_where_ours_need_thousands",
    ),
    Erratum(
        "Mika02",
        "section 3.1, least squares and Fisher",
        "constants of the equivalence for classes of equal size only, with a wrong sign",
        "constants that hold for classes of any size",
        "tests/estimators/discriminant/test_fisher_discriminant.py"
        "::test_constants_of_the_equivalence_with_unlike_classes",
    ),
)
"""Each with its test."""
