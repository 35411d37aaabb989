"""Objects, photographs and digits at the size of a smoke test, on drawn pictures and on folders; and their verdicts."""

from pathlib import Path

import matplotlib.image
import numpy as np
import pytest
from sklearn.datasets import load_digits

from drupe.experiments import digits_usps, objects, photographs
from drupe.experiments.painted_scenes import KINDS, scene, scenes
from drupe.experiments.photographs import METRICS, Found, median_distance, split
from drupe.experiments.picture_folders import picture_files, read_picture
from drupe.experiments.rendered_objects import Solid, solid, turntable
from drupe.foundation.errors import InputError


def read(capsys: pytest.CaptureFixture[str]) -> str:
    return " ".join(capsys.readouterr().out.split())


def test_a_ball_is_drawn_as_a_ball_and_turns_without_a_change() -> None:
    ball = Solid(np.zeros((1, 3)), 4.0 * np.eye(3)[None], np.ones(1), np.zeros((1, 3)))
    front, side = (ball.view(angle, 64) for angle in (0.0, 90.0))
    np.testing.assert_array_equal(front, side)
    # A disk of radius one half in a square of side two.
    assert np.mean(front > 0) == pytest.approx(np.pi * 0.25 / 4.0, abs=0.01)


def test_an_ellipsoid_turned_by_a_right_angle_shows_its_other_side() -> None:
    long = Solid(np.zeros((1, 3)), np.diag([4.0, 16.0, 64.0])[None], np.ones(1), np.zeros((1, 3)))
    shares = [np.mean(long.view(angle, 96) > 0) for angle in (0.0, 90.0)]
    expected = [np.pi * 0.5 * 0.25 / 4.0, np.pi * 0.125 * 0.25 / 4.0]
    assert shares == pytest.approx(expected, abs=0.005)


def test_the_nearer_of_two_balls_hides_the_other() -> None:
    centers = np.array([[0.0, 0.0, 0.5], [0.0, 0.0, -0.5]])
    pair = Solid(centers, np.repeat(16.0 * np.eye(3)[None], 2, axis=0), np.array([0.2, 0.9]), np.zeros((2, 3)))
    front, back = (pair.view(angle, 32)[16, 16] for angle in (0.0, 180.0))
    assert back > 3 * front


def test_objects_differ_and_are_the_same_each_time() -> None:
    one = turntable(2, 4, 16, seed=3)
    assert one.shape == (2, 4, 16, 16)
    np.testing.assert_array_equal(one, turntable(3, 4, 16, seed=3)[:2])
    assert (one[0] != one[1]).any()
    assert solid(np.random.default_rng(0)).centers.shape[1] == 3


@pytest.mark.spec("C.G08")
def test_objects_by_pairs_are_recognized_until_noise_comes(capsys: pytest.CaptureFixture[str]) -> None:
    objects.main(["--objects", "6", "--drawn", "4", "--views", "24", "--side", "32", "--runs", "1"])
    printed = read(capsys)
    assert "holds: solids drawn here: all pairs of objects can be separated exactly" in printed
    assert "holds: solids drawn here: performance is extremely high" in printed
    assert "perceptrons trained the same way" in printed


@pytest.mark.spec("C.G08", "C.G07")
def test_views_alternate_and_margins_stand_more_noise_than_perceptrons() -> None:
    views = objects.drawn_anew(5, 24, 64)
    data = objects.alternating(views)
    np.testing.assert_array_equal(data.X[:12], views[0][::2])
    np.testing.assert_array_equal(data.X_test[:12], views[0][1::2])
    assert data.X.shape == (60, 256)
    found = [objects.run(views, 5, seed) for seed in range(3)]
    ours, theirs = (
        np.mean([one[name, "tournament", amount] for one in found for amount in objects.NOISE])
        for name in ("margin", "perceptron")
    )
    assert ours < theirs


@pytest.mark.spec("C.G08")
def test_objects_of_a_folder_are_read_as_the_library_names_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number, views in enumerate(turntable(3, 12, 32, seed=1)):
        for place, picture in enumerate(views):
            colored = np.repeat(picture[:, :, None], 3, axis=2)
            matplotlib.image.imsave(tmp_path / f"obj{number + 1}__{30 * place}.png", colored)
    files = picture_files(tmp_path)
    assert [path.stem for path in files["obj2"]] == [f"obj2__{30 * place}" for place in range(12)]
    np.testing.assert_array_equal(read_picture(files["obj1"][0])[:, :, 0], turntable(1, 12, 32, seed=1)[0, 0])
    objects.main(["--pictures", str(tmp_path), "--runs", "1"])
    assert f"holds: {tmp_path.name}: all pairs" in read(capsys)


def test_folders_without_pictures_and_broken_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="pictures of 0 classes"):
        picture_files(tmp_path)
    with pytest.raises(InputError, match="there is no folder"):
        picture_files(tmp_path / "nowhere")
    (tmp_path / "one.png").write_bytes(b"no picture")
    with pytest.raises(InputError, match=r"one\.png cannot be read"):
        read_picture(tmp_path / "one.png")


def test_scenes_have_the_shares_of_their_kind() -> None:
    night = [scene(KINDS["night scenes"], np.random.default_rng(seed)) for seed in range(20)]
    polar = [scene(KINDS["polar bears"], np.random.default_rng(seed)) for seed in range(20)]
    assert np.mean([one.mean() for one in polar]) > 2 * np.mean([one.mean() for one in night])
    pictures, labels = scenes(2, seed=0)
    assert len({one.shape for one in pictures}) > 10
    assert labels[:4].tolist() == ["air shows"] * 2 + ["bears"] * 2


@pytest.mark.spec("C.G10")
def test_medians_are_those_of_the_distances_and_splits_keep_categories_apart() -> None:
    rng = np.random.default_rng(0)
    X = rng.dirichlet(np.ones(8), size=30)
    upper = np.triu_indices(30, 1)
    difference = np.abs(X[:, None] - X[None])
    expected = {
        "1-norm": difference.sum(axis=2),
        "χ²": (difference**2 / (X[:, None] + X[None])).sum(axis=2),
        "2-norm": (difference**2).sum(axis=2),
    }
    for name, kernel in METRICS.items():
        assert median_distance(kernel, X) == pytest.approx(np.median(expected[name][upper]), rel=1e-6)
    y = np.repeat(["a", "b"], [9, 21])
    data = split(X, y, seed=0)
    assert (np.sum(data.y == "a"), np.sum(data.y == "b"), len(data.y_test)) == (6, 14, 10)
    assert len(np.unique(np.vstack([data.X, data.X_test]), axis=0)) == 30


@pytest.mark.spec("C.G10", "C.G09")
def test_photographs_are_compared_by_three_metrics(capsys: pytest.CaptureFixture[str]) -> None:
    photographs.main(["--each", "6", "--bins", "4", "--splits", "1", "--folds", "2"])
    printed = read(capsys)
    for words in ("scenes painted here: neighbors err", "1-norm and χ² are about equal", "the 2-norm is significantly"):
        assert words in printed


def test_verdicts_on_photographs_follow_the_errors() -> None:
    good = {"1-norm": [Found(0.15, 0.3, "")], "χ²": [Found(0.16, 0.3, "")], "2-norm": [Found(0.3, 0.4, "")]}
    assert all(line.startswith("holds:") for line in photographs.claims(good, 400, "here"))
    bad = {"1-norm": [Found(0.3, 0.2, "")], "χ²": [Found(0.1, 0.3, "")], "2-norm": [Found(0.05, 0.04, "")]}
    assert all(line.startswith("does not hold here:") for line in photographs.claims(bad, 400, "here"))


@pytest.mark.spec("C.G10")
def test_photographs_of_a_folder_are_read_by_category(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rng = np.random.default_rng(0)
    for kind in ("deserts", "night scenes"):
        (tmp_path / kind).mkdir()
        for number in range(9):
            matplotlib.image.imsave(tmp_path / kind / f"{number}.png", scene(KINDS[kind], rng))
    photographs.main(["--pictures", str(tmp_path), "--bins", "4", "--splits", "1", "--folds", "2"])
    assert f"{tmp_path.name}: neighbors err" in read(capsys)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """scikit-learn's digits, enlarged, in the clothes of USPS."""
    where = tmp_path_factory.mktemp("digits")
    X, y = load_digits(return_X_y=True)
    gray = (125.0 * X - 1000.0).astype(np.int16).reshape(-1, 8, 8).repeat(2, axis=1).repeat(2, axis=2).reshape(-1, 256)
    np.savez(where / "usps.npz", X_train=gray[:200], y_train=y[:200], X_test=gray[200:300], y_test=y[200:300])
    return where


@pytest.mark.spec("C.G13")
def test_digits_are_learned_by_all_kernels_and_schemes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    digits_usps.main(["--data", str(folder), "--degrees", "3"])
    printed = read(capsys)
    assert "cannot be judged: the claims are about 7291 images" in printed
    for words in ("polynomial, d = 3", "Gaussian, σ = 4", "tournament", "C = 1000"):
        assert words in printed


@pytest.mark.spec("C.G13")
def test_kernels_of_digits_are_those_of_the_source() -> None:
    x, z = np.ones((1, 256)), np.full((1, 256), 0.5)
    assert digits_usps.polynomial(3)(x, z).item() == pytest.approx(0.125)
    none, some = digits_usps.Found(0, 0.05, (frozenset({1, 2, 3}),)), digits_usps.Found(5, 0.05, (frozenset({2, 3}),))
    assert digits_usps.overlap(none, some) == 1.0


def test_verdicts_on_digits_follow_what_was_found() -> None:
    def found(training: int, test: float, supports: range) -> digits_usps.Found:
        return digits_usps.Found(training, test, (frozenset(supports),))

    degrees = {d: found(0 if d >= 3 else 9, 0.045, range(100 + 10 * d)) for d in range(1, 7)}
    bells = {0.1: found(0, 0.7, range(500)), 0.5: found(0, 0.047, range(140)), 1.0: found(0, 0.046, range(90))}
    counts, schemes = {1: [500, 100], 2: [3, 0]}, {"vote": 0.04, "graph": 0.05}
    lines = digits_usps.claims(degrees, bells, counts, schemes, complete=True)
    assert [line.split(":")[0] for line in lines[:3]] == ["holds", "FAILS", "holds"]
    assert lines[3].startswith("holds: kernels perform about the same")
    assert lines[4].startswith("holds: performance hardly depends on the width: 2 of 3")
