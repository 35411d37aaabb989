/// A vertex of a problem of least deviations: rows without residual, the columns that make them so, and prices of both.
#pragma once

#include <cmath>
#include <numeric>

#include "drupe/least_deviations.hpp"
#include "drupe/parallel.hpp"
#include "drupe/target.hpp"
#include "drupe/updated_inverse.hpp"

namespace drupe {

/// What starts to grow: the residual of a row of the vertex, or the coefficient of a column that has none.
struct Entrant {
    bool is_row = true;
    std::size_t place = static_cast<std::size_t>(-1);  // among the rows of the vertex, or the number of the column
    double sign = 1.0;
    double slope = 0.0;  // of the objective
};

template <class T>
class DeviationVertex {
public:
    static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

    /// Residuals, and what a coefficient adds to an output, of this size are rounding; in units of the largest target.
    static constexpr double nothing = 1e-12;

    DeviationVertex(const DeviationProblem& problem, int threads, const BothWays<T>& table)
        : weights(problem.weights), alpha(problem.alpha), x(table), y(problem.targets), residuals(table.rows),
          pulls(table.rows), correlations(table.columns), threads_(threads), loops_(target().loops<T>()),
          place_of_row_(table.rows, nowhere), place_of_column_(table.columns, nowhere) {
        for (const double value : y) size_ = std::max(size_, std::abs(value));
        double largest = 0.0;
        for (std::size_t at = 0; at < x.rows * x.columns; ++at)
            largest = std::max(largest, std::abs(static_cast<double>(x.by_rows[at])));
        negligible_ = largest > 0.0 ? nothing * size_ / largest : 0.0;
        rows = problem.start_rows;
        columns = problem.start_columns;
        if (rows.size() == columns.size() + 1 && renewed()) {
            take_places();
        } else {
            be_constant();
        }
    }

    [[nodiscard]] std::size_t n() const { return x.rows; }
    [[nodiscard]] std::size_t active() const { return columns.size(); }
    [[nodiscard]] std::size_t row_at(std::size_t e) const { return static_cast<std::size_t>(rows[e]); }
    [[nodiscard]] std::size_t column_at(std::size_t k) const { return static_cast<std::size_t>(columns[k - 1]); }
    [[nodiscard]] bool has_column(std::size_t j) const { return place_of_column_[j] != nowhere; }
    [[nodiscard]] double largest_target() const { return size_; }
    [[nodiscard]] bool negligible(double coefficient) const { return std::abs(coefficient) <= negligible_; }
    [[nodiscard]] const UpdatedInverse& inverse() const { return inverse_; }
    [[nodiscard]] double crossing(std::size_t i, std::size_t j) const { return static_cast<double>(x.row(i)[j]); }

    /// All that belongs to the vertex, computed anew for the targets that are now. Signs of what is no more than rounding
    /// stay as they are.
    void settle() {
        if (!renewed()) be_constant();  // rounding has led to a vertex that is none
        std::vector<double> outputs(n(), 0.0);
        find_coefficients(outputs);
        for (std::size_t k = 1; k <= active(); ++k) {
            if (signs[k] == 0.0 || !negligible(coefficients[k])) signs[k] = coefficients[k] < 0.0 ? -1.0 : 1.0;
        }
        for (std::size_t i = 0; i < n(); ++i) {
            const bool inside = place_of_row_[i] != nowhere;
            residuals[i] = inside ? 0.0 : y[i] - outputs[i];
            if (inside) {
                pulls[i] = 0.0;
            } else if (pulls[i] == 0.0 || std::abs(residuals[i]) > nothing * size_) {
                pulls[i] = residuals[i] < 0.0 ? -weights[i] : weights[i];
            }
        }
        find_prices();
    }

    /// to += Σ amounts[k] column k of the vertex, for all rows; amounts[0] is the offset's and left out.
    void add_columns(const std::vector<double>& amounts, std::vector<double>& to) const {
        parallel_stretches(n(), threads_for(n() * active()), [&](std::size_t first, std::size_t last) {
            loops_.add_rows(x.by_columns + first, n(), columns.data(), amounts.data() + 1, active(), last - first,
                            to.data() + first);
        });
    }

    /// to += Σ amounts[i] row chosen[i] of the table, for all columns.
    void add_rows(const std::vector<std::int64_t>& chosen, const std::vector<double>& amounts,
                  std::vector<double>& to) const {
        const std::size_t count = x.columns;
        parallel_stretches(count, threads_for(count * chosen.size()), [&](std::size_t first, std::size_t last) {
            loops_.add_rows(x.by_rows + first, count, chosen.data(), amounts.data(), chosen.size(), last - first,
                            to.data() + first);
        });
    }

    /// Row i takes the place of the entrant, whose residual is now this; or comes in with its column.
    void row_comes(std::size_t i, double price, const Entrant& entrant, double far, const std::vector<double>& solved,
                   const std::vector<double>& left) {
        residuals[i] = 0.0;
        pulls[i] = 0.0;
        if (entrant.is_row) {
            inverse_.exchange_row(entrant.place, left);
            leave(entrant, far);
            rows[entrant.place] = static_cast<std::int64_t>(i);
            prices[entrant.place] = price;
            place_of_row_[i] = entrant.place;
            return;
        }
        double product = solved[0];
        for (std::size_t k = 1; k < rows.size(); ++k) product += crossing(i, column_at(k)) * solved[k];
        inverse_.grow(solved, left, crossing(i, entrant.place), product);
        place_of_row_[i] = rows.size();
        rows.push_back(static_cast<std::int64_t>(i));
        prices.push_back(price);
        columns.push_back(static_cast<std::int64_t>(entrant.place));
        coefficients.push_back(entrant.sign * far);
        signs.push_back(entrant.sign);
        place_of_column_[entrant.place] = active();
    }

    /// Column k loses its coefficient: to the entrant, or together with the entrant's row.
    void column_goes(std::size_t k, const Entrant& entrant, double far, const std::vector<double>& solved) {
        place_of_column_[column_at(k)] = nowhere;
        if (!entrant.is_row) {
            inverse_.exchange_column(k, solved);
            columns[k - 1] = static_cast<std::int64_t>(entrant.place);
            coefficients[k] = entrant.sign * far;
            signs[k] = entrant.sign;
            place_of_column_[entrant.place] = k;
            return;
        }
        inverse_.shrink(k, entrant.place);
        leave(entrant, far);
        const auto last_takes = [](auto& list, std::size_t place) {
            list[place] = list.back();
            list.pop_back();
        };
        last_takes(rows, entrant.place);
        last_takes(prices, entrant.place);
        last_takes(columns, k - 1);
        last_takes(coefficients, k);
        last_takes(signs, k);
        if (entrant.place < rows.size()) place_of_row_[row_at(entrant.place)] = entrant.place;
        if (k <= active()) place_of_column_[column_at(k)] = k;
    }

    const std::vector<double>& weights;
    double alpha;
    BothWays<T> x;
    std::vector<double> y;
    std::vector<std::int64_t> rows, columns;
    std::vector<double> coefficients, signs;  // first the offset, then one for each column
    std::vector<double> residuals;
    std::vector<double> pulls;         // β of the rows outside: their weight, with the sign of their residual
    std::vector<double> prices;        // β of the rows of the vertex
    std::vector<double> correlations;  // X'β

private:
    /// Numbers below which a second thread does not pay.
    static constexpr std::size_t worth_a_thread = std::size_t{1} << 18;

    [[nodiscard]] int threads_for(std::size_t work) const { return work < worth_a_thread ? 1 : threads_; }

    /// No column, and the row with the median target.
    void be_constant() {
        std::fill(place_of_row_.begin(), place_of_row_.end(), nowhere);
        std::fill(place_of_column_.begin(), place_of_column_.end(), nowhere);
        columns.clear();
        std::vector<std::size_t> order(n());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return y[a] < y[b]; });
        const double half = 0.5 * std::accumulate(weights.begin(), weights.end(), 0.0);
        double below = 0.0;
        std::size_t median = 0;
        while (median + 1 < n() && below + weights[order[median]] < half) below += weights[order[median++]];
        rows = {static_cast<std::int64_t>(order[median])};
        take_places();
        static_cast<void>(renewed());
    }

    void take_places() {
        for (std::size_t e = 0; e < rows.size(); ++e) place_of_row_[row_at(e)] = e;
        for (std::size_t k = 1; k <= active(); ++k) place_of_column_[column_at(k)] = k;
        signs.assign(rows.size(), 0.0);
        coefficients.assign(rows.size(), 0.0);
    }

    /// B⁻¹, with Bₑₖ what row e of the vertex has in its column k, first the offset's ones; false if B is singular.
    [[nodiscard]] bool renewed() {
        const std::size_t size = rows.size();
        std::vector<double> matrix(size * size);
        for (std::size_t e = 0; e < size; ++e) {
            matrix[e * size] = 1.0;
            for (std::size_t k = 1; k < size; ++k) matrix[e * size + k] = crossing(row_at(e), column_at(k));
        }
        return inverse_.invert(std::move(matrix), size);
    }

    /// B a = y, and what it makes of all rows; once more for what rounding has left.
    void find_coefficients(std::vector<double>& outputs) {
        coefficients.assign(rows.size(), 0.0);
        std::vector<double> left(rows.size()), more;
        for (int round = 0; round < 2; ++round) {
            for (std::size_t e = 0; e < rows.size(); ++e) left[e] = y[row_at(e)] - outputs[row_at(e)];
            inverse_.times(left, more);
            for (std::size_t k = 0; k < rows.size(); ++k) coefficients[k] += more[k];
            std::fill(outputs.begin(), outputs.end(), coefficients[0]);
            add_columns(coefficients, outputs);
        }
    }

    /// B'β = α sign(a) − what the rows outside pull; once more for what rounding has left.
    void find_prices() {
        std::vector<std::int64_t> outside;
        std::vector<double> amounts;
        for (std::size_t i = 0; i < n(); ++i) {
            if (pulls[i] == 0.0) continue;
            outside.push_back(static_cast<std::int64_t>(i));
            amounts.push_back(pulls[i]);
        }
        std::fill(correlations.begin(), correlations.end(), 0.0);
        add_rows(outside, amounts, correlations);
        const double pulled = std::accumulate(amounts.begin(), amounts.end(), 0.0);
        prices.assign(rows.size(), 0.0);
        std::vector<double> wanted(rows.size()), more;
        for (int round = 0; round < 2; ++round) {
            wanted[0] = -pulled - std::accumulate(prices.begin(), prices.end(), 0.0);
            for (std::size_t k = 1; k <= active(); ++k) wanted[k] = alpha * signs[k] - correlations[column_at(k)];
            inverse_.from_left(wanted, more);
            for (std::size_t e = 0; e < rows.size(); ++e) prices[e] += more[e];
            add_rows(rows, more, correlations);
        }
    }

    /// The entrant's row has a residual now.
    void leave(const Entrant& entrant, double far) {
        const std::size_t i = row_at(entrant.place);
        place_of_row_[i] = nowhere;
        residuals[i] = entrant.sign * far;
        pulls[i] = entrant.sign * weights[i];
    }

    int threads_;
    const TileLoops<T>& loops_;
    double size_ = 0.0, negligible_ = 0.0;
    std::vector<std::size_t> place_of_row_, place_of_column_;
    UpdatedInverse inverse_;
};

}  // namespace drupe
