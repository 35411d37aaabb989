"""
DNA: what a splice site looks like
==================================

Strings that are all equally long, with a signal at a fixed place: a kernel that knows places finds it in ten lines.
"""

# %%
# An acceptor site is where the cell cuts a gene: AG, with mostly T and C before it. Here such sites are made, so that
# the truth is known: 60 letters with AG in the middle. Decoys have an AG there too, and chance around it.

import numpy as np
from sklearn.metrics import roc_auc_score

from drupe import SVC, certify
from drupe.displays import LogoDisplay, TrackDisplay
from drupe.kernels import Spectrum, WeightedDegree

rng = np.random.default_rng(0)


def site(real: bool) -> str:
    letters = rng.choice(list("ACGT"), 60)
    if real:
        letters[16:28] = rng.choice(list("ACGT"), 12, p=[0.15, 0.2, 0.1, 0.55])
        letters[24:28] = [letter if rng.random() < 0.8 else rng.choice(list("ACGT")) for letter in "TTTC"]
    return "".join(letters[:28]) + "AG" + "".join(letters[30:])


y = np.array(["decoy", "site"] * 700)
X = [site(kind == "site") for kind in y]
print(X[1])

# %%
# The weighted-degree kernel counts the words that two strings share at the same places, the spectrum kernel those that
# they share anywhere.

placed = SVC(kernel=WeightedDegree(length=4).normalized()).fit(X[:900], y[:900])
anywhere = SVC(kernel=Spectrum(length=4).normalized()).fit(X[:900], y[:900])
for model in (placed, anywhere):
    print(f"area under the curve {roc_auc_score(y[900:] == 'site', model.decision_function(X[900:])):.3f}")
print(certify(placed, X_held_out=X[900:], y_held_out=y[900:]).best)

# %%
# What did it learn? Letters are as tall as they move the output: the tract of T before the cut, and C beside it.

LogoDisplay.from_estimator(placed, X[:900])

# %%
# And why does it call this one a site? Each letter has its share, and the shares add up to the output.

TrackDisplay.from_estimator(placed, X[901])
