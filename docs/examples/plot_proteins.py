"""
Proteins: families that share no letter for sure
================================================

Strings of all lengths whose signal stands anywhere, misread here and there: words in which a letter may differ.
"""

# %%
# A zinc finger binds its metal by two C and two H at set distances. These sequences are made: half hold such a finger,
# somewhere, and nothing else in common.

import matplotlib.pyplot as plt
import numpy as np
from sklearn.model_selection import cross_val_score

from drupe import SVC
from drupe.kernels import PROTEIN, Mismatch, Spectrum, Subsequences
from drupe.models import HiddenMarkov

rng = np.random.default_rng(0)
FINGER = "YKCEECGKAFSRSSHLTRHQRTHTG"


def protein(finger: bool) -> str:
    letters = rng.choice(list(PROTEIN), rng.integers(60, 140))
    if finger:
        start = rng.integers(0, len(letters) - len(FINGER))
        for place, letter in enumerate(FINGER):
            if letter in "CH" or rng.random() < 0.6:
                letters[start + place] = letter
    return "".join(letters)


y = np.array(["other", "finger"] * 100)
X = [protein(kind == "finger") for kind in y]
print(X[1])

# %%
# Exact words of four letters seldom survive four misread letters in ten; if one letter may differ, or others may stand
# in between, more of them do.

kernels = {
    "words of 4": Spectrum(length=4),
    "words of 4, one letter differs": Mismatch(length=4, mismatches=1, alphabet=PROTEIN),
    "3 letters with gaps": Subsequences(length=3, decay=0.5),
}
scores = {name: cross_val_score(SVC(kernel=kernel.normalized(), C=10.0), X, y) for name, kernel in kernels.items()}
for name, score in scores.items():
    print(f"{name:32s} {score.mean():.2f} right")

# %%
# A generative model asks another question: how probable is a sequence, after others of its family were seen? A hidden
# Markov model of the fingers among the first half, and one of the others, tell apart the second half by their odds.

half = len(X) // 2
members = {kind: [X[i] for i in range(half) if y[i] == kind] for kind in ("other", "finger")}
models = [HiddenMarkov.fit(sequences, 8) for sequences in members.values()]
odds = models[1].log_likelihood(X[half:]) - models[0].log_likelihood(X[half:])
print(f"odds of hidden Markov models      {np.mean((odds > 0) == (y[half:] == 'finger')):.2f} right")

# %%

figure, ax = plt.subplots(figsize=(6.4, 2.2), layout="constrained")
ax.barh(list(scores), [score.mean() for score in scores.values()], color="#2f5d8a")
ax.axvline(0.5, color="gray", linestyle=":")
ax.set(xlabel="right in cross-validation", xlim=(0.0, 1.0))
ax.invert_yaxis()
