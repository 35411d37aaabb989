"""Machines as LIBSVM's model files and back: what `svm-train` writes and `svm-predict` reads."""

import os
from itertools import combinations
from typing import Any

import numpy as np
import scipy.sparse as sp

from drupe.estimators.base import Machine
from drupe.estimators.kernel_choice import KernelChoice
from drupe.estimators.margin.nu_svc import NuSVC
from drupe.estimators.margin.nu_svr import NuSVR
from drupe.estimators.margin.one_class_svm import OneClassSVM
from drupe.estimators.margin.pairwise_classifier import PairwiseClassifier
from drupe.estimators.margin.svc import SVC
from drupe.estimators.margin.svr import SVR
from drupe.foundation.arrays import Index, Matrix
from drupe.foundation.errors import InputError, InputTypeError
from drupe.inputs.base import Inputs
from drupe.inputs.readers.source import opened_source
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.kernels.constant import Constant
from drupe.kernels.gaussian import Gaussian
from drupe.kernels.indefinite_polynomial import IndefinitePolynomial
from drupe.kernels.linear import Linear
from drupe.kernels.polynomial import Polynomial
from drupe.kernels.sigmoid import Sigmoid
from drupe.persistence.atomic import Place, whole_file
from drupe.persistence.libsvm_text import LibsvmText
from drupe.predictors.expansion import Expansion
from drupe.predictors.one_vs_one import OneVsOne

MACHINES: dict[str, type[Any]] = {
    "c_svc": SVC,
    "nu_svc": NuSVC,
    "epsilon_svr": SVR,
    "nu_svr": NuSVR,
    "one_class": OneClassSVM,
}
"""LIBSVM's words for machines."""

KERNELS = {"linear": "linear", "polynomial": "poly", "rbf": "rbf", "sigmoid": "sigmoid"}
"""LIBSVM's words for kernels, and scikit-learn's."""

DENSE_SHARE = 0.25
"""Share of entries that are there from which on support vectors are held dense."""


def save_libsvm(machine: Machine, path: Place) -> None:
    """Write an SVC, NuSVC, SVR, NuSVR or OneClassSVM as a model file of LIBSVM, whole or not at all.

    Numbers are written with all their digits. Labels must be whole numbers, the kernel one of LIBSVM's four, and the
    examples vectors. What the file cannot say, such as C and which examples the support vectors were, is lost.

    References
    ----------
    [Chang11]_, section 4.3, for the order of the coefficients.
    """
    word = next((word for word, kind in MACHINES.items() if type(machine) is kind), None)
    if word is None:
        raise InputTypeError(
            f"LIBSVM has no {type(machine).__name__}; it has SVC, NuSVC, SVR, NuSVR and OneClassSVM. Use drupe.save."
        )
    if not hasattr(machine, "predictor_"):
        raise InputError(f"the {type(machine).__name__} has not been fitted; call fit first.")
    predictor: Any = machine.predictor_
    parts = predictor.classes if isinstance(machine, PairwiseClassifier) else (predictor,)
    vectors = sp.vstack([_rows(part.centers) for part in parts], format="csr")
    facts: dict[str, Any] = {"svm_type": word, **_kernel_facts(parts[0].kernel)}
    facts["nr_class"] = max(2, len(parts))
    facts["total_sv"] = vectors.shape[0]
    if isinstance(machine, PairwiseClassifier):
        facts["rho"] = tuple((-predictor.offsets).tolist())
        facts["label"] = _whole_labels(machine.classes_)
        if hasattr(machine, "probA_"):
            facts["probA"], facts["probB"] = tuple(machine.probA_.tolist()), tuple(machine.probB_.tolist())
        facts["nr_sv"] = tuple(len(part.centers) for part in parts)
    else:
        facts["rho"] = tuple((-np.asarray(predictor.offset)).tolist())
    text = LibsvmText(facts, np.vstack([part.coefficients for part in parts]), vectors)
    with whole_file(path) as file:
        file.writelines(line.encode("ascii") for line in text.lines())


def load_libsvm(path: str | os.PathLike[str], *, dimension: int | None = None) -> Machine:
    """The machine of a LIBSVM model file.

    It predicts, and has the attributes that the file knows of: classes, support vectors, coefficients, offsets, the
    sigmoids of probabilities. `dimension` is the number of columns of the data, if it is larger than the largest index
    of a support vector. Classes are put in ascending order, in which ties between them are broken.
    """
    with opened_source(path) as source:
        text = LibsvmText.read(source)
        words = text.facts["svm_type"], text.facts["kernel_type"]
        if words[0] not in MACHINES or words[1] not in KERNELS:
            raise source.location.error(
                f"there is no machine {words[0]!r} with kernel {words[1]!r} here",
                f"machines are {', '.join(MACHINES)}; kernels are {', '.join(KERNELS)}",
            )
    vectors = _vectors(text.vectors, dimension, os.fspath(path))
    said = {name: text.facts[name] for name in ("degree", "gamma", "coef0") if name in text.facts}
    machine = MACHINES[words[0]](kernel=KERNELS[words[1]], **said)
    kernel = KernelChoice(machine.kernel, machine.degree, machine.gamma, machine.coef0).on(
        vectors, np.ones(len(vectors))
    )
    machine.n_features_in_ = vectors.dimension
    if isinstance(machine, PairwiseClassifier):
        _set_pairs(machine, kernel, vectors, text)
    else:
        _set_function(machine, kernel, vectors, text)
    return machine  # type: ignore[no-any-return]


def _rows(centers: Inputs) -> Any:
    if not isinstance(centers, Vectors):
        raise InputTypeError(f"LIBSVM's files hold vectors, but the machine was fitted on {type(centers).__name__}.")
    return sp.csr_array(centers.array).astype(np.float64)


def _kernel_facts(kernel: Kernel[Any]) -> dict[str, Any]:
    match kernel:
        case Linear():
            return {"kernel_type": "linear"}
        case Gaussian():
            return {"kernel_type": "rbf", "gamma": float(kernel.gamma)}
        case Polynomial() | IndefinitePolynomial():
            values = {"degree": int(kernel.degree), "gamma": float(kernel.scale), "coef0": float(kernel.coef0)}
            return {"kernel_type": "polynomial", **values}
        case Constant(value=1.0):
            return {"kernel_type": "polynomial", "degree": 0, "gamma": 1.0, "coef0": 0.0}
        case Sigmoid():
            return {"kernel_type": "sigmoid", "gamma": float(kernel.slope), "coef0": float(kernel.offset)}
    raise InputTypeError(f"LIBSVM has no kernel {kernel!r}; it has linear, polynomial, rbf and sigmoid ones.")


def _whole_labels(classes: Any) -> tuple[int, ...]:
    if classes.dtype.kind not in "iubf" or any(float(label) != int(label) for label in classes):
        raise InputTypeError(f"LIBSVM's labels are whole numbers, but the classes are {classes.tolist()[:5]}.")
    return tuple(int(label) for label in classes)


def _vectors(rows: Any, dimension: int | None, name: str) -> Vectors:
    if dimension is not None:
        if dimension < rows.shape[1]:
            raise InputError(f"{name}: the support vectors have {rows.shape[1]} columns, more than {dimension}.")
        rows.resize(rows.shape[0], dimension)
    dense = rows.nnz >= DENSE_SHARE * rows.shape[0] * rows.shape[1]
    return (
        Vectors.of(rows.toarray() if dense else rows)
        if rows.shape[0]
        else Vectors.of(np.zeros((1, rows.shape[1]))).take(np.empty(0, dtype=np.int64))
    )


def _set_function(machine: Any, kernel: Kernel[Any], vectors: Vectors, text: LibsvmText) -> None:
    """One function: regression, or one class."""
    offset = -np.array(text.facts["rho"])
    machine.predictor_ = Expansion(kernel, vectors, text.coefficients, offset)
    machine.support_vectors_, machine.dual_coef_ = vectors.array, text.coefficients.T
    machine.n_support_ = np.array([len(vectors)], dtype=np.int32)
    machine.intercept_ = offset


def _set_pairs(machine: Any, kernel: Kernel[Any], vectors: Vectors, text: LibsvmText) -> None:
    """One function for each pair of classes, in ascending order of the labels whatever theirs in the file is."""
    labels, counts = np.array(text.facts["label"]), np.array(text.facts["nr_sv"])
    order = np.argsort(labels)
    k, ends = len(labels), np.concatenate([[0], np.cumsum(counts)])
    members = [np.arange(ends[c], ends[c + 1]) for c in order]
    coefficients = [_towards(text.coefficients[rows], order, place) for place, rows in enumerate(members)]
    offsets, slopes, shifts = _pairs(text, order)
    sides = tuple(
        Expansion(kernel, vectors.take(rows), part, np.zeros(k - 1))
        for rows, part in zip(members, coefficients, strict=True)
    )
    direction = -1.0 if k == 2 else 1.0
    machine.predictor_ = OneVsOne(sides, offsets)
    machine.classes_ = labels[order]
    machine.support_vectors_ = vectors.array[np.concatenate(members)]
    machine.dual_coef_ = direction * np.vstack(coefficients).T
    machine.n_support_ = counts[order].astype(np.int32)
    machine.intercept_ = direction * offsets
    if "probA" in text.facts and "probB" in text.facts:
        machine.probability, machine.probA_, machine.probB_ = True, slopes, shifts


def _towards(rows: Matrix, order: Index, place: int) -> Matrix:
    """The coefficients of the class at this place of the new order, one column for each other class in that order.

    A pair whose classes change places changes its sign.
    """
    mine = order[place]
    others = np.delete(order, place)
    columns = np.where(others < mine, others, others - 1)
    flipped = (others < mine) != (np.arange(len(others)) < place)
    return np.asarray(rows[:, columns] * np.where(flipped, -1.0, 1.0))


def _pairs(text: LibsvmText, order: Index) -> tuple[Matrix, Matrix, Matrix]:
    """Offsets and sigmoids of all pairs in the new order; P(j) = 1 − P(i) where a pair is turned around."""
    k = len(order)
    column = {pair: place for place, pair in enumerate(combinations(range(k), 2))}
    pairs = list(combinations(order.tolist(), 2))
    places = np.array([column[min(pair), max(pair)] for pair in pairs])
    signs = np.array([1.0 if first < second else -1.0 for first, second in pairs])
    slopes, shifts = (np.array(text.facts.get(name, (0.0,) * len(pairs)))[places] for name in ("probA", "probB"))
    return -signs * np.array(text.facts["rho"])[places], slopes, signs * shifts
