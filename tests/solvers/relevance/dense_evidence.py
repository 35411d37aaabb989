"""The evidence of weighted functions by dense matrices of n × n, and Laplace's written anew: slow, easy to check."""

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit
from scipy.stats import multivariate_normal


def gaussian_log_evidence(table: np.ndarray, targets: np.ndarray, variances: np.ndarray, noise: float) -> float:
    """ln N(t; 0, noise I + Σⱼ θⱼ φⱼφⱼᵀ), functions as columns."""
    covariance = noise * np.eye(len(targets)) + (table * variances) @ table.T
    return float(multivariate_normal(np.zeros(len(targets)), covariance, allow_singular=True).logpdf(targets))


def laplace_log_evidence(table: np.ndarray, positive: np.ndarray, variances: np.ndarray) -> float:
    """max over w of ln P(classes | w) + ln N(w; 0, Θ), plus ½ ln det(2πΣ), with the mode found by another method."""
    if not table.shape[1]:
        return -len(positive) * np.log(2.0)

    def cost(w: np.ndarray) -> float:
        f = table @ w
        return float(np.logaddexp(0.0, f).sum() - positive @ f + 0.5 * np.sum(w**2 / variances))

    def slope(w: np.ndarray) -> np.ndarray:
        return table.T @ (expit(table @ w) - positive) + w / variances

    def bend(w: np.ndarray) -> np.ndarray:
        share = expit(table @ w)
        return (table.T * (share * (1.0 - share))) @ table + np.diag(1.0 / variances)

    found = minimize(cost, np.zeros(table.shape[1]), jac=slope, hess=bend, method="trust-exact", options={"gtol": 1e-9})
    _, determinant = np.linalg.slogdet(bend(found.x))
    return float(-found.fun - 0.5 * np.log(variances).sum() - 0.5 * determinant)


def long_gains(table: np.ndarray, targets: np.ndarray, variances: np.ndarray, noise: float) -> np.ndarray:
    """What the log evidence gains if each function of no variance comes with its best one, in long double.

    Chosen functions are made orthonormal one after another, twice, so that small parts outside them are not lost.
    """
    kind = np.longdouble
    scaled, t = table.astype(kind) / np.sqrt(kind(noise)), targets.astype(kind) / np.sqrt(kind(noise))
    chosen = np.flatnonzero(variances)
    stacked = np.vstack([scaled[:, chosen] * np.sqrt(variances[chosen].astype(kind)), np.eye(len(chosen), dtype=kind)])
    directions = np.zeros_like(stacked)
    for j in range(len(chosen)):
        column = stacked[:, j].copy()
        for _ in range(2):
            column -= directions[:, :j] @ (directions[:, :j].T @ column)
        directions[:, j] = column / np.sqrt(column @ column)
    outside = np.vstack([scaled, np.zeros((len(chosen), table.shape[1]), dtype=kind)])
    for _ in range(2):
        outside -= directions @ (directions.T @ outside)
    shares, pulls = (outside**2).sum(axis=0), outside[: len(t)].T @ t
    there = (shares > 1e-20 * (scaled**2).sum(axis=0)) & (variances == 0.0)
    ratios = np.maximum(np.where(there, pulls**2 / np.where(there, shares, 1.0), 1.0), 1.0)
    return np.asarray(0.5 * (ratios - 1.0 - np.log(ratios)), dtype=np.float64)


def sinc(n: int, seed: int, noise: float = 0.1) -> tuple[np.ndarray, np.ndarray]:
    """Noisy values of sin(x) / x."""
    rng = np.random.default_rng(seed)
    x = rng.uniform(-10.0, 10.0, (n, 1))
    return x, np.sinc(x[:, 0] / np.pi) + noise * rng.standard_normal(n)


def moons(n: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Two classes that overlap, around a bent line."""
    rng = np.random.default_rng(seed)
    x = rng.uniform(-2.0, 2.0, (n, 2))
    return x, (np.sin(2.0 * x[:, 0]) + 0.6 * rng.standard_normal(n) < x[:, 1]).astype(np.float64)
