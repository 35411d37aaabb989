"""The introduction to support vector machines: figures of chapter 6 and the applications of chapter 8."""

from drupe.book.chapter import Chapter, Entry

CRISTIANINI = Chapter(
    "Cristianini00",
    "An introduction to support vector machines",
    "Support vector machines, the theory that led to them, and applications to texts, pictures, digits, proteins and "
    "gene expression. The book prints few numbers; its claims are in words.",
    (
        Entry(
            "figure 6.2",
            "A chess board by the hard margin, with bells of several widths.",
            ("chess_board",),
            data="Points and widths are not given; ours are 500 on a board of 4 × 4 squares.",
        ),
        Entry(
            "figure 6.3",
            "Noise in the plane by the hard margin and both soft ones.",
            ("three_margins",),
            data="The points are not given; ours are two clouds with two strangers.",
        ),
        Entry(
            "section 8.1",
            "Topics of newswire stories and diseases in abstracts, against four older learners.",
            ("reuters", "ohsumed", "newsgroups"),
            data="Ohsumed is not at hand: its experiment is there for who has the collection.",
        ),
        Entry(
            "section 8.2.1",
            "Objects seen from all around, one machine for each pair, under noise.",
            ("objects",),
            data="Drawn solids in the place of the Columbia Object Image Library.",
        ),
        Entry(
            "section 8.2.2",
            "Photographs by their colors: which distance between histograms.",
            ("photographs",),
            data="Painted scenes in the place of the Corel collection.",
        ),
        Entry("section 8.3", "Handwritten digits by polynomials and Gaussians.", ("digits_usps",)),
        Entry(
            "section 8.4.1",
            "Remote homology of proteins, one family left out at a time.",
            ("homology",),
            data="Domains of SCOP 1.75 with at most 40 percent of letters in common.",
        ),
        Entry(
            "section 8.4.2",
            "Rare classes of gene expression, with costs by class.",
            ("rare_classes",),
            data="Tumors in the place of the genes of yeast, which are not at hand.",
        ),
    ),
)
