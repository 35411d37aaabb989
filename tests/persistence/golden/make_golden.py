"""Makes the golden files: one for each machine as it is written today, with what it answers.

    PYTHONPATH=tests python tests/persistence/golden/make_golden.py [name ...]

Files that are there already are left alone: they prove that files of earlier versions can still be read. Run it when a
machine was added, or when the format has changed: a few files are then written in the new format too. Name machines to
write theirs anew, which is right only before their format was released.
"""

import json
import sys
from pathlib import Path

import numpy as np
from contracts.kernel_samples import kernel_samples
from persistence.machine_samples import answers, examples, fitted, machine_types

import drupe
from drupe.foundation.errors import InputTypeError
from drupe.persistence.archive import FORMAT

FOLDER = Path(__file__).resolve().parent
ANSWERS = FOLDER / "answers.json"
KERNELS = FOLDER / "kernels.drupe"
IN_EVERY_FORMAT = ("CertifiedClassifier", "LPSVC", "SVC")
"""Machines, solutions and certificates from many folders, enough to show how a format names classes."""


def plain(array: np.ndarray) -> list:
    """An answer as JSON holds it."""
    return np.asarray(array).tolist()


def main(names: list[str]) -> None:
    """Write what is missing."""
    said = json.loads(ANSWERS.read_text()) if ANSWERS.exists() else {}
    X = examples()[0]
    for kind in machine_types():
        path = FOLDER / f"{kind.__name__}.drupe"
        if path.exists() and kind.__name__ not in names:
            continue
        try:
            machine = fitted(kind)
            drupe.save(machine, path)
        except Exception as cause:
            print(f"{kind.__name__} is left out: {cause}")
            continue
        said[kind.__name__] = {question: plain(answer) for question, answer in answers(machine, X).items()}
        print(f"{path.name}: {path.stat().st_size} bytes")
    ANSWERS.write_text(json.dumps(said, sort_keys=True, separators=(",", ":")).replace('},"', '},\n"') + "\n")
    if not KERNELS.exists() or "kernels" in names:
        drupe.save([pair for pair in kernel_samples() if can_be_saved(pair[0])], KERNELS)
    newest = FOLDER / f"format_{FORMAT}"
    newest.mkdir(exist_ok=True)
    for name in IN_EVERY_FORMAT:
        path = newest / f"{name}.drupe"
        if not path.exists():
            drupe.save(drupe.load(FOLDER / path.name), path)


def can_be_saved(kernel: object) -> bool:
    """Whether there is no function inside."""
    try:
        drupe.save(kernel, FOLDER / "trial.part")
    except InputTypeError:
        return False
    (FOLDER / "trial.part").unlink()
    return True


if __name__ == "__main__":
    main(sys.argv[1:])
