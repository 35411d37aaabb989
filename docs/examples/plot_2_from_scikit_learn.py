"""
From sklearn.svm in one line
============================

Change the import; parameters, attributes, methods and defaults stay. Then see what else there is.
"""

# %%
# A script as there are many. Only the name of the package differs between the two machines.

import matplotlib.pyplot as plt
import sklearn.svm
from sklearn.datasets import load_digits
from sklearn.model_selection import GridSearchCV, cross_val_score, train_test_split

import drupe
from drupe.kernels import Gaussian, Polynomial

X, y = load_digits(return_X_y=True)
X_train, X_test, y_train, y_test = train_test_split(X, y, random_state=0)

theirs = sklearn.svm.SVC(C=10.0, decision_function_shape="ovo").fit(X_train, y_train)
ours = drupe.SVC(C=10.0, decision_function_shape="ovo").fit(X_train, y_train)

print("equal predictions:", (ours.predict(X_test) == theirs.predict(X_test)).mean())
print("support vectors:", len(theirs.support_), len(ours.support_))

# %%
# The outputs differ by about as much as both solvers are allowed to leave undone.

difference = ours.decision_function(X_test) - theirs.decision_function(X_test)
figure, ax = plt.subplots(figsize=(6.4, 3.2), layout="constrained")
ax.plot(theirs.decision_function(X_test).ravel(), difference.ravel(), ".", markersize=2)
ax.axhspan(-ours.tol, ours.tol, color="gray", alpha=0.2, label="tol")
ax.set(xlabel="output of scikit-learn's machine", ylabel="difference of ours")
ax.legend()

# %%
# Whatever takes an estimator of scikit-learn takes this one: searches, cross-validation, pipelines, `clone`.

search = GridSearchCV(drupe.SVC(), {"C": [1.0, 10.0], "gamma": ["scale", 0.001]}, cv=3).fit(
    X_train[:500], y_train[:500]
)
print(search.best_params_, f"{cross_val_score(ours, X[:500], y[:500], cv=3).mean():.3f}")

# %%
# The same holds for `NuSVC`, `SVR`, `NuSVR` and `OneClassSVM`. A machine of LIBSVM can be taken along as a file, see
# `drupe.persistence.load_libsvm`.
#
# What there is besides: kernels as values and their sums and products, a duality gap, a limit of time, a Ctrl-C that
# may keep the best machine so far, a start from another machine.

mixed = 0.7 * Gaussian(width=20.0) + 0.3 * Polynomial(degree=3).normalized()
machine = drupe.SVC(kernel=mixed, C=10.0, max_time=30.0, on_interrupt="keep").fit(X_train, y_train)
print(f"{machine.score(X_test, y_test):.3f}", machine.solver_info_.stop.value)

# %%
# A second fit from where the first ended. The starting point changes how long it takes, not where it ends.

again = drupe.SVC(kernel=mixed, C=20.0, start=machine).fit(X_train, y_train)
cold = drupe.SVC(kernel=mixed, C=20.0).fit(X_train, y_train)
print("equal predictions:", (again.predict(X_test) == cold.predict(X_test)).mean())

# %%
# What differs: a weight of 3 is the same as three copies of an example in everything, `shrinking` and `random_state`
# have no effect, and probabilities never contradict `predict`.
