#include <algorithm>
#include <cmath>
#include <numeric>

#include "drupe/cuts.hpp"
#include "drupe/parallel.hpp"

namespace drupe {

namespace {

constexpr double tie = 1e-13;  // share of all weight by which two stumps must differ, lest rounding chooses

}  // namespace

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

/// The sums of `sweep`, for ranked columns side by side; those of every second example run apart, since an addition to a
/// rank has to wait for the last one to the same rank.
template <std::size_t G>
void CutColumns::ranked_ranges(const std::size_t* group, const double* pulls, Range* out) const {
    const std::uint8_t* codes[G];
    std::size_t ranks = 0;
    for (std::size_t g = 0; g < G; ++g) {
        codes[g] = columns_[group[g]].codes.data();
        ranks = std::max(ranks, columns_[group[g]].thresholds.size() + 1);
    }
    double even[G][most_ranks], odd[G][most_ranks];
    for (std::size_t g = 0; g < G; ++g) {
        std::fill_n(even[g], ranks, 0.0);
        std::fill_n(odd[g], ranks, 0.0);
    }
    std::size_t i = 0;
    for (; i + 2 <= rows_; i += 2) {
        for (std::size_t g = 0; g < G; ++g) {
            even[g][codes[g][i]] += pulls[i];
            odd[g][codes[g][i + 1]] += pulls[i + 1];
        }
    }
    for (; i < rows_; ++i) {
        for (std::size_t g = 0; g < G; ++g) even[g][codes[g][i]] += pulls[i];
    }
    for (std::size_t g = 0; g < G; ++g) {
        double sum = 0.0;
        for (std::size_t k = 0; k < columns_[group[g]].thresholds.size(); ++k) {
            sum += even[g][k] + odd[g][k];
            out[g].low = std::min(out[g].low, sum);
            out[g].high = std::max(out[g].high, sum);
        }
    }
}

/// For ordered columns, two in one vector; `Everywhere`, where all numbers of all of them differ, no place need be asked
/// for. Of a single column the second half is idle.
template <std::size_t G, bool Everywhere>
void CutColumns::ordered_ranges(const std::size_t* group, const double* pulls, Range* out) const {
    typedef double Two __attribute__((vector_size(16)));
    constexpr std::size_t pairs = (G + 1) / 2;
    constexpr double infinite = std::numeric_limits<double>::infinity();
    const std::uint32_t* order[2 * pairs];
    const Column* column[2 * pairs];
    for (std::size_t g = 0; g < 2 * pairs; ++g) {
        column[g] = &columns_[group[std::min(g, G - 1)]];
        order[g] = column[g]->order.data();
    }
    Two sum[pairs], low[pairs], high[pairs];
    for (std::size_t p = 0; p < pairs; ++p) {
        sum[p] = Two{};
        low[p] = Two{infinite, infinite};
        high[p] = -low[p];
    }
    const std::size_t last = rows_ - 1;
    for (std::size_t k = 0; k < last; ++k) {
        for (std::size_t p = 0; p < pairs; ++p) {
            sum[p] += Two{pulls[order[2 * p][k]], pulls[order[2 * p + 1][k]]};
            Two down = sum[p], up = sum[p];
            if constexpr (!Everywhere) {
                for (std::size_t half = 0; half < 2; ++half) {
                    if (column[2 * p + half]->ends_at(k)) continue;
                    down[half] = infinite;
                    up[half] = -infinite;
                }
            }
            low[p] = down < low[p] ? down : low[p];
            high[p] = up > high[p] ? up : high[p];
        }
    }
    for (std::size_t g = 0; g < G; ++g) out[g] = {low[g / 2][g % 2], high[g / 2][g % 2]};
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

SignedCut CutColumns::best_sign(const double* pulls, double total, double weight, int threads) const {
    std::vector<double> found(columns_.size(), 0.0);  // the largest edge of each column
    parallel_tasks(groups_.size(), team(threads), [&] {
        return [&](std::size_t g) {
            Range range[together];
            ranges_of(groups_[g], pulls, range);
            for (std::size_t c = 0; c < groups_[g].size(); ++c) {
                const double low = std::abs(2.0 * range[c].low - total), high = std::abs(2.0 * range[c].high - total);
                found[groups_[g][c]] = std::max(low, high);
            }
        };
    });
    const double largest = std::max(std::abs(total), *std::max_element(found.begin(), found.end()));
    const double least = largest - tie * weight;
    SignedCut best;
    best.last = rows_ - 1;
    best.sign = total < 0.0 ? -1.0 : 1.0;
    best.edge = std::abs(total);
    const auto first = std::find_if(found.begin(), found.end(), [&](double edge) { return edge >= least; });
    if (best.edge >= least || first == found.end()) return best;  // the latter if pulls are no numbers
    best.column = static_cast<std::size_t>(first - found.begin());
    locate(best, least, total, pulls);
    return best;
}

/// The first place of the column at which a cut has at least this edge, or of which rounding says something else the best.
void CutColumns::locate(SignedCut& cut, double least, double total, const double* pulls) const {
    const Column& column = columns_[cut.column];
    cut.edge = -1.0;
    const auto enough = [&](std::size_t place, double sum) {
        const double edge = std::abs(2.0 * sum - total);
        if (edge > cut.edge) {
            cut.edge = edge;
            cut.last = place;
            cut.threshold = column.thresholds[place];
            cut.sign = 2.0 * sum < total ? -1.0 : 1.0;
        }
        return edge >= least;
    };
    if (!column.ranked()) {
        double sum = 0.0;
        for (std::size_t k = 0; k + 1 < rows_; ++k) {
            sum += pulls[column.order[k]];
            if (column.ends_at(k) && enough(k, sum)) return;
        }
        return;
    }
    bool seen = false;
    const auto add = [&](std::size_t i, double* to) { *to += pulls[i]; };
    sweep(column, 1, add, [&](std::size_t place, const double* sum) { seen = seen || enough(place, *sum); });
}

/// The best of all columns, the first of those that are equal but for rounding; search(column) gives the best of one.
template <class Found, class Search>
Found CutColumns::best(Found first, double weight, int threads, Search search) const {
    std::vector<Found> found(columns_.size(), first);
    parallel_tasks(columns_.size(), team(threads), [&] { return [&](std::size_t j) { search(j, found[j]); }; });
    for (const Found& one : found) {
        if (one.better_than(first, tie * weight)) first = one;
    }
    return first;
}

namespace {

struct Graded : GradedCut {
    [[nodiscard]] bool better_than(const Graded& other, double by) const { return loss < other.loss - by; }
};

struct Classes : ClassCut {
    [[nodiscard]] bool better_than(const Classes& other, double by) const {
        return right_weight > other.right_weight + by;
    }
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
    return best(constant, up + down, threads, [&](std::size_t j, Graded& out) {
        sweep(columns_[j], 2, add, [&](std::size_t place, const double* left) {
            const double plus = std::max(up - left[0], 0.0), minus = std::max(down - left[1], 0.0);
            const double loss = 2.0 * (std::sqrt(left[0] * left[1]) + std::sqrt(plus * minus));
            if (loss >= out.loss - tie * (up + down)) return;
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
    const double weight = std::accumulate(total.begin(), total.end(), 0.0);
    return best(constant, weight, threads, [&](std::size_t j, Classes& out) {
        sweep(columns_[j], classes, add, [&](std::size_t place, const double* left) {
            std::size_t most_left = 0, most_right = 0;
            for (std::size_t c = 1; c < classes; ++c) {
                if (left[c] > left[most_left]) most_left = c;
                if (total[c] - left[c] > total[most_right] - left[most_right]) most_right = c;
            }
            const double found = left[most_left] + (total[most_right] - left[most_right]);
            if (found <= out.right_weight + tie * weight) return;
            out.column = j;
            out.last = place;
            out.threshold = columns_[j].thresholds[place];
            out.left = static_cast<std::int32_t>(most_left);
            out.right = static_cast<std::int32_t>(most_right);
            out.right_weight = found;
        });
    });
}

}  // namespace drupe
