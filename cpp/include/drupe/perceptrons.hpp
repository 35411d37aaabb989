/// Many kernel perceptrons over one sample at once, on columns of K that all of them share.
#pragma once

#include "drupe/box.hpp"
#include "drupe/row_source.hpp"

namespace drupe {

/// Every labelling is learned once in every order: o = 0; wherever sᵢ oᵢ ≤ 0, in that order and over and over again,
/// o += sᵢ stepᵢ K[·, i] and oᵢ += sᵢ liftᵢ.
struct PerceptronTask {
    std::vector<std::int8_t> signs;    // ±1, labelling by labelling
    std::vector<std::int32_t> orders;  // of the examples, order by order
    std::vector<double> steps;         // one for each example
    std::vector<double> lifts;

    [[nodiscard]] std::size_t size() const { return steps.size(); }
    [[nodiscard]] std::size_t labellings() const { return signs.size() / size(); }
    [[nodiscard]] std::size_t order_count() const { return orders.size() / size(); }
};

struct PerceptronOptions {
    std::int64_t max_passes = 1000;
    std::int64_t tolerated = 0;  // mistakes in a pass after which a run ends well
    std::size_t cache_bytes = std::size_t{512} << 20;
    int threads = 0;
    Monitor* monitor = nullptr;
};

/// What became of one labelling in one order.
struct Perceptron {
    std::vector<std::int64_t> support;  // examples that were ever mistaken, rising
    std::vector<std::int32_t> counts;   // how often
    std::int64_t mistakes = 0;
    std::int64_t passes = 0;
    Stop stop = Stop::converged;  // or iterations, interrupted
};

struct Perceptrons {
    std::vector<Perceptron> runs;  // order after order within labelling after labelling
    std::int64_t columns = 0;      // that were computed
};

/// Writes o of every run, one after the other, to `outputs`; the source has no ridge, for which there are lifts. The result
/// depends on neither threads nor memory.
template <class T>
Perceptrons train_perceptrons(const PerceptronTask& task, const PerceptronOptions& options, const RowSource<T>& source,
                              double* outputs);

}  // namespace drupe
