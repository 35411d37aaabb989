"""Ctrl-C stops the core, whatever it computes and on however many threads."""

import pytest
from native.fresh_process import CTRL_C, run_script

SCRIPT = """
import sys
import numpy as np
from drupe.inputs import Vectors
from drupe.kernels import Laplacian

work, jobs, size = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
x = np.random.default_rng(0).standard_normal((size, 40), dtype=np.float32)
prepared = Laplacian(40.0).prepare(Vectors.of(x), threads=jobs)
prepared.rows(np.array([0]))
await_ctrl_c()
try:
    prepared.gram_product(np.ones((size, 1)), heard.append) if work == "product" else prepared.gram(heard.append)
except KeyboardInterrupt:
    assert cut_short(), (noticed, heard[-3:])
else:
    sys.exit("finished without noticing the signal")
small = Laplacian(40.0).prepare(Vectors.of(x[:200]), threads=jobs)
product = small.gram_product(np.ones((200, 1)))
assert np.allclose(product[:, 0], small.gram().sum(axis=1), rtol=1e-5), "what comes after is as good as ever"
"""


@pytest.mark.parametrize(
    ("work", "jobs", "size"),
    [("product", 1, 60_000), ("product", 2, 60_000), ("product", 3, 60_000), ("gram", 1, 24_000), ("gram", 2, 24_000)],
)
def test_ctrl_c_is_a_keyboard_interrupt(work: str, jobs: int, size: int) -> None:
    run_script(CTRL_C + SCRIPT, work, str(jobs), str(size))


PASS = """
import sys
import numpy as np
from drupe.grams.cross import ALL_FOLDS, Columns, CrossGram, Known
from drupe.inputs import Vectors
from drupe.kernels import Laplacian
from drupe.losses import Logistic
from drupe.losses.output_rows import OneAgainstRest

jobs, size = int(sys.argv[1]), 60_000
x = Vectors.of(np.random.default_rng(0).standard_normal((size, 40), dtype=np.float32))
cross = CrossGram(Laplacian(40.0), x.take(np.arange(20_000)), n_jobs=jobs)
known = Known(np.zeros(size, dtype=np.int64), np.ones(size), np.zeros(size, dtype=np.int64))
columns = Columns(np.ones((20_000, 1)), np.zeros(1), np.array([ALL_FOLDS]))
cross.prepared.rows(np.array([0]))
await_ctrl_c()
try:
    cross.sweep(x, known, columns, OneAgainstRest(Logistic()), heard.append)
except KeyboardInterrupt:
    assert cut_short(), (noticed, heard[-3:])
else:
    sys.exit("finished without noticing the signal")
few = np.arange(200)
swept = cross.sweep(x.take(few), known.take(few), columns, OneAgainstRest(Logistic()))
assert swept.tallies[0, 0, 0] == 200.0, "what comes after is as good as ever"
"""


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_ctrl_c_ends_a_pass_over_rows(jobs: int) -> None:
    run_script(CTRL_C + PASS, str(jobs))


VOTES = """
import sys
import numpy as np
from drupe.inputs import Vectors
from drupe.kernels import Laplacian
from drupe.kernels.compiled_pairs import compiled_pairs

jobs, size = int(sys.argv[1]), 60_000
x = Vectors.of(np.random.default_rng(0).standard_normal((size, 40)))
starts = np.array([0, 20_000, 40_000, 50_000, size])
functions = compiled_pairs(Laplacian(40.0).prepare(x, threads=jobs), np.ones((size, 3)), starts, np.zeros(6))
few = Vectors.of(x.array[:300])
found = functions.winners(few)
met, pairs = functions._prepared.meeting(x, x.dtype), functions._functions(x.dtype)
codes, certain = np.empty(size, dtype=np.int64), np.empty(size, dtype=bool)
await_ctrl_c()
try:
    met.evaluator.pair_winners(*met.side, met.identity, pairs, np.zeros(6), codes, certain, jobs, heard.append)
except KeyboardInterrupt:
    assert cut_short(), (noticed, heard[-3:])
else:
    sys.exit("finished without noticing the signal")
assert np.array_equal(functions.winners(few), found), "what comes after is as good as ever"
"""


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_ctrl_c_ends_a_count_of_votes(jobs: int) -> None:
    run_script(CTRL_C + VOTES, str(jobs))


LISTENING = """
import sys
import numpy as np
from drupe.inputs import Vectors
from drupe.kernels import Laplacian

x = np.random.default_rng(0).standard_normal((16_000, 800))
prepared = Laplacian(200.0).prepare(Vectors.of(x), threads=5)
heard = []
prepared.gram_product(np.ones((16_000, 1)), heard.append)
print(sum(fraction > 15 / 16 for fraction in heard))
"""


@pytest.mark.slow
def test_the_core_listens_to_the_end() -> None:
    """Signals are seen whenever progress is told: also while the calling thread has nothing left to do itself.

    Five threads share the sixteen parts of a symmetric product, so that the last is left for one thread alone, and
    whoever called hears of it more than once: with so many columns also on a machine that is quick and quiet.
    """
    assert int(run_script(LISTENING)) >= 3
