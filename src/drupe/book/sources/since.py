"""What the sources ask for and others did, and what only today's machines can show."""

from drupe.book.chapter import Chapter, Entry

SINCE = Chapter(
    "Since",
    "Since then",
    "Studies that the sources point to, their wishes, and what certificates say of their machines.",
    (
        Entry(
            "all sources",
            "Which machine for which data: errors, certificates and times side by side.",
            ("which_machine",),
        ),
        Entry("[Schapire98]", "Why boosting does not overfit letters.", ("vote_margins",)),
        Entry("[Sonnenburg07]", "Acceptor sites of C. elegans by words at their places.", ("acceptors",)),
        Entry("splice junctions", "Three classes of aligned sequences.", ("splice",)),
        Entry("certificates", "How much can be certified on thirteen benchmark sets.", ("certificates_ida13",)),
        Entry("certificates", "What one factorization certifies.", ("prefixes_ida13",)),
        Entry("certificates", "Certificates in a stream against the truth.", ("stream_certificates",)),
        Entry("growth", "From ten thousand to ten million rows.", ("landmark_growth",)),
    ),
)
