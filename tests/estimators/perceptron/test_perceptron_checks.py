"""scikit-learn's own checks, all of them, on the perceptrons and on Adaline."""

import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

from drupe import (
    Adaline,
    AveragedPerceptron,
    KernelAdaline,
    KernelPerceptron,
    MinoverPerceptron,
    Perceptron,
    PocketPerceptron,
    VotedPerceptron,
)


# Few passes, because many of the checks draw labels at random, which nothing separates.
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@parametrize_with_checks(
    [
        Adaline(max_passes=50),
        AveragedPerceptron(max_passes=5),
        KernelAdaline(max_passes=20),
        KernelPerceptron(max_passes=20),
        KernelPerceptron(diagonal=0.5, shuffle=True, random_state=0, max_passes=20),
        KernelPerceptron(C=2.0, margin=0.1, max_passes=20),
        KernelPerceptron("precomputed", max_passes=20),
        MinoverPerceptron(max_passes=5, random_state=0),
        Perceptron(max_passes=20),
        PocketPerceptron(max_passes=5),
        VotedPerceptron(max_passes=5),
    ]
)
def test_scikit_learn_is_content_with_perceptrons(estimator, check):
    check(estimator)
