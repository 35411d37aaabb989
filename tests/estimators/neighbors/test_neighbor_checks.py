"""scikit-learn's own checks, all of them, on nearest mean, neighbors, windows and the default."""

from sklearn.utils.estimator_checks import parametrize_with_checks

from drupe import (
    CondensedNeighbors,
    DefaultClassifier,
    MovingWindow,
    NearestMean,
    NeighborsClassifier,
    ParzenClassifier,
    ParzenDensity,
)


def known_failures(estimator):
    """Checks whose data a machine rightly refuses."""
    if isinstance(estimator, NearestMean) and estimator.kernel == "precomputed":
        return {"check_classifiers_one_label_sample_weights": "passes a Gram matrix that is not symmetric"}
    return {}


@parametrize_with_checks(
    [
        CondensedNeighbors(),
        DefaultClassifier(),
        MovingWindow(),
        NearestMean(),
        NearestMean("precomputed"),
        NeighborsClassifier(1),
        NeighborsClassifier(1, kernel="poly"),
        ParzenClassifier(),
        ParzenDensity(),
    ],
    expected_failed_checks=known_failures,
)
def test_scikit_learn_is_content_with_neighbors(estimator, check):
    check(estimator)
