"""What support vector machines are compared with on texts: neighbors, Rocchio, naive Bayes, trees."""

from typing import Any

import numpy as np
from sklearn.tree import DecisionTreeClassifier

from drupe.estimators.texts.mutual_information import mutual_information
from drupe.foundation.arrays import Matrix

NEIGHBORS = 30
REWARD, PENALTY = 16.0, 4.0
"""Weights of the mean of a category and of the mean of all others, in Rocchio's rule."""

TERMS = 300
"""Terms that a tree may ask about, those that tell most of its category."""


def neighbors(X: Any, labels: Matrix, X_test: Any) -> Matrix:
    """Σ over the 30 nearest training documents that have the label of the cosine with them.

    >>> import scipy.sparse as sp
    >>> X, labels = sp.csr_array([[1.0, 0.0], [0.0, 1.0]]), np.array([[1.0, 0.0], [0.0, 1.0]])
    >>> neighbors(X, labels, sp.csr_array([[0.6, 0.8]])).tolist()
    [[0.6, 0.8]]
    """
    count = min(NEIGHBORS, X.shape[0])
    scores = np.empty((X_test.shape[0], labels.shape[1]))
    for first in range(0, X_test.shape[0], 500):
        cosines = (X_test[first : first + 500] @ X.T).toarray()
        nearest = np.argpartition(-cosines, count - 1, axis=1)[:, :count]
        weights = np.take_along_axis(cosines, nearest, axis=1)
        scores[first : first + 500] = np.einsum("ij,ijk->ik", weights, labels[nearest])
    return scores


def rocchio(X: Any, labels: Matrix, X_test: Any) -> Matrix:
    """Cosine with max(0, 16 · mean of the category − 4 · mean of all others).

    >>> import scipy.sparse as sp
    >>> X, labels = sp.csr_array([[1.0, 0.0], [0.0, 1.0]]), np.array([[1.0, 0.0], [0.0, 1.0]])
    >>> rocchio(X, labels, sp.csr_array([[0.6, 0.8]])).tolist()
    [[0.6, 0.8]]
    """
    sizes = labels.sum(axis=0)
    inside = np.asarray(X.T @ labels) / np.maximum(sizes, 1.0)
    outside = np.asarray(X.T @ (1.0 - labels)) / np.maximum(len(labels) - sizes, 1.0)
    prototypes = np.maximum(REWARD * inside - PENALTY * outside, 0.0)
    lengths = np.linalg.norm(prototypes, axis=0)
    return np.asarray(X_test @ prototypes) / np.where(lengths > 0.0, lengths, 1.0)


def naive_bayes(counts: Any, labels: Matrix, counts_test: Any) -> Matrix:
    """ln P(category | words) − ln P(not | words), words drawn independently, each counted once more than seen.

    One word is as frequent as the other in the category, and occurs once less often outside: ln 1, and twice ln(4/3).

    >>> import scipy.sparse as sp
    >>> counts, labels = sp.csr_array([[1.0, 1.0], [1.0, 0.0]]), np.array([[1.0], [0.0]])
    >>> np.exp(naive_bayes(counts, labels, sp.csr_array([[1.0, 0.0]]))).round(3).tolist()
    [[0.75]]
    """

    def words(members: Matrix) -> Matrix:
        seen = np.asarray(counts.T @ members) + 1.0
        return np.asarray(np.log(seen / seen.sum(axis=0)))

    # A class without documents has half a one, so that its logarithm is there.
    prior = np.log(np.maximum(labels.sum(axis=0), 0.5)) - np.log(np.maximum((1.0 - labels).sum(axis=0), 0.5))
    return np.asarray(counts_test @ (words(labels) - words(1.0 - labels)) + prior)


def trees(X: Any, labels: Matrix, X_test: Any) -> Matrix:
    """Share of the category in the leaf of an entropy tree, each leaf of five documents at least.

    It stands for C4.5, whose pruning by pessimistic errors it has not.
    """
    scores = np.zeros((X_test.shape[0], labels.shape[1]))
    for label, column in enumerate(labels.T.astype(np.int64)):
        told = mutual_information(X, column)
        kept = np.sort(np.argsort(-told, kind="stable")[:TERMS])
        tree = DecisionTreeClassifier(criterion="entropy", min_samples_leaf=5, random_state=0)
        tree.fit(X[:, kept].toarray(), column)
        if len(tree.classes_) == 2:
            scores[:, label] = tree.predict_proba(X_test[:, kept].toarray())[:, 1]
    return scores
