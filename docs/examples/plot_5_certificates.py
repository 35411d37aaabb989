"""
Certificates for practitioners
==============================

A certificate says how wrong a rule can be on examples that nobody has seen, how sure that is, and what it rests on.
"""

# %%
# **From fresh examples.** The simplest and usually the strongest: keep some examples away from everything, then count.
# The certificate holds for every size of sample, where "accuracy plus or minus" formulas do not.

from textwrap import fill

from sklearn.datasets import load_breast_cancer, load_digits
from sklearn.model_selection import GridSearchCV, train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from drupe import SVC, CertifiedClassifier, certify
from drupe.bounds.subject import Subject
from drupe.displays import CertificateDisplay

X, y = load_breast_cancer(return_X_y=True)
X_train, X_fresh, y_train, y_fresh = train_test_split(X, y, random_state=0)

machine = make_pipeline(StandardScaler(), SVC())
search = GridSearchCV(machine, {"svc__C": [0.1, 1.0, 10.0]}).fit(X_train, y_train)
certificates = certify(search, X_held_out=X_fresh, y_held_out=y_fresh)
print(fill(certificates.sentence(), 80))

# %%
# It does not matter here how the rule was found: scaling, a search over parameters, any library. What matters is that
# the fresh examples took no part in it.
#
# **From the training examples alone.** Nothing is held out, so all examples teach. Theorems then look at how the rule
# came about: how few examples it needs, how wide its margins are. Is an image a zero? Each row of the table is one
# theorem; all valid rows hold together with 95 %, because δ is split among them. A value of 1 is vacuous: true, and no
# news.

images, digits = load_digits(return_X_y=True)
images = images / 16.0  # the range of a pixel was known before the images were
zero = digits == 0
model = SVC(gamma=0.1, C=10.0).fit(images, zero)
table = certify(model, images, zero)
print(table)

# %%
# Which of them are worth reading?

CertificateDisplay.from_certificates(table)

# %%
# **Read whom it speaks of.** A theorem bounds the error of one rule, and that need not be the one you will use.

for subject in Subject:
    print(f"{subject.name.lower():8}", subject.value)

# %%
# - *fitted*: `model.predict` itself. What one usually wants: `table.best` is one of these if there is any.
# - *gibbs*: a rule that is drawn anew for each answer. `CertifiedClassifier(scheme="progressive")` predicts so.
# - *vote*: many rules vote.
# - *average*: not this model, but what such training gives on average over training sets.
# - *every*: any rule of a class of rules, however it was chosen.
# - *most*: nearly all rules that a prior would draw.
#
# **One step for both.** `CertifiedClassifier` learns from a part of the examples and certifies with the rest. Its
# certificate always speaks of its own `predict`.

for scheme in ("hold-out", "progressive", "vote", "pick-to-learn"):
    certified = CertifiedClassifier(machine, scheme=scheme).fit(X, y)
    certificate = certified.certificate_
    print(f"{scheme:14} at most {certificate.value:.3f} for {certificate.subject.value}")

# %%
# **What voids a certificate.** What a program can see, it checks: a bound whose premise fails is refused, with the
# reason. Here the width of the kernel comes from the training examples.

refused = certify(SVC(gamma="scale").fit(images, zero), images, zero, bounds="preferent_compression")
print(fill(refused[0].sentence(), 80))

# %%
# What no program can see is listed with each certificate as taken on trust.

for check in table.best_for_fitted.trusted:
    print("-", check.assumption.value)

# %%
# So a certificate is void
#
# - if the examples were not drawn independently, as with several images of one patient or days of one year, or if the
#   future differs from them;
# - if held-out examples were looked at before the rule was fixed: to scale, to choose columns, to choose the rule;
# - if parameters were tried on the data and nobody counted. `certify` counts the candidates of a `GridSearchCV`; for
#   what you tried by hand pass `n_candidates`, and every one costs a share of δ;
# - if it is the best of several that were asked for one after the other, with other seeds, splits or δ.
#
# **Keep it.** A certificate holds its witness, all that the theorem looked at, and anyone can compute it again.

print(table.recheck(), sorted(table.best.to_dict()))
