"""Go: the machines of the source in its setting, and what any ranking gains by silence."""

from collections.abc import Iterable

from rich.table import Table

from drupe.estimators.bayes_point.bayes_point_machine import BayesPointMachine
from drupe.estimators.margin.svc import SVC
from drupe.estimators.perceptron.kernel_perceptron import KernelPerceptron
from drupe.go.features import DampedChains, Damping
from drupe.go.ranking import AsClasses, Placings
from drupe.kernels.gaussian import Gaussian

COUNTS = DampedChains(damping=Damping.NONE)
"""Chains of up to six steps, their counts at length one."""

WIDTH = 2.0**-0.5
"""The source writes exp(−‖x − z‖²/σ²) with σ = 1."""

SVM = AsClasses(SVC(kernel=Gaussian(WIDTH), C=10.0))
PERCEPTRON = AsClasses(KernelPerceptron(Gaussian(WIDTH), diagonal=0.05, fit_intercept=False, max_passes=200))
BAYES_POINT = AsClasses(
    BayesPointMachine(
        Gaussian(WIDTH), sampler="perceptron", n_samples=30, diagonal=0.05, random_state=0, cache_size=800
    )
)
"""Not in the source's chapter on Go: perceptrons on shuffled examples, with the same diagonal."""

MACHINES = {"chains, SVM": SVM, "chains, perceptron": PERCEPTRON, "chains, Bayes point": BAYES_POINT}

SHARES = (1.0, 0.5, 0.25, 0.1)
"""Of the positions, the surest ones, that are answered."""


def silence(found: Iterable[tuple[str, Placings]]) -> Table:
    """What "I don't know" buys: errors among the surest answers."""
    out = Table(title="wrong first moves if only the surest are answered", header_style="bold")
    out.add_column("features, machine")
    for share in SHARES:
        out.add_column(f"{share:.0%} answered", justify="right")
    for name, places in found:
        out.add_row(name, *(f"{places.curve.risk_at(share):.3f}" for share in SHARES))
    return out
