#include "drupe/cuts.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "drupe/parallel.hpp"
#include "drupe/sorted_order.hpp"

namespace drupe {

namespace {

constexpr std::size_t most_ranks = 256;
constexpr std::size_t worth_threads = std::size_t{1} << 16;  // numbers below which a team costs more than it saves

/// A number from a up to, but not including, b.
double between(double a, double b) {
    const double middle = a + 0.5 * (b - a);
    if (!std::isfinite(middle)) return 0.5 * a + 0.5 * b;
    return middle < b ? middle : a;
}

/// The last places of groups of equal numbers; of like size, if there may be no more than so many.
std::vector<std::size_t> group_ends(const std::vector<std::size_t>& ends, std::size_t most) {
    if (most == 0 || ends.size() <= most) return ends;
    std::vector<std::size_t> out;
    const std::size_t n = ends.back() + 1;
    for (std::size_t g = 1; g < most; ++g) {
        const std::size_t wanted = (g * n) / most;  // places to the left
        const auto at = std::lower_bound(ends.begin(), ends.end() - 1, wanted == 0 ? 0 : wanted - 1);
        if (at != ends.end() - 1 && (out.empty() || *at > out.back())) out.push_back(*at);
    }
    out.push_back(ends.back());
    return out;
}

}  // namespace

CutColumns::CutColumns(const DenseView<double>& x, std::size_t bins, int threads) : rows_(x.rows), columns_(x.columns) {
    if (x.rows == 0 || x.columns == 0) throw std::invalid_argument("cuts need examples and columns");
    if (x.rows >= std::numeric_limits<std::uint32_t>::max()) throw std::length_error("there are too many examples");
    if (bins > most_ranks || bins == 1) throw std::invalid_argument("there are 2 to 256 bins, or none");
    parallel_tasks(x.columns, team(threads), [&] {
        return [&, sorter = SortedOrder{}](std::size_t column) mutable { order(x, column, bins, sorter); };
    });
    for (const bool ranked : {false, true}) {
        std::vector<std::size_t> group;
        for (std::size_t j = 0; j < columns_.size(); ++j) {
            if (columns_[j].ranked() != ranked || columns_[j].thresholds.empty()) continue;
            group.push_back(j);
            if (group.size() == together) groups_.push_back(std::exchange(group, {}));
        }
        if (!group.empty()) groups_.push_back(group);
    }
}

void CutColumns::order(const DenseView<double>& x, std::size_t column, std::size_t bins, SortedOrder& sorter) {
    const double* from = x.data + static_cast<std::ptrdiff_t>(column) * x.column_stride;
    const auto value = [&](std::size_t i) { return from[static_cast<std::ptrdiff_t>(i) * x.row_stride]; };
    const std::vector<std::uint32_t>& sorted = sorter.of(rows_, value);
    std::vector<std::size_t> ends;
    for (std::size_t k = 0; k + 1 < rows_; ++k) {
        if (value(sorted[k]) < value(sorted[k + 1])) ends.push_back(k);
    }
    ends.push_back(rows_ - 1);
    Column& out = columns_[column];
    const auto threshold = [&](std::size_t k) { return between(value(sorted[k]), value(sorted[k + 1])); };
    if (bins == 0 && ends.size() > most_ranks) {
        out.order = sorted;
        out.thresholds.resize(rows_ - 1);
        if (ends.size() < rows_) out.ends.assign(rows_, 0);
        for (std::size_t e = 0; e + 1 < ends.size(); ++e) {
            out.thresholds[ends[e]] = threshold(ends[e]);
            if (!out.ends.empty()) out.ends[ends[e]] = 1;
        }
        return;
    }
    const std::vector<std::size_t> groups = group_ends(ends, bins);
    out.codes.resize(rows_);
    std::size_t place = 0;
    for (std::size_t g = 0; g < groups.size(); ++g) {
        for (; place <= groups[g]; ++place) out.codes[sorted[place]] = static_cast<std::uint8_t>(g);
        if (g + 1 < groups.size()) out.thresholds.push_back(threshold(groups[g]));
    }
}

std::size_t CutColumns::places() const {
    std::size_t found = 0;
    for (const Column& column : columns_) {
        found += column.ends.empty() ? column.thresholds.size()
                                     : static_cast<std::size_t>(std::count(column.ends.begin(), column.ends.end(), 1));
    }
    return found;
}

int CutColumns::team(int threads) const { return rows_ * columns_.size() < worth_threads ? 1 : threads; }

/// Sums of `width` numbers over all examples to the left of a place, from the first place to cut at to the last:
/// add(example, sums) adds those of one example, look(place, sums) looks at them.
template <class Add, class Look>
void CutColumns::sweep(const Column& column, std::size_t width, Add add, Look look) const {
    if (!column.ranked()) {
        std::vector<double> sums(width, 0.0);
        for (std::size_t k = 0; k + 1 < rows_ && !column.thresholds.empty(); ++k) {
            add(column.order[k], sums.data());
            if (column.ends_at(k)) look(k, sums.data());
        }
        return;
    }
    std::vector<double> sums((column.thresholds.size() + 1) * width, 0.0);
    for (std::size_t i = 0; i < rows_; ++i) add(i, &sums[column.codes[i] * width]);
    for (std::size_t k = 0; k < column.thresholds.size(); ++k) {
        if (k > 0) {
            for (std::size_t c = 0; c < width; ++c) sums[k * width + c] += sums[(k - 1) * width + c];
        }
        look(k, &sums[k * width]);
    }
}

/// The same sums as in `sweep`, for ranked columns side by side.
template <std::size_t G>
void CutColumns::ranked_ranges(const std::size_t* group, const double* pulls, Range* out) const {
    std::vector<double> sums(G * most_ranks, 0.0);
    const std::uint8_t* codes[G];
    for (std::size_t g = 0; g < G; ++g) codes[g] = columns_[group[g]].codes.data();
    for (std::size_t i = 0; i < rows_; ++i) {
        for (std::size_t g = 0; g < G; ++g) sums[g * most_ranks + codes[g][i]] += pulls[i];
    }
    for (std::size_t g = 0; g < G; ++g) {
        double sum = 0.0;
        for (std::size_t k = 0; k < columns_[group[g]].thresholds.size(); ++k) {
            sum = sums[g * most_ranks + k] + sum;
            out[g].low = std::min(out[g].low, sum);
            out[g].high = std::max(out[g].high, sum);
        }
    }
}

/// For ordered columns; where all numbers of all of them differ, `Everywhere`, no place need be asked for.
template <std::size_t G, bool Everywhere>
void CutColumns::ordered_ranges(const std::size_t* group, const double* pulls, Range* out) const {
    const std::uint32_t* order[G];
    const Column* column[G];
    double sum[G] = {};
    Range range[G];
    for (std::size_t g = 0; g < G; ++g) {
        column[g] = &columns_[group[g]];
        order[g] = column[g]->order.data();
    }
    for (std::size_t k = 0; k + 1 < rows_; ++k) {
        for (std::size_t g = 0; g < G; ++g) {
            sum[g] += pulls[order[g][k]];
            if (Everywhere || column[g]->ends_at(k)) {
                range[g].low = std::min(range[g].low, sum[g]);
                range[g].high = std::max(range[g].high, sum[g]);
            }
        }
    }
    std::copy_n(range, G, out);
}

template <std::size_t G>
void CutColumns::ranges(const std::size_t* group, const double* pulls, Range* out) const {
    if (columns_[group[0]].ranked()) return ranked_ranges<G>(group, pulls, out);
    const bool everywhere = std::all_of(group, group + G, [&](std::size_t j) { return columns_[j].ends.empty(); });
    return everywhere ? ordered_ranges<G, true>(group, pulls, out) : ordered_ranges<G, false>(group, pulls, out);
}

void CutColumns::ranges_of(const std::vector<std::size_t>& group, const double* pulls, Range* out) const {
    switch (group.size()) {
        case 1: return ranges<1>(group.data(), pulls, out);
        case 2: return ranges<2>(group.data(), pulls, out);
        case 3: return ranges<3>(group.data(), pulls, out);
        default: return ranges<together>(group.data(), pulls, out);
    }
}

SignedCut CutColumns::best_sign(const double* pulls, double total, int threads) const {
    std::vector<Range> found(columns_.size());
    parallel_tasks(groups_.size(), team(threads), [&] {
        return [&](std::size_t g) {
            Range range[together];
            ranges_of(groups_[g], pulls, range);
            for (std::size_t c = 0; c < groups_[g].size(); ++c) found[groups_[g][c]] = range[c];
        };
    });
    SignedCut best;
    best.last = rows_ - 1;
    best.sign = total < 0.0 ? -1.0 : 1.0;
    best.edge = std::abs(total);
    bool constant = true;
    for (std::size_t j = 0; j < columns_.size(); ++j) {
        for (const double sum : {found[j].low, found[j].high}) {
            const double edge = std::abs(2.0 * sum - total);
            if (!std::isfinite(sum) || edge <= best.edge) continue;
            best.edge = edge;
            best.column = j;
            constant = false;
        }
    }
    if (!constant) locate(best, total, pulls);
    return best;
}

/// The first place of the column at which a cut has this edge.
void CutColumns::locate(SignedCut& cut, double total, const double* pulls) const {
    const Column& column = columns_[cut.column];
    const auto found = [&](std::size_t place, double sum) {
        if (std::abs(2.0 * sum - total) < cut.edge) return false;
        cut.last = place;
        cut.threshold = column.thresholds[place];
        cut.sign = 2.0 * sum < total ? -1.0 : 1.0;
        return true;
    };
    if (!column.ranked()) {
        double sum = 0.0;
        for (std::size_t k = 0; k + 1 < rows_; ++k) {
            sum += pulls[column.order[k]];
            if (column.ends_at(k) && found(k, sum)) return;
        }
    }
    bool seen = false;
    const auto add = [&](std::size_t i, double* to) { *to += pulls[i]; };
    sweep(column, 1, add, [&](std::size_t place, const double* sum) { seen = seen || found(place, *sum); });
}

/// The best of all columns, the first of equal ones; search(column) gives the best of one.
template <class Found, class Search>
Found CutColumns::best(Found first, int threads, Search search) const {
    std::vector<Found> found(columns_.size(), first);
    parallel_tasks(columns_.size(), team(threads), [&] { return [&](std::size_t j) { search(j, found[j]); }; });
    for (const Found& one : found) {
        if (one.better_than(first)) first = one;
    }
    return first;
}

namespace {

struct Graded : GradedCut {
    [[nodiscard]] bool better_than(const Graded& other) const { return loss < other.loss; }
};

struct Classes : ClassCut {
    [[nodiscard]] bool better_than(const Classes& other) const { return right_weight > other.right_weight; }
};

}  // namespace

GradedCut CutColumns::best_graded(const double* pulls, double smoothing, int threads) const {
    double up = 0.0, down = 0.0;
    for (std::size_t i = 0; i < rows_; ++i) (pulls[i] > 0.0 ? up : down) += std::abs(pulls[i]);
    const auto value = [&](double plus, double minus) {
        return 0.5 * std::log((plus + smoothing) / (minus + smoothing));
    };
    const auto add = [&](std::size_t i, double* to) { to[pulls[i] > 0.0 ? 0 : 1] += std::abs(pulls[i]); };
    Graded constant;
    constant.last = rows_ - 1;
    constant.left = constant.right = value(up, down);
    constant.loss = 2.0 * std::sqrt(up * down);
    return best(constant, threads, [&](std::size_t j, Graded& out) {
        sweep(columns_[j], 2, add, [&](std::size_t place, const double* left) {
            const double plus = std::max(up - left[0], 0.0), minus = std::max(down - left[1], 0.0);
            const double loss = 2.0 * (std::sqrt(left[0] * left[1]) + std::sqrt(plus * minus));
            if (loss >= out.loss) return;
            out.column = j;
            out.last = place;
            out.threshold = columns_[j].thresholds[place];
            out.left = value(left[0], left[1]);
            out.right = value(plus, minus);
            out.loss = loss;
        });
    });
}

ClassCut CutColumns::best_classes(const double* weights, const std::int32_t* codes, std::size_t classes,
                                  int threads) const {
    std::vector<double> total(classes, 0.0);
    for (std::size_t i = 0; i < rows_; ++i) total[static_cast<std::size_t>(codes[i])] += weights[i];
    const auto add = [&](std::size_t i, double* to) { to[codes[i]] += weights[i]; };
    Classes constant;
    constant.last = rows_ - 1;
    constant.left = static_cast<std::int32_t>(std::max_element(total.begin(), total.end()) - total.begin());
    constant.right = constant.left;
    constant.right_weight = total[static_cast<std::size_t>(constant.left)];
    return best(constant, threads, [&](std::size_t j, Classes& out) {
        sweep(columns_[j], classes, add, [&](std::size_t place, const double* left) {
            std::size_t most_left = 0, most_right = 0;
            for (std::size_t c = 1; c < classes; ++c) {
                if (left[c] > left[most_left]) most_left = c;
                if (total[c] - left[c] > total[most_right] - left[most_right]) most_right = c;
            }
            const double found = left[most_left] + (total[most_right] - left[most_right]);
            if (found <= out.right_weight) return;
            out.column = j;
            out.last = place;
            out.threshold = columns_[j].thresholds[place];
            out.left = static_cast<std::int32_t>(most_left);
            out.right = static_cast<std::int32_t>(most_right);
            out.right_weight = found;
        });
    });
}

void CutColumns::left(const Cut& cut, std::uint8_t* out) const {
    if (std::isinf(cut.threshold)) {
        std::fill_n(out, rows_, std::uint8_t{1});
        return;
    }
    const Column& column = columns_[cut.column];
    if (column.ranked()) {
        for (std::size_t i = 0; i < rows_; ++i) out[i] = column.codes[i] <= cut.last ? 1 : 0;
        return;
    }
    for (std::size_t k = 0; k < rows_; ++k) out[column.order[k]] = k <= cut.last ? 1 : 0;
}

}  // namespace drupe
