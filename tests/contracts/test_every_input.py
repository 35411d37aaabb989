"""What every kind of inputs can do: be indexed as numpy indexes rows, and go through all that scikit-learn does to X.

The oracle knows the examples by their positions only: a kernel function that looks up the whole matrix of comparisons.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from contracts.input_samples import LABELS, POINTS, SAMPLES, SIZE, THREE
from sklearn.model_selection import (
    GridSearchCV,
    cross_val_predict,
    cross_val_score,
    learning_curve,
    train_test_split,
)
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from sklearn.svm import SVC as PeerSVC
from sklearn.utils import _safe_indexing, indexable
from sklearn.utils.validation import _num_samples

from drupe import SVC, CertifiedClassifier, OneVsRest, Report, SelfBoundingSearch, SVCPathCV, certify
from drupe.foundation.errors import InputTypeError
from drupe.inputs import Inputs, Origin, Vectors, coerce_like, same_examples
from drupe.inputs.coerce import KINDS
from drupe.witness.held_out import HeldOut

POSITIONS = np.arange(SIZE)
INDICES = {
    "slice": slice(1, None, 3),
    "positions": np.array([5, 0, 5]),
    "list": [-1, 2],
    "mask": POSITIONS % 4 == 1,
    "nothing": [],
}

every_kind = pytest.mark.parametrize("kind", SAMPLES)


def equal(left: Any, right: Any) -> bool:
    if isinstance(left, tuple) and isinstance(right, tuple):
        return len(left) == len(right) and all(map(equal, left, right))
    if sp.issparse(left):
        return (left != right).nnz == 0
    return np.array_equal(left, right) if isinstance(left, np.ndarray) else left == right


@every_kind
@pytest.mark.parametrize("index", INDICES)
def test_an_index_takes_what_it_takes_of_an_array(kind, index):
    inputs, chosen = SAMPLES[kind].inputs, INDICES[index]
    expected = POSITIONS[np.asarray(chosen, dtype=int) if index == "nothing" else chosen]
    for taken in (inputs[chosen], inputs[chosen, ...], inputs.take(chosen)):
        assert type(taken) is type(inputs)
        assert taken.origin.positions.tolist() == expected.tolist()
    if index != "nothing":
        assert _safe_indexing(inputs, chosen).origin.positions.tolist() == expected.tolist()


@every_kind
def test_a_number_gives_one_example_and_iteration_all_of_them(kind):
    inputs, examples, _ = SAMPLES[kind]
    for i in (0, 3, -1, np.int64(2)):
        assert equal(inputs[i], examples[i])
    assert len(list(inputs)) == SIZE
    assert all(map(equal, inputs, examples))
    for beyond in (SIZE, -SIZE - 1):
        with pytest.raises(IndexError, match=f"position {beyond} was asked for"):
            inputs[beyond]


@every_kind
def test_an_index_of_columns_is_refused(kind):
    with pytest.raises(InputTypeError, match="indexed by examples alone"):
        SAMPLES[kind].inputs[0, 1]


@every_kind
def test_scikit_learn_can_count_and_index(kind):
    inputs = SAMPLES[kind].inputs
    assert _num_samples(inputs) == inputs.shape[0] == len(inputs) == SIZE
    assert indexable(inputs, LABELS)[0] is inputs
    first, second = train_test_split(inputs, random_state=0)
    expected = train_test_split(POSITIONS, random_state=0)
    assert [first.origin.positions.tolist(), second.origin.positions.tolist()] == [part.tolist() for part in expected]
    assert np.equal.outer(*same_examples(inputs, second)).sum() == len(second)


def scored(make: Callable[..., Any]) -> Callable[[Any, Any], Any]:
    return lambda x, kernel: make(SVC(kernel=kernel, tol=1e-8), x)


CALLS: dict[str, Callable[[Any, Any], Any]] = {
    "cross_val_score": scored(lambda svc, x: cross_val_score(svc, x, LABELS)),
    "cross_val_predict": scored(lambda svc, x: cross_val_predict(svc, x, LABELS, method="decision_function")),
    "GridSearchCV": scored(
        lambda svc, x: GridSearchCV(svc, {"C": [0.1, 1.0]}).fit(x, LABELS).cv_results_["mean_test_score"]
    ),
    "nested": scored(
        lambda svc, x: cross_val_score(GridSearchCV(svc, {"C": [0.1, 1.0]}, cv=2), x, LABELS, cv=2, error_score="raise")
    ),
    "learning_curve": scored(
        lambda svc, x: learning_curve(svc, x, LABELS, cv=3, train_sizes=[0.5, 1.0], error_score="raise")[2]
    ),
    "pipeline": scored(lambda svc, x: cross_val_score(make_pipeline(FunctionTransformer(), svc), x, LABELS)),
    "OneVsRest": scored(lambda svc, x: OneVsRest(svc).fit(x, THREE).decision_function(x)),
    "OneVsRest in folds": scored(lambda svc, x: cross_val_score(OneVsRest(svc), x, THREE, error_score="raise")),
    "SVCPathCV": lambda x, kernel: (
        SVCPathCV(kernel=kernel, Cs=[0.1, 1.0], cv=3, tol=1e-8).fit(x, LABELS).cv_results_["mean_test_score"]
    ),
}


SPLITTING: dict[str, Callable[[Any, Any], Any]] = {
    "CertifiedClassifier": scored(lambda svc, x: _certified(CertifiedClassifier(svc).fit(x, LABELS), x)),
    "SelfBoundingSearch": scored(
        lambda svc, x: _certified(SelfBoundingSearch(svc, {"C": [0.1, 1.0]}).fit(x, LABELS), x)
    ),
}


def _certified(model: Any, x: Any) -> list[float]:
    return [model.certificate_.value, *model.predict(x[:10])]


def by_position(kind: str) -> Callable[[np.ndarray, np.ndarray], np.ndarray]:
    """A kernel function of positions, which looks up the examples at them."""
    inputs, _, kernel = SAMPLES[kind]
    gram = np.asarray(kernel.matrix(inputs, inputs), dtype=np.float64)
    return lambda left, right: gram[np.ix_(left[:, 0].astype(int), right[:, 0].astype(int))]


@pytest.mark.parametrize(
    ("kind", "call"),
    # Kernel values are not split into parts: the next test.
    [(kind, call) for kind in SAMPLES for call in CALLS | SPLITTING if kind != "Gram" or call in CALLS],
)
def test_wrapped_inputs_give_what_their_positions_give(kind, call):
    asked = (CALLS | SPLITTING)[call]
    expected = asked(POSITIONS[:, None].astype(float), by_position(kind))
    np.testing.assert_allclose(asked(SAMPLES[kind].inputs, SAMPLES[kind].kernel), expected, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("call", SPLITTING)
def test_a_wrapped_gram_is_refused_as_its_matrix_is(call):
    wrapped, _, kernel = SAMPLES["Gram"]
    with pytest.raises(Exception, match="kernel values") as bare:
        SPLITTING[call](wrapped.array, "precomputed")
    with pytest.raises(type(bare.value), match="kernel values"):
        SPLITTING[call](wrapped, kernel)


@every_kind
def test_certificates_and_reports_take_wrapped_inputs(kind):
    inputs, _, kernel = SAMPLES[kind]
    seen, held = slice(0, 24), slice(24, None)
    model = SVC(kernel=kernel).fit(inputs[seen], LABELS[seen])
    fresh = {"X_held_out": inputs[held], "y_held_out": LABELS[held]}
    errors = int((model.predict(inputs[held]) != LABELS[held]).sum())
    assert any(found.witness == HeldOut(errors, 12) for found in certify(model, inputs[seen], LABELS[seen], **fresh))
    report = Report.of(model, inputs[seen], LABELS[seen], **fresh)
    assert report.analysis.outcomes.accuracy == pytest.approx(1 - errors / 12)
    assert report.to_html().startswith("<!")


def test_a_report_names_the_columns_of_wrapped_vectors():
    frame = pd.DataFrame(POINTS, columns=["reach", "depth", "breadth"])
    model = SVC().fit(frame, LABELS)
    for data in (frame, Vectors.of(frame)):
        assert "breadth" in Report.of(model, data, LABELS).to_text()


def test_folds_of_a_wrapped_gram_are_those_of_its_matrix():
    """Cut on both sides: the peer is given the bare matrix, which scikit-learn cuts."""
    wrapped, _, kernel = SAMPLES["Gram"]
    peer = cross_val_predict(PeerSVC(kernel="precomputed", tol=1e-8), wrapped.array, LABELS, method="decision_function")
    for chosen in (kernel, "precomputed"):
        ours = cross_val_predict(SVC(kernel=chosen, tol=1e-8), wrapped, LABELS, method="decision_function")
        np.testing.assert_allclose(ours, peer, atol=1e-5)


def test_what_a_wrapped_gram_cannot_say_is_refused():
    wrapped = SAMPLES["Gram"].inputs
    with pytest.raises(InputTypeError, match="pass the matrix of kernel values itself"):
        np.asarray(wrapped)
    with pytest.raises(InputTypeError, match="a Gram matrix is needed, got Vectors"):
        SVC(kernel="precomputed").fit(Vectors.of(wrapped.array), LABELS)
    new = wrapped.against(wrapped.array[:2])
    assert new.shape == (2, SIZE)
    with pytest.raises(InputTypeError, match="indexed by examples alone"):
        new[np.ix_([0], [1])]


def test_transformers_see_dense_vectors_as_an_array():
    bare, wrapped = (make_pipeline(StandardScaler(), SVC()).fit(x, LABELS) for x in (POINTS, Vectors.of(POINTS)))
    assert (bare.decision_function(POINTS) == wrapped.decision_function(Vectors.of(POINTS))).all()
    with pytest.raises(InputTypeError, match=r"pass their CSR matrix, X\.array"):
        StandardScaler().fit(SAMPLES["sparse vectors"].inputs)


@pytest.mark.parametrize("kind", [kind for kind in SAMPLES if kind not in ("Gram", "sparse vectors")])
def test_as_an_array_each_example_is_itself(kind):
    inputs, examples, _ = SAMPLES[kind]
    array = np.asarray(inputs)
    assert array.shape[:1] == (SIZE,)
    assert all(map(equal, array, examples))


@every_kind
def test_examples_as_users_write_them_are_of_their_kind(kind):
    """Each kind that accepts raw data accepts its own examples, and is the first to do so."""
    inputs, examples, _ = SAMPLES[kind]
    if type(inputs) in KINDS and not inputs.sparse:
        assert next(known for known in KINDS if known.accepts(examples)) is type(inputs)
        assert len(coerce_like(inputs, examples)) == SIZE


@every_kind
def test_double_precision_keeps_the_examples(kind):
    inputs = SAMPLES[kind].inputs
    double = inputs.in_double()
    assert not double.single
    assert np.equal(*same_examples(inputs, double)).all()
    assert list(inputs.contradictions()) == list(double.contradictions()) == []


def test_a_kind_that_says_nothing_still_counts_and_indexes():
    class Bare(Inputs):
        def __init__(self, origin: Origin):
            self.origin = origin

        def __len__(self) -> int:
            return len(self.origin.positions)

        def _take(self, index: np.ndarray) -> "Bare":
            return Bare(self.origin.take(index))

    bare = Bare(Origin.new(4))
    assert bare.shape == (4,)
    assert [one.origin.positions.item() for one in bare] == [0, 1, 2, 3]
    assert bare.raw() is bare
    assert not Bare.accepts([1, 2])
    with pytest.raises(InputTypeError, match="Bare does not know how"):
        bare.new([1, 2])
