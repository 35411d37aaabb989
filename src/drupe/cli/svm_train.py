"""Options of LIBSVM's svm-train: each is taken, or refused with the name of drupe's option for it."""

import inspect
import shlex
from collections.abc import Callable
from typing import Annotated, Any

import typer

from drupe.foundation.errors import ParameterError

MACHINES = {"0": "SVC", "1": "NuSVC", "2": "OneClassSVM", "3": "SVR", "4": "NuSVR"}
KERNELS = {"0": "linear", "1": "poly", "2": "rbf", "3": "sigmoid"}
SETTINGS = {"d": "degree", "r": "coef0", "n": "nu", "p": "epsilon", "e": "tol"}
"""Letters of svm-train, and parameters of machines."""

LETTERS = ("s", "d", "r", "n", "p", "e", "v", "w")


def knows_svm_train(command: Callable[..., None]) -> Callable[..., None]:
    """The command, which answers svm-train's options with its own instead of calling them unknown."""
    signature = inspect.signature(command)
    hidden = [_option(letter) for letter in LETTERS]
    quiet = _parameter("quiet", Annotated[bool, typer.Option("-q", hidden=True)], False)
    added = [*hidden, quiet]

    def run(**options: Any) -> None:
        said = {one.name: options.pop(one.name) for one in added}
        if any(said.values()):
            raise ParameterError(_answer(said, options))
        command(**options)

    run.__name__, run.__doc__, run.__module__ = command.__name__, command.__doc__, command.__module__
    run.__signature__ = signature.replace(  # type: ignore[attr-defined]
        parameters=[*signature.parameters.values(), *added]
    )
    run.__annotations__ = {one.name: one.annotation for one in [*signature.parameters.values(), *added]}
    return run


def _parameter(name: str, annotation: Any, default: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _option(letter: str) -> inspect.Parameter:
    return _parameter(f"svm_{letter}", Annotated[list[str] | None, typer.Option(f"-{letter}", hidden=True)], None)


def _answer(said: dict[str, Any], options: dict[str, Any]) -> str:
    letters = {letter: said[f"svm_{letter}"][0] for letter in LETTERS if said[f"svm_{letter}"]}
    if "w" in letters:
        return "weights of classes, svm-train's -w1 2, read here: --set 'class_weight={1: 2}'."
    if "v" in letters:
        folds = f"drupe compare {shlex.quote(options['data'])} --folds {letters['v']}"
        return f"cross-validation, svm-train's -v, reads here: {folds}."
    words = " ".join(shlex.quote(word) for word in _words(letters, options))
    return f"these are options of svm-train; here they read: {words}."


def _words(letters: dict[str, str], options: dict[str, Any]) -> list[str]:
    """The command that does here what was asked for there."""
    words = ["drupe", "fit", options["data"]]
    if letters.get("s") in MACHINES:
        words += ["--machine", MACHINES[letters["s"]]]
    kernel = options.get("kernel") or KERNELS.get(options.get("target") or "")
    for name, value in (("--kernel", kernel), ("-C", options.get("C")), ("--gamma", options.get("gamma"))):
        words += [name, f"{value:g}" if isinstance(value, float) else value] if value is not None else []
    for letter, name in SETTINGS.items():
        words += ["--set", f"{name}={letters[letter]}"] if letter in letters else []
    words += ["--probability"] if options.get("probability") else []
    place = options.get("output") or options.get("place")
    return [*words, *(["-o", place] if place else [])]
