"""Kernel PCA: 50 components beside scikit-learn's arpack, processor seconds of one thread, and how exact."""

import multiprocessing
from collections.abc import Iterator
from time import process_time
from typing import Any

import numpy as np
from data import folder, noisy
from measure import Goal, Row, Settings
from sklearn.decomposition import KernelPCA as Peer
from threadpoolctl import threadpool_limits

import drupe

COMPONENTS = 50
EXACT = 1e-6
"""Largest relative error of an eigenvalue."""

CASES = (("usps", 5_000, 4.0), ("mnist", 20_000, 6.0))
"""Data, examples, and how many times as fast we want to be; larger ones only with --full."""


def images(name: str, examples: int, settings: Settings) -> tuple[np.ndarray, float]:
    """Images with entries from −1 to 1 or 0 to 1, and the factor of the kernel; drawn points where there are none."""
    place = folder(settings)
    if place is None or not (place / f"{name}.npz").exists():
        return noisy(examples)[0], 0.05
    with np.load(place / f"{name}.npz") as file:
        x = file["X_train"][:examples].astype(np.float64)
    x /= np.abs(x).max()
    return x, 1.0 / (0.3 * x.shape[1]) if name == "usps" else 0.02


def spent(library: str, name: str, examples: int, settings: Settings) -> tuple[float, np.ndarray]:
    """Processor seconds of a warm fit in this process, and the eigenvalues.

    Memory that a process touches for the first time may cost more than all the rest, so that one fit goes before.
    """
    x, gamma = images(name, examples, settings)
    said: dict[str, Any] = {"kernel": "rbf", "gamma": gamma, "copy_X": False}
    count = min(COMPONENTS, len(x) // 4)
    if library == "drupe":
        machine: Any = drupe.KernelPCA(count, **said, n_jobs=1)
    else:
        machine = Peer(count, **said, eigen_solver="arpack", random_state=0)
    with threadpool_limits(1):
        machine.fit(x)
        began = process_time()
        machine.fit(x)
        return process_time() - began, machine.eigenvalues_


def rows(settings: Settings) -> Iterator[Row]:
    """One row for each size; every fit has a process of its own."""
    with multiprocessing.get_context("fork").Pool(1, maxtasksperchild=1) as pool:
        for name, examples, times in CASES:
            size = settings.size(examples)
            ours, found = pool.apply(spent, ("drupe", name, size, settings))
            theirs, wanted = pool.apply(spent, ("scikit-learn", name, size, settings))
            numbers = {
                "drupe s": ours,
                "scikit-learn s": theirs,
                "scikit-learn / drupe": theirs / ours,
                "largest error": float(np.abs(found / wanted - 1.0).max()),
            }
            goals = (Goal("scikit-learn / drupe", times, False), Goal("largest error", EXACT, True))
            yield Row(f"{name}, {COMPONENTS} of {size}", numbers, goals)
