/// Words inside sequences, as Python sees them.
#include <optional>
#include <string>
#include <vector>

#include "drupe/word_index.hpp"
#include "parts.hpp"
#include "sequences.hpp"

namespace drupe::border {

namespace {

/// Each pattern is its span and then the places that count.
std::vector<WordPattern> patterns(const nb::sequence& from) {
    std::vector<WordPattern> out;
    for (nb::handle one : from) {
        const auto numbers = values<std::size_t>(nb::cast<nb::sequence>(one));
        if (numbers.empty() || numbers.front() == 0) throw std::invalid_argument("a pattern spans no letters");
        WordPattern pattern{{numbers.begin() + 1, numbers.end()}, numbers.front()};
        for (std::size_t p = 0; p < pattern.places.size(); ++p) {
            const bool rises = p == 0 || pattern.places[p - 1] < pattern.places[p];
            if (!rises || pattern.places[p] >= pattern.span)
                throw std::invalid_argument("the places of a pattern must rise, and lie inside its span");
        }
        out.push_back(std::move(pattern));
    }
    return out;
}

/// The index, made and asked without Python's lock.
class BoundIndex {
public:
    BoundIndex(const nb::sequence& from, std::size_t alphabet, bool positional, const Codes& codes,
               const Positions& offsets, int threads, nb::handle progress) {
        const WordKind kind{patterns(from), alphabet, positional};
        const auto view = sequences(codes, offsets);
        run(threads, progress, [&](const Run& how) { index_.emplace(kind, view, how); });
        patterns_ = kind.patterns.size();
    }

    [[nodiscard]] std::size_t width() const { return index_->width(); }

    [[nodiscard]] std::vector<std::int64_t> first_columns() const {
        std::vector<std::int64_t> firsts;
        for (std::size_t p = 0; p <= patterns_; ++p)
            firsts.push_back(static_cast<std::int64_t>(index_->first_column(p)));
        return firsts;
    }

    [[nodiscard]] nb::tuple counts(const Codes& codes, const Positions& offsets, int threads,
                                   nb::handle progress) const {
        const auto view = sequences(codes, offsets);
        WordCounts found;
        run(threads, progress, [&](const Run& how) { found = index_->counts(view, how); });
        return nb::make_tuple(handed_over(std::move(found.counts)), handed_over(std::move(found.columns)),
                              handed_over(std::move(found.starts)));
    }

    [[nodiscard]] nb::tuple places(const Codes& codes, const Positions& offsets, int threads,
                                   nb::handle progress) const {
        const auto view = sequences(codes, offsets);
        WordPlaces found;
        run(threads, progress, [&](const Run& how) { found = index_->places(view, how); });
        return nb::make_tuple(handed_over(std::move(found.sequences)), handed_over(std::move(found.starts)),
                              handed_over(std::move(found.patterns)), handed_over(std::move(found.columns)));
    }

private:
    std::optional<WordIndex> index_;
    std::size_t patterns_ = 0;
};

}  // namespace

void bind_words(nb::module_& m) {
    nb::class_<BoundIndex>(m, "WordIndex", "A column for every word that occurs in a collection of sequences.")
        .def(nb::init<const nb::sequence&, std::size_t, bool, const Codes&, const Positions&, int, nb::handle>(),
             "patterns"_a, "alphabet"_a, "positional"_a, "codes"_a.noconvert(), "offsets"_a.noconvert(), "threads"_a,
             "progress"_a.none())
        .def_prop_ro("width", &BoundIndex::width, "How many words there are.")
        .def(
            "first_columns", [](const BoundIndex& index) { return handed_over(index.first_columns()); },
            "How many words there are of the patterns before each, and of all.")
        .def("counts", &BoundIndex::counts, "codes"_a.noconvert(), "offsets"_a.noconvert(), "threads"_a,
             "progress"_a.none(), "Counts, columns and starts: how often each sequence has which word.")
        .def("places", &BoundIndex::places, "codes"_a.noconvert(), "offsets"_a.noconvert(), "threads"_a,
             "progress"_a.none(), "Sequences, starts, patterns and columns: every window that holds a word.");
}

}  // namespace drupe::border
