"""What a file calls a class, and what the class is called today."""

RENAMED = {
    "estimators.FunctionKernel": "kernels.FunctionKernel",
    "estimators.IndefinitePolynomial": "kernels.IndefinitePolynomial",
}
"""Classes whose layer or name has changed since files were written."""


def current_name(name: str) -> str:
    """Today's name of a class, from its name in a file.

    >>> current_name("estimators.IndefinitePolynomial"), current_name("kernels.Gaussian")
    ('kernels.IndefinitePolynomial', 'kernels.Gaussian')
    """
    return RENAMED.get(name, name)
