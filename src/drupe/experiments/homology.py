"""Remote homology of proteins: string kernels, hidden Markov models and Fisher kernels, one family left out at a time.

The protocol of section 8.4.1 of [Cristianini00] after [Jaakkola00], on domains of SCOP that share at most 40 percent of
their letters (`drupe.experiments.scop` says how families and negatives are drawn). The source claims that the Fisher
kernel of a model of the super-family is much better than other detectors, and prints no numbers. Its models came from
alignments with many more sequences, and its release of SCOP is another: so ours are ours, not better or worse than its.
"""

import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from rich.table import Table

from drupe.estimators.margin.svc import SVC
from drupe.estimators.opposite_distances import opposite_distances
from drupe.estimators.warnings import FitWarning
from drupe.experiments.archives import SCOP40
from drupe.experiments.claims import Verdict, console, graded, judged, show
from drupe.experiments.command import at_least, command
from drupe.experiments.rankings import Ranking, ranking
from drupe.experiments.scop import FAMILIES, STRANGERS, Pool, Trial, domains, pool
from drupe.foundation.arrays import Matrix, Vector
from drupe.grams.lazy import LazyGram
from drupe.inputs.sequences import Sequences
from drupe.kernels.base import Kernel
from drupe.kernels.gaussian import Gaussian
from drupe.kernels.strings.letters import PROTEIN
from drupe.kernels.strings.mismatch import Mismatch
from drupe.kernels.strings.spectrum import Spectrum
from drupe.models.hidden_markov import HiddenMarkov
from drupe.models.topologies import Ergodic, Profile, Topology

ARCHIVES = (SCOP40,)
GOAL = 0.88
"""Mean area that the mismatch kernel should reach."""

STEPS = 25
"""Of Baum and Welch, at most."""


class Contest:
    """All methods on one pool; what families share is computed once.

    Parameters
    ----------
    drawn
        The pool.
    """

    def __init__(self, drawn: Pool):
        self.pool = drawn
        self.sequences = Sequences.of(drawn.sequences)
        self._grams: dict[Kernel[Any], Matrix] = {}
        self._last: tuple[Trial, Topology, HiddenMarkov] | None = None

    def by_kernel(self, kernel: Kernel[Any]) -> Callable[[Trial], Vector]:
        """Outputs of a support vector machine; the Gram matrix of the whole pool serves all families."""
        if kernel not in self._grams:
            self._grams[kernel] = LazyGram(kernel, self.sequences).dense()
        K = self._grams[kernel]

        def scores(trial: Trial) -> Vector:
            machine = SVC(kernel="precomputed", C=10.0, class_weight="balanced")
            machine.fit(K[np.ix_(trial.train, trial.train)], trial.learned)
            return np.asarray(machine.decision_function(K[np.ix_(trial.test, trial.train)]))

        return scores

    def by_odds(self, topology: Topology, each: bool) -> Callable[[Trial], Vector]:
        """ln P(x | model of the positives) − ln P(x | letters of the negatives), for each letter if so wanted."""

        def scores(trial: Trial) -> Vector:
            test = self.sequences.take(trial.test)
            others = _fitted(self.sequences.take(trial.train[~trial.learned]), Ergodic(1))
            odds = self._model(trial, topology).log_likelihood(test) - others.log_likelihood(test)
            return odds / np.maximum(np.diff(test.offsets), 1) if each else odds

        return scores

    def by_fisher(self, topology: Topology) -> Callable[[Trial], Vector]:
        """A machine on scores of emissions, of unit length; a Gaussian as wide as opposite ones usually are apart."""

        def scores(trial: Trial) -> Vector:
            model = self._model(trial, topology)
            emitting = [place for place, name in enumerate(model.parameter_names) if name.startswith("emit")]
            seen, fresh = (
                _unit(model.scores(self.sequences.take(rows))[:, emitting]) for rows in (trial.train, trial.test)
            )
            width = opposite_distances(seen, trial.learned).median
            with warnings.catch_warnings():
                # Scores have very different sizes by nature; to scale them would change the kernel.
                warnings.simplefilter("ignore", FitWarning)
                machine = SVC(kernel=Gaussian(width), C=10.0, class_weight="balanced").fit(seen, trial.learned)
            return np.asarray(machine.decision_function(fresh))

        return scores

    def _model(self, trial: Trial, topology: Topology) -> HiddenMarkov:
        """The model of the positives in training; the last one is remembered, as several methods ask for it."""
        if self._last is None or self._last[0] is not trial or self._last[1] != topology:
            found = _fitted(self.sequences.take(trial.train[trial.learned]), topology)
            self._last = trial, topology, found
        return self._last[2]


def _fitted(sequences: Sequences, topology: Topology) -> HiddenMarkov:
    return HiddenMarkov.fit(sequences, topology, alphabet=tuple(PROTEIN), missing=("X",), max_steps=STEPS)


def _unit(rows: Matrix) -> Matrix:
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-300))


MISMATCH, SPECTRUM, FISHER, ODDS = "mismatch (5, 1)", "spectrum 3", "Fisher, profile", "log-odds, profile"
METHODS: Mapping[str, Callable[[Contest], Callable[[Trial], Vector]]] = {
    SPECTRUM: lambda contest: contest.by_kernel(Spectrum(3).normalized()),
    MISMATCH: lambda contest: contest.by_kernel(Mismatch(5, 1, PROTEIN).normalized()),
    ODDS: lambda contest: contest.by_odds(Profile(), each=False),
    "log-odds for each letter, profile": lambda contest: contest.by_odds(Profile(), each=True),
    FISHER: lambda contest: contest.by_fisher(Profile()),
    "Fisher, 24 states": lambda contest: contest.by_fisher(Ergodic(24)),
}


def table(found: Mapping[str, Sequence[Ranking]]) -> Table:
    """Means and medians over families."""
    out = Table(header_style="bold", caption="mean / median over families")
    for heading in ("method", "area", "area up to 50 false", "false before the median"):
        out.add_column(heading, justify="left" if heading == "method" else "right")
    for name, own in found.items():
        columns = (np.array([getattr(one, what) for one in own]) for what in ("area", "first_area", "median_false"))
        out.add_row(name, *(f"{values.mean():.3f} / {np.median(values):.3f}" for values in columns))
    return out


def claims(found: Mapping[str, Sequence[Ranking]], complete: bool) -> list[str]:
    """What the source says, and what we want to reach."""
    if not complete:
        return [Verdict.OPEN.of(f"the claims are about all methods on {FAMILIES} families and {STRANGERS} others")]
    area = {name: np.array([one.area for one in own]) for name, own in found.items()}
    mean = {name: float(values.mean()) for name, values in area.items()}
    odds = max((name for name in mean if name.startswith("log-odds")), key=lambda name: mean[name])
    gain = area[FISHER] - area[odds]
    noise, wins = float(gain.std(ddof=1)) / len(gain) ** 0.5, int(np.sum(gain > 0))
    return [
        judged(mean[MISMATCH] >= GOAL, f"the mismatch kernel has a mean area of {GOAL} or more: {mean[MISMATCH]:.3f}"),
        judged(mean[MISMATCH] > mean[SPECTRUM], f"it is better than the spectrum kernel ({mean[SPECTRUM]:.3f})"),
        graded(
            gain.mean() > 2 * noise,
            gain.mean() > noise,
            f"the Fisher kernel ({mean[FISHER]:.3f}) is better than the model that it comes from ({odds}: "
            f"{mean[odds]:.3f}): on {wins} of {len(gain)} families, one standard error is {noise:.3f}",
        ),
        graded(
            mean[FISHER] > mean[MISMATCH],
            mean[FISHER] > mean[SPECTRUM],
            f"and better than other detectors: mismatch {mean[MISMATCH]:.3f}, spectrum {mean[SPECTRUM]:.3f}; its model "
            "has not seen the alignments and unlabeled relatives that the source gave it",
        ),
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    """Draw, train, rank, print and judge."""
    parser = command("homology", __doc__, *ARCHIVES)
    parser.add_argument("--families", type=at_least(1), default=FAMILIES, metavar="N", help="families left out")
    parser.add_argument("--strangers", type=at_least(1), default=STRANGERS, metavar="N", help="domains added")
    parser.add_argument("--methods", nargs="+", choices=list(METHODS), default=list(METHODS), metavar="NAME")
    options = parser.parse_args(arguments)
    contest = Contest(pool(*domains(options.data), options.families, options.strangers))
    out = console()
    learners = {}
    for name in options.methods:
        with out.status(f"{name} ..."):
            learners[name] = METHODS[name](contest)
    found: dict[str, list[Ranking]] = {name: [] for name in learners}
    for place, trial in enumerate(contest.pool.trials):
        for name, scores in learners.items():
            with out.status(f"family {place + 1} of {len(contest.pool.trials)}, {name} ..."):
                found[name].append(ranking(scores(trial), trial.truth))
    complete = (options.families, options.strangers, len(found)) == (FAMILIES, STRANGERS, len(METHODS))
    show(out, [table(found)], claims(found, complete))


if __name__ == "__main__":
    main()
