/// Small data sets and a plain, slow evaluator to compare with.
#pragma once

#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include "drupe/evaluator.hpp"

namespace drupe::test {

/// Rows of numbers in [0, 1), or `only` one number, a share of them zero (or whatever the background is).
template <class T>
struct Sample {
    Sample(std::size_t rows_, std::size_t columns_, double zeros, unsigned seed, double only = 0.0,
           double background = 0.0)
        : rows(rows_), columns(columns_), dense(rows_ * columns_), identity(rows_), function(rows_) {
        std::mt19937 random(seed);
        std::uniform_real_distribution<double> unit(0.0, 1.0);
        for (auto& value : dense)
            value = static_cast<T>(unit(random) < zeros ? background : only != 0.0 ? only : unit(random));
        for (auto& value : function) value = unit(random) + 0.5;
        complete();
    }

    /// These very rows.
    Sample(std::size_t rows_, std::size_t columns_, std::vector<T> numbers)
        : rows(rows_), columns(columns_), dense(std::move(numbers)), identity(rows_), function(rows_, 1.0) {
        complete();
    }

    [[nodiscard]] T at(std::size_t i, std::size_t k) const { return dense[i * columns + k]; }

    [[nodiscard]] VectorsView<T> row_major() const {
        return DenseView<T>{dense.data(), rows, columns, static_cast<std::ptrdiff_t>(columns), 1};
    }
    [[nodiscard]] VectorsView<T> column_major() const {
        return DenseView<T>{transposed.data(), rows, columns, 1, static_cast<std::ptrdiff_t>(rows)};
    }
    [[nodiscard]] VectorsView<T> sparse() const {
        return CsrView<T>{values.data(), indices.data(), starts.data(), rows, columns};
    }

    [[nodiscard]] Examples<T> seen_as(const std::vector<VectorsView<T>>& views, std::size_t functions = 0) const {
        Examples<T> out;
        out.count = rows;
        out.vectors = views;
        out.functions.assign(functions, function.data());
        out.identity = identity.data();
        return out;
    }

    /// The other ways to hold what is in `dense`.
    void complete() {
        std::iota(identity.begin(), identity.end(), std::int64_t{0});
        starts.push_back(0);
        for (std::size_t i = 0; i < rows; ++i) {
            for (std::size_t k = 0; k < columns; ++k) {
                if (at(i, k) == 0) continue;
                indices.push_back(static_cast<std::int32_t>(k));
                values.push_back(at(i, k));
            }
            starts.push_back(static_cast<std::int64_t>(values.size()));
        }
        transposed.resize(dense.size());
        for (std::size_t i = 0; i < rows; ++i) {
            for (std::size_t k = 0; k < columns; ++k) transposed[k * rows + i] = at(i, k);
        }
    }

    std::size_t rows, columns;
    std::vector<T> dense, transposed, values;
    std::vector<std::int32_t> indices;
    std::vector<std::int64_t> starts, identity;
    std::vector<double> function;
};

/// A comparison of row i with row j, in double, entry by entry.
template <class T>
double compare(Metric metric, const Sample<T>& left, std::size_t i, const Sample<T>& right, std::size_t j) {
    if (metric == Metric::same) return left.identity[i] == right.identity[j] ? 1.0 : 0.0;
    double total = 0.0;
    for (std::size_t k = 0; k < left.columns; ++k) {
        const double x = left.at(i, k);
        const double z = right.at(j, k);
        switch (metric) {
            case Metric::dot: total += x * z; break;
            case Metric::l1: total += std::abs(x - z); break;
            case Metric::chi_squared: total += x + z > 0 ? (x - z) * (x - z) / (x + z) : 0.0; break;
            default: total += (x - z) * (x - z);
        }
    }
    return total;
}

inline Program one_base(Metric metric, double rate = 1.0) {
    Program program;
    program.bases = {{metric, rate}};
    program.code = {{.op = Op::base}};
    return program;
}

}  // namespace drupe::test
