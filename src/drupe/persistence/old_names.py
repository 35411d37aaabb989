"""What a file calls a class, and what the class is called today."""

RENAMED = {
    "bounds.Assumption": "witness.Assumption",
    "estimators.FunctionKernel": "kernels.FunctionKernel",
    "estimators.IndefinitePolynomial": "kernels.IndefinitePolynomial",
    "kernels.forms.Scaled": "kernels.ScaledColumns",
    # No model holds these, and without their folders they would be taken for others.
    "kernels.forms.Constant": "",
    "kernels.forms.Polynomial": "",
    "kernels.forms.Sinc": "",
    "solvers.textbook.ProgramSolution": "",
    "solvers.textbook.Shuffled": "",
}
"""Classes whose layer or name has changed since files were written; nothing for what files no longer name."""


def current_name(name: str, version: int) -> str:
    """Today's name of a class, from its name in a file of this format: format 1 has folders between layer and class.

    >>> current_name("estimators.margin.SVC", 1), current_name("kernels.forms.Scaled", 1)
    ('estimators.SVC', 'kernels.ScaledColumns')
    """
    parts = name.split(".")
    if version == 1 and name not in RENAMED and all(parts):
        name = f"{parts[0]}.{parts[-1]}"
    return RENAMED.get(name, name)
