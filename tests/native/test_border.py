"""The border to the core refuses what does not fit; a wrong call is an exception, never a crash."""

import numpy as np
import pytest
from native.fresh_process import run_script

from drupe.native import EvaluatorFloat32, EvaluatorFloat64, KnownRows, Metric, Op, OutputLoss, Program, RowLoss

IDENTITY = np.arange(3)
TABLE = np.ones((3, 2))


def dot_program() -> Program:
    program = Program()
    program.base(Metric.DOT, 0.0)
    program.emit(Op.BASE, 0)
    return program


def evaluator() -> EvaluatorFloat64:
    return EvaluatorFloat64(dot_program(), [TABLE], [], IDENTITY)


def program(*code: tuple[Op, int]) -> Program:
    made = Program()
    made.base(Metric.DOT, 0.0)
    for op, operand in code:
        made.emit(op, operand)
    return made


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        (program(), "exactly one tile"),
        (program((Op.BASE, 1)), "base that it does not have"),
        (program((Op.BASE, 0), (Op.ADD, 0)), "combines two tiles"),
        (program((Op.EXP, 0)), "where there is none"),
        (program((Op.BASE, 0), (Op.BASE, 0)), "exactly one tile"),
        (program((Op.BASE, 0), (Op.TIMES_OUTER_PRODUCT, 0)), "function that it does not have"),
        (program((Op.BASE, 0), (Op.POLYNOMIAL, 0)), "no coefficients"),
    ],
)
def test_a_program_that_cannot_run_is_refused(wrong: Program, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        wrong.validate()
    with pytest.raises(ValueError, match=complaint):
        EvaluatorFloat64(wrong, [TABLE], [], IDENTITY)


def test_a_program_knows_the_height_of_its_stack() -> None:
    assert dot_program().validate() == 1
    assert program((Op.BASE, 0), (Op.BASE, 0), (Op.BASE, 0), (Op.ADD, 0), (Op.MULTIPLY, 0)).validate() == 3


@pytest.mark.parametrize(
    ("tables", "functions", "identity"),
    [
        ([], [], IDENTITY),
        ([TABLE, TABLE], [], IDENTITY),
        ([TABLE], [np.ones(3)], IDENTITY),
        ([np.ones((4, 2))], [], IDENTITY),
        ([TABLE.astype(np.float32)], [], IDENTITY),
        ([TABLE[0]], [], IDENTITY),
        ([TABLE], [], IDENTITY.astype(np.int32)),
        (["no table"], [], IDENTITY),
    ],
)
def test_examples_that_do_not_fit_are_refused(tables: list, functions: list, identity: np.ndarray) -> None:
    with pytest.raises((ValueError, TypeError, RuntimeError)):
        EvaluatorFloat64(dot_program(), tables, functions, identity)


def test_results_of_the_wrong_shape_or_type_are_refused() -> None:
    ready = evaluator()
    for out in (np.empty((2, 3)), np.empty((3, 4)), np.empty((3, 3), dtype=np.float32), np.empty((3, 6))[:, ::2]):
        with pytest.raises((ValueError, TypeError)):
            ready.gram(out, 1, None)
    with pytest.raises((ValueError, TypeError)):
        ready.block([np.ones((2, 5))], [], np.arange(2), np.empty((2, 3)), 1, None)
    with pytest.raises((ValueError, TypeError)):
        ready.gram_product(np.ones((1, 4)), np.empty((3, 1)), 1, None)
    with pytest.raises((ValueError, TypeError)):
        ready.gram_product(np.ones((2, 3)), np.empty((3, 1)), 1, None)
    read_only = np.zeros((3, 3))
    read_only.flags.writeable = False
    with pytest.raises((ValueError, TypeError)):
        ready.gram(read_only, 1, None)


def two_sided(**other: object) -> None:
    """A pass of two rows over three right-hand examples with two outputs, or one that does not fit."""
    parts = {
        "tables": [np.ones((2, 2))],
        "functions": [],
        "identity": np.arange(2),
        "known": KnownRows(np.array([0, 1]), np.ones(2), np.zeros(2, dtype=np.int64)),
        "coefficients": np.ones((2, 3)),
        "offsets": np.zeros(2),
        "leaves_out": np.array([-2]),
        "loss": RowLoss.softmax(),
        "slopes": np.empty((3, 2)),
        "pulls": np.empty((1, 2)),
        "tallies": np.empty((1, 9)),
        "threads": 1,
        "progress": None,
    }
    evaluator().two_sided(*(parts | other).values())


def unaligned(numbers: np.ndarray) -> np.ndarray:
    """The same numbers one byte further."""
    moved = np.zeros(numbers.nbytes + 1, dtype=np.uint8)[1:].view(numbers.dtype).reshape(numbers.shape)
    moved[...] = numbers
    return moved


@pytest.mark.parametrize(
    "wrong",
    [
        {"tables": [np.ones((2, 3))]},
        {"identity": np.arange(3)},
        {"known": None},
        {"known": KnownRows(np.array([0]), np.ones(2), np.zeros(2, dtype=np.int64))},
        {"known": KnownRows(np.array([0, 2]), np.ones(2), np.zeros(2, dtype=np.int64))},
        {"known": KnownRows(np.array([0, -1]), np.ones(2), np.zeros(2, dtype=np.int64))},
        {"known": KnownRows(np.array([0.0, 1.0]), np.ones(2), np.zeros(2, dtype=np.int64))},
        {"known": KnownRows(np.array([0, 1]), np.ones(3), np.zeros(2, dtype=np.int64))},
        {"known": KnownRows(np.array([0, 1]), np.ones(2), np.zeros(1, dtype=np.int64))},
        {"known": KnownRows(unaligned(np.array([0, 1])), np.ones(2), np.zeros(2, dtype=np.int64))},
        {"loss": RowLoss.each_target(OutputLoss.squared(1.0))},
        {"loss": OutputLoss.squared(1.0)},
        {"coefficients": np.ones((3, 2))},
        {"coefficients": np.ones((2, 3), dtype=np.float32)},
        {"coefficients": unaligned(np.ones((2, 3)))},
        {"offsets": np.zeros(3)},
        {"offsets": np.zeros(0)},
        {"leaves_out": np.array([0, 0, 0])},
        {"leaves_out": np.array([], dtype=np.int64)},
        {"slopes": np.empty((2, 3))},
        {"slopes": np.empty((3, 4))[:, ::2]},
        {"pulls": np.empty((1, 3))},
        {"tallies": np.empty((2, 9))},
        {"tallies": np.empty((1, 8))},
    ],
)
def test_a_pass_that_does_not_fit_is_refused(wrong: dict) -> None:
    two_sided()
    with pytest.raises((ValueError, TypeError, IndexError, RuntimeError)):
        two_sided(**wrong)


@pytest.mark.parametrize("wrong", [("weights", "tags"), (np.ones(2), np.zeros(2)), (np.ones(2, np.float32), IDENTITY)])
def test_what_is_known_of_rows_has_its_types(wrong: tuple) -> None:
    with pytest.raises((ValueError, TypeError, RuntimeError)):
        KnownRows(np.array([0, 1]), *wrong)


@pytest.mark.parametrize("row", [-1, 3, 2**62])
def test_a_row_outside_is_refused(row: int) -> None:
    with pytest.raises(IndexError, match="outside the Gram matrix"):
        evaluator().rows(np.array([row]), np.empty((1, 3)), 1, None)


@pytest.mark.parametrize(
    "parts",
    [
        "np.ones(2), np.array([0, 2], dtype=np.int32), np.array([0, 1, 2, 2]), 2",
        "np.ones(2), np.array([0, -1], dtype=np.int32), np.array([0, 1, 2, 2]), 2",
        "np.ones(2), np.array([0, 1], dtype=np.int32), np.array([0, 5, 2, 2]), 2",
        "np.ones(2), np.array([0, 1], dtype=np.int32), np.array([0, 1, 2, 9]), 2",
        "np.ones(2), np.array([0], dtype=np.int32), np.array([0, 1, 2, 2]), 2",
        "np.ones(2), np.array([0, 1], dtype=np.int32), np.array([], dtype=np.int64), 2",
        "np.ones(2), np.array([0, 1], dtype=np.int32)",
        # Of another type: the core must not keep looking at a converted copy that is gone.
        "np.ones(2, dtype=np.float32), np.array([0, 1], dtype=np.int32), np.array([0, 1, 2, 2]), 2",
        "np.ones(2), np.array([0, 1]), np.array([0, 1, 2, 2]), 2",
        "np.ones(2), np.array([0, 1], dtype=np.int32), np.array([0, 1, 2, 2], dtype=np.int32), 2",
    ],
)
def test_a_broken_sparse_table_is_refused(parts: str) -> None:
    script = f"""
import numpy as np
from drupe.native import EvaluatorFloat64, Metric, Op, Program
program = Program()
program.base(Metric.DOT, 0.0)
program.emit(Op.BASE, 0)
try:
    EvaluatorFloat64(program, [({parts})], [], np.arange(3))
except (ValueError, TypeError, IndexError, RuntimeError) as refusal:
    print("refused")
"""
    assert run_script(script) == "refused\n"


def test_the_evaluator_keeps_what_it_looks_at() -> None:
    """Tables may go out of the caller's sight: those of very sparse vectors are not copied."""
    script = """
import gc
import numpy as np
import scipy.sparse as sp
from drupe.inputs import Vectors
from drupe.kernels import Gaussian
x = sp.random_array((300, 100_000), density=1e-4, format="csr", random_state=np.random.default_rng(0))
expected = np.exp(-0.5 * ((x - x[[7]].toarray()) ** 2).sum(axis=1))[None]
prepared = Gaussian(1.0).prepare(Vectors.of(1.0 * x))
prepared.rows(np.array([0]))
del x
gc.collect()
junk = [np.full(3000, 7.0) for _ in range(100)]
np.testing.assert_allclose(prepared.rows(np.array([7])), expected, rtol=1e-10)
print("kept")
"""
    assert run_script(script) == "kept\n"


def test_single_and_double_are_two_types() -> None:
    with pytest.raises((ValueError, TypeError, RuntimeError)):
        EvaluatorFloat32(dot_program(), [TABLE], [], IDENTITY)
