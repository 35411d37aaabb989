"""What an import costs, after numpy, scipy and scikit-learn are there, in seconds of the processor."""

import subprocess
import sys
from collections.abc import Iterator

from measure import Goal, Row, Settings

CODE = """
import time
import numpy, scipy.sparse, scipy.linalg, scipy.special, scipy.stats, scipy.spatial, scipy.optimize, sklearn.svm
import sklearn.model_selection, sklearn.pipeline, sklearn.utils.estimator_checks
began = time.process_time()
import drupe
{more}
print(time.process_time() - began)
"""


def rows(settings: Settings) -> Iterator[Row]:
    """The name alone, and with a machine."""
    for case, more in (("drupe", ""), ("drupe.SVC", "drupe.SVC")):
        command = [sys.executable, "-c", CODE.format(more=more)]
        seconds = min(float(subprocess.check_output(command, text=True)) for _ in range(settings.repeats))
        yield Row(case, {"s": seconds}, (Goal("s", 0.5, at_most=True),))
