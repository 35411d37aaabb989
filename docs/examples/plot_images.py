"""
From images
===========

Small pictures of handwritten digits: which digit is it, when should a person look at it, and how wrong is the rest?
"""

# %%
# **Pixels as a vector.** A kernel machine needs no features of pictures, only a way to compare two of them. The
# simplest: all pixels in a row, and the distance of these rows. The pictures are divided into three parts: one to
# learn from, one to try things on, and one that nobody looks at until the end.

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

from drupe import SVC, RejectOption, certify
from drupe.certification.selective_rule import certify_answers
from drupe.kernels import ChiSquared, Gaussian, Linear, Polynomial

X, y = load_digits(return_X_y=True)
X_train, X_rest, y_train, y_rest = train_test_split(X, y, train_size=200, random_state=0)
X_test, X_fresh, y_test, y_fresh = train_test_split(X_rest, y_rest, train_size=800, random_state=0)

# %%
# **Which kernel?** One multiplies pixels, one looks at all triples of pixels, two measure distances, one of them far
# too closely, and one takes pictures for histograms of ink.

kernels = {
    "dot product": Linear(),
    "products of three pixels": Polynomial(degree=3).normalized(),
    "distance": Gaussian(width=20.0),
    "distance, too narrow": Gaussian(width=5.0),
    "histograms of ink": ChiSquared(width=8.0),
}
for name, kernel in kernels.items():
    print(f"{name:26} {SVC(kernel=kernel, C=10.0).fit(X_train, y_train).score(X_test, y_test):.3f} right")

# %%
# The width has to fit the data. Two pictures of a three are this far apart, so that at width 5 nothing is like
# anything, and the machine answers as if it had seen nothing:

threes = X_train[y_train == 3]
print(f"{np.linalg.norm(threes[:, None] - threes[None, :], axis=2).mean():.0f}")

# %%
# **What you know of pictures.** Pixels in a row forget who their neighbors are: a permutation of all pixels would
# change nothing above. But a digit that is moved by one pixel is the same digit. Say so with examples: add every
# training picture moved by one pixel up, down, left and right.


def moved(rows: np.ndarray) -> np.ndarray:
    pictures = rows.reshape(-1, 8, 8)
    steps = [(step, axis) for step in (-1, 1) for axis in (1, 2)]
    return np.concatenate([pictures, *(np.roll(pictures, step, axis) for step, axis in steps)]).reshape(-1, 64)


plain = SVC(kernel=Gaussian(width=20.0), C=10.0, probability=True).fit(X_train, y_train)
model = SVC(kernel=Gaussian(width=20.0), C=10.0, probability=True).fit(moved(X_train), np.tile(y_train, 5))
print(f"{plain.score(X_test, y_test):.3f} before, {model.score(X_test, y_test):.3f} after")

# %%
# **Look at the errors.** A score is a number; here are the pictures, with what they are and what the machine said.

answers = model.predict(X_test)
wrong = np.flatnonzero(answers != y_test)
figure, axes = plt.subplots(2, 8, figsize=(8.0, 2.6), layout="constrained")
for ax, i in zip(axes.ravel(), wrong, strict=False):
    ax.imshow(X_test[i].reshape(8, 8), cmap="gray_r")
    ax.set_title(f"{y_test[i]}, not {answers[i]}", fontsize=9)
for ax in axes.ravel():
    ax.set_axis_off()

# %%
# And what the machine leans on: the support vectors with the largest coefficients, those training pictures that are
# nearest to another class. Labels that are wrong are found here, too.

weight = np.zeros(len(X_train))
np.add.at(weight, model.support_ % len(X_train), np.abs(model.dual_coef_).sum(axis=0))
figure, axes = plt.subplots(1, 8, figsize=(8.0, 1.5), layout="constrained")
for ax, i in zip(axes, np.argsort(-weight), strict=False):
    ax.imshow(X_train[i].reshape(8, 8), cmap="gray_r")
    ax.set_title(y_train[i], fontsize=9)
    ax.set_axis_off()

# %%
# **When not to answer.** Let the machine decline where it is least sure. The threshold is found by cross-validation
# on the training pictures, with the aim of one wrong answer in a hundred.

careful = RejectOption(SVC(kernel=Gaussian(width=20.0), C=10.0), error=0.01).fit(X_train, y_train)
said = careful.predict(X_test)
given = said != careful.reject_label_
before = (plain.predict(X_test) != y_test).mean()
print(f"{before:.3f} wrong; of {given.mean():.2f} answered {(said != y_test)[given].mean():.3f} wrong")

# %%
# **How wrong can it be?** Now, and only now, the fresh pictures: first for the rule that always answers, then for one
# that answers where at most 1.5 % of its answers can be certified to be wrong. The moved pictures do no harm to the
# certificate: it counts fresh pictures, which were not moved, and does not ask how the rule came about.

best = certify(model, X_held_out=X_fresh, y_held_out=y_fresh).best
print(f"always answers: at most {best.value:.3f} wrong, with {best.confidence:.0%} confidence")
rule = certify_answers(model, X_fresh, y_fresh, target=0.015)
print(f"answers {rule.coverage:.2f}: of these at most {rule.certificate.value:.3f} wrong, with 95% confidence")

# %%
# These digits were written by 43 people. If a new writer comes, his digits are not drawn from the same distribution,
# and the certificate does not speak of him. To certify for new writers, hold out writers, not pictures.
#
# **What this does not do.** Photographs of a thousand kinds of things, in any light and from any side: pixels that
# are compared by distance are hopeless there. Take the last layer of a network that somebody has trained on millions
# of pictures, and use its outputs as the rows X of this page. Few labels, a certificate and the right not to answer
# are as useful there.
