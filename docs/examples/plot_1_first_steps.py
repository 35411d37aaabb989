"""
First steps
===========

Tell benign from malignant tumors by thirty measurements: fit, predict, look at how the fit went, say how sure you are.
"""

# %%
# The data come with scikit-learn, and so does everything around the machine: splitting, scaling, pipelines, scores.

from textwrap import fill

from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from drupe import SVC, CertifiedClassifier
from drupe.displays import DecisionRegionDisplay
from drupe.kernels import Gaussian

data = load_breast_cancer()
X_train, X_test, y_train, y_test = train_test_split(data.data, data.target, random_state=0)

# %%
# A machine has a kernel, which says when two examples are alike. Kernels are values; this one forgets at a distance of
# about five standard deviations.

model = make_pipeline(StandardScaler(), SVC(kernel=Gaussian(width=5.0), C=10.0))
model.fit(X_train, y_train)
print(f"{model.score(X_test, y_test):.3f} of the test examples are right")

# %%
# How did the fit go? The duality gap bounds how far the objective is from its optimum; it is computed in double
# precision from the solution, not taken from the solver.

facts = model[-1].solver_info_
print(f"{facts.stop.value}, {facts.iterations} steps, gap {facts.gap:.1e} of {abs(facts.objective):.1f}")
print(f"{model[-1].n_support_.sum()} of {len(X_train)} examples are support vectors")

# %%
# How wrong can it be? A score on a test set is one number. A certificate is a statement about examples that nobody has
# seen, with its confidence and with what it takes for granted.

certified = CertifiedClassifier(model, delta=0.05).fit(data.data, data.target)
print(fill(certified.certificate_.sentence(), 80))

# %%
# What does it do? Two of the thirty measurements, for a picture.

two = data.data[:, [0, 1]]
flat = make_pipeline(StandardScaler(), SVC(kernel=Gaussian(width=1.0), C=10.0)).fit(two, data.target)
display = DecisionRegionDisplay.from_estimator(flat, two, data.target)
display.ax_.set(xlabel=data.feature_names[0], ylabel=data.feature_names[1])
