"""Is it a kernel? Checks for Gram matrices, for spectra, and for every kernel, yours included."""

from typing import TYPE_CHECKING

from drupe.foundation.names_on_first_use import on_first_use

if TYPE_CHECKING:
    from drupe.kernels.checks.bochner import FourierSpectrum, bochner
    from drupe.kernels.checks.cauchy_schwarz import cauchy_schwarz
    from drupe.kernels.checks.conditional import conditionally_positive
    from drupe.kernels.checks.kernel import check_kernel
    from drupe.kernels.checks.report import Finding, KernelReport, Outcome
    from drupe.kernels.checks.ridge import Ridge, ridge
    from drupe.kernels.checks.semidefinite import Verdict, positive_semidefinite
    from drupe.kernels.checks.symmetry import symmetry
    from drupe.kernels.checks.worst_pair import WorstPair
else:
    on_first_use(__name__)

__all__ = [
    "Finding",
    "FourierSpectrum",
    "KernelReport",
    "Outcome",
    "Ridge",
    "Verdict",
    "WorstPair",
    "bochner",
    "cauchy_schwarz",
    "check_kernel",
    "conditionally_positive",
    "positive_semidefinite",
    "ridge",
    "symmetry",
]
