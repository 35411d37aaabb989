"""
The right not to answer
=======================

Where an error costs more than an "I don't know", let the classifier reject what it is least sure of.
"""

# %%
# Take any classifier with probabilities or outputs, and say how many errors among its answers you would accept. The
# threshold is found by cross-validation on the training examples.

from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

from drupe import SVC, CoverageRiskDisplay, RejectOption
from drupe.certification.selective_rule import certify_answers

X, y = load_digits(return_X_y=True)
X_train, X_rest, y_train, y_rest = train_test_split(X, y, train_size=300, random_state=0)
X_fresh, X_test, y_fresh, y_test = train_test_split(X_rest, y_rest, train_size=700, random_state=0)

model = RejectOption(SVC(gamma=0.001), error=0.005).fit(X_train, y_train)
answers = model.predict(X_test)
given = answers != model.reject_label_
print(f"everything answered: {(model.estimator_.predict(X_test) != y_test).mean():.3f} wrong")
print(f"{given.mean():.2f} answered: {(answers[given] != y_test[given]).mean():.3f} of the answers wrong")
print("rejected examples get the label", model.reject_label_)

# %%
# The price, for every threshold: the more it may reject, the fewer of its answers are wrong. The dotted line is the
# threshold that was chosen. `coverage=0.9` would choose by the share of answers instead, `threshold=` by hand.

display = CoverageRiskDisplay.from_estimator(model, X_test, y_test)
print(f"smallest error at 90 % answers: {display.curve.risk_at(0.9):.4f}")

# %%
# What `error=` asks for is met on average, not promised. A promise needs examples that took no part in fitting the
# machine: `certify_answers` finds the most answers whose error is certified, at a confidence of 95 %.

rule = certify_answers(model.estimator_, X_fresh, y_fresh, target=0.03)
print(f"{rule.coverage:.2f} answered, error of the answers at most {rule.certificate.value:.4f}")
print(rule.predict(X_test[:12]))
