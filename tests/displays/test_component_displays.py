"""Pictures of components show the numbers of the machine."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from drupe import EmbeddingDisplay, KernelFisher, KernelPCA, ScreeDisplay
from drupe.foundation.errors import InputError
from drupe.kernels import Gaussian

X, Y = load_iris(return_X_y=True)


@pytest.fixture(autouse=True)
def _closed_figures():
    yield
    plt.close("all")


def test_the_scree_has_a_dot_for_each_variance_and_says_what_they_explain() -> None:
    machine = KernelPCA(4).fit(X)
    shown = ScreeDisplay.from_estimator(machine)
    np.testing.assert_allclose(shown.ax_.lines[0].get_ydata(), np.linalg.eigvalsh(np.cov(X.T, bias=True))[::-1])
    np.testing.assert_allclose(shown.residuals, machine.residuals_ / 150)
    assert shown.ax_.get_title() == "100.0 % of the variance"
    assert shown.ax_.get_yscale() == "log"


@pytest.mark.spec("M.P12")
@pytest.mark.parametrize(
    "machine", [KernelPCA(2, kernel="rbf"), KernelFisher(Gaussian(3.0), alpha=1e-2, n_components=2)]
)
def test_examples_lie_where_the_machine_puts_them_colored_by_class(machine: object) -> None:
    model = make_pipeline(StandardScaler(), machine).fit(X, Y)
    shown = EmbeddingDisplay.from_estimator(model, X, Y)
    drawn = np.vstack([np.asarray(part.get_offsets()) for part in shown.ax_.collections])
    np.testing.assert_allclose(drawn, model.transform(X))  # iris comes class by class
    assert [text.get_text() for text in shown.ax_.get_legend().get_texts()] == ["0", "1", "2"]


@pytest.mark.spec("M.P12")
def test_the_supervised_plane_keeps_classes_apart_that_variance_does_not() -> None:
    wide = np.column_stack([X, 30.0 * np.random.default_rng(0).normal(size=(150, 2))])

    def apart(plane: np.ndarray) -> float:
        means = np.array([plane[c == Y].mean(axis=0) for c in range(3)])
        within = sum(((plane[c == Y] - means[c]) ** 2).sum() for c in range(3))
        return float(((means - means.mean(axis=0)) ** 2).sum() * 50 / within)

    supervised = KernelFisher("linear", alpha=1e-2, n_components=2).fit(wide, Y).transform(wide)
    plain = KernelPCA(2).fit(wide).transform(wide)
    assert apart(supervised) > 100 * apart(plain)


def test_what_cannot_be_drawn_is_named() -> None:
    with pytest.raises(InputError, match="fitted KernelPCA"):
        ScreeDisplay.from_estimator(KernelPCA())
    with pytest.raises(InputError, match="two coordinates"):
        EmbeddingDisplay(np.ones((3, 1)))
    with pytest.raises(InputError, match="y holds 2"):
        EmbeddingDisplay(np.ones((3, 2)), np.array([0, 1]))
    with pytest.raises(InputError, match="as many residuals"):
        ScreeDisplay(np.ones(2), np.ones(3), 2.0)
    assert EmbeddingDisplay(np.ones((3, 2))).plot().ax_.get_legend() is None
