"""The averaged perceptron: the mean of all hypotheses on the way, each counted by how long it stood."""

from drupe.estimators.perceptron.fixed_passes import FixedPasses
from drupe.foundation.arrays import Vector
from drupe.solvers.perceptrons.run import MistakeRun


class AveragedPerceptron(FixedPasses):
    """f = Σ_t c_t f_t / Σ_t c_t over the hypotheses of the kernel perceptron, c_t the examples that f_t survived.

    One function, as fast as the last hypothesis and much steadier; close to the votes of VotedPerceptron.

    Parameters
    ----------
    kernel, degree, gamma, coef0
        As in scikit-learn's SVC; `kernel` also takes any Kernel.
    fit_intercept
        Whether b moves by yᵢR² at each mistake; without, hyperplanes pass through the origin.
    max_passes
        Passes through the examples; fewer only if one is clean.
    shuffle
        Whether each pass has a new random order; else examples come as they stand.
    random_state
        Seed for that.
    cache_size
        Megabytes for kernel rows, 0 to compute each anew.
    verbose
        Whether to show a bar on the terminal.
    max_time
        Limit of seconds, None for none.
    n_jobs
        Threads, None for OpenMP's number.
    on_interrupt
        "raise", or "keep" for what has been learned so far.

    Attributes
    ----------
    mistakes_, n_mistakes_, margins_, radius_, solution_, support_, dual_coef_, intercept_, coef_
        As those of KernelPerceptron; coefficients are no whole numbers.

    Examples
    --------
    >>> X, y = [[1.0, 0.0], [0.0, 1.0]], [1, 0]  # f₁ = x₁ survives nothing, f₂ = x₁ - x₂ survives one pass
    >>> AveragedPerceptron("linear", fit_intercept=False).fit(X, y).coef_.tolist()
    [[1.0, -0.75]]

    References
    ----------
    [Freund99]_, section 5 (the unnormalized average).
    """

    def _alpha(self, run: MistakeRun) -> Vector:
        return run.averaged_alpha
