"""Messages of the library as a user of the command line would have them: options instead of Python."""

from enum import Enum

from drupe.foundation.remedies import InPython, NamedTarget, Remedy, ScaledColumns, Setting, UntoldRows

OPTIONS = {"dropped": "--drop", "first_index": "--first-index"}
"""Options of readers that have another name here."""

SVM_TRAIN = ("0", "1", "2", "3")
"""Kernels as svm-train numbers them, after the letter that names the target here."""

LETTER = " (svm-train's -t is --kernel)"


def for_command_line(message: object) -> str:
    """An error or a warning for a terminal, each remedy that it carries said as an option.

    >>> from drupe.foundation.errors import InputError
    >>> latin = Setting("encoding", "latin-1")
    >>> for_command_line(InputError(f"pass {latin} or whatever the file was written in", remedies=(latin,)))
    'pass --encoding latin-1 or whatever the file was written in'
    """
    text = str(message)
    for remedy in getattr(message, "remedies", ()):
        text = text.replace(str(remedy), _words(remedy))
    return text


def _words(remedy: Remedy) -> str:
    match remedy:
        case Setting(name, value):
            return f"{OPTIONS.get(name, f'--{name}')} {_value(value)}".rstrip()
        case NamedTarget(words, None):
            return f"{words} with --target"
        case NamedTarget(_, value):
            return f"--target {value!r}{LETTER if value in SVM_TRAIN else ''}"
        case ScaledColumns():
            return "let them be scaled, without --no-scale"
        case UntoldRows():
            return "--missing drop"
        case InPython():
            return ""
    return str(remedy)


def _value(value: object) -> str:
    if value is ...:
        return ""
    if isinstance(value, Enum):
        return value.name.lower()
    if isinstance(value, tuple):
        return " ".join(repr(one) for one in value)
    return repr(value) if value == "," else str(value)
