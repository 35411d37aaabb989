"""Without noise rejection, Gibbs and billiard are uniform on version space: orthants, triangles, arcs, lunes."""

import math
from dataclasses import replace

import numpy as np
import pytest
from solvers.samplers.sphere_oracle import arc_hits, arcs, linear_gram, mean_coordinate, off_by, solid_angle, weights

from drupe import native
from drupe.grams import DenseGram, LazyGram, ShiftedGram
from drupe.inputs import Vectors
from drupe.kernels import Gaussian
from drupe.solvers.samplers import (
    Billiard,
    Classifiers,
    Gibbs,
    GivenStart,
    PerceptronStart,
    Rejection,
    Sampler,
    center_of_mass,
)

SAMPLERS = {"rejection": Rejection(), "gibbs": Gibbs(), "billiard": Billiard()}
CHAINS = {"gibbs": Gibbs(), "billiard": Billiard()}
every_sampler = pytest.mark.parametrize("sampler", SAMPLERS.values(), ids=SAMPLERS)
every_chain = pytest.mark.parametrize("sampler", CHAINS.values(), ids=CHAINS)


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


@every_sampler
@pytest.mark.spec("G.S-02", "G.S-04", "G.S-07", "H.B02")
def test_orthogonal_examples_leave_an_orthant(sampler: Sampler) -> None:
    signs = np.array([1.0, -1.0, -1.0, 1.0, 1.0])
    drawn = sampler.sample(DenseGram(np.eye(5)), signs, 40_000, rng())
    margins = drawn.outputs * signs
    assert mean_coordinate(5) == pytest.approx(0.375)
    for j in range(5):
        assert off_by(margins[:, j], 0.375) < 5
        assert margins[:, j].mean() == pytest.approx(0.375, abs=0.02)
        # E w² = 1/5 by symmetry
        assert off_by(margins[:, j] ** 2, 0.2) < 5
    assert margins.min(axis=1).mean() == pytest.approx(0.1012, abs=0.006)


@every_sampler
@pytest.mark.spec("G.A-33", "H.B01")
def test_center_of_an_orthant_is_the_sum_of_its_walls(sampler: Sampler) -> None:
    signs = np.array([1.0, -1.0, -1.0, 1.0, 1.0])
    center = center_of_mass(sampler.sample(DenseGram(np.eye(5)), signs, 20_000, rng()))
    assert center.coefficients[0] @ signs / math.sqrt(5) > 0.9995


@every_sampler
def test_areas_of_triangles_on_the_sphere(sampler: Sampler) -> None:
    """A fourth example whose wall goes through a corner cuts the triangle of three into two triangles."""
    x = np.array([[1.0, 0.2, 0.1], [0.1, 1.0, -0.4], [-0.3, 0.2, 1.5]])
    corners = np.linalg.inv(x).T
    corners = corners * np.sign(np.einsum("ij,ij->i", corners, x))[:, None]
    between = 0.3 * corners[1] + 0.9 * corners[2]
    wall = np.cross(corners[0], between)
    share = solid_angle(corners[0], between, corners[1]) / solid_angle(*corners)
    drawn = sampler.sample(linear_gram(x), np.ones(3), 40_000, rng(1))
    side = (weights(x, drawn) @ wall) * np.sign(corners[1] @ wall) > 0
    assert off_by(side.astype(float), share) < 5
    assert side.mean() == pytest.approx(share, abs=0.02)


def test_share_that_is_accepted_is_the_volume() -> None:
    """The solid angle of three walls, and the lune of two."""
    x = np.array([[1.0, 0.2, 0.1], [0.1, 1.0, -0.4], [-0.3, 0.2, 1.5]])
    corners = np.linalg.inv(x).T
    corners = corners * np.sign(np.einsum("ij,ij->i", corners, x))[:, None]
    directions = rng(2).standard_normal((400_000, 3))
    assert (directions @ x.T > 0).all(axis=1).mean() == pytest.approx(solid_angle(*corners) / (4 * math.pi), abs=0.003)


@every_sampler
@pytest.mark.spec("G.A-33")
def test_two_examples_leave_an_arc_with_uniform_angles(sampler: Sampler) -> None:
    """The lune of two walls is, in their plane, an arc of π − φ; the center is half-way between the examples."""
    phi = 2.0
    x = np.array([[1.0, 0.0], [math.cos(phi), math.sin(phi)]])
    drawn = weights(x, sampler.sample(linear_gram(x), np.ones(2), 20_000, rng(3)))
    middle = np.array([math.cos(phi / 2), math.sin(phi / 2)])
    across = np.array([-middle[1], middle[0]])
    angles = np.arctan2(drawn @ across, drawn @ middle) / ((math.pi - phi) / 2)
    assert np.abs(angles).max() <= 1.0
    assert off_by(angles, 0.0) < 5
    assert off_by(angles**2, 1 / 3) < 5
    assert off_by((np.abs(angles) < 0.5).astype(float), 0.5) < 5


@pytest.mark.parametrize("chain", ["gibbs", "billiard"])
@pytest.mark.parametrize("rank", [2, 3, 6])
def test_hemispheres_and_lunes_in_more_dimensions_than_examples(chain: str, rank: int) -> None:
    def drawn(walls: np.ndarray, start: np.ndarray) -> np.ndarray:
        walk = (
            native.GibbsChain(walls, start, 0.0, 5) if chain == "gibbs" else native.Billiard(walls, start, 0.0, 3.0, 5)
        )
        directions, margins = np.empty((30_000, rank)), np.empty((30_000, len(walls)))
        assert walk.draw(100, 1, directions, margins, False, None) == len(directions)
        return directions

    axis = np.eye(rank)[0]
    hemisphere = drawn(2.5 * axis[None], axis)
    assert off_by(hemisphere[:, 0], mean_coordinate(rank)) < 5
    assert all(off_by(hemisphere[:, j], 0.0) < 5 for j in range(1, rank))
    two = np.zeros((2, rank))
    two[:, 0], two[:, 1] = 1.0, (0.5, -2.0)
    lune = drawn(two, axis)
    # In the plane of the walls the angle is uniform between the two ends, whatever the dimension.
    low, high = -math.atan2(1.0, 0.5), math.atan2(1.0, 2.0)
    angles = np.arctan2(lune[:, 1], lune[:, 0])
    assert angles.min() > low
    assert angles.max() < high
    assert off_by(angles, (low + high) / 2) < 5


@every_sampler
def test_exact_arc_in_the_plane(sampler: Sampler) -> None:
    x = np.array([[1.0, 0.0], [0.2, 1.0], [-0.1, 0.3]])
    ends, probabilities = arcs(x, 1e-300)
    drawn = weights(x, sampler.sample(linear_gram(x), np.ones(3), 20_000, rng(4)))
    assert set(arc_hits(drawn, ends)) == {int(probabilities.argmax())}
    mean = drawn.mean(axis=0)
    assert mean / np.linalg.norm(mean) == pytest.approx([0.58471, 0.81124], abs=0.005)


@every_chain
@pytest.mark.parametrize("width", [0.5, 3.0])
def test_kernel_machines_in_many_dimensions(sampler: Sampler, width: float) -> None:
    x = rng(6).standard_normal((80, 4))
    signs = np.where(x[:, 0] * x[:, 1] > 0, 1.0, -1.0)
    gram = LazyGram(Gaussian(width), Vectors.of(x))
    drawn = sampler.sample(gram, signs, 300, rng(7))
    assert (drawn.outputs * signs > 0).all()
    assert gram @ drawn.coefficients.T == pytest.approx(drawn.outputs.T, abs=1e-8)
    assert np.einsum("ij,ij->i", drawn.coefficients, drawn.outputs) == pytest.approx(np.ones(300), abs=1e-8)


@every_sampler
@pytest.mark.spec("G.A-33")
def test_twins_and_scales_of_examples_do_not_matter(sampler: Sampler) -> None:
    """Unlike a support vector machine, version space knows only the walls."""
    x = np.array([[1.0, 0.3, 0.0], [0.2, 1.0, -0.5], [-0.4, 0.3, 1.0]])
    more = np.concatenate([x * [[3.0], [0.2], [1.0]], x[:1], x[:1]])
    first = weights(x, sampler.sample(linear_gram(x), np.ones(3), 20_000, rng(8)))
    second = weights(more, sampler.sample(linear_gram(more), np.ones(5), 20_000, rng(9)))
    for j in range(3):
        assert off_by(first[:, j], second[:, j].mean()) < 6
        assert first[:, j].mean() == pytest.approx(second[:, j].mean(), abs=0.02)


@every_sampler
def test_same_seed_same_classifiers_streamed_or_not(sampler: Sampler) -> None:
    gram, signs = DenseGram(np.eye(3) + 0.2), np.array([1.0, 1.0, -1.0])
    whole = sampler.sample(gram, signs, 150, rng(1))
    again = sampler.sample(gram, signs, 150, rng(1))
    other = sampler.sample(gram, signs, 150, rng(2))
    assert np.array_equal(whole.coefficients, again.coefficients)
    assert not np.array_equal(whole.coefficients, other.coefficients)
    stream = sampler.stream(gram, signs, rng(1))
    streamed = [next(stream) for _ in range(150)]
    assert np.array_equal(whole.coefficients, [alpha for alpha, _ in streamed])
    assert np.array_equal(whole.outputs, [outputs for _, outputs in streamed])
    assert whole.complete
    assert len(whole) == 150


@pytest.mark.spec("G.S-03")
@every_chain
def test_thinning_and_burn_in_pick_from_one_chain(sampler: Sampler) -> None:
    gram, signs = DenseGram(np.eye(3) + 0.2), np.array([1.0, 1.0, -1.0])
    # The billiard fits its flights in the burn-in, which therefore is the same for both.
    dense = replace(sampler, burn_in=7, thin=1).sample(gram, signs, 60, rng(1))
    thinned = replace(sampler, burn_in=7, thin=5).sample(gram, signs, 12, rng(1))
    assert np.array_equal(dense.coefficients[4::5], thinned.coefficients)
    late = Gibbs(burn_in=17).sample(gram, signs, 5, rng(1))
    early = Gibbs(burn_in=7).sample(gram, signs, 15, rng(1))
    assert np.array_equal(early.coefficients[10:], late.coefficients)


@every_chain
def test_a_chain_forgets_where_it_started(sampler: Sampler) -> None:
    gram, signs = DenseGram(np.eye(4)), np.ones(4)
    starts = [PerceptronStart(), GivenStart([1.0, 1e-6, 1e-6, 1e-6])]
    means = [replace(sampler, start=start).sample(gram, signs, 20_000, rng(2)).outputs.mean(axis=0) for start in starts]
    for mean in means:
        assert mean == pytest.approx(np.full(4, mean_coordinate(4)), abs=0.02)


@every_sampler
def test_a_single_example_has_a_single_classifier(sampler: Sampler) -> None:
    drawn = sampler.sample(DenseGram([[4.0]]), np.array([-1.0]), 5, rng())
    assert drawn.coefficients == pytest.approx(np.full((5, 1), -0.5))
    assert drawn.outputs == pytest.approx(np.full((5, 1), -2.0))


@every_chain
def test_single_precision_grams(sampler: Sampler) -> None:
    x = rng(6).standard_normal((40, 3)).astype(np.float32)
    signs = np.where(x[:, 0] > 0, 1.0, -1.0)
    gram = DenseGram(np.exp(-((x[:, None] - x) ** 2).sum(axis=2) / 2))
    drawn = sampler.sample(gram, signs, 50, rng(7))
    assert gram.dtype == np.float32
    assert (drawn.outputs * signs > 0).all()
    assert gram @ drawn.coefficients.T == pytest.approx(drawn.outputs.T, abs=1e-5)


@every_sampler
def test_a_lifted_diagonal_makes_room(sampler: Sampler) -> None:
    gram, signs = DenseGram(np.ones((3, 3))), np.array([1.0, -1.0, 1.0])
    drawn = sampler.sample(ShiftedGram(gram, 0.5), signs, 20, rng())
    assert isinstance(drawn, Classifiers)
    assert (drawn.outputs * signs > 0).all()
