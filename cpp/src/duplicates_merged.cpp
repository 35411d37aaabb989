#include "drupe/duplicates_merged.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <tuple>
#include <type_traits>

#include "drupe/block_solver.hpp"
#include "drupe/computed_rows.hpp"
#include "drupe/parallel.hpp"

namespace drupe {

namespace {

/// The share of examples that must be repetitions before a sample without them is worth its copy.
constexpr double worth_merging = 0.05;

/// Numbers that are equal look alike: there is one zero.
template <class T>
std::uint64_t bits(T x) {
    return std::bit_cast<std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>(x + T(0));
}

std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15U;
    return hash ^ hash >> 29;
}

template <class T>
std::uint64_t hashed(const DenseView<T>& vectors, std::size_t i, std::uint64_t hash) {
    const T* row = vectors.row(i);
    for (std::size_t k = 0; k < vectors.columns; ++k)
        hash = mixed(hash, bits(row[static_cast<std::ptrdiff_t>(k) * vectors.column_stride]));
    return hash;
}

template <class T>
std::uint64_t hashed(const CsrView<T>& vectors, std::size_t i, std::uint64_t hash) {
    for (auto e = vectors.starts[i]; e < vectors.starts[i + 1]; ++e) {
        hash = mixed(hash, static_cast<std::uint64_t>(vectors.indices[e]) << 32 ^ bits(vectors.values[e]));
    }
    return hash;
}

template <class T>
bool equal(const DenseView<T>& vectors, std::size_t i, std::size_t j) {
    for (std::size_t k = 0; k < vectors.columns; ++k) {
        const auto at = static_cast<std::ptrdiff_t>(k) * vectors.column_stride;
        if (vectors.row(i)[at] != vectors.row(j)[at]) return false;
    }
    return true;
}

template <class T>
bool equal(const CsrView<T>& vectors, std::size_t i, std::size_t j) {
    const auto start = [&](std::size_t row) { return vectors.starts[row]; };
    return std::equal(vectors.indices + start(i), vectors.indices + start(i + 1), vectors.indices + start(j),
                      vectors.indices + start(j + 1)) &&
           std::equal(vectors.values + start(i), vectors.values + start(i + 1), vectors.values + start(j));
}

/// The first of every set of equal examples, and to which of these each example is equal.
struct Distinct {
    std::vector<std::int64_t> firsts;
    std::vector<std::int64_t> which;
};

template <class T>
Distinct distinct(const Examples<T>& sample, int threads) {
    const std::size_t n = sample.count;
    std::vector<std::uint64_t> hashes(n);
    parallel_stretches(n, n > 1000 ? threads : 1, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            std::uint64_t hash = 0;
            for (const auto& vectors : sample.vectors)
                hash = std::visit([&](const auto& view) { return hashed(view, i, hash); }, vectors);
            for (const double* function : sample.functions) hash = mixed(hash, bits(function[i]));
            hashes[i] = hash;
        }
    });
    const auto same = [&](std::size_t i, std::size_t j) {
        return hashes[i] == hashes[j] &&
               std::all_of(sample.functions.begin(), sample.functions.end(),
                           [&](const double* f) { return f[i] == f[j]; }) &&
               std::all_of(sample.vectors.begin(), sample.vectors.end(), [&](const auto& vectors) {
                   return std::visit([&](const auto& view) { return equal(view, i, j); }, vectors);
               });
    };
    constexpr std::int64_t empty = -1;
    std::vector<std::int64_t> slots(std::bit_ceil(2 * n + 1), empty);  // places in `firsts`
    Distinct found{{}, std::vector<std::int64_t>(n)};
    for (std::size_t i = 0; i < n; ++i) {
        std::size_t slot = hashes[i] & (slots.size() - 1);
        while (slots[slot] != empty &&
               !same(i, static_cast<std::size_t>(found.firsts[static_cast<std::size_t>(slots[slot])]))) {
            slot = (slot + 1) & (slots.size() - 1);
        }
        if (slots[slot] == empty) {
            slots[slot] = static_cast<std::int64_t>(found.firsts.size());
            found.firsts.push_back(static_cast<std::int64_t>(i));
        }
        found.which[i] = slots[slot];
    }
    return found;
}

/// Variables of one example that want the same, as one; and which of these each variable became.
struct Merged {
    BoxProblem problem;
    std::vector<std::size_t> which;
};

Merged merged(const BoxProblem& problem, const Distinct& examples) {
    const std::size_t n = problem.size();
    std::vector<std::size_t> order(n);
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto key = [&](std::size_t v) {
        return std::tuple(examples.which[static_cast<std::size_t>(problem.examples[v])], problem.signs[v],
                          problem.linear[v]);
    };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t v, std::size_t w) { return key(v) < key(w); });
    Merged result{{}, std::vector<std::size_t>(n)};
    result.problem.balance = problem.balance;
    BoxProblem& few = result.problem;
    for (std::size_t k = 0; k < n; ++k) {
        const std::size_t v = order[k];
        if (k == 0 || key(v) != key(order[k - 1])) {
            few.signs.push_back(problem.signs[v]);
            few.linear.push_back(problem.linear[v]);
            few.examples.push_back(std::get<0>(key(v)));
            few.upper.push_back(0.0);
            few.start.push_back(0.0);
        }
        few.upper.back() += problem.upper[v];
        few.start.back() += problem.start[v];
        result.which[v] = few.size() - 1;
    }
    for (std::size_t w = 0; w < few.size(); ++w) few.start[w] = std::min(few.start[w], few.upper[w]);
    return result;
}

/// The solution for all variables and examples.
BoxSolution dealt_out(BoxSolution few, const BoxProblem& problem, const Merged& merged, const Distinct& examples) {
    std::vector<double> alpha(problem.size());
    std::vector<double> rest = few.alpha;
    for (std::size_t v = 0; v < alpha.size(); ++v) {
        const std::size_t w = merged.which[v];
        const bool full = few.alpha[w] == merged.problem.upper[w];  // sums of boxes round
        alpha[v] = full ? problem.upper[v] : std::min(rest[w], problem.upper[v]);
        rest[w] = std::max(rest[w] - alpha[v], 0.0);
    }
    std::vector<double> outputs(examples.which.size());
    for (std::size_t e = 0; e < outputs.size(); ++e)
        outputs[e] = few.outputs[static_cast<std::size_t>(examples.which[e])];
    few.alpha = std::move(alpha);
    few.outputs = std::move(outputs);
    return few;
}

}  // namespace

template <class T>
BoxSolution solve_duplicates_merged(const BoxProblem& problem, const SolverOptions& options,
                                    const Computed<T>& source) {
    const auto& bases = source.program->bases;
    const bool by_identity =
        std::any_of(bases.begin(), bases.end(), [](const Base& base) { return base.metric == Metric::same; });
    const Distinct examples = by_identity ? Distinct{} : distinct(source.sample, options.threads);
    const bool worth = !by_identity && static_cast<double>(examples.firsts.size()) <=
                                           (1.0 - worth_merging) * static_cast<double>(source.size());
    if (!worth) return solve_in_blocks<T>(problem, ComputedRows<T>(source, options.threads), options);
    const Merged few = merged(problem, examples);
    const OwnedExamples<T> different(source.sample, examples.firsts.data(), examples.firsts.size());
    std::vector<double> squares(examples.firsts.size());
    for (std::size_t e = 0; e < squares.size(); ++e) squares[e] = source.diagonal[examples.firsts[e]];
    const ComputedRows<T> rows({source.program, different.view(), squares.data()}, options.threads);
    return dealt_out(solve_in_blocks<T>(few.problem, rows, options), problem, few, examples);
}

template BoxSolution solve_duplicates_merged<float>(const BoxProblem&, const SolverOptions&, const Computed<float>&);
template BoxSolution solve_duplicates_merged<double>(const BoxProblem&, const SolverOptions&, const Computed<double>&);

}  // namespace drupe
