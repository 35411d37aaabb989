"""Posteriors of processes behind classes, computed plainly: general minimizers, dense determinants, sums over grids."""

import numpy as np
from numpy.polynomial.hermite_e import hermegauss
from scipy.optimize import minimize
from scipy.special import expit, logsumexp, softmax
from scipy.stats import multivariate_normal, norm


def laplace(K, signs):
    """Mode and log evidence of the logistic likelihood, by a general minimizer in whitened outputs f = La."""
    L = np.linalg.cholesky(K)

    def cost(a):
        return np.logaddexp(0.0, -signs * (L @ a)).sum() + 0.5 * a @ a

    def slope(a):
        return a - L.T @ (signs * expit(-signs * (L @ a)))

    def curvature(a):
        f = L @ a
        return np.eye(len(a)) + L.T @ ((expit(f) * expit(-f))[:, None] * L)

    a = _lowest(cost, slope, curvature, len(K))
    return L @ a, -cost(a) - 0.5 * np.linalg.slogdet(curvature(a))[1]


def softmax_laplace(K, labels):
    """Mode, log evidence and the curvature of the soft-max likelihood, all classes in one long vector."""
    n, classes = labels.shape
    L = np.kron(np.eye(classes), np.linalg.cholesky(K))

    def outputs(a):
        return (L @ a).reshape(classes, n).T

    def curvature_of_labels(f):
        shares = softmax(f, axis=1)
        W = np.zeros((classes * n, classes * n))
        for i in range(n):
            at = i + n * np.arange(classes)
            W[np.ix_(at, at)] = np.diag(shares[i]) - np.outer(shares[i], shares[i])
        return W

    def cost(a):
        f = outputs(a)
        return logsumexp(f, axis=1).sum() - (labels * f).sum() + 0.5 * a @ a

    def slope(a):
        return a - L.T @ (labels - softmax(outputs(a), axis=1)).T.ravel()

    def curvature(a):
        return np.eye(len(a)) + L.T @ curvature_of_labels(outputs(a)) @ L

    a = _lowest(cost, slope, curvature, classes * n)
    f = outputs(a)
    return f, -cost(a) - 0.5 * np.linalg.slogdet(curvature(a))[1], curvature_of_labels(f)


def _lowest(cost, slope, curvature, size):
    """By a general minimizer, and three plain Newton steps for the last digits."""
    options = {"gtol": 1e-8}
    a = minimize(cost, np.zeros(size), jac=slope, hess=curvature, method="trust-exact", options=options).x
    for _ in range(3):
        a = a - np.linalg.solve(curvature(a), slope(a))
    return a


def propagated(K, signs, rounds=300):
    """Expectation propagation for Φ(yf), one site after the other, each with the whole covariance."""
    n = len(K)
    precisions, shifts = np.zeros(n), np.zeros(n)
    covariance, means = K.copy(), np.zeros(n)
    for _ in range(rounds):
        for i in range(n):
            variance = 1.0 / (1.0 / covariance[i, i] - precisions[i])
            mean = variance * (means[i] / covariance[i, i] - shifts[i])
            z = signs[i] * mean / np.sqrt(1.0 + variance)
            ratio = norm.pdf(z) / norm.cdf(z)
            matched = mean + signs[i] * variance * ratio / np.sqrt(1.0 + variance)
            left = variance - variance**2 * ratio / (1.0 + variance) * (z + ratio)
            precisions[i], shifts[i] = 1.0 / left - 1.0 / variance, matched / left - mean / variance
            covariance = np.linalg.inv(np.linalg.inv(K) + np.diag(precisions))
            means = covariance @ shifts
    left = 1.0 / (1.0 / covariance.diagonal() - precisions)
    contexts = left * (means / covariance.diagonal() - shifts)
    sites, widths = shifts / precisions, 1.0 / precisions
    # ln ∫ N(f; 0, K) Πᵢ Z̃ᵢ N(fᵢ; m̃ᵢ, ṽᵢ) df, each Z̃ᵢ such that its site has the mass of its label.
    masses = norm.logcdf(signs * contexts / np.sqrt(1.0 + left)) - norm.logpdf(contexts, sites, np.sqrt(left + widths))
    return masses.sum() + multivariate_normal(np.zeros(n), K + np.diag(widths)).logpdf(sites), means


def moments(K, likelihood, points=60):
    """ln Z, means and variances of N(f; 0, K) Πᵢ likelihood(f)ᵢ / Z for few examples, by a sum over a grid."""
    nodes, weights = hermegauss(points)
    grid = np.stack(np.meshgrid(*[nodes] * len(K), indexing="ij"), axis=-1).reshape(-1, len(K))
    each = np.prod(np.stack(np.meshgrid(*[weights] * len(K), indexing="ij"), axis=-1), axis=-1).ravel()
    f = grid @ np.linalg.cholesky(K).T
    mass = each / each.sum() * np.prod(likelihood(f), axis=1)
    means = mass @ f / mass.sum()
    return np.log(mass.sum()), means, mass @ f**2 / mass.sum() - means**2


def bells(seed, n, factor=1.0, width=1.0, columns=2):
    """A well-conditioned Gaussian Gram matrix of random points, and random labels."""
    rng = np.random.default_rng(seed)
    x = 3.0 * rng.normal(size=(n, columns))
    K = factor * np.exp(-0.5 * np.square(x[:, None] - x).sum(axis=2) / width**2) + 1e-6 * factor * np.eye(n)
    return K, np.where(x[:, 0] + rng.normal(size=n) > 0.0, 1.0, -1.0)
