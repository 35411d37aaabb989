"""Estimates that hold on average: exact leave-one-out below its limits, and never among certificates."""

import numpy as np
import pytest
from certification.certified_samples import noisy

from drupe import SVC, certify
from drupe.certification.estimates import estimate

X, y = noisy(90)


@pytest.mark.spec("H.T03", "H.T04", "C.C23")
@pytest.mark.parametrize("fit_intercept", [True, False])
def test_exact_is_at_most_jaakkola_haussler_is_at_most_the_share_of_support_vectors(fit_intercept) -> None:
    model = SVC(gamma=0.3, tol=1e-6, fit_intercept=fit_intercept).fit(X, y)
    found = {one.name: one.value for one in estimate(model, X, y)}
    assert found["leave_one_out_error"] <= found["jaakkola_haussler"] <= found["support_vector_share"]
    assert found["support_vector_share"] == pytest.approx(np.mean(np.isin(np.arange(90), model.support_)))


def test_estimates_are_no_certificates() -> None:
    model = SVC(gamma=0.3).fit(X, y)
    names = {one.name for one in certify(model, X, y)}
    assert not names & {one.name for one in estimate(model, X, y)}
