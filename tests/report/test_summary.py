"""The first screen: how to have the model decline, in units that a reader knows."""

import re

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer
from sklearn.preprocessing import StandardScaler

from drupe import SVC, NearestMean, Report
from drupe.report.blocks import Text
from drupe.report.composition.summary import summary_section

X, Y = load_breast_cancer(return_X_y=True)
X = StandardScaler().fit_transform(X)
ROWS = np.arange(len(X)) % 2 == 0


def sentence(machine):
    """What the first screen says about machines that are fitted on half of the rows and judged by the others."""
    model = machine.fit(X[ROWS], Y[ROWS])
    found = Report.of(model, X[ROWS], Y[ROWS], X_held_out=X[~ROWS], y_held_out=Y[~ROWS]).analysis
    return found, " ".join(block.text for block in summary_section(found).blocks if isinstance(block, Text))


def test_probabilities_are_thresholds_that_make_sense():
    _, words = sentence(SVC(probability=True, random_state=0))
    threshold = float(re.search(r"--reject ([\d.]+)", words).group(1))
    assert 0.5 <= threshold < 1.0
    assert "--answer" not in words


@pytest.mark.parametrize("machine", [NearestMean(kernel="linear"), SVC(kernel="linear", C=1e-5)], ids=str)
def test_leads_of_outputs_are_not_advised(machine):
    """Their unit is the machine's own, 0.0001 may be much: the advice is a share of the rows."""
    found, words = sentence(machine)
    assert "--reject" not in words
    share = float(re.search(r"--answer ([\d.]+)", words).group(1))
    assert any(one.coverage == pytest.approx(share, abs=0.005) for one in found.abstention.thresholds)
    assert f"the surest {100 * share:.0f} % of the rows" in words.replace("\N{NO-BREAK SPACE}", " ")
