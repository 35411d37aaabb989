"""What all tests share: reproducible examples from hypothesis, figures without a screen, threads that do not spin."""

import os
import signal

from hypothesis import settings

os.environ["MPLBACKEND"] = "Agg"

# Read when numpy and the core are loaded. Several workers share the processors: threads of BLAS that wait for others
# by spinning take up to sixty times the time of the work that they share.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_WAIT_POLICY", "passive")

# The same examples in every run, so that a failure is a fact about the code; --hypothesis-profile=explore searches on.
settings.register_profile("fixed", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("explore", max_examples=2000, deadline=None, print_blob=True)
settings.load_profile("fixed")

# A shell that runs the tests in the background has them ignore Ctrl-C, which some of them send to themselves.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
