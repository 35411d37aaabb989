"""Components that are called trusted are near the true ones, as often as promised, also where one would rather not."""

import numpy as np
import pytest
from scipy.stats import binom

from drupe import KernelPCA, certify
from drupe.bounds.spectral.subspaces import distance
from drupe.certification.component_certificates import ComponentCertificates
from drupe.displays.component_trust_display import ComponentTrustDisplay
from drupe.foundation.errors import InputError
from drupe.kernels import Gaussian

POINTS = np.array([[0.0], [1.0], [4.0]])
SHARES = np.array([0.5, 0.2, 0.3])
KERNEL = Gaussian(1.0)


def features() -> np.ndarray:
    """The three points in a space of three dimensions with the same scalar products."""
    return np.linalg.cholesky(KERNEL(POINTS, POINTS))


def eigenvectors(shares: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    x = features()
    about = x - shares @ x
    values, vectors = np.linalg.eigh(about.T @ (shares[:, None] * about))
    return values[::-1], vectors[:, ::-1]


@pytest.mark.spec("M.B12", "M.B13")
@pytest.mark.parametrize("n", [40, 400, 4000])
def test_statements_hold_together_as_often_as_promised(n: int) -> None:
    rng, delta, trials = np.random.default_rng(n), 0.5, 150
    values, vectors = eigenvectors(SHARES)
    failures = 0
    for _ in range(trials):
        counts = rng.multinomial(n, SHARES)
        found = certify(KernelPCA(2, kernel=KERNEL).fit(POINTS[np.repeat(np.arange(3), counts)]), delta=delta)
        _, seen = eigenvectors(counts / n)
        failures += any(
            not (one.low <= values[i] <= one.high)
            or distance(seen[:, [i]], vectors[:, [i]]) > one.sine
            or distance(seen[:, : i + 1], vectors[:, : i + 1]) > one.sine_together
            for i, one in enumerate(found)
        )
    assert failures <= binom.isf(1e-4, trials, delta)


def test_it_is_the_spectrum_of_the_sample() -> None:
    counts = np.array([5, 2, 4])
    found = certify(KernelPCA(2, kernel=KERNEL).fit(POINTS[np.repeat(np.arange(3), counts)]))
    shares = counts / counts.sum()
    x = features()
    about = x - shares @ x
    second = about.T @ (shares[:, None] * about)
    np.testing.assert_allclose(found.spectrum.values, np.linalg.eigvalsh(second)[::-1][:2], rtol=1e-9)
    assert found.spectrum.squares == pytest.approx(np.square(second).sum())
    assert found.spectrum.fourth == pytest.approx(shares @ np.square(about).sum(axis=1) ** 2)
    assert found.spectrum.mean == pytest.approx(np.linalg.norm(shares @ x))
    assert found.spectrum.total == pytest.approx(np.trace(second))


def test_more_examples_make_more_components_trusted() -> None:
    rng = np.random.default_rng(0)
    x = rng.uniform(-1.0, 1.0, (5000, 2)) * np.array([1.0, 0.1])
    few, many = (certify(KernelPCA(2, kernel="rbf", gamma=1.0).fit(x[:n])) for n in (30, 5000))
    assert isinstance(few, ComponentCertificates)
    assert few.trusted == ()
    assert "no component is certain" in few.sentence()
    assert many.trusted == (1,)
    assert "component 1 is within 30 degrees" in many.sentence()
    assert 30 < few.examples_needed(1) < 10**7
    assert len(ComponentTrustDisplay.from_certificates(many).ax_.patches) == 2
    assert many.to_dict()["components"][0]["number"] == 1
    assert "≤" in str(many)
    assert "<table" in many._repr_html_()


def test_radii_that_were_only_seen_are_taken_on_trust() -> None:
    x = np.random.default_rng(0).standard_normal((50, 3))
    found = certify(KernelPCA(2, kernel="linear").fit(x))
    assert any("within the stated radius" in check.words for check in found.best.trusted)
    assert found.best.vacuous
    known = certify(KernelPCA(2, kernel="rbf", gamma=1.0).fit(x))
    assert not any("within the stated radius" in check.words for check in known.best.trusted)


@pytest.mark.parametrize("spread", [(1.0, 1.0), (3.0, 0.1)], ids=["none trusted", "one trusted"])
def test_sentences_say_which_radius_is_taken_on_trust(spread: tuple[float, float]) -> None:
    """Of heavy tails the sample would show one radius, and examples to come have another."""
    x = np.random.default_rng(0).uniform(-1.0, 1.0, (3000, 2)) * np.array(spread)
    found = certify(KernelPCA(2, kernel="linear").fit(x))
    assert not found.best.vacuous
    assert found.trusted == ((1,) if spread[0] > 1.0 else ())
    radius = np.linalg.norm(x, axis=1).max()
    assert f"within the stated radius in feature space (but {radius:.4g} is only the largest" in found.sentence()


def test_what_cannot_be_certified_is_refused_with_the_reason() -> None:
    x = np.random.default_rng(0).standard_normal((20, 2))
    with pytest.raises(InputError, match="takes the kernel from the data"):
        certify(KernelPCA(2, kernel="rbf", gamma="scale").fit(x))
    with pytest.raises(InputError, match="without sample_weight"):
        certify(KernelPCA(2, kernel="rbf", gamma=1.0).fit(x, sample_weight=np.arange(1.0, 21.0)))
    with pytest.raises(InputError, match="pass the fitted KernelPCA alone"):
        certify(KernelPCA(2, kernel="rbf", gamma=1.0).fit(x), x)
    with pytest.raises(InputError, match="precomputed"):
        certify(KernelPCA(2, kernel="precomputed").fit(x @ x.T))
    once, one, equal = KernelPCA(1, kernel="rbf", gamma=1.0), [[0.0]], [[0.0], [0.0]]
    with pytest.raises(InputError, match="takes two examples that differ"):
        certify(once.fit(one))
    with pytest.raises(InputError, match="takes two examples that differ"):
        certify(KernelPCA(kernel="rbf", gamma=1.0).fit(equal))
    with pytest.raises(InputError, match="repeat as no independent draws would"):
        certify(KernelPCA(2, kernel="rbf", gamma=1.0).fit(np.repeat(np.r_[x, x + 0.1, x - 0.1], 5, axis=0)))


def test_what_says_nothing_does_not_read_like_a_statement() -> None:
    found = certify(KernelPCA(kernel="rbf", gamma=1.0).fit([[0.0], [1.0]]))
    assert found.best.vacuous
    assert "no component is certain, and no eigenvalue" in found.sentence()


def test_rows_that_look_like_copies_are_doubted() -> None:
    x = np.random.default_rng(0).standard_normal((200, 2))
    found = certify(KernelPCA(1, kernel="rbf", gamma=1.0).fit(np.r_[x, x[:60]]))
    assert any("60 of 260 rows are copies" in doubt for doubt in found.best.doubts)
    assert "60 of 260 rows are copies" in found.sentence()
