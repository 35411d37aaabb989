"""The thesis on PAC-Bayesian bounds, sampling of version space and Go: chapters 4 to 10."""

from drupe.book.chapter import Chapter, Entry

GRAEPEL = Chapter(
    "Graepel02",
    "PAC-Bayesian pattern classification with kernels",
    "Margin bounds by PAC-Bayes, Bayes point machines by sampling version space, rejection, and Go as a task for "
    "kernels on graphs of stones.",
    (
        Entry(
            "section 4.4.3 and figure 4.6",
            "A theorem chooses the width of a kernel; test errors say how well.",
            ("bandwidth_by_bound",),
        ),
        Entry(
            "section 4.5.1 and figure 4.7",
            "Examples of length 1 in feature space: errors with and without, over the degree of a polynomial.",
            ("feature_normalization",),
            data="thyroid as the source has it; sonar is not at hand.",
        ),
        Entry(
            "section 6.3 and table 6.1",
            "Kernel perceptrons rest on fewer examples than support vector machines, at about the same error.",
            ("perceptron_sparsity",),
            data="MNIST in the place of NIST.",
        ),
        Entry(
            "section 8.4.2, figures 8.5 and 8.6",
            "Perceptrons on shuffled examples err like classifiers drawn from version space.",
            ("sampler_errors",),
        ),
        Entry(
            "section 9.1, figures 9.1 and 9.2",
            "Bayesian transduction against the margin as a measure of confidence.",
            ("transduction_rejection",),
        ),
        Entry(
            "section 9.2.1 and figure 9.3",
            "A Bayes point machine for all of MNIST, with rejection.",
            ("bayes_point_mnist",),
        ),
        Entry(
            "section 9.2.1, figures 9.4 and 9.5",
            "The same on USPS, and the digits that it finds hardest.",
            ("bayes_point_usps",),
        ),
        Entry(
            "section 9.2.2 and figure 9.6",
            "Flipped labels: a model of noise against the soft margin.",
            ("label_noise",),
            data="The scaling of the angles is ours.",
        ),
        Entry(
            "section 9.3 and figure 9.7",
            "How often the classifiers of version space err, by degree of the kernel.",
            ("version_space_errors",),
        ),
        Entry(
            "section 9.3 and figure 9.8",
            "Is a large margin needed for few errors?",
            ("version_space_margins",),
        ),
        Entry(
            "section 10.4.1 and table 10.1",
            "Life and death in Go: the move that a ranking puts first.",
            ("go_life_death",),
            data="Problems of other collections; the source's database is not to be had.",
        ),
        Entry(
            "section 10.4.2",
            "Games on 9 × 9 points, moves of professionals, territory.",
            ("go_match", "go_moves", "go_territory"),
            data="Games of professionals in the place of an archive that is gone.",
        ),
    ),
)
