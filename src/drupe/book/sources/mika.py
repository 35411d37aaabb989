"""The thesis on kernel Fisher discriminants: its figures 2.1 to 5.11 and its tables."""

from drupe.book.chapter import Chapter, Entry

MIKA = Chapter(
    "Mika02",
    "Kernel Fisher discriminants",
    "Fisher's discriminant in feature space, its relatives as mathematical programs, and how they compare with support "
    "vector machines and boosting on ten benchmark sets.",
    (
        Entry(
            "figures 2.10 and 5.1",
            "A toy problem in the plane: on which examples a support vector machine and Fisher's discriminant rest.",
            ("fisher_toy",),
            data="The points are not given; ours are two half moons.",
        ),
        Entry(
            "section 3.1",
            "Classes that a line separates, and Fisher's discriminant errs on nearly all of one.",
            ("fisher_failure",),
        ),
        Entry(
            "sections 3.1 and 3.3",
            "Eigenvalues of sample covariances: the leading ones too large, the trailing ones too small.",
            ("eigenvalue_bias",),
        ),
        Entry(
            "section 3.4.8",
            "Squared residuals against robust ones when labels are wrong; argued there, not measured.",
            ("robust_labels",),
            data="Samples of twonorm with turned labels.",
        ),
        Entry(
            "section 4.4",
            "The leave-one-out error in closed form as a guide to the test error.",
            ("left_out_errors",),
        ),
        Entry(
            "figures 5.2 and 5.3",
            "One direction of Fisher's discriminant beside components that do not know the labels.",
            ("fisher_features",),
            data="The parabolas are ours; the digits are USPS.",
        ),
        Entry(
            "figure 5.4",
            "Oriented kernel components that do not see turns or shifts.",
            ("oriented_toy",),
            data="The points are not given; ours lie in a disk.",
        ),
        Entry("figure 5.5", "The sinc function by few centers.", ("sparse_sinc",)),
        Entry(
            "figures 5.6 and 5.7",
            "Outputs on training and on test examples of ringnorm, for four machines.",
            ("output_distributions",),
        ),
        Entry(
            "figures 5.8 and 5.9",
            "How training time grows: greedy centers, coordinate descent, the whole program.",
            ("fisher_run_time",),
        ),
        Entry(
            "table 5.1 and section 5.3.1",
            "Ten digits by greedy centers, by all centers, and with invariances built in.",
            ("fisher_usps",),
        ),
        Entry(
            "tables 5.2 to 5.4",
            "Ten benchmark sets: Fisher's discriminant and its sparse forms beside support vector machines.",
            ("fisher_ida13",),
        ),
        Entry(
            "table 5.3, columns of boosting",
            "Radial networks alone, boosted, and boosted with soft margins.",
            ("boosting_ida13",),
        ),
        Entry(
            "section 5.3.2",
            "Sets of several classes merged into two: what the protocol of the splits costs.",
            ("super_classes",),
        ),
        Entry(
            "figure 2.3",
            "Four losses with the densities that they belong to.",
            elsewhere=("tests/losses", "docs/guide/kernel_families.rst"),
        ),
        Entry(
            "section 5.2.3",
            "Column generation against the whole linear program.",
            elsewhere=("benchmarks/linear_sparse_fisher.py",),
        ),
    ),
)
