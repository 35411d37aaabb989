"""The robust kernel Fisher discriminant: outputs near the labels, but far ones are not squared."""

from drupe.estimators.declaration import declared
from drupe.estimators.discriminant.fisher_machine import FisherMachine
from drupe.estimators.discriminant.robust_program import RobustProgram


@declared
class RobustKernelFisher(RobustProgram, FisherMachine):
    """min Σᵢ wᵢ |f(xᵢ) + b − yᵢ| + (alpha/2) ‖f‖², yᵢ = ±1, or with Huber's loss in the place of |r|.

    An example with a wrong label pulls no harder than one that is a little off. It is support vector regression of the
    labels without a tube, at C = 1/alpha. With a transition that no residual reaches it is `KernelFisher` at
    alpha · transition.

    Notes
    -----
    Where every example pulls as hard as it can, any offset in an interval is as good; the middle is taken.

    Examples
    --------
    >>> machine = RobustKernelFisher("linear", alpha=0.1).fit([[0.0], [1.0], [3.0], [4.0]], ["a", "a", "b", "b"])
    >>> machine.predict([[1.5], [2.5]]).tolist()
    ['a', 'b']

    References
    ----------
    [Mika02]_, section 3.4.8, eqs. 3.50 to 3.52.
    """
