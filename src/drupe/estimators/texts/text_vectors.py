"""Documents to sparse vectors of length one: the bag of words, each term weighted by how rare it is."""

from collections.abc import Sequence
from typing import Annotated, Any, Self

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS, CountVectorizer
from sklearn.preprocessing import normalize
from sklearn.utils.validation import check_is_fitted

from drupe.estimators.base import one_column
from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.documented import Documented
from drupe.estimators.ranges import NOTHING, Either, OneOf, check_parameters
from drupe.estimators.texts.documents import documents_of
from drupe.estimators.texts.mutual_information import mutual_information
from drupe.estimators.texts.stems import languages
from drupe.estimators.texts.terms import Terms
from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputError
from drupe.foundation.parameters import Interval
from drupe.foundation.shapes import BrokenPromise, Counted, Reals, Sometimes
from drupe.inputs.sequences import Sequences
from drupe.models.training import Training


class _Languages:
    """The languages of the stemmers, looked up when one is asked for."""

    def __contains__(self, value: object) -> bool:
        return value == "english" or (isinstance(value, str) and value in languages())

    def __str__(self) -> str:
        return " or ".join(map(repr, languages()))


class _Words:
    """A list of words."""

    def __contains__(self, value: object) -> bool:
        words = isinstance(value, Sequence | set | frozenset) and not isinstance(value, str)
        return words and all(isinstance(word, str) for word in value)  # type: ignore[attr-defined]

    def __str__(self) -> str:
        return "a list of words"


@declared
class TextVectors(Documented, TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """φᵢ(x) = tfᵢ(x) ln(n / nᵢ) / κ: how often term i occurs in x, times how rare it is, scaled to ‖φ(x)‖ = 1.

    Of n documents nᵢ hold term i. Terms are the words in small letters, without stop words, by their stems; those in
    fewer than `min_documents` documents are left out. The dot product of two such vectors is the cosine of the angle
    between the documents: a linear kernel on them is the TF-IDF kernel, and other kernels go on top.

    Goes first in a pipeline, so that terms and weights are those of the training documents alone, in each fold of a
    cross-validation too. A document without known terms becomes the zero vector, and so does one of stop words; to
    say everything twice changes nothing; a term that all documents share weighs nothing.

    Parameters
    ----------
    stop_words
        Words that are left out: "english" for the 318 of scikit-learn, a list of words, or None for none.
    stemming
        The language in which words become stems, "porter" for the original algorithm, or None to keep words whole.
    min_documents
        In how many documents a term must occur to count.
    most_terms
        How many terms are kept, those that tell most of the category by `mutual_information`; None for all. Needs y.
    counting
        What tfᵢ is: "counts", "presence" (1 wherever the term occurs), or "logarithms" (1 + ln of the count).

    Attributes
    ----------
    terms_
        The terms, in alphabetical order: one for each column.
    weights_
        ln(n / nᵢ) of each.
    training_
        Digests of the documents, by which certificates know them again.

    Examples
    --------
    Of four documents all hold "wheat", two "farm" and one "ship" and "oil": weights 0, ln 2 and ln 4. The second
    document is then (ln 2, 2 ln 4) in the directions of "farm" and "oil", that is (1, 4) / √17.

    >>> documents = ["Wheat farms", "a wheat farm: oil, oil", "wheat ships", "the wheat"]
    >>> vectors = TextVectors(min_documents=1)
    >>> X = vectors.fit_transform(documents)
    >>> vectors.terms_, vectors.weights_.round(3).tolist()
    (('farm', 'oil', 'ship', 'wheat'), [0.693, 1.386, 1.386, 0.0])
    >>> X.toarray().round(3).tolist()
    [[1.0, 0.0, 0.0, 0.0], [0.243, 0.97, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 0.0]]

    References
    ----------
    [Cristianini00]_, section 8.1.1; [Joachims98]_, place not checked.
    """

    stop_words: str | Sequence[str] | None = parameter(Either(OneOf("english"), _Words(), NOTHING), default="english")
    stemming: str | None = parameter(Either(NOTHING, _Languages()), default="english")
    min_documents: int = parameter(Interval(1, whole=True), default=3)
    most_terms: int | None = parameter(Either(NOTHING, Interval(1, whole=True)), default=None)
    counting: str = parameter(OneOf("counts", "presence", "logarithms"), default="counts")

    terms_: Annotated[tuple[str, ...], Counted("terms")] = learned()
    weights_: Annotated[Vector, Reals("terms")] = learned()
    training_: Annotated[Training, Sometimes()] = learned()

    def fit(self, X: Any, y: Any = None) -> Self:
        """Find the terms and their weights; y, the category of each document, is looked at for `most_terms` only."""
        self._learned_counts(X, y)
        return self

    def fit_transform(self, X: Any, y: Any = None) -> Any:
        """The vectors of the training documents, a CSR matrix."""
        return self._vectors(self._learned_counts(X, y))

    def transform(self, X: Any) -> Any:
        """The vectors of new documents, a CSR matrix; terms that training had not are left out."""
        return self._vectors(self.counts(X))

    def counts(self, X: Any) -> Any:
        """How often each term occurs in each document, a CSR matrix: what machines want that do the weighing."""
        check_is_fitted(self)
        documents = documents_of(X, type(self).__name__)
        if not documents:
            return sp.csr_array((0, len(self.terms_)))
        counter = CountVectorizer(analyzer=self._terms().of, vocabulary=self.terms_, dtype=np.float64)
        return sp.csr_array(counter.transform(documents))

    def get_feature_names_out(self, input_features: Any = None) -> npt.NDArray[Any]:
        """The terms."""
        check_is_fitted(self)
        return np.array(self.terms_, dtype=object)

    def _learned_counts(self, X: Any, y: Any) -> Any:
        """How often each term occurs in each training document."""
        check_parameters(self)
        documents = documents_of(X, type(self).__name__)
        n = len(documents)
        if n < self.min_documents:
            raise InputError(
                f"there {'is' if n == 1 else 'are'} {n} document{'s'[: n != 1]}, and a term has to occur in "
                f"min_documents={self.min_documents} of them; pass more documents, or a smaller min_documents."
            )
        counter = CountVectorizer(analyzer=self._terms().of, min_df=int(self.min_documents), dtype=np.float64)
        try:
            counts = sp.csc_array(counter.fit_transform(documents))
        except ValueError as cause:  # its words for a dictionary without entries
            raise InputError(
                f"no term occurs in min_documents={self.min_documents} of the {n} documents (stop words do not count); "
                "pass more or longer documents, or a smaller min_documents."
            ) from cause
        kept = self._kept(counts, y)
        counts = counts[:, kept]
        self.terms_ = tuple(counter.get_feature_names_out()[kept].tolist())
        self.weights_ = np.log(n / np.diff(counts.indptr))
        self.training_ = Training.on(Sequences.of(documents))
        return sp.csr_array(counts)

    def _kept(self, counts: Any, y: Any) -> npt.NDArray[np.int64]:
        """The columns of the terms that tell most, of equals the first in the alphabet."""
        if self.most_terms is None:
            return np.arange(counts.shape[1])
        if y is None:
            raise InputError(
                f"most_terms={self.most_terms} ranks terms by what they tell of categories, but y is None; pass the "
                "category of each document, or most_terms=None."
            )
        if np.ndim(y) == 2 and np.shape(y)[1] > 1:
            raise InputError(
                "most_terms ranks terms for one category at a time, but y has several columns; put the whole pipeline "
                "inside ManyLabels, which then ranks them for each label."
            )
        _, categories = np.unique(one_column(y, counts.shape[0]), return_inverse=True)
        told = mutual_information(counts, categories.reshape(-1))
        return np.sort(np.argsort(-told, kind="stable")[: int(self.most_terms)])

    def _vectors(self, counts: Any) -> Any:
        if self.counting != "counts":
            counts.data = np.ones_like(counts.data) if self.counting == "presence" else 1.0 + np.log(counts.data)
        weighted = sp.csr_array(counts.multiply(self.weights_))
        weighted.eliminate_zeros()
        return sp.csr_array(normalize(weighted, copy=False)) if weighted.shape[0] else weighted

    def _terms(self) -> Terms:
        return terms_for(self.stop_words, self.stemming)

    def _check_learned(self) -> None:
        """Raise a BrokenPromise if a term has two columns."""
        if len(set(self.terms_)) < len(self.terms_):
            raise BrokenPromise("terms_ names a term twice")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.string = True
        tags.input_tags.two_d_array = False
        tags.target_tags.required = self.most_terms is not None
        return tags


def terms_for(stop_words: str | Sequence[str] | None, stemming: str | None) -> Terms:
    """How texts become terms, by the words of the parameters.

    >>> terms_for("english", None).of("to be or not to be a word")
    ['word']
    """
    words = ENGLISH_STOP_WORDS if isinstance(stop_words, str) else stop_words or ()
    return Terms(frozenset(word.lower() for word in words), stemming)
