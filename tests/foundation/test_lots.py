"""Lots: by weight, never the same twice by design, reproducible from a seed, and fresh in every copy."""

import copy
import pickle

import numpy as np

from drupe.foundation.lots import Lots


def test_lots_follow_weights_of_any_sum():
    drawn = Lots(np.random.default_rng(0)).drawn([2.0, 0.0, 6.0], 4000)
    np.testing.assert_allclose(np.bincount(drawn, minlength=3) / 4000, [0.25, 0.0, 0.75], atol=0.03)


def test_they_go_on_from_call_to_call():
    together, apart = (Lots.planted(np.random.default_rng(5)) for _ in range(2))
    np.testing.assert_array_equal(together.drawn(np.ones(9), 40), [apart.drawn(np.ones(9), 1)[0] for _ in range(40)])


def test_whoever_plants_them_goes_his_own_way():
    rng = np.random.default_rng(5)
    lots = Lots.planted(rng)
    before = rng.bit_generator.state
    lots.drawn(np.ones(3), 10)
    assert rng.bit_generator.state == before


def test_copies_draw_lots_of_their_own():
    lots = Lots(np.random.default_rng(0))
    copies = [pickle.loads(pickle.dumps(lots)), copy.deepcopy(lots), copy.deepcopy(lots)]
    drawn = [tuple(one.drawn(np.ones(100), 20).tolist()) for one in (lots, *copies)]
    assert len(set(drawn)) == 4
