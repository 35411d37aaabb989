"""A product with the Gram of many examples needs memory for the examples, not for the Gram."""

from native.fresh_process import linux, run_script

MEGABYTE = 10**6

SCRIPT = r"""
import pathlib, re
import numpy as np
from drupe.grams import LazyGram
from drupe.inputs import Vectors
from drupe.kernels import Gaussian

def peak():
    # Not getrusage: it tells the peak of the process that started this one, if that was higher.
    return 1024 * int(re.search(r"VmHWM:\s*(\d+) kB", pathlib.Path("/proc/self/status").read_text())[1])

n, d = 50_000, 100
x = np.random.default_rng(0).standard_normal((n, d), dtype=np.float32)
before = peak()
product = LazyGram(Gaussian(10.0), Vectors.of(x)) @ np.ones(n)
print(before, peak(), product.min())
"""


@linux
def test_fifty_thousand_examples_of_a_hundred_columns() -> None:
    before, after, least = (float(number) for number in run_script(SCRIPT).split())
    assert least >= 1.0, "every example is like itself at least"
    assert after - before < 300 * MEGABYTE, f"the product added {(after - before) / MEGABYTE:.0f} MB"
    assert after < 300 * MEGABYTE, f"the process took {after / MEGABYTE:.0f} MB"
