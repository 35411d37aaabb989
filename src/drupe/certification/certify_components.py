"""certify for principal components: from a fitted kernel PCA to what is certain of its directions."""

import numpy as np

from drupe.bounds.base import checked_delta
from drupe.bounds.spectral.directions import PREMISES
from drupe.certification.component_certificates import ComponentCertificates
from drupe.certification.component_spectrum import component_checks, component_spectrum
from drupe.certification.known_models import known_before
from drupe.certification.upstream import NOTHING_SEEN, look_upstream
from drupe.estimators.components.kernel_pca import KernelPCA
from drupe.estimators.fixed_kernel import unfit
from drupe.foundation.errors import InputError
from drupe.inputs.precomputed import Precomputed


def certify_components(model: KernelPCA, *, delta: float = 0.05) -> ComponentCertificates:
    """How far each component of a fitted kernel PCA may be turned from the true one, with confidence 1 − δ for all.

    It looks at the training examples, which the machine keeps; one pass over their kernel matrix.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> X = rng.uniform(-1.0, 1.0, (4000, 2)) * np.array([1.0, 0.2])
    >>> found = certify_components(KernelPCA(3, kernel="rbf", gamma=1.0).fit(X))
    >>> found.trusted, found[0].sine < 0.5
    ((1,), True)

    References
    ----------
    [Yu15]_, theorem 2, place not checked; [Mika02]_, section 4.3.
    """
    delta = checked_delta(delta)
    function = model.predictor_
    n = len(function.centers)
    if isinstance(function.centers, Precomputed):
        raise InputError(
            "of a precomputed kernel matrix only the columns are remembered, so that nothing can be said of its "
            "components; fit with the kernel itself."
        )
    if not np.isclose(model.total_weight_, n) or len(np.unique(model.shares_)) > 1:
        raise InputError(
            "examples that count differently were not drawn independently from one distribution, of which the theorems "
            "speak; fit without sample_weight."
        )
    reason = unfit(model, function.kernel, function.centers) or known_before(model, function.centers)
    if reason:
        raise InputError(f"nothing is certain of the components: {reason}.")
    if n < 2 or not len(model.eigenvalues_):
        raise InputError(
            "nothing is certain of the components: it takes two examples that differ, and the machine has "
            f"{len(model.eigenvalues_)} components of {n}."
        )
    sight = NOTHING_SEEN if getattr(model, "X_fit_", None) is None else look_upstream(model.X_fit_)
    if sight.independent is False:
        raise InputError(
            "nothing is certain of the components: examples repeat as no independent draws would, as if the sample had "
            "been written down several times; fit on each once."
        )
    # Ritz pairs with residuals R are exact for a matrix that differs by √2 ‖R‖ at most.
    numerical = float(np.sqrt(2.0) * np.linalg.norm(model.residuals_)) / n
    seen = component_spectrum(
        function.kernel, function.centers, model.covariance_eigenvalues_, bool(model.centered), numerical
    )
    checks = component_checks(function.kernel, seen.radius, PREMISES)
    return ComponentCertificates.of(seen, delta, sight.checked(checks))
