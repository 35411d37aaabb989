"""The terms of a text: its words in small letters, but for stop words, by their stems."""

import re
from dataclasses import dataclass, field
from unicodedata import normalize

from drupe.estimators.texts.stems import stem

# Scripts that are written without spaces have a term for each sign; so have pictures, which are said like words.
_SIGNS = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_PICTURES = "\u2600-\u27bf\U0001f300-\U0001faff"
_WORD = re.compile(rf"[^\W{_SIGNS}]{{2,}}|[{_SIGNS}{_PICTURES}]")


@dataclass(frozen=True)
class Terms:
    """What a text is made of, in the order of the text: lower-case, words, no stop words, stems.

    Words have two letters or digits at least. An ideogram, a kana and an emoji are words by themselves. Signs that are
    written in several ways, such as é as one character or as two, count as the same.

    Parameters
    ----------
    stop_words
        Words that are left out, in small letters.
    stemming
        The language in which words are stemmed; None to leave them as they are.

    Examples
    --------
    >>> Terms(frozenset({"the", "and"}), "english").of("The computer, and COMPUTING!")
    ['comput', 'comput']
    >>> Terms().of("I ♥ 日本")
    ['♥', '日', '本']

    References
    ----------
    [Cristianini00]_, section 8.1.1.
    """

    stop_words: frozenset[str] = field(default=frozenset(), repr=False)
    stemming: str | None = None

    def of(self, text: str) -> list[str]:
        """The terms of one text."""
        plain = text if text.isascii() else normalize("NFKC", text)
        words = [word for word in _WORD.findall(plain.lower()) if word not in self.stop_words]
        return words if self.stemming is None else [stem(word, self.stemming) for word in words]
