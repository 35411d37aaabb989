/// Kernels that compare strings pair by pair, as Python sees them.
#include <cmath>

#include "drupe/all_substrings.hpp"
#include "drupe/local_alignment.hpp"
#include "drupe/string_evaluator.hpp"
#include "drupe/subsequences.hpp"
#include "parts.hpp"
#include "sequences.hpp"

namespace drupe::border {

namespace {

/// Sequences whose letters have numbers from 0 on, as negative ones stand for no letter.
SequencesView numbered(const Codes& codes, const Positions& offsets) {
    const auto view = sequences(codes, offsets);
    if (std::any_of(view.letters, view.letters + codes.size(), [](std::int32_t code) { return code < 0; }))
        throw std::invalid_argument("a letter has a negative number");
    return view;
}

SubsequenceWeights weighted(const Doubles& weights, double decay) {
    SubsequenceWeights form{numbers(weights), decay};
    if (form.weights.empty() || !(form.weights.back() > 0.0) || !(decay > 0.0 && decay <= 1.0))
        throw std::invalid_argument("subsequences need weights, the last one above 0, and a decay in (0, 1]");
    if (!std::all_of(form.weights.begin(), form.weights.end(), [](double w) { return w >= 0.0; }))
        throw std::invalid_argument("weights of subsequences must not be negative");
    return form;
}

class BoundPairs {
public:
    static BoundPairs subsequences(const Codes& codes, const Positions& offsets, const Doubles& weights, double decay,
                                   bool single) {
        const auto form = weighted(weights, decay);
        return BoundPairs(codes, offsets, [&](const SequencesView& right) {
            return single ? subsequence_kernel<float>(right, form) : subsequence_kernel<double>(right, form);
        });
    }

    static BoundPairs all_substrings(const Codes& codes, const Positions& offsets, double decay) {
        return BoundPairs(codes, offsets,
                          [&](const SequencesView& right) { return all_substrings_kernel(right, decay); });
    }

    static BoundPairs local_alignment(const Codes& codes, const Positions& offsets, const Table<double>& factors,
                                      double same, double other, double opening, double extension) {
        const std::size_t count = factors.shape(0);
        if (factors.shape(1) != count) throw std::invalid_argument("factors of letters must be a square table");
        AlignmentFactors form{{}, count, same, other, opening, extension};
        for (std::size_t x = 0; x < count; ++x) {
            for (std::size_t z = 0; z < count; ++z) form.letters.push_back(factors(x, z));
        }
        BoundPairs out(codes, offsets, [&](const SequencesView& right) { return local_alignment_kernel(right, form); });
        out.most_letters_ = count;
        out.require_known(numbered(codes, offsets), codes.size());
        return out;
    }

    template <class T>
    void block(const Codes& codes, const Positions& offsets, Out<T> out, int threads, nb::handle progress) const {
        const auto left = numbered(codes, offsets);
        require_known(left, codes.size());
        require_shape(out, left.count);
        run(threads, progress, [&](const Run& how) { evaluator_->block(left, data_of(out), how); });
    }

    template <class T>
    void rows(const Positions& index, Out<T> out, int threads, nb::handle progress) const {
        for (std::size_t i = 0; i < index.size(); ++i) {
            if (data_of(index)[i] < 0 || static_cast<std::size_t>(data_of(index)[i]) >= evaluator_->size())
                throw nb::index_error("a row lies outside the Gram matrix");
        }
        require_shape(out, index.size());
        run(threads, progress,
            [&](const Run& how) { evaluator_->rows(data_of(index), index.size(), data_of(out), how); });
    }

    template <class T>
    void gram(Out<T> out, int threads, nb::handle progress) const {
        require_shape(out, evaluator_->size());
        run(threads, progress, [&](const Run& how) { evaluator_->gram(data_of(out), how); });
    }

    [[nodiscard]] auto diagonal(int threads, nb::handle progress) const {
        std::vector<double> out(evaluator_->size());
        run(threads, progress, [&](const Run& how) { evaluator_->diagonal(out.data(), how); });
        return handed_over(std::move(out));
    }

private:
    BoundPairs(const Codes& codes, const Positions& offsets, const StringEvaluator::MakeKernel& make) {
        const auto right = numbered(codes, offsets);
        const nb::gil_scoped_release release;
        evaluator_ = std::make_unique<StringEvaluator>(right, make);
    }

    void require_known(const SequencesView& view, std::size_t letters) const {
        if (most_letters_ == 0) return;
        if (std::any_of(view.letters, view.letters + letters,
                        [&](std::int32_t code) { return static_cast<std::size_t>(code) >= most_letters_; }))
            throw std::invalid_argument("a letter has no factors");
    }

    template <class Any>
    void require_shape(const Any& array, std::size_t rows) const {
        if (array.shape(0) != rows || array.shape(1) != evaluator_->size())
            throw std::invalid_argument("an array has the wrong shape");
    }

    std::unique_ptr<StringEvaluator> evaluator_;
    std::size_t most_letters_ = 0;  // if only some have factors
};

void map(const Codes& codes, const Positions& offsets, const Doubles& weights, double decay, std::size_t letters,
         Out<double> out, int threads, nb::handle progress) {
    const auto form = weighted(weights, decay);
    const auto view = numbered(codes, offsets);
    if (out.shape(0) != view.count || out.shape(1) != subsequence_features(form, letters))
        throw std::invalid_argument("an array has the wrong shape");
    run(threads, progress, [&](const Run& how) { map_subsequences(view, form, letters, data_of(out), how); });
}

template <class T, class Class>
void bind_values(Class& bound) {
    bound
        .def("block", &BoundPairs::block<T>, "codes"_a.noconvert(), "offsets"_a.noconvert(), "out"_a.noconvert(),
             "threads"_a, "progress"_a.none())
        .def("rows", &BoundPairs::rows<T>, "index"_a.noconvert(), "out"_a.noconvert(), "threads"_a, "progress"_a.none())
        .def("gram", &BoundPairs::gram<T>, "out"_a.noconvert(), "threads"_a, "progress"_a.none());
}

}  // namespace

void bind_string_pairs(nb::module_& m) {
    nb::class_<BoundPairs> bound(m, "StringPairs", "A kernel on strings with its right-hand ones in place.");
    bound
        .def_static("subsequences", &BoundPairs::subsequences, "codes"_a.noconvert(), "offsets"_a.noconvert(),
                    "weights"_a.noconvert(), "decay"_a, "single"_a, "Subsequences with gaps, by their recursion.")
        .def_static("all_substrings", &BoundPairs::all_substrings, "codes"_a.noconvert(), "offsets"_a.noconvert(),
                    "decay"_a, "Contiguous words of all lengths.")
        .def_static("local_alignment", &BoundPairs::local_alignment, "codes"_a.noconvert(), "offsets"_a.noconvert(),
                    "factors"_a.noconvert(), "same"_a, "other"_a, "opening"_a, "extension"_a,
                    "Alignments of parts; without a table of factors letters are the same or not.")
        .def("diagonal", &BoundPairs::diagonal, "threads"_a, "progress"_a.none());
    bind_values<float>(bound);
    bind_values<double>(bound);
    m.def(
        "subsequence_features",
        [](const Doubles& weights, std::size_t letters) {
            return subsequence_features(weighted(weights, 1.0), letters);
        },
        "weights"_a.noconvert(), "letters"_a, "How many words have a weight; 0 if they are beyond all bounds.");
    m.def("map_subsequences", &map, "codes"_a.noconvert(), "offsets"_a.noconvert(), "weights"_a.noconvert(), "decay"_a,
          "letters"_a, "out"_a.noconvert(), "threads"_a, "progress"_a.none(), "The features of subsequences.");
}

}  // namespace drupe::border
