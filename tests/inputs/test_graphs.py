"""Graphs in flat arrays, against plain Python: edges by edges, sub-samples, what is refused, what lasts in a file."""

from dataclasses import replace

import numpy as np
import pytest
from contracts.input_samples import GRAPHS, LABELS, THREE, Surroundings
from hypothesis import given
from hypothesis import strategies as st

from drupe import SVC, OneVsRest, certify, load, save
from drupe.foundation.errors import InputError, InputTypeError
from drupe.inputs import Graph, Graphs, Sequences, coerce, coerce_like
from drupe.kernels import Constant
from drupe.kernels.checks import check_kernel
from drupe.persistence.checked_inputs import check_inputs

BOND = Graph(("C", "O"), ((0, 1),), ("double",), (2.0,))
PATH = Graph(("C", "C", "O"), ((0, 1), (1, 2)), ("single", "double"), (1.0, 2.0))


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    nodes = tuple(draw(st.lists(st.integers(0, 3), max_size=5)))
    pairs = [(i, j) for j in range(len(nodes)) for i in range(j)]
    edges = tuple(sorted(draw(st.sets(st.sampled_from(pairs))) if pairs else ()))
    labels = tuple(draw(st.lists(st.sampled_from("ab"), min_size=len(edges), max_size=len(edges))))
    return Graph(nodes, edges, labels, tuple(float(i) for i in range(len(edges))))


collections = st.lists(graphs(), min_size=1, max_size=5)


@given(collection=collections, other=collections, data=st.data())
def test_graphs_come_back_from_the_flat_arrays(collection, other, data):
    wrapped = Graphs.of(collection)
    assert list(wrapped) == wrapped.values() == collection
    index = data.draw(st.lists(st.integers(0, len(collection) - 1), max_size=6))
    taken = wrapped.take(index)
    assert list(taken) == [collection[i] for i in index]
    joined = taken.joined(Graphs.of(other))
    assert list(joined) == list(taken) + other
    for found in (wrapped, taken, joined):
        assert list(found.contradictions()) == []


@given(collection=collections)
def test_the_lists_of_neighbors_are_those_of_the_edges(collection):
    wrapped = Graphs.of(collection)
    first = 0
    for graph in collection:
        for i in range(len(graph.nodes)):
            around = sorted({*(v for u, v in graph.edges if u == i), *(u for u, v in graph.edges if v == i)})
            found = wrapped.neighbors[wrapped.starts[first + i] : wrapped.starts[first + i + 1]]
            assert found.tolist() == [first + j for j in around]
        first += len(graph.nodes)


def test_direction_and_order_of_edges_do_not_matter():
    turned = Graph(["C", "C", "O"], [(2, 1), (1, 0)], ["double", "single"], [2, 1])
    assert Graphs.of([turned])[0] == PATH
    assert Graphs.of([("CO", [(1, 0)], ["double"], [2.0])])[0] == BOND


def test_lists_of_graphs_are_recognized_and_tuples_at_prediction():
    fitted = coerce([BOND, PATH])
    assert isinstance(fitted, Graphs)
    assert isinstance(coerce(np.asarray(fitted)), Graphs)
    plain = [(("C",), (), (), ())]
    assert list(coerce_like(fitted, plain)) == [Graph(("C",), (), (), ())]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ([], "0 sample"),
        (BOND, r"pass \[graph\]"),
        ([5], "graph 0 is 5, of type int"),
        ([("CO", [(0, 1)]), ("C", 7)], r"graph 1 is \('C', 7\)"),
        ([("CO", [(0, 2)])], "graph 0 has 2 nodes, but an edge of node 2"),
        ([("CO", [(-1, 0)])], "an edge of node -1"),
        ([("CO", [(0, 1), (1, 0)])], "graph 0 has an edge twice"),
        ([("CO", [(1, 1)])], "from a node to itself"),
        ([("CO", [(0, 1, 1)])], "pairs of positions"),
        ([("CO", [(0, 1), (1,)])], "pairs of positions"),
        ([("CO", [(0.0, 1.0)])], "pairs of positions"),
        ([(["C", 1], [])], "graph 0 holds 1"),
        ([([1.5], [])], "graph 0 holds 1.5"),
        ([BOND, ("CO", [(0, 1)])], "graph 1 has 1 edges, but none labels"),
        ([("CO", [(0, 1)], ["a", "b"])], "graph 0 has 1 edges, but 2 labels"),
        ([("CO", [(0, 1)], [1.5])], "labels of graph 0 holds 1.5"),
        ([("CO", [(0, 1)], None, [np.inf])], "finite numbers, got inf"),
        ([("CO", [(0, 1)], None, ["heavy"])], "weights of edges are numbers"),
    ],
)
def test_what_is_no_list_of_graphs_is_refused(data, words):
    with pytest.raises(InputError, match=words):
        Graphs.of(data)


@pytest.mark.parametrize(
    ("new", "words"),
    [
        ([("CO", [(0, 1)])], "graphs without labels of edges, but SVC is expecting graphs with labels of edges"),
        ([("CO", [(0, 1)], ["x"])], "without weights of edges"),
        ([("CO", [(0, 1)], [1], [1.0])], "fitted on lists of strings"),
        ([([6, 8], [(0, 1)], ["x"], [1.0])], "fitted on lists of strings"),
    ],
)
def test_new_graphs_are_labeled_as_the_fitted_ones(new, words):
    with pytest.raises(InputError, match=words):
        coerce_like(Graphs.of([BOND, PATH]), new, "SVC")


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("starts", np.array([0, 1, 3])),
        ("starts", np.array([0, 1, 2, 3, 5, 7])),
        ("starts", None),
        ("neighbors", np.array([1, 0, 3, 2, 4, 5])),
        ("neighbors", np.array([1, 0, 3, 2, 4, 0])),
        ("neighbors", np.array([1, 0, 3, 2, 4, -3])),
        ("neighbors", np.array([1, 0, 3, 2, 4, 3], dtype=np.int32)),
        ("labels", Sequences.of([["x"], ["x"]])),
        ("weights", np.ones(5)),
        ("nodes", Sequences.of(["CO"])),
    ],
)
def test_a_file_that_contradicts_itself_is_refused(field, wrong):
    sound = Graphs.of([BOND, PATH])
    assert sound.neighbors.tolist() == [1, 0, 3, 2, 4, 3]
    check_inputs(sound)
    with pytest.raises(InputError, match="contradict one another"):
        check_inputs(replace(sound, **{field: wrong}))


def test_a_kernel_on_graphs_works_in_machines_and_certificates():
    kernel, inputs = Surroundings(), Graphs.of(GRAPHS)
    check_kernel(kernel, inputs[:8]).raise_if_failed()
    machine = SVC(kernel=kernel, C=100.0).fit(GRAPHS, LABELS)
    assert (machine.predict(GRAPHS) == machine.predict(inputs)).all()
    assert machine.score(GRAPHS, LABELS) == 1.0  # open and closed rows differ in the neighbors of their ends
    assert OneVsRest(SVC(kernel=kernel, C=100.0)).fit(GRAPHS, THREE).score(GRAPHS, THREE) > 0.9
    # The same by positions, and a function that looks up the comparisons.
    gram, places = kernel.matrix(inputs, inputs), np.arange(float(len(GRAPHS)))[:, None]
    twin = SVC(kernel=lambda x, z: gram[np.ix_(x[:, 0].astype(int), z[:, 0].astype(int))], C=100.0).fit(places, LABELS)
    ours, theirs = certify(machine, GRAPHS, LABELS), certify(twin, places, LABELS)
    assert {found.name: found.value for found in ours} == pytest.approx({found.name: found.value for found in theirs})
    assert min(found.value for found in ours) < 0.7


def test_graphs_last_in_a_file(tmp_path):
    """A kernel of the package that serves any examples, as no file may name a class from outside."""
    machine = SVC(kernel=Constant(1.0)).fit([BOND, PATH, BOND], [0, 1, 0])
    save(machine, tmp_path / "machine.drupe")
    again = load(tmp_path / "machine.drupe")
    assert list(again.predictor_.space) == list(machine.predictor_.space)
    assert again.predictor_.space.labels.alphabet == ("double", "single")
    assert (again.predict([PATH, BOND]) == machine.predict([PATH, BOND])).all()
    with pytest.raises(InputTypeError, match="fitted on Graphs"):
        again.predict(coerce([[1.0]]))
