#include "softmax_metric.hpp"

#include <algorithm>

namespace drupe {

namespace {

constexpr double least_ridge = 1e-14;           // beside a diagonal of ones
constexpr std::size_t largest_exact = 500;      // numbers in W up to which the Hessian itself is factored
constexpr std::size_t largest_one_class = 800;  // columns up to which that of one class is

}  // namespace

SoftmaxMetric::SoftmaxMetric(SoftmaxRows& rows, const std::vector<double>& ridge, const SoftmaxProblem& problem)
    : rows_(rows), ridge_(ridge), problem_(problem), kind_(rows.size() * rows.classes() <= largest_exact ? Kind::exact
                                                           : rows.size() <= largest_one_class ? Kind::one_class
                                                                                              : Kind::diagonal) {}

void SoftmaxMetric::renew(const Array<double>& p, std::int64_t taken) {
    switch (kind_) {
        case Kind::exact: {
            // A factor costs as much as this many products.
            const auto worth = static_cast<std::int64_t>(2 + rows_.size() * rows_.classes() / 16);
            if (fresh_ || taken > worth) renew_exact(p);
            break;
        }
        case Kind::one_class: renew_one_class(p); break;
        case Kind::diagonal: {
            rows_.diagonal(p, diagonal_);
            const std::size_t ld = rows_.width();
            for (std::size_t j = 0; j < rows_.size(); ++j) {
                for (std::size_t c = 0; c < ld; ++c) {
                    double& here = diagonal_[j * ld + c];
                    here += ridge_[j];
                    if (!(here > 0.0)) here = 1.0;
                }
            }
            break;
        }
    }
    fresh_ = false;
}

void SoftmaxMetric::renew_exact(const Array<double>& p) {
    const std::size_t k = rows_.classes(), d = rows_.size(), size = d * k;
    std::vector<double> hessian = rows_.hessian(p), diagonal(size);
    for (std::size_t j = 0; j < d; ++j) {
        double free = 0.0;  // nothing bends where the same is added for all classes
        if (ridge_[j] == 0.0) {
            for (std::size_t a = 0; a < k; ++a) free += hessian[(j * k + a) * (size + 1)] / static_cast<double>(k);
        }
        for (std::size_t a = 0; a < k; ++a) {
            diagonal[j * k + a] = ridge_[j];
            for (std::size_t b = 0; b < k; ++b)
                hessian[(j * k + a) * size + j * k + b] += free / static_cast<double>(k);
        }
    }
    factor_.factor(hessian.data(), size, diagonal, least_ridge);
}

void SoftmaxMetric::renew_one_class(const Array<double>& p) {
    const std::size_t d = rows_.size(), ld = rows_.width();
    if (fresh_) gram_ = rows_.gram(std::max<std::size_t>(1, rows_.rows() / (8 * d)));
    // The mean over classes and rows of p (1 − p).
    double bent = 0.0, whole = 0.0;
    for (std::size_t i = 0; i < rows_.rows(); ++i) {
        double own = 0.0;
        for (std::size_t c = 0; c < ld; ++c) own += p[i * ld + c] * (1.0 - p[i * ld + c]);
        bent += problem_.costs[i] * own;
        whole += problem_.costs[i] * static_cast<double>(rows_.classes());
    }
    const double share = std::max(bent / std::max(whole, 1e-300), 1e-12);
    if (!fresh_ && share < 1.5 * share_ && share > share_ / 1.5) return;
    share_ = share;
    std::vector<double> matrix = gram_;
    for (double& entry : matrix) entry *= share;
    factor_.factor(matrix.data(), d, ridge_, least_ridge);
}

void SoftmaxMetric::apply(const Array<double>& r, Array<double>& z) const {
    const std::size_t k = rows_.classes(), d = rows_.size(), ld = rows_.width();
    z.assign(r.size(), 0.0);
    if (kind_ == Kind::diagonal) {
        for (std::size_t i = 0; i < r.size(); ++i) z[i] = r[i] / diagonal_[i];
        return;
    }
    if (kind_ == Kind::exact) {
        std::vector<double> x(d * k);
        for (std::size_t j = 0; j < d; ++j) std::copy_n(&r[j * ld], k, &x[j * k]);
        factor_.solve(x);
        for (std::size_t j = 0; j < d; ++j) std::copy_n(&x[j * k], k, &z[j * ld]);
        return;
    }
    std::vector<double> x(d);
    for (std::size_t c = 0; c < k; ++c) {
        for (std::size_t j = 0; j < d; ++j) x[j] = r[j * ld + c];
        factor_.solve(x);
        for (std::size_t j = 0; j < d; ++j) z[j * ld + c] = x[j];
    }
}

}  // namespace drupe
