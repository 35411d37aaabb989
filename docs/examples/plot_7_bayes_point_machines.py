"""
Bayes point machines
====================

Many classifiers agree with all training labels. A support vector machine takes the one with the widest margin; a Bayes
point machine takes the one in the middle of all of them.
"""

# %%
# The middle is found by drawing classifiers from version space, the set of those that agree with the labels, and
# averaging. How to draw is a choice: `"billiard"` follows a ball between the walls, `"gibbs"` moves along one direction
# at a time, `"perceptron"` trains perceptrons on shuffled examples, of whose distribution nothing is known, but fast.

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

from drupe import SVC, BayesPointMachine, EPBayesPointMachine

X, y = load_breast_cancer(return_X_y=True)
X_train, X_test, y_train, y_test = train_test_split(X, y, train_size=150, random_state=0)
scaler = StandardScaler().fit(X_train)
X_train, X_test = scaler.transform(X_train), scaler.transform(X_test)

machines = {
    sampler: BayesPointMachine(gamma=0.05, sampler=sampler, n_samples=200, random_state=0).fit(X_train, y_train)
    for sampler in ("billiard", "gibbs", "perceptron")
}
machines["margin"] = SVC(gamma=0.05, C=1e6).fit(X_train, y_train)
for name, machine in machines.items():
    print(f"{name:10} {machine.score(X_test, y_test):.3f}")

# %%
# The samples are kept. Their share of votes is a probability, so that the machine knows where it does not know. Where
# the vote is divided, errors are.

billiard = machines["billiard"]
divided = np.sort(billiard.predict_proba(X_test), axis=1)[:, 0]
wrong = billiard.predict(X_test) != y_test
print(f"votes for the loser: {divided[wrong].mean():.2f} where wrong, {divided[~wrong].mean():.2f} where right")

figure, ax = plt.subplots(figsize=(6.4, 3.2), layout="constrained")
ax.hist([divided[~wrong], divided[wrong]], bins=np.linspace(0.0, 0.5, 11), stacked=True, label=["right", "wrong"])
ax.set(xlabel="share of votes for the losing class", ylabel="test examples", yscale="log")
ax.legend()

# %%
# How small is version space? `lengths_` is the length of the mean of the samples, which have length one each: near 1
# if all samples are nearly the same classifier.

for name in ("billiard", "gibbs", "perceptron"):
    print(f"{name:10} {machines[name].lengths_[0]:.2f}")

# %%
# Billiard and Gibbs sampling draw from the same distribution, the one by far jumps, the other by small steps that are
# slow to forget where they started; perceptrons keep closer together.
#
# Where labels may be wrong no classifier should agree with all of them. `noise` is the probability of a wrong label; a
# classifier with training errors then is less probable instead of impossible. Expectation propagation finds a center
# without drawing at all.

flipped = np.where(np.random.default_rng(0).random(len(y_train)) < 0.1, 1 - y_train, y_train)
forgiving = {
    "billiard": BayesPointMachine(gamma=0.05, noise=0.1, random_state=0),
    "gibbs": BayesPointMachine(gamma=0.05, sampler="gibbs", noise=0.1, random_state=0),
    "EP": EPBayesPointMachine(gamma=0.05, noise=0.1),
    "margin": SVC(gamma=0.05, C=1e6),  # which agrees with all labels, also with the wrong ones
}
for name, machine in forgiving.items():
    print(f"{name:10} {machine.fit(X_train, flipped).score(X_test, y_test):.3f} with a tenth of the labels flipped")
