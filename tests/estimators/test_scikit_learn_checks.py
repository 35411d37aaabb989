"""scikit-learn's own checks, all of them, on the machines that take the place of its own."""

from sklearn.utils.estimator_checks import parametrize_with_checks

from drupe import SVC, SVR, LinearSVC, LinearSVR, LogisticRegression, NuSVC, NuSVR, OneClassSVM

INFEASIBLE = "nu = 0.5 is infeasible for the classes of this check; nu = 0.3 passes"

NO_MARGIN = "the labels of this check are drawn at random, and nu = 0.3 leaves no margin between them; nu = 0.5 passes"
RANDOM_LABELS = (
    "check_estimator_sparse_tag",
    "check_estimator_sparse_array",
    "check_estimator_sparse_matrix",
    "check_fit_check_is_fitted",
    "check_n_features_in",
)


def known_failures(estimator):
    """Checks whose data a machine rightly refuses."""
    if isinstance(estimator, NuSVC):
        ignored = {"check_class_weight_classifiers": "class_weight has no effect, as in scikit-learn"}
        if estimator.nu <= 0.3:
            return ignored | dict.fromkeys(RANDOM_LABELS, NO_MARGIN)
        return ignored | {
            "check_sample_weight_equivalence_on_dense_data": INFEASIBLE,
            "check_sample_weight_equivalence_on_sparse_data": INFEASIBLE,
        }
    if isinstance(estimator, SVC) and estimator.kernel == "precomputed":
        return {"check_classifiers_one_label_sample_weights": "passes a Gram matrix that is not symmetric"}
    return {}


@parametrize_with_checks(
    [
        SVC(),
        SVC(probability=True),
        SVC(fit_intercept=False, break_ties=True),
        SVC(kernel="precomputed"),
        NuSVC(),
        NuSVC(nu=0.3),
        SVR(),
        NuSVR(),
        OneClassSVM(),
        LinearSVC(),
        LinearSVC(loss="hinge"),
        LinearSVC("l1"),
        LinearSVR(),
        LinearSVR(loss="squared_epsilon_insensitive"),
        LogisticRegression(),
        LogisticRegression(solver="liblinear", l1_ratio=1.0),
    ],
    expected_failed_checks=known_failures,
)
def test_scikit_learn_is_content(estimator, check):
    check(estimator)
