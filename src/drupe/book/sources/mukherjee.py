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
        Entry(
            "figures 2.3 and 2.4",
            "What a little noise does to polynomials of high and low degree.",
            ("polynomial_stability",),
            data="Function and noise are not given; ours is one period of the sine.",
        ),
        Entry("figure 6.1", "Majority upon majority: the error level by level.", ("error_cascade",)),
    ),
)
