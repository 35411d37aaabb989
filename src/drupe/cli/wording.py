"""Messages of the library as a user of the command line would have them: options instead of Python."""

import re

WORDS = (
    (r"pass Options\(missing=Missing\.DROP\) to leave such rows out, or Missing\.FILL", "pass --missing drop to leave "
     "such rows out, or --missing fill"),
    (r"pass Options\(missing=Missing\.FILL\)", "pass --missing fill"),
    (r"pass Options\(categorical=\('([^']*)',\)\)", r"pass --categorical '\1'"),
    (r"pass Options\(dropped=\('([^']*)',\)\)", r"pass --drop '\1'"),
    (r"pass Options\(encoding='([^']*)'\)", r"pass --encoding \1"),
    (r"pass Options\(decimal='([^']*)'\)", r"pass --decimal '\1'"),
    (r"pass Options\(first_index=0\)", "pass --first-index 0"),
    (r"pass Options\(budget=\.\.\.\)", "pass --budget"),
    (r"Options\(dimension=\.\.\.\)", "--dimension"),
    (r"call it X, or pass Options\(examples='name'\)", "call it X"),
    (r"name the target column, one of", "name the target column with --target, one of"),
    (r",? or pass target=None(?: for machines that need no targets)?", ""),
    (r"the target '([0-3])' names nothing here", r"--target '\1' names nothing here (svm-train's -t is --kernel)"),
    (r"the target ('[^']*') names nothing here", r"--target \1 names nothing here"),
    (r"name them: read\(path, target='\.\.\.'\)", "name them with --target"),
)  # fmt: skip


def for_command_line(message: str) -> str:
    """The same message for a terminal.

    >>> for_command_line("pass Options(encoding='latin-1') or whatever the file was written in")
    'pass --encoding latin-1 or whatever the file was written in'
    """
    for pattern, words in WORDS:
        message = re.sub(pattern, words, message)
    return message
