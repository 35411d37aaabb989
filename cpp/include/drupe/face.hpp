/// The least of the objective on a face of the box: where only the variables that stand inside it move.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "drupe/target.hpp"

namespace drupe {

/// A variable as the face sees it: s α and its score, and how far s α may rise or fall.
struct FaceVariable {
    double score, up, down;
};

/// How far s α moves, and at which end of its box it then stands: 1, −1, or 0 for inside.
struct FaceMove {
    double amount;
    int end;
};

/// Newton's steps with the kernel matrix of the face, factored once; a variable that meets an end of its box stays there and
/// leaves the factor. The pair steps that come before and after see to everything else.  [Scheinberg06]
class Face {
public:
    /// The ridge in units of the mean diagonal stands for the rounding of kernel values.
    Face(double ridge, bool balanced) : ridge_(ridge), balanced_(balanced) {}

    /// Multiplications of one visit to a face of so many variables, about.
    [[nodiscard]] static double price(std::size_t count, std::size_t scores) {
        const auto m = static_cast<double>(count);
        return m * m * m / 6.0 + 16.0 * m * m + m * static_cast<double>(scores);
    }

    /// `kernel` has one row of `variables.size()` numbers for each variable. No moves if nothing is to be had.
    std::vector<FaceMove> descend(std::vector<double> kernel, const std::vector<FaceVariable>& variables) {
        const std::size_t count = variables.size();
        std::vector<FaceMove> moves(count, FaceMove{0.0, 0});
        if (!factor(std::move(kernel), count)) return {};
        places_.resize(count);
        std::iota(places_.begin(), places_.end(), std::size_t{0});
        scores_.resize(count);
        for (std::size_t i = 0; i < count; ++i) scores_[i] = variables[i].score;
        while (size() > (balanced_ ? 1U : 0U)) {
            find_direction();
            const double slope = std::inner_product(way_.begin(), way_.end(), scores_.begin(), 0.0);
            const double curvature = slope - shift_ * std::inner_product(way_.begin(), way_.end(), way_.begin(), 0.0);
            if (!(slope > 0.0) || !std::isfinite(slope)) break;
            const double least = curvature > 0.5 * slope ? slope / curvature : 1.0;
            double length = least;
            std::size_t met = size();
            for (std::size_t i = 0; i < size(); ++i) {
                const std::size_t v = places_[i];
                const double room =
                    way_[i] > 0 ? variables[v].up - moves[v].amount : variables[v].down + moves[v].amount;
                if (std::abs(way_[i]) * length >= room) {
                    length = std::max(0.0, room) / std::abs(way_[i]);
                    met = i;
                }
            }
            for (std::size_t i = 0; i < size(); ++i) {
                moves[places_[i]].amount += length * way_[i];
                // K way = scores − level − shift way.
                scores_[i] -= length * (scores_[i] - level_ - shift_ * way_[i]);
            }
            if (met == size()) break;
            moves[places_[met]].end = way_[met] > 0 ? 1 : -1;
            drop(met);
        }
        return moves;
    }

private:
    [[nodiscard]] std::size_t size() const { return places_.size(); }
    [[nodiscard]] double* row(std::size_t k) { return factor_.data() + k * stride_; }

    /// K + shift = UᵀU; U stands above the diagonal, row by row.
    bool factor(std::vector<double> kernel, std::size_t count) {
        stride_ = count;
        factor_ = std::move(kernel);
        double trace = 0.0;
        for (std::size_t i = 0; i < count; ++i) trace += row(i)[i];
        shift_ = ridge_ * trace / static_cast<double>(count);
        std::vector<std::int64_t> before(count);
        std::iota(before.begin(), before.end(), std::int64_t{0});
        std::vector<double> weights(count);
        for (std::size_t j = 0; j < count; ++j) {
            for (std::size_t k = 0; k < j; ++k) weights[k] = -row(k)[j];
            row(j)[j] += shift_;
            loops_.add_rows(factor_.data() + j, stride_, before.data(), weights.data(), j, count - j, row(j) + j);
            const double pivot = row(j)[j];
            if (!(pivot > 0.0) || !std::isfinite(pivot)) return false;
            const double inverse = 1.0 / std::sqrt(pivot);
            for (std::size_t i = j; i < count; ++i) row(j)[i] *= inverse;
        }
        return true;
    }

    /// (K + shift)⁻¹ x in the place of x.
    void solve(std::vector<double>& x) {
        const std::int64_t here = 0;
        for (std::size_t k = 0; k < size(); ++k) {
            x[k] /= row(k)[k];
            const double part = -x[k];
            loops_.add_rows(row(k) + k + 1, stride_, &here, &part, 1, size() - k - 1, x.data() + k + 1);
        }
        for (std::size_t k = size(); k-- > 0;)
            x[k] = (x[k] - dot(row(k) + k + 1, &x[k + 1], size() - k - 1)) / row(k)[k];
    }

    static double dot(const double* a, const double* b, std::size_t count) {
        double sums[8] = {};
        std::size_t i = 0;
        for (; i + 8 <= count; i += 8) {
            for (std::size_t s = 0; s < 8; ++s) sums[s] += a[i + s] * b[i + s];
        }
        for (; i < count; ++i) sums[0] += a[i] * b[i];
        return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
    }

    /// Newton's direction, whose sum is zero where that of s α is fixed.
    void find_direction() {
        way_ = scores_;
        solve(way_);
        level_ = 0.0;
        if (!balanced_) return;
        ones_.assign(size(), 1.0);
        solve(ones_);
        level_ = std::accumulate(way_.begin(), way_.end(), 0.0) / std::accumulate(ones_.begin(), ones_.end(), 0.0);
        for (std::size_t i = 0; i < size(); ++i) way_[i] -= level_ * ones_[i];
    }

    /// Variable i leaves: its column too, and rotations make U triangular again.
    void drop(std::size_t i) {
        const std::size_t last = size() - 1;
        for (std::size_t k = 0; k <= last; ++k) {
            const std::size_t from = std::max(i + 1, k);
            std::copy(row(k) + from, row(k) + size(), row(k) + from - 1);
        }
        for (std::size_t k = i; k < last; ++k) {
            const double radius = std::hypot(row(k)[k], row(k + 1)[k]);
            loops_.rotate(row(k) + k, row(k + 1) + k, row(k)[k] / radius, row(k + 1)[k] / radius, last - k);
        }
        places_.erase(places_.begin() + static_cast<std::ptrdiff_t>(i));
        scores_.erase(scores_.begin() + static_cast<std::ptrdiff_t>(i));
    }

    double ridge_;
    bool balanced_;
    std::size_t stride_ = 0;
    double shift_ = 0.0, level_ = 0.0;
    std::vector<double> factor_, scores_, way_, ones_;
    std::vector<std::size_t> places_;
    const TileLoops<double>& loops_ = target().loops<double>();
};

}  // namespace drupe
