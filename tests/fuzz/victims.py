"""Good files of every kind that is read, each with the function that reads it: what the damage is done to."""

import io
import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse as sp
from fuzz.model_lies import contradiction
from fuzz.mutations import ANY, TEXT, Mutation, sealed_lie
from fuzz.questions import loaded_and_asked
from persistence.machine_samples import OF_PICTURES, OF_STRINGS, examples, taken
from sklearn.compose import ColumnTransformer
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

import drupe
from drupe.foundation.errors import DrupeError
from drupe.inputs.readers import Missing, Options
from drupe.kernels import Gaussian, Linear
from drupe.persistence import load_libsvm, save_libsvm


@dataclass(frozen=True)
class Victim:
    """A file to be damaged.

    Parameters
    ----------
    name
        What the file is called.
    content
        Its bytes while they are good.
    read
        What reads it, and uses what was read.
    mutations
        What is done to it.
    """

    name: str
    content: bytes
    read: Callable[[str], object]
    mutations: tuple[Mutation, ...] = ANY


def survives(victim: Victim, content: bytes, folder: str) -> bool:
    """Whether the damaged file is read or refused cleanly; True if it was read."""
    path = os.path.join(folder, victim.name)
    Path(path).write_bytes(content)
    try:
        victim.read(path)
    except DrupeError:
        return False
    return True


def victims() -> list[Victim]:
    """All of them."""
    return [*_models(), *_golden(), *_tables(), *_others()]


SEALED: tuple[Mutation, ...] = (*ANY, *[sealed_lie] * len(ANY), *[contradiction] * 2 * len(ANY))
REGRESSORS = ("SVR", "NuSVR", "KernelRidge", "GaussianProcessRegressor", "RegularizedRegressor", "SquaredSVR")


def _models() -> list[Victim]:
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(12, 2)), np.repeat([0, 1], 6)
    mixed = np.column_stack([X.astype(str), np.repeat(["a", "b"], 6)]).astype(object)
    encoder = ColumnTransformer([("words", OneHotEncoder(), [2])], remainder=StandardScaler())
    models = {
        "dense.drupe": drupe.SVC(kernel=Gaussian(1.0) + 1.0).fit(X, y),
        "sparse.drupe": drupe.SVC(gamma=1.0).fit(sp.csr_array(np.where(X > 0, X, 0.0)), y),
        "stacked.drupe": drupe.SVC(gamma=100.0).fit(rng.normal(size=(400, 2)), np.arange(400) % 2),
        "pipeline.drupe": make_pipeline(encoder, drupe.SVR(gamma=1.0)).fit(mixed, X[:, 0]),
    }
    words = ["red apple", "green apple", "red pear", "green pear"] * 3
    models["words.drupe"] = make_pipeline(CountVectorizer(), drupe.SVC(kernel="linear")).fit(words, y)
    models["three.drupe"] = drupe.SVC(probability=True, kernel="linear").fit(X, np.arange(12) % 3)
    models["unfitted.drupe"] = drupe.SVC(kernel=Gaussian(1.0) * Linear(), C=2.0)
    questions: dict[str, Any] = dict.fromkeys(models, X)
    questions |= {"pipeline.drupe": mixed, "words.drupe": words}
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for name, model in models.items():
            drupe.save(model, f"{folder}/{name}")
            content = Path(folder, name).read_bytes()
            found.append(Victim(name, content, _asking(questions[name]), SEALED))
        save_libsvm(drupe.SVC(gamma=1.0).fit(X, y), f"{folder}/machine.model")
        found.append(Victim("machine.model", Path(folder, "machine.model").read_bytes(), load_libsvm))
    return found


def _asking(X: Any, y: Any = None) -> Callable[[str], object]:
    return lambda path: loaded_and_asked(path, X, y)


def _golden() -> list[Victim]:
    """A file of every machine, as tests keep it, asked about the examples that it was fitted on."""
    X, classes, numbers = examples()
    folder = Path(__file__).resolve().parents[1] / "persistence" / "golden"
    found = []
    for path in sorted(folder.glob("*.drupe")):
        if path.stem in OF_STRINGS | OF_PICTURES:
            ask = _asking(taken(path.stem, X))
        else:
            ask = _asking(X, numbers if path.stem in REGRESSORS else classes)
        if path.stem != "kernels":
            found.append(Victim(path.name, path.read_bytes(), ask, (contradiction, contradiction, sealed_lie)))
    return found


def _tables() -> list[Victim]:
    rows = "\n".join(f'{i},{i / 3:.3f},"{"ab"[i % 2]} x",{"yes" if i % 3 else "no"}' for i in range(12))
    table = f"id,size,kind,class\n{rows}\n"
    training = drupe.read(_written("train.csv", table.encode()))
    fill = Options(missing=Missing.FILL)
    return [
        Victim("table.csv", table.encode(), drupe.read, TEXT),
        Victim("headers.csv", b"a,b,c\n1,2,3\n4,5,6\n", drupe.read, TEXT),
        # Behind its first rows, which are read one by one, a table is read at once.
        Victim("long.csv", _long_table(), lambda path: drupe.read(path, options=fill)),
        Victim("filled.csv", table.replace("0.333", "").encode(), lambda path: drupe.read(path, options=fill)),
        Victim("new.csv", table.encode(), lambda path: drupe.read(path, recipe=training.recipe)),
        Victim("wide.tsv", table.replace(",", "\t").encode("utf-16"), _as_utf16),
        Victim("blanks.data", b"1 2.5 0\n2 1.5 1\n", lambda path: drupe.read(path, target=-1)),
    ]


def _long_table() -> bytes:
    rows = "".join(f"{i},{i / 7},{'ab'[i % 2]}é,{i % 3}\n" for i in range(100))
    return f"id,size,kind,class\n{rows}".encode()


def _as_utf16(path: str) -> object:
    return drupe.read(path, options=Options(encoding="utf-16"))


def _others() -> list[Victim]:
    rng = np.random.default_rng(0)
    arrays, sparse, parquet = io.BytesIO(), io.BytesIO(), io.BytesIO()
    np.savez(arrays, X=rng.normal(size=(5, 2)), y=np.arange(5))
    sp.save_npz(sparse, sp.csr_matrix(np.eye(4)))
    found = [
        Victim("heart_scale", b"+1 1:0.5 3:-1 \n-1 2:1 10:2.5e-3 \n+1 4:1 # note\n", drupe.read, TEXT),
        Victim("genes.fa", b">a class=1\nACGT\nAC\n>b class=2\nGGT\n", lambda path: drupe.read(path, target="class")),
        Victim("words.txt", "über\nzwei Worte\n".encode(), drupe.read),
        Victim("arrays.npz", arrays.getvalue(), drupe.read),
        Victim("sparse.npz", sparse.getvalue(), drupe.read),
    ]
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        return found
    pq.write_table(pa.table({"a": [1.0, 2.0, 3.0], "b": ["x", "y", "x"], "y": [0, 1, 0]}), parquet)
    return [*found, Victim("table.parquet", parquet.getvalue(), drupe.read)]


def _written(name: str, content: bytes) -> str:
    folder = tempfile.mkdtemp()
    path = Path(folder, name)
    path.write_bytes(content)
    return str(path)
