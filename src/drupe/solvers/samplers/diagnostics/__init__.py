"""Whether a sampler's draws can be trusted, and how far."""

from typing import TYPE_CHECKING

from drupe.foundation.names_on_first_use import on_first_use

if TYPE_CHECKING:
    from drupe.solvers.samplers.diagnostics.arviz import to_arviz
    from drupe.solvers.samplers.diagnostics.distinct import distinct_classifiers
    from drupe.solvers.samplers.diagnostics.effective_sample_size import effective_sample_size
    from drupe.solvers.samplers.diagnostics.expectation import Expectation, expectation
    from drupe.solvers.samplers.diagnostics.quantiles import QuantileComparison, compare_quantiles
    from drupe.solvers.samplers.diagnostics.sample_size import votes_needed
    from drupe.solvers.samplers.diagnostics.split_r_hat import split_r_hat
else:
    on_first_use(__name__)

__all__ = [
    "Expectation",
    "QuantileComparison",
    "compare_quantiles",
    "distinct_classifiers",
    "effective_sample_size",
    "expectation",
    "split_r_hat",
    "to_arviz",
    "votes_needed",
]
