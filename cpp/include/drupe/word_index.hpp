/// A column for every word that occurs in a collection of sequences, and how often each occurs in these or in others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "drupe/run.hpp"
#include "drupe/sequences.hpp"
#include "drupe/word_keys.hpp"

namespace drupe {

/// Rows of a sparse matrix: sequence i has counts[e] times the word columns[e], for e from starts[i] to starts[i + 1].
struct WordCounts {
    std::vector<std::int32_t> counts;
    std::vector<std::int32_t> columns;  // which rise within a row
    std::vector<std::int64_t> starts;
};

/// Every window that holds a word of the index: in which sequence, from where, by which pattern, and which word.
struct WordPlaces {
    std::vector<std::int64_t> sequences;
    std::vector<std::int64_t> starts;
    std::vector<std::int32_t> patterns;
    std::vector<std::int32_t> columns;
};

/// Which words there shall be.
struct WordKind {
    std::vector<WordPattern> patterns;
    std::size_t alphabet = 0;  // letters lie below; windows with any other hold no word
    bool positional = false;   // whether a word at another place is another word
};

class WordIndex {
public:
    /// Columns for the words of these sequences: pattern by pattern, within one in the order of places and letters.
    WordIndex(const WordKind& kind, const SequencesView& sequences, const Run& run);

    /// How many words there are.
    [[nodiscard]] std::size_t width() const { return firsts_.back(); }

    /// How many words there are of the patterns before this one.
    [[nodiscard]] std::size_t first_column(std::size_t pattern) const { return firsts_[pattern]; }

    [[nodiscard]] WordCounts counts(const SequencesView& sequences, const Run& run) const;
    [[nodiscard]] WordPlaces places(const SequencesView& sequences, const Run& run) const;

private:
    /// The words of one pattern, each known by its number.
    struct Words {
        WordKeys keys;
        RankedKeys ranks;
    };

    std::size_t alphabet_;
    bool positional_;
    std::vector<Words> words_;
    std::vector<std::size_t> firsts_;
};

}  // namespace drupe
