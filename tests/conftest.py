"""What all tests share: reproducible examples from hypothesis and figures without a screen."""

import os

from hypothesis import settings

os.environ["MPLBACKEND"] = "Agg"

# The same examples in every run, so that a failure is a fact about the code; --hypothesis-profile=explore searches on.
settings.register_profile("fixed", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("explore", max_examples=2000, deadline=None, print_blob=True)
settings.load_profile("fixed")
