"""The design of a machine, step by step on real data: kernel, parameters, flavor, training, evaluation."""

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

from drupe import SVC, HardMarginSVC, SVCPathCV, TwoNormSVC, certify, opposite_distances, study
from drupe.kernels import Gaussian, Linear
from drupe.solvers.separation import NotSeparableError


@pytest.mark.spec("C.G01")
def test_a_study_does_every_step_and_says_what_it_chose() -> None:
    X, y = (part[:250] for part in load_breast_cancer(return_X_y=True))
    found = study(X, y, seed=0)
    trials = found.search.trials
    # Kernels of several kinds, some of several widths, and prices of slack for each were compared.
    kernels = {str(trial.contender.estimator.kernel) for trial in trials if isinstance(trial.contender.estimator, SVC)}
    assert len({name.split("(")[0] for name in kernels}) >= 3
    assert sum(name.startswith("Gaussian") for name in kernels) >= 2
    assert all(len(trial.contender.Cs) > 3 for trial in trials if isinstance(trial.contender.estimator, SVC))
    # The one that was fitted is the best of them, and it is judged by rows that no step has seen.
    best = max(trials, key=lambda trial: trial.score)
    assert type(found.model[-1]) is type(best.contender.estimator)
    assert found.model[-1].kernel == best.contender.estimator.kernel
    assert found.data.training + found.data.held_out == 250
    assert 1.0 - found.outcomes.accuracy < found.certificates.best.value < 0.2


@pytest.mark.spec("C.G01", "C.G02", "C.E18")
def test_the_steps_by_hand() -> None:
    """Versicolor and virginica overlap, setosa does not: the flavor follows from the data, with a proof."""
    X, y = load_iris(return_X_y=True)
    clean, noisy = y == 0, y == 2
    # Where no noise is in the way, the hard margin; its only parameter is the kernel.
    machine = HardMarginSVC(Linear()).fit(X, clean)
    assert machine.score(X, clean) == 1.0
    assert machine.margin_ > 0
    # Where there is, the hard margin proves that it cannot be had ...
    rows, labels = X[y > 0], noisy[y > 0]
    seen, fresh, learned, tested = train_test_split(rows, labels, test_size=40, random_state=0, stratify=labels)
    scaler = StandardScaler().fit(seen)
    seen, fresh = scaler.transform(seen), scaler.transform(fresh)
    with pytest.raises(NotSeparableError):
        HardMarginSVC(Linear()).fit(seen, learned)
    # ... so the soft margins, 1-norm or 2-norm: width by heuristic, price by cross-validation, then training on all.
    width = opposite_distances(seen, learned).smallest
    assert 0.05 < width < 1.0
    soft = SVCPathCV(kernel=Gaussian(4.0 * width), Cs=[0.1, 1.0, 10.0]).fit(seen, learned)
    squared = TwoNormSVC(C=soft.C_, kernel=Gaussian(4.0 * width)).fit(seen, learned)
    for rule in (soft, squared):
        errors = int(np.sum(rule.predict(fresh) != tested))
        assert errors <= 6
        # Evaluation by rows held out, with what they can promise.
        assert errors / 40 < certify(rule, X_held_out=fresh, y_held_out=tested).best.value < 0.35
