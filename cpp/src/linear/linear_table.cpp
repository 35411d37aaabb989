#include "drupe/linear_table.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "drupe/target.hpp"

namespace drupe {

namespace {

/// Entries of a part: fewer are not worth a thread.
constexpr std::size_t part_entries = std::size_t{1} << 17;
constexpr std::size_t most_parts = 16;

std::size_t entries(const LinearRows& rows) {
    return rows.is_dense() ? rows.n * rows.d : static_cast<std::size_t>(rows.starts[rows.n]);
}

/// Few columns of which many are filled: products go faster through the zeros than around them.
bool worth_filling(const LinearRows& rows) {
    constexpr std::size_t few = 64, one_in = 4;
    return !rows.is_dense() && rows.d <= few && rows.d > 0 && one_in * entries(rows) >= rows.n * rows.d;
}

}  // namespace

LinearTable::LinearTable(const LinearRows& rows, double constant, int threads)
    : rows_(rows), constant_(constant), threads_(threads) {
    if (!rows_.is_dense()) keep_rising();
    if (worth_filling(rows_)) fill();
    const std::size_t parts = std::clamp<std::size_t>((entries(rows_) + 8 * rows_.n) / part_entries, 1, most_parts);
    for (std::size_t part = 0; part <= parts; ++part) parts_.push_back(rows_.n * part / parts);
}

void LinearTable::keep_rising() {
    const auto rises = [&](std::size_t i) {
        for (auto e = rows_.starts[i] + 1; e < rows_.starts[i + 1]; ++e) {
            if (rows_.columns[e] <= rows_.columns[e - 1]) return false;
        }
        return true;
    };
    std::size_t i = 0;
    while (i < rows_.n && rises(i)) ++i;
    if (i == rows_.n || (rows_.d > few_columns && !has_repetitions())) return;
    starts_.reserve(rows_.n + 1);
    starts_.push_back(0);
    std::vector<std::int64_t> order;
    for (i = 0; i < rows_.n; ++i) {
        order.resize(static_cast<std::size_t>(rows_.starts[i + 1] - rows_.starts[i]));
        std::iota(order.begin(), order.end(), rows_.starts[i]);
        std::stable_sort(order.begin(), order.end(),
                         [&](std::int64_t a, std::int64_t b) { return rows_.columns[a] < rows_.columns[b]; });
        for (const auto e : order) {
            const bool again =
                static_cast<std::int64_t>(columns_.size()) > starts_.back() && columns_.back() == rows_.columns[e];
            if (again) {
                values_.back() += rows_.values[e];
            } else {
                columns_.push_back(rows_.columns[e]);
                values_.push_back(rows_.values[e]);
            }
        }
        starts_.push_back(static_cast<std::int64_t>(columns_.size()));
    }
    rows_.starts = starts_.data();
    rows_.columns = columns_.data();
    rows_.values = values_.data();
}

bool LinearTable::has_repetitions() const {
    std::vector<std::size_t> met_in(rows_.d, rows_.n);
    for (std::size_t i = 0; i < rows_.n; ++i) {
        for (auto e = rows_.starts[i]; e < rows_.starts[i + 1]; ++e) {
            std::size_t& met = met_in[static_cast<std::size_t>(rows_.columns[e])];
            if (met == i) return true;
            met = i;
        }
    }
    return false;
}

void LinearTable::fill() {
    dense_.resize(rows_.n * rows_.d);
    for (std::size_t i = 0; i < rows_.n; ++i) {
        double* row = dense_.data() + i * rows_.d;
        for (auto e = rows_.starts[i]; e < rows_.starts[i + 1]; ++e) row[rows_.columns[e]] = rows_.values[e];
    }
    rows_.dense = dense_.data();
    rows_.starts = nullptr;
}

void LinearTable::outputs_of(std::size_t first, std::size_t last, const double* w, double* out) const {
    if (rows_.is_dense()) {
        const DenseRows rows{rows_.dense + first * rows_.d, last - first, rows_.d, rows_.d,
                             rows_.dense + rows_.n * rows_.d};
        target().linear.dense_outputs(rows, w, out + first);
    } else {
        for (std::size_t i = first; i < last; ++i) {
            double even = 0.0, odd = 0.0;
            auto e = rows_.starts[i];
            for (; e + 1 < rows_.starts[i + 1]; e += 2) {
                even += rows_.values[e] * w[rows_.columns[e]];
                odd += rows_.values[e + 1] * w[rows_.columns[e + 1]];
            }
            if (e < rows_.starts[i + 1]) even += rows_.values[e] * w[rows_.columns[e]];
            out[i] = even + odd;
        }
    }
}

void LinearTable::outputs(const double* w, double* out) const {
    Array<double> weights(padded(), 0.0);  // the constant's stands apart: a dense row has zeros there
    std::copy_n(w, rows_.d, weights.begin());
    const double shift = constant_ != 0.0 ? constant_ * w[rows_.d] : 0.0;
    each_part([&](std::size_t, std::size_t first, std::size_t last) {
        outputs_of(first, last, weights.data(), out);
        for (std::size_t i = first; i < last; ++i) out[i] += shift;
    });
}

void LinearTable::pull_from(std::size_t first, std::size_t last, const double* a, double* out) const {
    if (rows_.is_dense()) {
        const DenseRows rows{rows_.dense + first * rows_.d, last - first, rows_.d, rows_.d,
                             rows_.dense + rows_.n * rows_.d};
        target().linear.dense_pull(rows, a + first, out);
        return;
    }
    for (std::size_t i = first; i < last; ++i) {
        if (a[i] == 0.0) continue;
        for (auto e = rows_.starts[i]; e < rows_.starts[i + 1]; ++e) out[rows_.columns[e]] += rows_.values[e] * a[i];
    }
}

void LinearTable::pull(const double* a, double* out) const {
    const std::size_t stride = padded();
    Array<double> sums(parts() * stride, 0.0);
    std::vector<double> totals(parts(), 0.0);
    each_part([&](std::size_t part, std::size_t first, std::size_t last) {
        pull_from(first, last, a, sums.data() + part * stride);
        if (constant_ != 0.0) totals[part] = std::accumulate(a + first, a + last, 0.0);
    });
    for (std::size_t part = 1; part < parts(); ++part) {
        for (std::size_t j = 0; j < rows_.d; ++j) sums[j] += sums[part * stride + j];
    }
    std::copy_n(sums.begin(), rows_.d, out);
    if (constant_ != 0.0) out[rows_.d] = constant_ * std::accumulate(totals.begin(), totals.end(), 0.0);
}

}  // namespace drupe
