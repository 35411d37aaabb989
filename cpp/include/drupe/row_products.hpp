/// Rows of a linear machine with the column that is not stored: ⟨xᵢ, w⟩, w += t xᵢ, ‖xᵢ‖².
#pragma once

#include <array>
#include <cstddef>

#include "drupe/linear_problem.hpp"

namespace drupe {

class RowProducts {
public:
    RowProducts(const LinearRows& rows, double constant)
        : rows_(rows), constant_(constant), pull_(constant), dense_(rows.is_dense()), last_(rows.d) {}

    /// How far the constant's weight moves for each unit that any other column's would; one if nobody says.
    void set_give(double give) { pull_ = constant_ * give; }

    [[nodiscard]] std::size_t count() const { return rows_.n; }
    [[nodiscard]] double constant() const { return constant_; }

    /// Entries of all rows.
    [[nodiscard]] std::size_t stored() const {
        return dense_ ? rows_.n * rows_.d : static_cast<std::size_t>(rows_.starts[rows_.n] - rows_.starts[0]);
    }

    /// Entries of one.
    [[nodiscard]] std::size_t entries(std::size_t i) const {
        return dense_ ? rows_.d : static_cast<std::size_t>(rows_.starts[i + 1] - rows_.starts[i]);
    }

    [[nodiscard]] double dot(std::size_t i, const double* w) const {
        return sum(i, [w](std::size_t j, double x) { return x * w[j]; }, constant_ != 0.0 ? constant_ * w[last_] : 0.0);
    }

    [[nodiscard]] double squared_norm(std::size_t i) const {
        return sum(i, [](std::size_t, double x) { return x * x; }, constant_ * pull_);
    }

    /// w += t xᵢ.
    void add(std::size_t i, double t, double* w) const {
        each(i, [t, w](std::size_t j, double x) { w[j] += t * x; });
        if (constant_ != 0.0) w[last_] += t * pull_;
    }

    /// w += t (xᵢ ∘ xᵢ).
    void add_squares(std::size_t i, double t, double* w) const {
        each(i, [t, w](std::size_t j, double x) { w[j] += t * x * x; });
        if (constant_ != 0.0) w[last_] += t * constant_ * constant_;
    }

    /// Starts to bring the beginning of a row near.
    void fetch(std::size_t i) const {
        constexpr std::size_t line = 64, lines = 4;
        const auto start = dense_ ? i * rows_.d : static_cast<std::size_t>(rows_.starts[i]);
        const char* values = reinterpret_cast<const char*>((dense_ ? rows_.dense : rows_.values) + start);
        for (std::size_t l = 0; l < lines; ++l) __builtin_prefetch(values + l * line);
        if (dense_) return;
        const char* columns = reinterpret_cast<const char*>(rows_.columns + start);
        for (std::size_t l = 0; l < lines / 2; ++l) __builtin_prefetch(columns + l * line);
    }

    /// use(column, value) for all that is stored of a row.
    template <class Use>
    void each(std::size_t i, Use use) const {
        if (dense_) {
            const double* row = rows_.dense + i * rows_.d;
            for (std::size_t j = 0; j < rows_.d; ++j) use(j, row[j]);
            return;
        }
        const std::int64_t end = rows_.starts[i + 1];
        for (std::int64_t e = rows_.starts[i]; e < end; ++e)
            use(static_cast<std::size_t>(rows_.columns[e]), rows_.values[e]);
    }

private:
    /// Several sums side by side: none waits for the one before.
    template <class Term>
    [[nodiscard]] double sum(std::size_t i, Term term, double more) const {
        if (dense_) {
            constexpr std::size_t lanes = 8;
            const double* row = rows_.dense + i * rows_.d;
            std::array<double, lanes> sums{};
            std::size_t j = 0;
            for (; j + lanes <= rows_.d; j += lanes)
                for (std::size_t l = 0; l < lanes; ++l) sums[l] += term(j + l, row[j + l]);
            for (; j < rows_.d; ++j) more += term(j, row[j]);
            return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7])) + more;
        }
        constexpr std::int64_t lanes = 4;
        const auto value = [&](std::int64_t e) {
            return term(static_cast<std::size_t>(rows_.columns[e]), rows_.values[e]);
        };
        const std::int64_t end = rows_.starts[i + 1];
        std::int64_t e = rows_.starts[i];
        double a = 0.0, b = 0.0, c = 0.0, d = 0.0;
        for (; e + lanes <= end; e += lanes) {
            a += value(e);
            b += value(e + 1);
            c += value(e + 2);
            d += value(e + 3);
        }
        for (; e < end; ++e) more += value(e);
        return ((a + b) + (c + d)) + more;
    }

    LinearRows rows_;
    double constant_, pull_;
    bool dense_;
    std::size_t last_;
};

}  // namespace drupe
