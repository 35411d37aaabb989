"""scikit-learn's own checks on the boosting machines."""

from sklearn.tree import DecisionTreeClassifier
from sklearn.utils.estimator_checks import parametrize_with_checks

from drupe import AdaBoostClassifier, ArcGV, RegularizedAdaBoost, StagewiseAdditive, StagewiseAdditiveRegressor
from drupe.estimators.boosting import GradedStump, SmallTree

TIES = (
    "on these 15 examples of 30 columns many rules are equally good, and rounding decides; test_weights_are_repetitions"
)


def known_failures(estimator):
    """Weights are repetitions up to rounding, which decides between trees of scikit-learn that are equally good."""
    if not isinstance(getattr(estimator, "estimator", None), DecisionTreeClassifier | SmallTree):
        return {}
    return {f"check_sample_weight_equivalence_on_{kind}_data": TIES for kind in ("dense", "sparse")}


@parametrize_with_checks(
    [
        AdaBoostClassifier(),
        AdaBoostClassifier(GradedStump(), n_estimators=20),
        AdaBoostClassifier(DecisionTreeClassifier(max_depth=1), n_estimators=5, random_state=0),
        ArcGV(),
        RegularizedAdaBoost(),
        StagewiseAdditive(),
        StagewiseAdditive(loss="exponential", shrinkage=0.5),
        StagewiseAdditiveRegressor(),
        StagewiseAdditiveRegressor(SmallTree(), loss="huber", n_estimators=20, random_state=0),
    ],
    expected_failed_checks=known_failures,
)
def test_scikit_learn_is_content(estimator, check):
    check(estimator)
