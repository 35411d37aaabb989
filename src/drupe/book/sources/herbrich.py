"""The book on learning kernel classifiers: one benchmark figure, one picture of kernels, demonstrations."""

from drupe.book.chapter import Chapter, Entry

HERBRICH = Chapter(
    "Herbrich02",
    "Learning kernel classifiers",
    "Theory and algorithms of kernel classifiers, Bayesian ones among them. It has one benchmark, the effect of "
    "normalizing in feature space; everything else is a demonstration.",
    (
        Entry(
            "figure 5.1",
            "Normalizing in feature space lowers the error in almost all cases.",
            ("feature_normalization",),
            data="thyroid as the source has it; sonar is not at hand.",
        ),
        Entry(
            "figure 3.2",
            "The evidence of a Gaussian process has two summits: a function, and mere noise.",
            ("evidence_summits",),
            data="The six observations are not given; ours are made so that both readings are possible.",
        ),
        Entry(
            "figure 4.8 and remark 4.33",
            "How many examples a margin bound needs before it says anything.",
            ("examples_for_a_margin",),
        ),
        Entry(
            "figure 2.5",
            "What kernels see, as pictures of Gram matrices.",
            ("gram_gallery",),
            data="Digits by eight kernels in the place of 32 sentences by three.",
        ),
    ),
)
