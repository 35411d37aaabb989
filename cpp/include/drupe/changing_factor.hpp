/// Columns that come and go, factored as Q R: Q has orthonormal columns, R is triangular.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "drupe/target.hpp"

namespace drupe {

class ChangingFactor {
public:
    explicit ChangingFactor(std::size_t rows)
        : rows_(rows), stride_((rows + lanes - 1) / lanes * lanes), rest_(stride_) {}

    [[nodiscard]] std::size_t size() const { return factor_.size(); }

    /// Takes in a column, whose products with those that are there are known roughly; false, and nothing changed, if it
    /// depends on them.
    bool join(const double* column, std::vector<double> products) {
        const std::size_t m = size();
        solve_transposed(products);
        std::copy_n(column, rows_, rest_.begin());
        const double whole = norm(rest_);
        subtract(products);
        double length = norm(rest_);
        // What rounding left along the others is taken off until it is nothing much: once is most often enough.
        for (int pass = well_conditioned(length) ? passes : 0; pass < passes; ++pass) {
            const double before = length;
            std::vector<double> along(m, 0.0);
            if (m > 0) loops_.times_columns(basis_.data(), m, stride_, stride_, rest_.data(), along.data(), 1);
            if (norm(along) <= rounding * length) break;
            subtract(along);
            for (std::size_t i = 0; i < m; ++i) products[i] += along[i];
            length = norm(rest_);
            if (length > shrunk * before) break;
        }
        if (!(length > dependent * whole)) return false;
        for (double& value : rest_) value /= length;
        basis_.insert(basis_.end(), rest_.begin(), rest_.end());
        products.push_back(length);
        factor_.push_back(std::move(products));
        places_.push_back(static_cast<std::int64_t>(m));
        return true;
    }

    /// Takes column k out; rotations make R triangular again.
    void drop(std::size_t k) {
        factor_.erase(factor_.begin() + static_cast<std::ptrdiff_t>(k));
        for (std::size_t t = k; t < size(); ++t) {
            const double radius = std::hypot(factor_[t][t], factor_[t][t + 1]);
            const double cosine = factor_[t][t] / radius;
            const double sine = factor_[t][t + 1] / radius;
            for (std::size_t later = t; later < size(); ++later)
                rotate(factor_[later][t], factor_[later][t + 1], cosine, sine);
            factor_[t].resize(t + 1);
            double* turned = basis_.data() + t * stride_;
            loops_.rotate(turned, turned + stride_, cosine, sine, stride_);
        }
        basis_.resize(size() * stride_);
        places_.pop_back();
    }

    /// Rᵀz = x, z in the place of x, whose entries before the first are solved for already.
    void solve_transposed(std::vector<double>& x, std::size_t first = 0) const {
        for (std::size_t k = first; k < size(); ++k) {
            const double* column = factor_[k].data();
            x[k] = (x[k] - dot(column, x.data(), k)) / column[k];
        }
    }

    /// R x = z, x in the place of z.
    void solve(std::vector<double>& x) const {
        for (std::size_t k = size(); k-- > 0;) {
            const double* column = factor_[k].data();
            x[k] /= column[k];
            const double here = x[k];
            for (std::size_t i = 0; i < k; ++i) x[i] -= here * column[i];
        }
    }

    /// Q z.
    [[nodiscard]] std::vector<double> spanned(const std::vector<double>& z) const {
        std::vector<double> out(stride_, 0.0);
        loops_.add_rows(basis_.data(), stride_, places_.data(), z.data(), size(), stride_, out.data());
        return out;
    }

private:
    static constexpr std::size_t lanes = 16;
    static constexpr int passes = 4;

    /// The share of a column outside the others below which it is rounding.
    static constexpr double dependent = 1e-10;

    /// What is left along the others, in units of the rest, that is not worth taking off.
    static constexpr double rounding = 1e-14;

    /// Squared ratio of the least to the largest entry on R's diagonal from which on products are exact enough.
    static constexpr double harmless = 1e-3;

    /// A pass that leaves more than this share of the rest has taken off nothing but rounding.
    static constexpr double shrunk = 0.5;

    static void rotate(double& a, double& b, double cosine, double sine) {
        const double turned = cosine * a + sine * b;
        b = cosine * b - sine * a;
        a = turned;
    }

    /// Sums side by side: one after the other they would wait for each other.
    static double dot(const double* a, const double* b, std::size_t count) {
        std::array<double, 8> sums{};
        std::size_t i = 0;
        for (; i + sums.size() <= count; i += sums.size()) {
            for (std::size_t s = 0; s < sums.size(); ++s) sums[s] += a[i + s] * b[i + s];
        }
        for (; i < count; ++i) sums[0] += a[i] * b[i];
        return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
    }

    static double norm(const std::vector<double>& x) { return std::sqrt(dot(x.data(), x.data(), x.size())); }

    /// Whether products in double precision tell a column's part along the others as well as Q would.
    [[nodiscard]] bool well_conditioned(double length) const {
        double least = length * length;
        double most = 0.0;
        for (std::size_t k = 0; k < size(); ++k) {
            least = std::min(least, factor_[k][k] * factor_[k][k]);
            most = std::max(most, factor_[k][k] * factor_[k][k]);
        }
        return least > harmless * most;
    }

    void subtract(std::vector<double> z) {
        for (double& value : z) value = -value;
        loops_.add_rows(basis_.data(), stride_, places_.data(), z.data(), size(), stride_, rest_.data());
    }

    std::size_t rows_, stride_;
    std::vector<std::vector<double>> factor_;  // column k of R has k + 1 numbers
    std::vector<double> basis_;                // columns of Q, one after the other
    std::vector<std::int64_t> places_;
    std::vector<double> rest_;
    const TileLoops<double>& loops_ = target().loops<double>();
};

}  // namespace drupe
