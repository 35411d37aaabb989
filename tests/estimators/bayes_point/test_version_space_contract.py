"""scikit-learn's own checks of the machines of version space and of the reject option."""

import pytest
from drupe.solvers.samplers.gibbs import Gibbs
from drupe.solvers.samplers.starts import PerceptronStart
from sklearn.linear_model import LogisticRegression
from sklearn.utils.estimator_checks import parametrize_with_checks

from drupe import (
    SVC,
    BayesianTransduction,
    BayesPointMachine,
    EPBayesPointMachine,
    GibbsClassifier,
    RejectOption,
)

NOISY = Gibbs(noise=0.05, burn_in=100, start=PerceptronStart(max_updates=100))
CONTRADICTORY = "the check's sample holds equal examples of both classes; noise is needed"
HARD = {
    "check_estimator_sparse_tag": CONTRADICTORY,
    "check_estimator_sparse_array": CONTRADICTORY,
    "check_estimator_sparse_matrix": CONTRADICTORY,
}
TWO_FUNCTIONS = {"check_decision_proba_consistency": "outputs are the Bayes point's, probabilities those of all"}


def expected_to_fail(estimator):
    failures = {}
    if getattr(estimator, "noise", 1.0) == 0.0 and getattr(estimator, "sampler", "billiard") == "billiard":
        failures |= HARD
    if isinstance(estimator, BayesPointMachine | EPBayesPointMachine):
        failures |= TWO_FUNCTIONS
    return failures


@pytest.mark.filterwarnings("default")
@parametrize_with_checks(
    [
        BayesPointMachine(gamma=5.0, n_samples=20),
        BayesPointMachine(gamma=0.5, sampler=NOISY, n_samples=10),
        EPBayesPointMachine(gamma=5.0, tol=1e-3),
        EPBayesPointMachine(noise=0.05, tol=1e-2),
        BayesianTransduction(gamma=5.0, n_samples=20),
        GibbsClassifier(gamma=5.0, n_samples=20),
        RejectOption(LogisticRegression()),
        RejectOption(SVC(), threshold=0.0),
    ],
    expected_failed_checks=expected_to_fail,
)
def test_scikit_learn_is_content_with_votes(estimator, check):
    check(estimator)
