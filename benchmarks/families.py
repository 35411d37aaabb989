"""What a fit takes, family by family and size by size: processor seconds of one thread, and memory beyond the data."""

import multiprocessing
import resource
import warnings
from collections.abc import Iterator
from time import process_time
from typing import Any

from data import noisy
from measure import Row, Settings
from threadpoolctl import threadpool_limits

import drupe
from drupe.kernels import Gaussian

KERNEL = Gaussian(width=3.0)

FAMILIES: dict[str, tuple[Any, int]] = {
    "SVC": (drupe.SVC(kernel=KERNEL), 100_000),
    "SVCPathCV": (drupe.SVCPathCV(kernel=KERNEL), 1_000),
    "NuSVC": (drupe.NuSVC(kernel=KERNEL), 10_000),
    "OneClassSVM": (drupe.OneClassSVM(kernel=KERNEL, nu=0.1), 100_000),
    "SVR": (drupe.SVR(kernel=KERNEL), 10_000),
    "KernelRidge": (drupe.KernelRidge(kernel=KERNEL), 10_000),
    "GaussianProcessRegressor": (drupe.GaussianProcessRegressor(1.0 * KERNEL, noise=0.5), 1_000),
    "RegularizedClassifier": (drupe.RegularizedClassifier(kernel=KERNEL), 1_000),
    "BayesPointMachine, perceptrons": (drupe.BayesPointMachine(kernel=KERNEL, sampler="perceptron"), 10_000),
    "BayesPointMachine, billiard": (drupe.BayesPointMachine(kernel=KERNEL), 1_000),
    "EPBayesPointMachine": (drupe.EPBayesPointMachine(kernel=KERNEL), 1_000),
    "VotedPerceptron": (drupe.VotedPerceptron(kernel=KERNEL), 10_000),
    "LPSVC": (drupe.LPSVC(kernel=KERNEL), 1_000),
    "NeighborsClassifier": (drupe.NeighborsClassifier(), 100_000),
    "CertifiedClassifier of SVC": (drupe.CertifiedClassifier(drupe.SVC(kernel=KERNEL)), 10_000),
}
"""Machines, and the largest size at which each is tried."""

SIZES = (100, 1_000, 10_000, 100_000)
QUICK = (40,)


def spent(name: str, examples: int) -> tuple[float, float]:
    """Processor seconds of a fit in this process, and megabytes that it took beyond what was there before."""
    x, y = noisy(examples)
    machine = FAMILIES[name][0]
    drupe.SVC().fit(x[:40], y[:40])  # what is loaded once is loaded
    with threadpool_limits(1), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # labels that are turned: not every machine converges on them
        before, began = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, process_time()
        machine.fit(x, y)
        took = process_time() - began
    return took, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024


def rows(settings: Settings) -> Iterator[Row]:
    """One row for each machine; a column of seconds and one of megabytes for each size.

    Each fit has a process of its own, forked from this one, in which OpenMP has one thread: on a busy machine threads
    that wait for others spin, and what they spend is nobody's work.
    """
    with multiprocessing.get_context("fork").Pool(1, maxtasksperchild=1) as pool:
        for name, (_, largest) in FAMILIES.items():
            numbers: dict[str, float] = {}
            for examples in QUICK if settings.quick else (size for size in SIZES if size <= largest):
                seconds, megabytes = pool.apply(spent, (name, examples))
                numbers |= {f"{examples} s": seconds, f"{examples} MB": megabytes}
            yield Row(name, numbers)
