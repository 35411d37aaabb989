"""Relevance vector machines beside fastrvm and sklearn_rvm, where these are installed: time, and evidence reached."""

import warnings
from collections.abc import Callable, Iterator
from importlib import import_module
from types import ModuleType
from typing import Any

import data
import numpy as np
from measure import Goal, Peer, Row, Settings, side_by_side
from scipy.special import expit
from sklearn.metrics.pairwise import rbf_kernel

from drupe import RelevanceVectorClassifier, RelevanceVectorRegressor

LEAST = 0.0
"""What our log evidence is to be above theirs, at least."""


def installed(name: str) -> ModuleType | None:
    """The peer, if it is there."""
    try:
        return import_module(name)
    except ImportError:
        return None


def gaussian(left: np.ndarray, t: np.ndarray, variances: np.ndarray, noise: float) -> float:
    """ln P(t) of weighted columns."""
    inner = np.eye(left.shape[1]) + (np.sqrt(variances)[:, None] * (left.T @ left) * np.sqrt(variances)) / noise
    pulled = np.sqrt(variances) * (left.T @ t) / noise
    quadratic = t @ t / noise - pulled @ np.linalg.solve(inner, pulled)
    return float(-0.5 * (len(t) * np.log(2.0 * np.pi * noise) + np.linalg.slogdet(inner)[1] + quadratic))


def laplace(left: np.ndarray, y: np.ndarray, w: np.ndarray, variances: np.ndarray) -> float:
    """ln P(y) by Laplace's approximation at the mode w."""
    f, share = left @ w, expit(left @ w)
    inner = np.diag(1.0 / variances) + (left.T * (share * (1.0 - share))) @ left
    told = y @ f - np.logaddexp(0.0, f).sum() - 0.5 * np.sum(w**2 / variances)
    return float(told - 0.5 * np.log(variances).sum() - 0.5 * np.linalg.slogdet(inner)[1])


def quiet(fit: Callable[[], Any]) -> Callable[[], Any]:
    """A fit whose warnings are not shown."""

    def work() -> Any:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return fit()

    return work


def compared(case: str, ours: Callable[[], Any], peers: tuple[Peer, ...], above: dict[str, float], repeats: int) -> Row:
    """Times side by side, and by how much our log evidence is above theirs."""
    row = side_by_side(case, ours, peers, repeats)
    goals = tuple(Goal(name, LEAST, at_most=False) for name in above)
    return Row(row.case, {**row.numbers, **above}, (*row.goals, *goals))


def sinc(n: int, noise: float, settings: Settings) -> Row:
    """Noisy values of sin(x) / x, no intercept, so that all have the same functions."""
    rng, gamma = np.random.default_rng(0), 1.0 / 9.0
    x = rng.uniform(-10.0, 10.0, (n, 1))
    t = np.sinc(x[:, 0] / np.pi) + noise * rng.standard_normal(n)
    machine = RelevanceVectorRegressor(gamma=gamma, fit_intercept=False)
    reached, peers, above = machine.fit(x, t).log_evidence_, list[Peer](), dict[str, float]()
    if (fast := installed("fastrvm")) is not None:
        model = fast.RVR(gamma=gamma).fit(x, t)
        left, w = rbf_kernel(x, x[model.relevance_], gamma=gamma), model.dual_coef_[0]
        # Variances follow from the mean: how the peer scales those that it reports then does not matter.
        variances = np.abs(w / (model.beta_ * left.T @ (t - left @ w)))
        above["above fastrvm"] = reached - gaussian(left, t, variances, 1.0 / model.beta_)
        peers.append(Peer("fastrvm", lambda: model.fit(x, t), faster_at_least=1.5))
    if (slow := installed("sklearn_rvm")) is not None:
        other = slow.EMRVR(kernel="rbf", gamma=gamma, bias_used=False)
        quiet(lambda: other.fit(x, t))()
        above["above sklearn_rvm"] = reached - gaussian(other.Phi_, t, 1.0 / other.alpha_, 1.0 / other.beta_)

        def again() -> Any:
            return slow.EMRVR(kernel="rbf", gamma=gamma, bias_used=False).fit(x, t)

        peers.append(Peer("sklearn_rvm", quiet(again), faster_at_least=150.0))
    repeats = settings.repeats
    return compared(f"sinc, {n} examples, noise {noise}", lambda: machine.fit(x, t), tuple(peers), above, repeats)


def classes(n: int, faster: float, settings: Settings) -> Row:
    """Two classes in the plane: banana, or made ones where public data are not at hand."""
    place, gamma = data.folder(settings), 1.0
    if place is not None and (place / "ida13.npz").exists():
        with np.load(place / "ida13.npz") as file:
            x, y = file["banana_X"].astype(np.float64), (file["banana_y"] > 0).astype(np.float64)
        chosen = np.random.default_rng(0).permutation(len(y))[:n]
        name, x, y = "banana", x[chosen], y[chosen]
    else:
        rng = np.random.default_rng(0)
        x = rng.uniform(-2.0, 2.0, (n, 2))
        name, y = "made", (np.sin(2.0 * x[:, 0]) + 0.6 * rng.standard_normal(n) < x[:, 1]).astype(np.float64)
    machine = RelevanceVectorClassifier(gamma=gamma, fit_intercept=False)
    reached, peers, above = machine.fit(x, y).log_evidence_, list[Peer](), dict[str, float]()
    if (fast := installed("fastrvm")) is not None:
        model = fast.RVC(gamma=gamma).fit(x, y)
        left, w = rbf_kernel(x, x[model.relevance_], gamma=gamma), model.dual_coef_[0]
        variances = np.abs(w / (left.T @ (y - expit(left @ w))))
        above["above fastrvm"] = reached - laplace(left, y, w, variances)
        peers.append(Peer("fastrvm", lambda: model.fit(x, y), faster_at_least=faster))
    repeats = 1 if settings.quick or n > 2000 else 3
    return compared(f"{name}, {n} examples", lambda: machine.fit(x, y), tuple(peers), above, repeats)


def rows(settings: Settings) -> Iterator[Row]:
    """Quantities, then classes."""
    for noise in (0.01, 0.1, 0.3):
        yield sinc(max(settings.size(1000), 40), noise, settings)
    for n, faster in ((1000, 3.0), (3000, 15.0)):
        yield classes(max(settings.size(n), 60), faster, settings)
