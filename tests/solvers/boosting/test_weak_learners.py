"""Trees, networks and columns of kernels as weak learners: what they promise under any weights."""

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier

from drupe.estimators.sample import Sample
from drupe.foundation.errors import InputError, InputTypeError, ParameterError
from drupe.inputs import Inputs, Sequences, Vectors
from drupe.kernels import Constant, Gaussian, Linear, Spectrum
from drupe.solvers.boosting.best_stump import BestStump, GradedStump
from drupe.solvers.boosting.kernel_column import ColumnSearch, KernelColumn
from drupe.solvers.boosting.radial_net import RadialNet, group_centers, spacing
from drupe.solvers.boosting.small_tree import SmallTree
from drupe.solvers.boosting.weak import WeakLearner

RNG = np.random.default_rng(0)
X = RNG.normal(size=(120, 2))
PULLS = np.where(np.square(X).sum(axis=1) < 1.2, 1.0, -1.0) * RNG.dirichlet(np.ones(120))
LEARNERS = [
    BestStump(),
    GradedStump(),
    SmallTree(2),
    RadialNet(4),
    RadialNet(4, graded=True),
    KernelColumn(Gaussian(1.0)),
    KernelColumn(Linear()),
]


def sample(inputs: Inputs) -> Sample:
    n = len(inputs)
    return Sample(inputs, np.zeros(n), np.ones(n), np.arange(n), inputs)


def edge(learner: WeakLearner, pulls: np.ndarray = PULLS) -> float:
    return float(pulls @ learner.on(sample(Vectors.of(X)), 1, 0).best(pulls).values)


@pytest.mark.parametrize("learner", LEARNERS, ids=str)
def test_values_are_those_of_the_gathered_rules(learner: WeakLearner) -> None:
    weak = learner.on(sample(Vectors.of(X)), 1, 0)
    found = [weak.best(pulls) for pulls in (PULLS, -PULLS, np.abs(PULLS), PULLS[::-1].copy())]
    rules = weak.gathered([one.rule for one in found])
    said = np.column_stack([one.values for one in found])
    np.testing.assert_allclose(rules.values(Vectors.of(X)), said, atol=1e-12)
    assert np.abs(said).max() <= 1.0
    weights = np.array([0.5, 1.0, 2.0, 0.1])
    np.testing.assert_allclose(rules.combined(Vectors.of(X), weights), said @ weights, atol=1e-12)
    assert len(weak.gathered([])) == 0
    # All of one sign is no question at all.
    assert np.abs(PULLS) @ found[2].values == pytest.approx(1.0)


@pytest.mark.parametrize("learner", LEARNERS, ids=str)
def test_same_seed_gives_the_same_rules(learner: WeakLearner) -> None:
    one, two = (learner.on(sample(Vectors.of(X)), 1, 7) for _ in range(2))
    for pulls in (PULLS, -PULLS):
        np.testing.assert_array_equal(one.best(pulls).values, two.best(pulls).values)


def test_tree_is_at_least_as_good_as_scikit_learn_s() -> None:
    """The same questions; a leaf says what weighs more in it."""
    for depth in (1, 2, 4):
        machine = DecisionTreeClassifier(max_depth=depth, random_state=0).fit(X, PULLS > 0, sample_weight=np.abs(PULLS))
        theirs = float(PULLS @ np.where(machine.predict(X), 1.0, -1.0))
        assert edge(SmallTree(depth)) >= theirs - 1e-12
    assert edge(SmallTree(4)) > edge(SmallTree(2)) > edge(BestStump())


def test_tree_tells_numbers_apart_that_single_precision_cannot() -> None:
    """scikit-learn sees one number where there are two; values must be those of the leaf an example is in."""
    x = np.array([[1.0], [1.0 + 1e-12], [2.0], [3.0]])
    weak = SmallTree(2).on(sample(Vectors.of(x)), 1, 0)
    found = weak.best(np.array([0.4, -0.1, -0.3, -0.2]))
    np.testing.assert_array_equal(weak.gathered([found.rule]).values(Vectors.of(x))[:, 0], found.values)
    assert found.values.tolist() == [1.0, 1.0, -1.0, -1.0]


def test_tree_names_classes() -> None:
    codes = (X[:, 0] > 0).astype(int) + 2 * (X[:, 1] > 0.3)
    found = SmallTree(2).on(sample(Vectors.of(X)), 1, 0).best_of_classes(np.ones(120), codes, 4)
    assert np.mean(found.values == codes) > 0.95


def test_column_is_the_best_of_all_columns_and_the_constant() -> None:
    for kernel in (Gaussian(0.7), Linear()):
        K = np.column_stack([kernel(X, X), np.full(120, np.abs(kernel(X, X)).max())]) / np.abs(kernel(X, X)).max()
        assert edge(KernelColumn(kernel)) == pytest.approx(np.abs(PULLS @ K).max(), rel=1e-12)


def test_columns_of_strings() -> None:
    strings = Sequences.of(["aab", "abb", "bba", "aaa", "bbb"])
    weak = KernelColumn(Spectrum(2)).on(sample(strings), 1)
    pulls = np.array([0.2, -0.1, -0.2, 0.3, -0.2])
    found = weak.best(pulls)
    np.testing.assert_allclose(weak.gathered([found.rule]).values(strings)[:, 0], found.values, atol=1e-15)
    assert pulls @ found.values > 0.0


def test_kernel_of_nothing_is_refused() -> None:
    with pytest.raises(InputError, match="is zero"):
        ColumnSearch(Linear(), Vectors.of(np.zeros((3, 1))))
    with pytest.raises(ParameterError, match="must be a kernel of drupe"):
        KernelColumn("rbf")  # type: ignore[arg-type]
    assert ColumnSearch(Constant(2.0), Vectors.of(X)).best(PULLS).rule[0] == 120  # no better than the constant


def test_net_learns_what_no_stump_can() -> None:
    assert edge(RadialNet(5)) > 0.8 > edge(BestStump())


def test_descent_makes_nets_better() -> None:
    edges = [
        np.mean([edge(RadialNet(3, max_iterations=steps), seed_pulls) for seed_pulls in drawn()]) for steps in (0, 20)
    ]
    assert edges[1] > edges[0] + 0.02


def drawn() -> list[np.ndarray]:
    return [np.sign(PULLS) * np.random.default_rng(seed).dirichlet(np.ones(120)) for seed in range(8)]


def test_graded_net_is_cut_off() -> None:
    weak = RadialNet(4, graded=True).on(sample(Vectors.of(X)), 1, 0)
    said = weak.best(PULLS).values
    assert len(np.unique(said)) > 50
    np.testing.assert_array_equal(
        np.sign(said), np.where(RadialNet(4).on(sample(Vectors.of(X)), 1, 0).best(PULLS).values > 0, 1, -1)
    )


def test_nets_on_few_or_equal_examples() -> None:
    weak = RadialNet(9).on(sample(Vectors.of(np.array([[0.0], [0.0], [1.0]]))), 1, 0)
    assert weak.best(np.array([0.3, 0.3, -0.4])).values.tolist() == [1.0, 1.0, -1.0]
    lone = RadialNet(2).on(sample(Vectors.of(np.ones((4, 2)))), 1, 0)
    assert lone.best(np.array([0.3, 0.3, -0.2, 0.2])).values.tolist() == [1.0] * 4


def test_centers_are_means_of_groups() -> None:
    x = np.vstack([RNG.normal(size=(50, 2)), RNG.normal(size=(50, 2)) + 30.0])
    weights = RNG.random(100)
    found = group_centers(x, weights, 2, np.random.default_rng(1))
    expected = [np.average(x[part], axis=0, weights=weights[part]) for part in (slice(0, 50), slice(50, 100))]
    np.testing.assert_allclose(sorted(found.tolist()), sorted(np.array(expected).tolist()), rtol=1e-12)
    assert spacing(np.ones((3, 2))) == 1.0


@pytest.mark.parametrize("learner", [SmallTree(), RadialNet()], ids=str)
def test_strings_are_refused(learner: WeakLearner) -> None:
    with pytest.raises(InputTypeError, match="Sequences"):
        learner.on(sample(Sequences.of(["ab", "ba"])))


def test_ranges() -> None:
    for make in (lambda: SmallTree(0), lambda: RadialNet(0), lambda: RadialNet(strength=0.0)):
        with pytest.raises(ParameterError):
            make()
