"""Hidden Markov models: Baum and Welch's steps beside hmmlearn's, processor seconds of one thread, same likelihood."""

import warnings
from collections.abc import Callable, Iterator
from math import inf
from time import process_time

import numpy as np
from measure import Goal, Row, Settings
from threadpoolctl import threadpool_limits

from drupe.inputs import Sequences
from drupe.models import Categorical, HiddenMarkov, Profile

STEPS = 5

CASES = ((10, 4, 100, 200, None), (20, 20, 100, 200, (5.0, 35.0)), (50, 20, 50, 200, None))
"""States, tokens, sequences, their length, and how many times as fast we want to be as "scaling" and "log"."""

SAME = 1e-9
"""Largest relative difference of ln P after the steps."""

AMINO_ACIDS = "ACDEFGHIKLMNPQRSTVWY"


def spent(work: Callable[[], object], repeats: int) -> tuple[float, object]:
    """The best processor seconds of several runs, and what came out."""
    best, found = inf, None
    for _ in range(repeats):
        began = process_time()
        found = work()
        best = min(best, process_time() - began)
    return best, found


def steps_of(states: int, tokens: int, count: int, length: int) -> tuple[Callable[[], float], Callable[[str], float]]:
    """ln P after the steps from one start, by us and by the peer."""
    from hmmlearn.hmm import CategoricalHMM

    rng = np.random.default_rng(0)
    data = rng.integers(0, tokens, size=(count, length))
    tables = (
        rng.dirichlet(np.ones(states)),
        rng.dirichlet(np.ones(states), states),
        rng.dirichlet(np.ones(tokens), states),
    )
    start, sequences = HiddenMarkov(*tables, range(tokens), [length]), Sequences.of(data.tolist())

    def ours() -> float:
        found = start.fitted(sequences, max_steps=STEPS - 1, tolerance=-inf, n_jobs=1)
        return found.training.objectives[-1]

    def theirs(implementation: str) -> float:
        peer = CategoricalHMM(states, n_iter=STEPS, tol=-inf, init_params="", implementation=implementation)
        peer.n_features = tokens
        peer.startprob_, peer.transmat_, peer.emissionprob_ = tables
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            peer.fit(data.reshape(-1, 1), [length] * count)
        return peer.monitor_.history[-1]

    return ours, theirs


def family(settings: Settings) -> Row:
    """A profile of 30 proteins of some 200 letters, and the log-odds and scores of 1500 others: no peer, no goal."""
    rng = np.random.default_rng(1)
    count, many = (30, 1500) if not settings.quick else (5, 30)
    proteins = ["".join(rng.choice(list(AMINO_ACIDS), size=rng.integers(180, 220))) for _ in range(count + many)]
    known, others = proteins[:count], Sequences.of(proteins[count:])
    fit, profile = spent(lambda: HiddenMarkov.fit(known, Profile(), alphabet=AMINO_ACIDS, max_steps=20, n_jobs=1), 1)
    background = Categorical.fit(known, alphabet=AMINO_ACIDS)
    odds, _ = spent(lambda: profile.log_odds(others, background), 1)  # type: ignore[attr-defined]
    scores, found = spent(lambda: profile.scores(others), 1)  # type: ignore[attr-defined]
    numbers = {"fit s": fit, "log-odds s": odds, "scores s": scores, "parameters": found.shape[1]}  # type: ignore[attr-defined]
    return Row(f"profile of {count}, {many} scored", numbers)


def rows(settings: Settings) -> Iterator[Row]:
    """One row for each size, and one for a family of proteins."""
    with threadpool_limits(1):
        for states, tokens, count, length, times in CASES:
            ours, theirs = steps_of(states, tokens, settings.size(count) or 1, length)
            taken, found = spent(ours, 3 * settings.repeats)
            scaling, wanted = spent(lambda theirs=theirs: theirs("scaling"), settings.repeats)
            log, _ = spent(lambda theirs=theirs: theirs("log"), 1)
            numbers = {
                "drupe s": taken,
                "scaling s": scaling,
                "log s": log,
                "scaling / drupe": scaling / taken,
                "log / drupe": log / taken,
                "difference": abs(found / wanted - 1.0),  # type: ignore[operator]
            }
            goals = (
                ()
                if times is None
                else tuple(
                    Goal(f"{name} / drupe", least, False) for name, least in zip(("scaling", "log"), times, strict=True)
                )
            )
            yield Row(
                f"{states} states, {tokens} tokens, {count} × {length}",
                numbers,
                (*goals, Goal("difference", SAME, True)),
            )
        yield family(settings)
