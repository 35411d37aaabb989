"""The pocket algorithm: walk on with the perceptron, but keep in the pocket what stood longest."""

from drupe.estimators.perceptron.fixed_passes import FixedPasses
from drupe.foundation.arrays import Vector
from drupe.solvers.perceptrons.run import MistakeRun


class PocketPerceptron(FixedPasses):
    """f_t of the kernel perceptron with the longest run of examples that it got right.

    To find the hyperplane with the fewest errors is NP-hard; this one tends to make few. On classes that the kernel
    separates, and with passes enough, it is the perceptron's solution.

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
        As those of KernelPerceptron; the mistakes are those of the whole walk.
    pocketed_
        Mistakes before the hypothesis that was kept, for each function.

    Examples
    --------
    >>> X, y = [[1.0], [2.0], [-1.0], [-2.0], [-3.0]], [1, 1, 0, 0, 1]  # the last one is noise
    >>> PocketPerceptron("linear", fit_intercept=False).fit(X, y).predict(X).tolist()
    [1, 1, 0, 0, 0]

    References
    ----------
    [Cristianini00]_, remark 2.9.
    """

    def _alpha(self, run: MistakeRun) -> Vector:
        return run.alpha_after(run.longest_lived)

    @property
    def pocketed_(self) -> list[int]:
        """Mistakes before the hypothesis that was kept, for each function."""
        return [run.longest_lived for run in self.solution_]
