"""The linear sparse kernel Fisher discriminant: least absolute deviations of labels with few centers."""

from drupe.estimators.declaration import declared
from drupe.estimators.discriminant.fisher_machine import FisherMachine
from drupe.estimators.discriminant.linear_sparse_program import LinearSparseProgram


@declared
class LinearSparseKernelFisher(LinearSparseProgram, FisherMachine):
    """min Σᵢ wᵢ |f(xᵢ) + b − yᵢ| + alpha ‖a‖₁, yᵢ = ±1, f = Σⱼ aⱼ k(xⱼ, ·): robust against labels, and of few centers.

    A linear program, solved exactly at a vertex, where as many examples are met exactly as there are coefficients, and
    one more. The kernel need not be positive semi-definite. `gap_` proves how near the minimum is.

    Notes
    -----
    It estimates the median of the label: where classes overlap much and one is rarer, the minimum is a constant, and a
    warning says so. The program's own b, `offset_`, is often a poor threshold. Of examples with identical inputs one
    has the coefficient; among several minima it is a vertex that is found.

    Examples
    --------
    >>> X, y = [[0.0], [1.0], [2.0], [3.0], [4.0], [5.0]], ["a", "a", "a", "b", "b", "b"]
    >>> machine = LinearSparseKernelFisher("rbf", gamma=0.2, alpha=0.1).fit(X, y)
    >>> machine.predict([[0.5], [4.5]]).tolist(), machine.sparsity_ >= 0.5, machine.gap_ < 1e-9
    (['a', 'b'], True, True)

    References
    ----------
    [Mika02]_, section 3.4.8, eqs. 3.55 and 3.56, and section 3.5.6.
    """
