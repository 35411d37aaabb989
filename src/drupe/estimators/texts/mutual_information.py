"""How much the presence of a term tells about the category of a document."""

from typing import Any

import numpy as np

from drupe.foundation.arrays import Index, Vector


def mutual_information(counts: Any, categories: Index) -> Vector:
    """I(T; C) = Σ p(t, c) ln(p(t, c) / (p(t) p(c))) of each term, over t present or absent and all categories c.

    Parameters
    ----------
    counts
        A sparse matrix with a row for each document and a column for each term, not zero where the term occurs.
    categories
        The category of each document as a number 0, 1, ...

    Examples
    --------
    The first term occurs in the documents of one category and in no others, the second in half of each: ln 2 and 0.

    >>> import scipy.sparse as sp
    >>> counts = sp.csr_array([[1, 1], [2, 0], [0, 3], [0, 0]])
    >>> mutual_information(counts, np.array([0, 0, 1, 1])).round(4).tolist()
    [0.6931, 0.0]

    References
    ----------
    [Cristianini00]_, section 8.1.1 (terms ranked by mutual information).
    """
    n, sizes = len(categories), np.bincount(categories)
    members = np.eye(len(sizes))[categories]
    present = np.asarray((counts != 0).astype(np.float64).T @ members)
    joint = np.stack([present, sizes - present]) / n
    apart = joint.sum(axis=2, keepdims=True) * (sizes / n)
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = np.where(joint > 0.0, joint * np.log(joint / apart), 0.0)
    return np.asarray(np.maximum(terms.sum(axis=(0, 2)), 0.0))
