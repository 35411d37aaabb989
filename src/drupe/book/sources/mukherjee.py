"""The course notes on statistical learning: no tables and no data, figures that show a principle."""

from drupe.book.chapter import Chapter, Entry

MUKHERJEE = Chapter(
    "Mukherjee04",
    "Statistical learning: algorithms and theory",
    "Regularization, stability, concentration, boosting. No accuracy and no table is printed; figures show principles.",
    (
        Entry(
            "section 1",
            "Tumors by gene expression, the task that the course opens with.",
            ("tumors",),
        ),
    ),
)
