"""What is said of models, or parts of them, that ONNX cannot hold."""

from drupe.foundation.errors import InputTypeError


def refusal(what: str, why: str, instead: str) -> InputTypeError:
    """The error, to be raised: what cannot be exported, why, and what can.

    >>> str(refusal("GibbsClassifier", "it draws lots", "take BayesPointMachine"))
    'GibbsClassifier cannot be exported to ONNX: it draws lots; take BayesPointMachine.'
    """
    return InputTypeError(f"{what} cannot be exported to ONNX: {why}; {instead}.")
