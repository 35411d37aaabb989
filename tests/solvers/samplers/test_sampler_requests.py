"""What samplers refuse, and how they are watched and interrupted."""

import itertools
from collections.abc import Callable

import numpy as np
import pytest
from native.fresh_process import CTRL_C, run_script

from drupe import native
from drupe.foundation.errors import ConvergenceError, InputError, ParameterError
from drupe.grams import DenseGram
from drupe.solvers.samplers import Billiard, CornerAveraging, Gibbs, Rejection, Sampler
from drupe.solvers.separation import NotSeparableError
from drupe.solvers.solution import Stop
from drupe.textbook.algorithms.chord_billiard import ChordBilliard

SAMPLERS = {"rejection": Rejection(), "gibbs": Gibbs(), "billiard": Billiard(), "corners": CornerAveraging()}
every_sampler = pytest.mark.parametrize("sampler", SAMPLERS.values(), ids=SAMPLERS)
hard = pytest.mark.parametrize("sampler", [Rejection(), Gibbs(), Billiard()], ids=["rejection", "gibbs", "billiard"])
GRAM, SIGNS = DenseGram(np.eye(3) + 0.3), np.array([1.0, -1.0, 1.0])
LINE = DenseGram(np.outer([1.0, 2.0, 3.0], [1.0, 2.0, 3.0]))


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


@every_sampler
@pytest.mark.parametrize("wrong", [0, -1, 2.5, True, None, "many", float("nan")])
def test_there_must_be_something_to_draw(sampler: Sampler, wrong: int) -> None:
    with pytest.raises(ParameterError, match="n_samples"):
        sampler.sample(GRAM, SIGNS, wrong, rng())


@every_sampler
@pytest.mark.parametrize("wrong", [np.ones(2), np.array([1.0, 0.0, 1.0]), np.array([])])
def test_every_example_has_one_of_two_signs(sampler: Sampler, wrong: np.ndarray) -> None:
    with pytest.raises(InputError, match="signs must"):
        sampler.sample(GRAM, wrong, 5, rng())


@hard
@pytest.mark.parametrize(
    ("gram", "signs"),
    [
        (DenseGram(np.ones((2, 2))), np.array([1.0, -1.0])),
        (LINE, np.array([1.0, -1.0, 1.0])),
        (DenseGram(np.diag([1.0, 0.0])), np.ones(2)),
        (DenseGram([[1.0, 0.0, -1.0], [0.0, 1.0, -1.0], [-1.0, -1.0, 2.0]]), np.ones(3)),
    ],
    ids=["twins", "line", "origin", "around the origin"],
)
def test_an_empty_version_space_names_the_remedies(sampler: Sampler, gram: DenseGram, signs: np.ndarray) -> None:
    with pytest.raises(NotSeparableError, match=r"version space is empty.*noise=0\.05.*ShiftedGram") as raised:
        sampler.sample(gram, signs, 5, rng())
    assert not raised.value.separation.separable


@every_sampler
def test_a_gram_that_is_not_positive_is_refused(sampler: Sampler) -> None:
    with pytest.raises(InputError, match=r"not positive semi-definite.*eigenvalue -1"):
        sampler.sample(DenseGram([[1.0, 2.0], [2.0, 1.0]]), np.ones(2), 5, rng())


@pytest.mark.parametrize("sampler", [Gibbs(noise=0.1), Billiard(noise=0.1), Rejection(noise=0.1)])
def test_examples_that_are_all_at_the_origin_are_refused(sampler: Sampler) -> None:
    with pytest.raises(InputError, match="K is zero"):
        sampler.sample(DenseGram(np.zeros((2, 2))), np.ones(2), 5, rng())


def test_corners_need_independent_examples() -> None:
    with pytest.raises(InputError, match=r"rank 1; lift the diagonal, ShiftedGram"):
        CornerAveraging().sample(LINE, np.ones(3), 5, rng())


@pytest.mark.parametrize(
    ("make", "names"),
    [
        (lambda: Gibbs(noise=1.0), r"Gibbs\.noise must lie in \[0\.0, 1\.0\)"),
        (lambda: Gibbs(thin=0), r"Gibbs\.thin"),
        (lambda: Billiard(burn_in=-1), r"Billiard\.burn_in"),
        (lambda: Billiard(bounces=0.0), r"Billiard\.bounces"),
        (lambda: Rejection(noise=0.6), r"Rejection\.noise"),
        (lambda: Rejection(max_tries=0), r"Rejection\.max_tries"),
        (lambda: ChordBilliard(tolerance=0.0), r"ChordBilliard\.tolerance"),
    ],
)
def test_parameters_have_ranges(make: Callable[[], object], names: str) -> None:
    with pytest.raises(ParameterError, match=names):
        make()


def test_rejection_gives_up_where_version_space_is_small() -> None:
    with pytest.raises(ConvergenceError, match=r"none of .* random directions.*Billiard"):
        Rejection(max_tries=20_000).sample(DenseGram(np.eye(60)), np.ones(60), 1, rng())


@every_sampler
def test_progress_rises_to_one(sampler: Sampler) -> None:
    told: list[float] = []
    sampler.sample(GRAM, SIGNS, 50, rng(), progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 1.0


def interrupts_at(fraction: float, error: type[BaseException]) -> Callable[[float], None]:
    def progress(done: float) -> None:
        if done >= fraction:
            raise error

    return progress


@every_sampler
def test_an_interrupted_run_keeps_what_it_has_if_asked(sampler: Sampler) -> None:
    # Long enough for the core, which listens thirty times a second.
    many = 3_000_000 if isinstance(sampler, Gibbs | Billiard) else 20_000
    with pytest.raises(KeyboardInterrupt):
        sampler.sample(GRAM, SIGNS, many, rng(), progress=interrupts_at(1e-4, KeyboardInterrupt))
    kept = sampler.sample(GRAM, SIGNS, many, rng(), progress=interrupts_at(1e-4, KeyboardInterrupt), keep=True)
    assert 0 < len(kept) < many
    assert not kept.complete
    assert len(kept.outputs) == len(kept)
    stream = sampler.stream(GRAM, SIGNS, rng())
    first = [alpha for alpha, _ in itertools.islice(stream, min(20, len(kept)))]
    assert np.array_equal(kept.coefficients[: len(first)], first)


@every_sampler
def test_other_errors_of_progress_are_raised(sampler: Sampler) -> None:
    with pytest.raises(RuntimeError):
        sampler.sample(GRAM, SIGNS, 1_000_000, rng(), progress=interrupts_at(0.0, RuntimeError), keep=True)


SCRIPT = """
import sys
import numpy as np
from drupe.grams import DenseGram
from drupe.solvers.samplers import Billiard, Gibbs

sampler = {"gibbs": Gibbs(noise=0.1), "billiard": Billiard(bounces=1e5)}[sys.argv[1]]
x = np.random.default_rng(0).standard_normal((400, 5))
gram = DenseGram(np.exp(-((x[:, None] - x) ** 2).sum(axis=2)))
await_ctrl_c()
try:
    sampler.sample(gram, np.sign(x[:, 0]), 200_000, np.random.default_rng(0), progress=heard.append)
except KeyboardInterrupt:
    assert cut_short(), (noticed, heard[-3:])
else:
    sys.exit("finished without noticing the signal")
"""


@pytest.mark.parametrize("name", ["gibbs", "billiard"])
def test_ctrl_c_is_heard(name: str) -> None:
    run_script(CTRL_C + SCRIPT, name)


def test_the_chord_billiard_keeps_its_mean() -> None:
    with pytest.raises(KeyboardInterrupt):
        ChordBilliard().center(GRAM, SIGNS, rng(), progress=interrupts_at(0.0, KeyboardInterrupt))
    kept = ChordBilliard().center(GRAM, SIGNS, rng(), progress=interrupts_at(0.001, KeyboardInterrupt), keep=True)
    assert kept.stop is Stop.INTERRUPTED
    assert not kept.classifier.complete
    assert (kept.classifier.outputs * SIGNS > 0).all()


WALLS, AXIS = np.eye(3), np.full(3, 3**-0.5)


@pytest.mark.parametrize(
    "make",
    [
        lambda: native.GibbsChain(np.empty((0, 3)), AXIS, 0.1, 1),
        lambda: native.GibbsChain(WALLS, AXIS[:2].copy(), 0.1, 1),
        lambda: native.GibbsChain(WALLS, 2 * AXIS, 0.1, 1),
        lambda: native.GibbsChain(WALLS, -AXIS, 0.0, 1),
        lambda: native.GibbsChain(WALLS, AXIS, 1.0, 1),
        lambda: native.GibbsChain(np.full((3, 3), np.nan), AXIS, 0.1, 1),
        lambda: native.Billiard(WALLS, -AXIS, 0.0, 5.0, 1),
        lambda: native.Billiard(WALLS, AXIS, 0.0, 0.0, 1),
        lambda: native.Billiard(WALLS, AXIS, -0.1, 1.0, 1),
        lambda: native.Billiard(WALLS, AXIS, 0.0, 5.0, 1).draw(0, 1, np.empty((5, 3)), np.empty((4, 3)), False, None),
        lambda: native.Billiard(WALLS, AXIS, 0.0, 5.0, 1).draw(0, 0, np.empty((5, 3)), np.empty((5, 3)), False, None),
        lambda: native.Billiard(WALLS, AXIS, 0.0, 5.0, 1).draw(0, 1, np.empty((5, 2)), np.empty((5, 3)), False, None),
    ],
)
def test_the_core_refuses_what_does_not_fit(make: Callable[[], object]) -> None:
    with pytest.raises(ValueError):
        make()


THREADS = """
import numpy as np
from drupe.grams import DenseGram
from drupe.solvers.samplers import Billiard, Gibbs

x = np.random.default_rng(0).standard_normal((250, 5))
gram = DenseGram(np.exp(-((x[:, None] - x) ** 2).sum(axis=2)))
for sampler in (Gibbs(noise=0.1), Billiard(noise=0.1, burn_in=5)):
    drawn = sampler.sample(gram, np.sign(x[:, 0]), 60, np.random.default_rng(0))
    print(drawn.coefficients.tobytes().hex()[:200], drawn.coefficients[-1].tobytes().hex(), drawn.outputs.sum().hex())
"""


def test_the_number_of_threads_changes_nothing() -> None:
    assert run_script(THREADS, OMP_NUM_THREADS="1") == run_script(THREADS, OMP_NUM_THREADS="3")
