"""The parameters of machines that learn around landmarks in passes over the data."""

from typing import Any

from drupe.estimators.declaration import declared, parameter
from drupe.estimators.landmark.memory_plan import Memory
from drupe.estimators.ranges import NOTHING, POSITIVE, SECONDS, SEED, Collection_, Either, OneOf
from drupe.estimators.run_parameters import ThreadParameters, WatchedParameters
from drupe.estimators.size_limits import LARGEST
from drupe.foundation.parameters import Interval


@declared
class LandmarkParameters(ThreadParameters, WatchedParameters):
    """Landmarks, strength, and when the passes end.

    Parameters
    ----------
    landmarks
        How many landmarks to choose among the rows, all different ones if there are no more; or the landmarks
        themselves.
    choice
        "pivots" for a randomly pivoted Cholesky factorization of 5000 or more candidates, which spreads landmarks out
        and leaves out those that depend on others; "uniform"; "auto" for pivots up to 5000 landmarks.
    strength
        λ: how much ‖f‖²/2 counts beside the mean loss. scikit-learn's alpha is λn and its C is 1/(λn), n the number
        of rows, or the sum of their weights.
    C
        1/(λn) in the place of `strength`; None for `strength`.
    validation_fraction
        Share of the rows that is not learned from but watched: the passes end when the error there no longer falls.
        Nothing is certified by it, since it tells when to stop.
    tol
        Length of the gradient, in the metric and relative to that of the constant, at which the passes end.
    max_passes
        Over the data, at most.
    max_time
        Seconds for the passes; None for no limit.
    precision
        Of kernel values in passes: "single", "double", or "auto" for single where they are more than 10⁸, and double
        from the point on where single gets no further.
    memory
        What the fit may take beside data that are in memory: a number of bytes, or a text such as "500MB".
    random_state
        Seed of all draws: landmarks, sketch, folds and watched rows depend on it and on positions of rows alone.
    """

    landmarks: Any = parameter(Either(Interval(1, whole=True), Collection_()), default=2000)
    choice: str = parameter(OneOf("auto", "pivots", "uniform"), default="auto")
    strength: float = parameter(Interval(0.0, LARGEST, closed_low=False), default=1e-6)
    C: float | None = parameter(Either(NOTHING, Interval(0.0, LARGEST, closed_low=False)), default=None)
    validation_fraction: float = parameter(Interval(0.0, 1.0), default=0.0)
    tol: float = parameter(POSITIVE, default=1e-2)
    max_passes: int = parameter(Interval(1, whole=True), default=50)
    max_time: float | None = parameter(SECONDS, default=None)
    precision: str = parameter(OneOf("auto", "single", "double"), default="auto")
    memory: str | int = parameter(Memory(), default="2GB")
    random_state: Any = parameter(SEED, default=None)
