"""The price of missing a class moves sensitivity against specificity, as refits by hand have it."""

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import LeaveOneOut, StratifiedKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC as PeerSVC

from drupe import SVC, NearestMean, TwoNormSVC, class_cost_curve
from drupe.estimators.class_cost_curve import ClassCostCurve
from drupe.foundation.errors import InputError, ParameterError
from drupe.inputs import Vectors

X, Y = (part[:150] for part in load_breast_cancer(return_X_y=True))


@pytest.mark.spec("C.G16", "C.B36")
def test_shares_are_those_of_refits_by_hand():
    folds = StratifiedKFold(3, shuffle=True, random_state=0)
    machine = make_pipeline(StandardScaler(), PeerSVC(C=0.1))
    curve = class_cost_curve(machine, X, Y, positive=0, ratios=[10.0, 0.1, 1.0], cv=folds)
    assert curve.ratios.tolist() == [0.1, 1.0, 10.0]
    for place, ratio in enumerate(curve.ratios):
        said = np.empty_like(Y)
        for train, test in folds.split(X, Y == 0):
            scaler = StandardScaler().fit(X[train])
            peer = PeerSVC(C=0.1, class_weight={0: ratio, 1: 1.0}).fit(scaler.transform(X[train]), Y[train])
            said[test] = peer.predict(scaler.transform(X[test]))
        assert curve.sensitivity[place] == pytest.approx(np.mean(said[Y == 0] == 0))
        assert curve.specificity[place] == pytest.approx(np.mean(said[Y == 1] == 1))
        assert curve.errors[place] == pytest.approx(np.mean(said != Y))
    assert (curve.positives, curve.negatives) == (int((Y == 0).sum()), int((Y == 1).sum()))


@pytest.mark.spec("C.G16", "C.B36", "C.G15")
@pytest.mark.parametrize("machine", [SVC(C=0.02), TwoNormSVC(C=0.02, kernel="rbf")], ids=["1-norm", "2-norm"])
def test_a_rare_class_is_missed_until_it_costs_more(machine):
    """Without weights the rule that never sees the class is found; with them it is not."""
    rng = np.random.default_rng(0)
    few = np.vstack([rng.normal(size=(200, 2)), rng.normal(size=(12, 2)) + 1.2])
    labels = np.r_[np.zeros(200), np.ones(12)]
    curve = class_cost_curve(machine, few, labels, positive=1.0, ratios=[1.0, 16.0, 200.0])
    assert curve.sensitivity[0] == 0.0
    assert curve.specificity[0] == 1.0
    assert curve.sensitivity[-1] > 0.7
    assert (np.diff(curve.sensitivity) >= 0).all()
    assert (np.diff(curve.specificity) <= 0).all()
    assert curve.balanced.max() > 0.7


def test_every_left_out_example_counts_once_and_inputs_of_any_kind_do():
    few, labels = X[40:60, :1], Y[40:60]
    curve = class_cost_curve(SVC(), Vectors.of(few), labels, positive=labels[0], ratios=[1.0], cv=LeaveOneOut())
    assert curve.positives + curve.negatives == 20
    strings = class_cost_curve(
        SVC(kernel=agreement), [str(number) for number in labels], labels, positive=0, ratios=[1.0], cv=2
    )
    assert (strings.sensitivity == 1.0).all()


def agreement(left, right):
    return np.array([[float(a == b) for b in right] for a in left])


def test_the_ratio_for_a_sensitivity_has_the_best_specificity():
    curve = ClassCostCurve(np.array([1.0, 2.0, 4.0]), np.array([0.5, 0.9, 0.9]), np.array([1.0, 0.7, 0.8]), 10, 20)
    assert curve.ratio_for(0.9) == 4.0
    assert curve.ratio_for(0.3) == 1.0
    assert curve.ratio_for(0.95) == np.inf
    with pytest.raises(ParameterError, match="sensitivity"):
        curve.ratio_for(1.5)


@pytest.mark.parametrize(
    ("change", "kind", "words"),
    [
        ({"machine": NearestMean()}, ParameterError, "NearestMean has no class_weight"),
        ({"positive": "red"}, InputError, r"about 'red' and others, but y holds \[0, 1\]"),
        ({"ratios": [1.0, 0.0]}, ParameterError, "above zero"),
        ({"ratios": []}, ParameterError, "above zero"),
    ],
)
def test_what_cannot_be_swept_is_refused(change, kind, words):
    said = {"machine": SVC(), "positive": 0, "ratios": [1.0], **change}
    with pytest.raises(kind, match=words):
        class_cost_curve(said.pop("machine"), X[:20], Y[:20], **said)
