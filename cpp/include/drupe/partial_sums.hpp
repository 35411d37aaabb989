/// Sums over rows that threads share, in parts whose number depends on the problem alone: the same bits on any number of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "drupe/parallel.hpp"

namespace drupe {

/// Entries below which waking threads costs more than they save.
inline constexpr std::size_t worth_threads = 1'000'000;

class PartialSums {
public:
    /// Vectors of `size` numbers, summed over rows that hold `entries` numbers in all.
    PartialSums(std::size_t size, std::size_t entries, int threads)
        : size_(size), parts_(entries < worth_threads ? 1 : std::clamp<std::size_t>(entries / (8 * size + 1), 1, most)),
          threads_(threads), sums_((parts_ - 1) * size) {}

    /// out += Σ of what add(k, out) adds, k = 0, ..., count − 1.
    template <class Add>
    void add_rows(std::size_t count, double* out, Add add) {
        std::fill(sums_.begin(), sums_.end(), 0.0);
        parallel_tasks(parts_, threads_, [&] {
            return [&](std::size_t part) {
                double* into = part == 0 ? out : sums_.data() + (part - 1) * size_;
                for (std::size_t k = count * part / parts_; k < count * (part + 1) / parts_; ++k) add(k, into);
            };
        });
        for (std::size_t part = 1; part < parts_; ++part) {
            const double* more = sums_.data() + (part - 1) * size_;
            for (std::size_t j = 0; j < size_; ++j) out[j] += more[j];
        }
    }

private:
    static constexpr std::size_t most = 8;
    std::size_t size_;
    std::size_t parts_;
    int threads_;
    std::vector<double> sums_;
};

/// Σ of term(k) over k = 0, ..., count − 1, in stretches of one length.
template <class Sum, class Term>
Sum sum_over(std::size_t count, int threads, Term term) {
    constexpr std::size_t stretch = 2048;
    const std::size_t parts = (count + stretch - 1) / stretch;
    std::vector<Sum> sums(parts);
    parallel_tasks(parts, threads, [&] {
        return [&](std::size_t part) {
            Sum sum{};
            for (std::size_t k = part * stretch; k < std::min(count, (part + 1) * stretch); ++k) sum += term(k);
            sums[part] = sum;
        };
    });
    Sum total{};
    for (const Sum& sum : sums) total += sum;
    return total;
}

}  // namespace drupe
