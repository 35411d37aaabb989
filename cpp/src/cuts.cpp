#include "drupe/cuts.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "drupe/parallel.hpp"
#include "drupe/sorted_order.hpp"

namespace drupe {

namespace {

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
