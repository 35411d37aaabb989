"""
Few samples, many genes
=======================

Sixty tissue samples, two thousand genes, and one kind of tumor that is rare but must not be missed. What can a machine
learn from that, how is it told what a miss costs, and what can honestly be promised?
"""

# %%
# **Samples.** The page draws its own, so that it needs no files: logarithms of expression, of which thirty genes are
# raised in the rare kind. Real ones are read by `drupe.read`, or by the experiment `tumors`, which does on seven public
# sets what is done here.

import matplotlib.pyplot as plt
import numpy as np
from sklearn.model_selection import LeaveOneOut, RepeatedStratifiedKFold, cross_val_predict, train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from drupe import (
    SVC,
    ClassCostDisplay,
    CoverageRiskDisplay,
    KernelFisher,
    RejectOption,
    TwoNormSVC,
    certify,
    class_cost_curve,
)

rng = np.random.default_rng(0)
y = np.where(np.arange(60) < 15, "rare", "usual")
X = rng.normal(size=(60, 2000))
X[y == "rare", :30] += 1.2

# %%
# **Inside the fold.** Genes are standardized, and that is learned from the samples of the fold alone: in a pipeline it
# is. Choosing the thirty best genes *before* the folds are made is the most frequent error of this field; here it is,
# on labels that mean nothing:

shuffled = rng.permutation(y)
difference = np.abs(X[shuffled == "rare"].mean(axis=0) - X[shuffled == "usual"].mean(axis=0))
chosen = np.argsort(-difference)[:30]
fooled = cross_val_predict(SVC(kernel="linear"), X[:, chosen], shuffled, cv=LeaveOneOut())
honest = cross_val_predict(make_pipeline(StandardScaler(), SVC(kernel="linear")), X, shuffled, cv=LeaveOneOut())
print(f"genes chosen beforehand: {np.mean(fooled == shuffled):.0%} right; all genes: {np.mean(honest == shuffled):.0%}")

# %%
# Three quarters are what one gets by always saying "usual".
#
# **Costs.** With equal costs a soft margin does just that. The cost of the rare kind is raised step by step, and each
# step is judged on samples left out. The 2-norm soft margin lifts the diagonal of the kernel matrix by class.

machine = make_pipeline(StandardScaler(), TwoNormSVC(C=2e-4, kernel="linear"))
folds = RepeatedStratifiedKFold(n_splits=5, n_repeats=4, random_state=0)
curve = class_cost_curve(machine, X, y, positive="rare", cv=folds)
ClassCostDisplay(curve, name="2-norm soft margin").plot()
plt.show()

# %%
# At each point stands the ratio of costs. A person decides which point is right: what is a miss worth in false alarms?

ratio = curve.ratio_for(sensitivity=0.9)
place = int(np.flatnonzero(curve.ratios == ratio)[0])
print(f"ratio {ratio:g}: {curve.sensitivity[place]:.0%} found, {curve.specificity[place]:.0%} let pass")

# %%
# **When not to answer.** Samples of which the machine is unsure go to the pathologist.

seen, fresh, learned, tested = train_test_split(X, y, test_size=0.4, stratify=y, random_state=1)
weighted = make_pipeline(StandardScaler(), TwoNormSVC(C=2e-4, kernel="linear", class_weight={"rare": ratio}))
careful = RejectOption(weighted, coverage=0.7, cv=3).fit(seen, learned)
said = careful.predict(fresh)
answered = said != careful.reject_label_
print(f"{answered.mean():.0%} answered, {np.mean(said[answered] == tested[answered]):.0%} of these right")
CoverageRiskDisplay.from_estimator(careful, fresh, tested, name="2-norm soft margin")
plt.show()

# %%
# **What can be promised.** The training samples certify nothing: two thousand genes and 36 samples. Those held out are
# few as well, and the certificate says so.

rule = weighted.fit(seen, learned)
errors = int(np.sum(rule.predict(fresh) != tested))
print(f"{errors} of {len(tested)} held-out samples wrong")
print(certify(rule, X_held_out=fresh, y_held_out=tested).best)

# %%
# Another machine errs more on these samples, and may err less on others: Fisher's discriminant does on most of the
# public sets. But whoever looks at both and takes the better has used the held-out samples up.

fisher = make_pipeline(StandardScaler(), KernelFisher("linear", alpha=1e-3)).fit(seen, learned)
print(f"Fisher's discriminant: {int(np.sum(fisher.predict(fresh) != tested))} wrong")
