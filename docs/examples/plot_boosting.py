"""
Boosting, margins and wrong labels
==================================

Rules that are a little better than chance vote. The vote is right on all training examples soon, and goes on learning:
its majorities become clearer. Where labels are wrong that is what one does not want.
"""

# %%
# A stump asks one question about one column. `AdaBoostClassifier` finds the best one for what the vote so far gets
# wrong, in every round. `staged_score` tells how good the vote was after each.

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split

from drupe import AdaBoostClassifier, LPBoost, RegularizedAdaBoost, VoteMarginDisplay

X, y = load_breast_cancer(return_X_y=True)
X_train, X_test, y_train, y_test = train_test_split(X, y, random_state=0)

vote = AdaBoostClassifier(n_estimators=1000).fit(X_train, y_train)
training = 1.0 - np.array(list(vote.staged_score(X_train, y_train)))
test = 1.0 - np.array(list(vote.staged_score(X_test, y_test)))
print(f"no training error is left after {np.flatnonzero(training).max() + 2} rounds")
for rounds in (1, 10, 100, 1000):
    print(
        f"{rounds:5} rounds: {training[rounds - 1]:6.1%} of training examples wrong, {test[rounds - 1]:6.1%} of others"
    )

# %%
# The *margin* of an example is the weight of the votes for its class, less that of the votes against it. It says how
# clear the majority is, and grows when there is no training error to remove any more.

figure, (left, right) = plt.subplots(1, 2, figsize=(9.0, 3.6), layout="constrained")
left.semilogx(np.arange(1, 1001), test, "C3-", label="test")
left.semilogx(np.arange(1, 1001), training, "C0--", label="training")
left.set(xlabel="rounds", ylabel="share of errors")
left.legend()
display = VoteMarginDisplay.from_estimator(vote, X_train, y_train, rounds=[5, 100, 1000], ax=right)
print("smallest margin:", {rounds: round(margin, 3) for rounds, margin in display.smallest().items()})

# %%
# How large can the smallest margin be? `LPBoost` looks for the largest one by linear programs, and proves when it has
# found it, here with far fewer stumps.

best = LPBoost(nu=None).fit(X_train, y_train)
print(
    f"{best.margin_:.3f} with {len(best.estimator_weights_)} stumps, and no vote has more than {best.gap_:.0e} above it"
)
print(f"test error {1.0 - best.score(X_test, y_test):.1%}: the largest margin is not the only thing that counts")

# %%
# Now every tenth label is turned around. AdaBoost learns the wrong ones, too: their examples get more and more weight
# until the vote gives in. `RegularizedAdaBoost` adds the weight that an example has had to its margin, and so lets it
# go.

wrong = np.random.default_rng(0).random(len(y_train)) < 0.1
turned = np.where(wrong, 1 - y_train, y_train)
plain = AdaBoostClassifier(n_estimators=500).fit(X_train, turned)
soft = RegularizedAdaBoost(n_estimators=500, softness=0.1).fit(X_train, turned)
for name, machine in (("plain", plain), ("soft", soft)):
    believed = np.mean(machine.predict(X_train[wrong]) == turned[wrong])
    print(
        f"{name:5} {1.0 - machine.score(X_test, y_test):.1%} test errors; believes {believed:.0%} of the wrong labels"
    )

# %%
# What was added to the margin of an example tells whether its label may be wrong.

added = soft.soft_margins_ - soft.margins_
suspects = np.argsort(added)[::-1][: wrong.sum()]
print(f"of the {wrong.sum()} examples with most added, {wrong[suspects].sum()} are labeled wrongly")

figure, (left, right) = plt.subplots(1, 2, figsize=(9.0, 3.6), layout="constrained")
for machine, style, name in ((plain, "C3-", "plain"), (soft, "C0--", "soft margins")):
    errors = [1.0 - score for score in machine.staged_score(X_test, y_test)]
    left.semilogx(np.arange(1, len(errors) + 1), errors, style, label=name)
left.set(xlabel="rounds", ylabel="share of test errors")
left.legend()
right.hist(
    [added[~wrong], added[wrong]], bins=25, stacked=True, color=["C0", "C3"], label=["label right", "label wrong"]
)
right.set(xlabel="added to the margin", ylabel="training examples")
right.legend()
