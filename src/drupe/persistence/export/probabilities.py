"""From outputs to probabilities of classes, in a graph: sigmoids, soft-max, Gaussians, and what makes them agree."""

import numpy as np

from drupe.estimators.discriminant.thresholds.gaussian_crossing import TwoGaussians
from drupe.persistence.export.graph import Value
from drupe.persistence.export.votes import named
from drupe.predictors.consistent import NUDGE


def of_two(second: Value) -> Value:
    """Both columns, from that of the second of two classes."""
    return second.graph.together([1.0 - second, second])


def logistic(outputs: Value, rate: float, columns: int) -> Value:
    """1 / (1 + exp(−rate f)); of several classes normalized."""
    above = (outputs * rate).sigmoid()
    return of_two(above) if columns == 1 else normalized(above, columns)


def soft(outputs: Value, columns: int, rate: float = 1.0) -> Value:
    """softmax(rate f); of one output the same as for (0, f)."""
    scaled = outputs * rate
    return of_two(scaled.sigmoid()) if columns == 1 else scaled.softmax()


def normalized(above: Value, classes: int) -> Value:
    """Rows divided by their sums; all alike where a sum is zero."""
    total = above.sum()
    return (total > 0.0).where(above / (total > 0.0).where(total, 1.0), 1.0 / classes)


def of_gaussians(outputs: Value, beliefs: tuple[TwoGaussians, ...]) -> Value:
    """P(class | output) by Bayes' theorem from two Gaussians for each output."""
    means, deviations, priors = (
        np.array([getattr(one, name) for one in beliefs]).T for name in ("means", "deviations", "priors")
    )
    height = np.log(priors / deviations)
    below, above = (height[side] - 0.5 * ((outputs - means[side]) / deviations[side]) ** 2.0 for side in (0, 1))
    posterior = (above - below).sigmoid()
    return of_two(posterior) if len(beliefs) == 1 else normalized(posterior, len(beliefs))


def consistent(probabilities: Value, codes: Value, confidence: Value, classes: int) -> Value:
    """The nearest probabilities under which the predicted class is the most probable one.

    Where a rival is as probable, it and all that are more so are lowered to a common level: the largest mean of the
    predicted class and the next few rivals. See `drupe.predictors.consistent`.
    """
    graph, predicted = probabilities.graph, named(codes, classes).cast(probabilities.dtype)
    own = (probabilities * predicted).sum()
    rivals = (predicted > 0.0).where(-1.0, probabilities)
    sizes = graph.constant([classes - 1])
    ordered = graph.emit_many("TopK", [rivals, sizes], [probabilities.dtype, sizes.dtype], axis=1)[0]
    summed = ordered.apply("CumSum", graph.constant(np.array(1)))
    level = ((own + summed) / np.arange(2.0, classes + 1.0)[None, :]).max()
    nudge = NUDGE * (2.0 + confidence)
    lowered = probabilities.least(level) * (1.0 - nudge) * (1.0 - predicted)
    pooled = lowered + predicted * (1.0 - lowered.sum())
    return (rivals.max() >= own).where(pooled, probabilities)
