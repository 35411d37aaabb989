"""Transformers of scikit-learn: what they know lasts, and what contradicts itself is refused when it is loaded."""

import json

import numpy as np
import pytest
from fuzz.model_lies import Opened
from fuzz.questions import asked
from sklearn.compose import ColumnTransformer
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.impute import SimpleImputer
from sklearn.pipeline import FeatureUnion, make_pipeline
from sklearn.preprocessing import (
    MaxAbsScaler,
    MinMaxScaler,
    Normalizer,
    OneHotEncoder,
    OrdinalEncoder,
    RobustScaler,
    StandardScaler,
)

import drupe
from drupe.foundation.errors import InputError

RNG = np.random.default_rng(0)
NUMBERS = RNG.normal(size=(40, 3))
HOLES = np.where(RNG.random((40, 3)) < 0.2, np.nan, NUMBERS)
LETTERS = RNG.choice(list("aaaaabbbcde"), size=(40, 2)).astype(object)
MIXED = np.column_stack([NUMBERS.astype(object), LETTERS])
TEXTS = ["red apple", "green apple", "red pear", "green pear"]
UNKNOWN = {"handle_unknown": "use_encoded_value", "unknown_value": -1}

FITTED = {
    "standard": StandardScaler().fit(NUMBERS),
    "standard without both": StandardScaler(with_mean=False, with_std=False).fit(NUMBERS),
    "minimum and maximum": MinMaxScaler(clip=True).fit(NUMBERS),
    "maximum": MaxAbsScaler().fit(NUMBERS),
    "robust": RobustScaler(with_centering=False).fit(NUMBERS),
    "length one": Normalizer().fit(NUMBERS),
    "holes": SimpleImputer().fit(HOLES),
    "frequent words": SimpleImputer(strategy="most_frequent").fit(LETTERS),
    "one hot": OneHotEncoder().fit(LETTERS),
    "one hot, some dropped": OneHotEncoder(drop="if_binary", handle_unknown="ignore").fit(LETTERS),
    "one hot, rare ones together": OneHotEncoder(min_frequency=5, drop="first").fit(LETTERS),
    "one hot, few": OneHotEncoder(max_categories=3).fit(LETTERS),
    "ordinal": OrdinalEncoder(**UNKNOWN).fit(LETTERS),
    "ordinal, rare ones together": OrdinalEncoder(min_frequency=5, **UNKNOWN).fit(LETTERS),
    "counts": CountVectorizer(ngram_range=(1, 2)).fit(TEXTS),
    "columns": ColumnTransformer([("a", OneHotEncoder(), [3, 4]), ("b", "drop", [0])], remainder=StandardScaler()).fit(
        MIXED
    ),
    "union": FeatureUnion([("a", StandardScaler()), ("b", MaxAbsScaler())]).fit(NUMBERS),
    "pipeline": make_pipeline(SimpleImputer(), StandardScaler().set_output(transform="default")).fit(HOLES),
}
DATA = {"counts": TEXTS, "columns": MIXED, "holes": HOLES, "pipeline": HOLES, "frequent words": LETTERS}


def dense(answer):
    return answer.toarray() if hasattr(answer, "toarray") else np.asarray(answer)


@pytest.fixture(params=FITTED)
def saved(request, tmp_path):
    """A transformer, its data, and its file."""
    name = request.param
    data = DATA.get(name, LETTERS if name.startswith(("one hot", "ordinal")) else NUMBERS)
    path = tmp_path / "transformer.drupe"
    drupe.save(FITTED[name], path)
    return FITTED[name], data, path


def test_transformers_say_the_same_after_loading(saved):
    transformer, data, path = saved
    assert np.array_equal(dense(drupe.load(path).transform(data)), dense(transformer.transform(data)))


def test_what_was_changed_is_refused_or_of_no_consequence(saved):
    transformer, data, path = saved
    file = Opened(path.read_bytes())
    document, refused = json.dumps(file.document), 0
    expected = dense(transformer.transform(data)).shape
    for table in range(len(file.tables())):
        for name in file.tables()[table]:
            for value in (-1, 10**12, "x", [], None, {"tuple": [0]}):
                file.document = json.loads(document)
                file.tables()[table][name] = value
                path.write_bytes(file.closed())
                try:
                    changed = drupe.load(path)
                except InputError:
                    refused += 1
                    continue
                finally:
                    file.document = json.loads(document)
                # Parameters may be others, and then scikit-learn says what it thinks of them.
                if name.endswith("_") or name in ("_n_features_outs", "_transformer_to_input_indices"):
                    answer = asked(lambda changed=changed: dense(changed.transform(data)))
                    assert answer is None or answer.shape == expected, (name, value)
    assert refused > 5


def test_models_do_not_read_files(tmp_path):
    drupe.save(FITTED["counts"], tmp_path / "counts.drupe")
    file = Opened((tmp_path / "counts.drupe").read_bytes())
    file.document["model"]["parameters"]["input"] = "filename"
    (tmp_path / "counts.drupe").write_bytes(file.closed())
    with pytest.raises(InputError, match="input names files"):
        drupe.load(tmp_path / "counts.drupe")
