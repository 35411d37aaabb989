#include "drupe/subsequences.hpp"

#include <algorithm>
#include <cmath>

#include "drupe/memory.hpp"
#include "drupe/target.hpp"

namespace drupe {

namespace {

/// Columns, and rows, of a block of the table: what is kept for them stays in the processor's cache. A multiple of the rows
/// that any target takes together.
constexpr std::size_t block_columns = 1024;
constexpr std::size_t rows_at_once = 768;

/// λ, λ, ...: each so rounded that the product of the first is as close to the power of λ as a single number can be.
template <class T>
void extend_decays(std::vector<T>& decays, double decay, std::size_t length) {
    if (decays.size() >= length) return;
    double behind = 1.0;  // what is missing in the product so far
    for (const T rounded : decays) behind *= decay / static_cast<double>(rounded);
    while (decays.size() < length) {
        decays.push_back(static_cast<T>(decay * behind));
        behind *= decay / static_cast<double>(decays.back());
    }
}

template <class T>
class Subsequences final : public StringKernel {
public:
    Subsequences(const SequencesView& right, const SubsequenceWeights& form)
        : levels_(form.weights.size()), lanes_(target().loops<T>().lanes), decay_(form.decay),
          only_last_(std::all_of(form.weights.begin(), form.weights.end() - 1, [](double w) { return w == 0.0; })) {
        for (std::size_t i = 0; i < levels_; ++i)
            factors_.push_back(form.weights[i] * std::pow(decay_, 2.0 * static_cast<double>(i + 1)));
        starts_.push_back(0);
        for (std::size_t first = 0; first < right.count; first += lanes_)
            starts_.push_back(starts_.back() + right.length(first));
        symbols_.assign(starts_.back() * lanes_, right_filling);
        for (std::size_t i = 0; i < right.count; ++i) {
            Symbol<T>* to = symbols_.data() + starts_[i / lanes_] * lanes_ + i % lanes_;
            for (const std::int32_t code : right[i]) {
                *to = code;
                to += lanes_;
            }
        }
    }

    [[nodiscard]] std::size_t group() const override { return lanes_; }
    [[nodiscard]] double work(std::size_t group) const override { return static_cast<double>(columns(group) * lanes_); }
    [[nodiscard]] std::unique_ptr<StringComparer> comparer() const override;

private:
    class Comparer;

    [[nodiscard]] std::size_t columns(std::size_t group) const { return starts_[group + 1] - starts_[group]; }
    [[nodiscard]] const Symbol<T>* symbols(std::size_t group) const {
        return symbols_.data() + starts_[group] * lanes_;
    }

    std::size_t levels_, lanes_;
    double decay_;
    bool only_last_;
    std::vector<double> factors_;
    std::vector<std::size_t> starts_;  // of the groups, in columns
    Array<Symbol<T>> symbols_;
};

template <class T>
class Subsequences<T>::Comparer final : public StringComparer {
public:
    explicit Comparer(const Subsequences& kernel)
        : kernel_(kernel), step_(target().loops<T>().subsequence_rows(kernel.levels_)), inner_(kernel.levels_ - 1),
          sums_(kernel.levels_ * kernel.lanes_) {}

    void take(Sequence left) override {
        left_ = left;
        if (left.size() <= rows_at_once) spread(0, left.size());
    }

    void compare(std::size_t group, double* values, Watch& watch) override {
        const bool all_there = left_.size() <= rows_at_once;
        fill(left_.size(), group, values, watch, [&](std::size_t first, std::size_t rows) {
            if (!all_there) spread(first, rows);
            return left_symbols_.data();
        });
    }

    void compare_each_with_itself(std::size_t group, double* values, Watch& watch) override {
        const std::size_t lanes = kernel_.lanes_;
        fill(kernel_.columns(group), group, values, watch, [&](std::size_t first, std::size_t rows) {
            left_symbols_.assign(rounded_up(rows, step_) * lanes, left_filling);
            const Symbol<T>* own = kernel_.symbols(group) + first * lanes;
            std::transform(own, own + rows * lanes, left_symbols_.begin(),
                           [](Symbol<T> s) { return s == right_filling ? left_filling : s; });
            return left_symbols_.data();
        });
    }

private:
    /// Rows of the left string, the same in every lane.
    void spread(std::size_t first, std::size_t rows) {
        left_symbols_.assign(rounded_up(rows, step_) * kernel_.lanes_, left_filling);
        for (std::size_t a = 0; a < rows; ++a)
            std::fill_n(left_symbols_.begin() + static_cast<std::ptrdiff_t>(a * kernel_.lanes_), kernel_.lanes_,
                        left_[first + a]);
    }

    /// The whole table, block by block; symbols(first, rows) are the left ones of these rows. Only what the next blocks need
    /// is kept, along the shorter side.
    template <class Symbols>
    void fill(std::size_t length, std::size_t group, double* values, Watch& watch, Symbols symbols) {
        const std::size_t lanes = kernel_.lanes_, columns = kernel_.columns(group);
        std::fill(sums_.begin(), sums_.end(), 0.0);
        if (length > 0 && columns > 0) {
            extend_decays(decays_, kernel_.decay_, std::max(rounded_up(length, step_), columns));
            const bool by_rows = columns <= 2 * length;  // K″ and K' beside, K' alone above
            const bool alone = columns <= block_columns && kernel_.levels_ <= levels_in_registers;
            const std::size_t kept_rows = by_rows ? std::min(length, rows_at_once) : length;
            const std::size_t above = (by_rows ? columns : std::min(columns, block_columns)) * inner_ * lanes;
            const std::size_t beside = alone ? 0 : rounded_up(kept_rows, step_) * 2 * inner_ * lanes;
            if (above_.size() < above) above_.resize(above);
            if (beside_.size() < beside) beside_.resize(beside);
            const auto clear_above = [&] { std::fill_n(above_.begin(), above, T(0)); };
            const auto clear_beside = [&] { std::fill_n(beside_.begin(), beside, T(0)); };
            const auto meet = [&](std::size_t row, std::size_t column) {
                if (watch.stopped()) return;
                const std::size_t rows = std::min(rows_at_once, length - row);
                const std::size_t width = std::min(block_columns, columns - column);
                target().loops<T>().sweep_subsequences(
                    {symbols(row, rows), kernel_.symbols(group) + column * lanes, rounded_up(rows, step_), width,
                     kernel_.levels_, kernel_.only_last_, decays_.data() + row, decays_.data() + column,
                     above_.data() + (by_rows ? column * inner_ * lanes : 0),
                     alone ? nullptr : beside_.data() + (by_rows ? 0 : row * 2 * inner_ * lanes), sums_.data()});
                watch.finished(static_cast<double>(rows * width * lanes));
                watch.poll();
            };
            clear_above();
            clear_beside();
            if (by_rows) {
                for (std::size_t row = 0; row < length; row += rows_at_once, clear_beside())
                    for (std::size_t column = 0; column < columns; column += block_columns) meet(row, column);
            } else {
                for (std::size_t column = 0; column < columns; column += block_columns, clear_above())
                    for (std::size_t row = 0; row < length; row += rows_at_once) meet(row, column);
            }
        }
        for (std::size_t l = 0; l < lanes; ++l) {
            values[l] = 0.0;
            if (kernel_.only_last_) {
                values[l] = kernel_.factors_.back() * sums_[l];
                continue;
            }
            for (std::size_t i = 0; i <= inner_; ++i) values[l] += kernel_.factors_[i] * sums_[i * lanes + l];
        }
    }

    const Subsequences& kernel_;
    std::size_t step_;   // rows that the target takes together
    std::size_t inner_;  // levels for which K' is kept
    Sequence left_;
    Array<Symbol<T>> left_symbols_;
    std::vector<T> decays_;
    Scratch<T> above_, beside_;
    std::vector<double> sums_;
};

template <class T>
std::unique_ptr<StringComparer> Subsequences<T>::comparer() const {
    return std::make_unique<Comparer>(*this);
}

}  // namespace

template <class T>
std::unique_ptr<StringKernel> subsequence_kernel(const SequencesView& right, const SubsequenceWeights& form) {
    return std::make_unique<Subsequences<T>>(right, form);
}

template std::unique_ptr<StringKernel> subsequence_kernel<float>(const SequencesView&, const SubsequenceWeights&);
template std::unique_ptr<StringKernel> subsequence_kernel<double>(const SequencesView&, const SubsequenceWeights&);

}  // namespace drupe
