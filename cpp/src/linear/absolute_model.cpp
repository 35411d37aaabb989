#include "drupe/absolute_model.hpp"

#include <algorithm>
#include <cmath>

namespace drupe {

namespace {

/// Sweeps over all columns before each exact step.
constexpr int sweeps = 3;

/// Exact steps at most, and the fall of the violation after which the model is solved well enough.
constexpr int most_rounds = 20;
constexpr double solved = 1e-6;

/// Columns that depend on each other make H singular on the support.
constexpr double ridge = 1e-9;

double soft(double value, double by) { return std::copysign(std::max(std::abs(value) - by, 0.0), value); }

}  // namespace

void AbsoluteModel::set(const double* upper, std::size_t stride, const std::vector<double>& extra) {
    size_ = extra.size();
    whole_.resize(size_ * size_);
    for (std::size_t i = 0; i < size_; ++i) {
        for (std::size_t j = i; j < size_; ++j) whole_[i * size_ + j] = whole_[j * size_ + i] = upper[i * stride + j];
        whole_[i * size_ + i] = whole_[i * size_ + i] * (1.0 + ridge) + extra[i];
    }
}

const std::vector<double>& AbsoluteModel::minimize(const std::vector<double>& weights,
                                                   const std::vector<double>& slopes,
                                                   const std::vector<double>& rates) {
    point_ = weights;
    slopes_ = slopes;
    double first = 0.0;
    for (int round = 0; round < most_rounds; ++round) {
        double fallen = 0.0;
        for (int k = 0; k < sweeps; ++k) {
            fallen = sweep(rates);
            if (round == 0) first = std::max(first, fallen);
            if (fallen <= solved * first) return point_;
        }
        settle(rates);
    }
    return point_;
}

void AbsoluteModel::move(std::size_t j, double change) {
    point_[j] += change;
    const double* row = &whole_[j * size_];
    for (std::size_t i = 0; i < size_; ++i) slopes_[i] += change * row[i];
}

/// Each column to its best place in turn; by how much the model fell at most.
double AbsoluteModel::sweep(const std::vector<double>& rates) {
    double most = 0.0;
    for (std::size_t j = 0; j < size_; ++j) {
        const double h = whole_[j * size_ + j];
        double target = 0.0;
        if (h > 0.0) {
            target = soft(point_[j] - slopes_[j] / h, rates[j] / h);
        } else if (rates[j] == 0.0) {
            target = point_[j];
        }
        const double change = target - point_[j];
        if (change == 0.0) continue;
        most = std::max(most, h * change * change);
        move(j, change);
        if (target == 0.0) point_[j] = 0.0;
    }
    return most;
}

/// With the signs of the support held, to the minimum; who changes its sign on the way stops at zero and leaves.
void AbsoluteModel::settle(const std::vector<double>& rates) {
    for (std::size_t tries = 0; tries < size_ + 1; ++tries) {
        support_.clear();
        for (std::size_t j = 0; j < size_; ++j) {
            if (point_[j] != 0.0 || (rates[j] == 0.0 && whole_[j * size_ + j] > 0.0)) support_.push_back(j);
        }
        const std::size_t m = support_.size();
        if (m == 0) return;
        block_.resize(m * m);
        part_.resize(m);
        for (std::size_t a = 0; a < m; ++a) {
            const std::size_t j = support_[a];
            for (std::size_t b = a; b < m; ++b) block_[a * m + b] = whole_[j * size_ + support_[b]];
            part_[a] = -slopes_[j] - (point_[j] != 0.0 ? std::copysign(rates[j], point_[j]) : 0.0);
        }
        factor_.factor(block_.data(), m, std::vector<double>(m, 0.0), 1e-13);
        factor_.solve(part_);
        double length = 1.0;
        std::size_t leaves = m;
        for (std::size_t a = 0; a < m; ++a) {
            const double from = point_[support_[a]];
            if (rates[support_[a]] == 0.0 || from * part_[a] >= 0.0 || std::abs(part_[a]) * length < std::abs(from))
                continue;
            length = std::abs(from / part_[a]);
            leaves = a;
        }
        for (std::size_t a = 0; a < m; ++a) {
            if (part_[a] != 0.0) move(support_[a], length * part_[a]);
        }
        if (leaves == m) return;
        point_[support_[leaves]] = 0.0;
    }
}

}  // namespace drupe
