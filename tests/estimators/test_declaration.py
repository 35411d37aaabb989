"""Declared estimators are what scikit-learn's conventions ask for, and so are those with constructors of their own."""

import copy
import inspect
import pickle

import numpy as np
import pytest
import sklearn.kernel_ridge
import sklearn.svm
from sklearn.base import BaseEstimator, clone

import drupe
from drupe.estimators.declaration import constant, declared, learned, parameter
from drupe.estimators.fitted import Fitted
from drupe.estimators.largest_output import LargestOutput, class_signs
from drupe.estimators.ranges import check_parameters
from drupe.foundation.errors import ParameterError
from drupe.foundation.parameters import Interval
from drupe.predictors.expansion import Expansion

X, Y = [[-2.0], [1.0], [2.0]], ["no", "yes", "yes"]


@declared
class Base(BaseEstimator):
    """A base.

    Parameters
    ----------
    tol, seed
        Of the base.
    size
        How large,
        in two lines.

    Attributes
    ----------
    found_
        What was found.
    """

    tol: float = parameter(Interval(0.0), default=1e-3)
    seed: int = parameter(default=0)
    size: int = parameter(default=5, last=True)
    found_: float = learned()


@declared
class Machine(Base):
    """A machine.

    Parameters
    ----------
    tol
        Of the machine.
    price
        Its own.

    Notes
    -----
    A note.
    """

    first: float = parameter(kw_only=False)
    price: float = parameter(Interval(1.0), default=2.0, before="tol")
    tol: float = 0.5
    seed: int = constant(7)
    plain: int = 3


def parts(estimator: type) -> list[tuple[str, str, object]]:
    signed = inspect.signature(estimator).parameters.values()
    return [(part.name, part.kind.name, part.default) for part in signed]


def test_signature_has_own_and_inherited_parameters_in_their_places() -> None:
    assert parts(Machine) == [
        ("first", "POSITIONAL_OR_KEYWORD", inspect.Parameter.empty),
        ("price", "KEYWORD_ONLY", 2.0),
        ("tol", "KEYWORD_ONLY", 0.5),
        ("plain", "KEYWORD_ONLY", 3),
        ("size", "KEYWORD_ONLY", 5),
    ]
    assert Machine(1.0).seed == 7
    assert not hasattr(Machine, "tol")  # as with a constructor that stores
    assert not hasattr(Machine(1.0), "found_")
    with pytest.raises(TypeError, match="seed"):
        Machine(1.0, seed=3)


def test_docstring_says_each_thing_once_as_the_nearest_class_does() -> None:
    assert inspect.getdoc(Machine) == inspect.cleandoc("""A machine.

    Parameters
    ----------
    price
        Its own.
    tol
        Of the machine.
    size
        How large,
        in two lines.

    Attributes
    ----------
    found_
        What was found.

    Notes
    -----
    A note.
    """)


def test_a_new_default_keeps_the_range() -> None:
    check_parameters(Machine(1.0))
    with pytest.raises(ParameterError, match=r"'tol' parameter of Machine must be in \[0.0, inf\)"):
        check_parameters(Machine(1.0, tol=-1.0))
    with pytest.raises(ParameterError, match="'price' parameter"):
        check_parameters(Machine(1.0, price=0.0))


def test_scikit_learn_and_copies_know_all_parameters() -> None:
    machine = Machine(1.0, price=3.0)
    known = {"first": 1.0, "plain": 3, "price": 3.0, "size": 5, "tol": 0.5}
    assert repr(machine) == "Machine(first=1.0, price=3.0)"
    for other in (clone(machine), copy.deepcopy(machine), pickle.loads(pickle.dumps(machine))):
        assert other.get_params() == machine.get_params() == known
    assert machine.set_params(size=6).size == 6
    assert machine != copy.copy(machine)


@pytest.mark.parametrize("name", ["SVC", "NuSVC", "SVR", "NuSVR", "OneClassSVM", "KernelRidge"])
def test_parameters_come_in_the_order_of_scikit_learn(name: str) -> None:
    theirs = parts(getattr(sklearn.svm if hasattr(sklearn.svm, name) else sklearn.kernel_ridge, name))
    ours = parts(getattr(drupe, name))
    shared = {part[0] for part in theirs} & {part[0] for part in ours}
    assert len(shared) >= len(theirs) - 1
    assert [part[:2] for part in ours if part[0] in shared] == [part[:2] for part in theirs if part[0] in shared]


class Plain(LargestOutput):
    """A machine with a constructor of its own."""

    def __init__(self, kernel="linear", *, factor=1.0):
        self.kernel = kernel
        self.factor = factor

    def _learn(self, sample):
        votes = self.factor * class_signs(sample.targets, len(self.classes_)) * sample.weights[:, None]
        return Fitted(Expansion(self._kernel(sample), sample.inputs, votes, np.zeros(votes.shape[1])), solution=None)


class Cheap(drupe.SVC):
    """A subclass with a constructor of its own, which knows one parameter."""

    def __init__(self, C=0.5):
        super().__init__(C=C, kernel="linear")


def test_constructors_of_users_serve_too() -> None:
    assert clone(Plain(factor=2.0)).fit(X, Y).decision_function([[3.0]]).tolist() == [30.0]
    assert clone(Cheap()).fit(X, Y).predict(X).tolist() == Y
    assert Cheap().get_params() == {"C": 0.5}
    with pytest.raises(ParameterError, match="'C' parameter of Cheap"):
        Cheap(-1.0).fit(X, Y)
