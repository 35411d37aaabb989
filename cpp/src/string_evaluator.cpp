#include "drupe/string_evaluator.hpp"

#include <algorithm>
#include <numeric>

#include "drupe/parallel.hpp"

namespace drupe {

namespace {

/// Groups that a thread compares with one left string before it looks for other work.
constexpr std::size_t groups_at_once = 8;

/// Work, in entries of tables, that is not worth to wake threads for.
constexpr double little = 3e5;

int threads_for(const Run& run, double work) { return work < little ? 1 : run.threads; }

}  // namespace

StringEvaluator::StringEvaluator(const SequencesView& right, const MakeKernel& make)
    : order_(right.count), place_(right.count), offsets_(right.count + 1, 0) {
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    // Neighbors of one length waste no lane, and the longest rows are the first that threads take.
    std::stable_sort(order_.begin(), order_.end(),
                     [&](std::size_t i, std::size_t j) { return right.length(i) > right.length(j); });
    std::size_t symbols = 0;
    for (std::size_t i = 0; i < right.count; ++i) symbols += right.length(i);
    codes_.reserve(symbols);
    for (std::size_t r = 0; r < order_.size(); ++r) {
        const Sequence string = right[order_[r]];
        codes_.insert(codes_.end(), string.begin(), string.end());
        offsets_[r + 1] = static_cast<std::int64_t>(codes_.size());
        place_[order_[r]] = r;
    }
    kernel_ = make(this->right());
}

/// Left strings 0..count − 1 against the groups from first_group(i) on; consume(i, first right string, how many, values).
template <class Left, class First, class Consume>
void StringEvaluator::sweep(std::size_t count, Left left, First first_group, const Run& run, Consume consume) const {
    double work = 0.0;
    std::vector<double> from(groups() + 1, 0.0);  // each group on, for one symbol
    for (std::size_t g = groups(); g-- > 0;) from[g] = from[g + 1] + kernel_->work(g);
    for (std::size_t i = 0; i < count; ++i) work += from[first_group(i)] * static_cast<double>(left(i).size());
    Watch watch(run.monitor, std::max(work, 1.0));
    const std::size_t chunks = (groups() + groups_at_once - 1) / groups_at_once;
    const auto make_worker = [&] {
        return [&, comparer = kernel_->comparer(), taken = count,
                values = std::vector<double>(kernel_->group())](std::size_t task) mutable {
            const std::size_t i = task / chunks;
            const std::size_t start = std::max(task % chunks * groups_at_once, first_group(i));
            const std::size_t end = std::min((task % chunks + 1) * groups_at_once, groups());
            if (start >= end || watch.stopped()) return;
            if (taken != i) comparer->take(left(i));
            taken = i;
            for (std::size_t g = start; g < end && !watch.stopped(); ++g) {
                const std::size_t first = g * kernel_->group();
                comparer->compare(g, values.data(), watch);
                consume(i, first, std::min(kernel_->group(), size() - first), values.data());
                watch.poll();
            }
        };
    };
    parallel_tasks(count * chunks, threads_for(run, work), make_worker, [&] { watch.poll(); });
    watch.conclude();
}

template <class T>
void StringEvaluator::block(const SequencesView& left, T* out, const Run& run) const {
    sweep(
        left.count, [&](std::size_t i) { return left[i]; }, [](std::size_t) { return std::size_t{0}; }, run,
        [&](std::size_t i, std::size_t first, std::size_t strings, const double* values) {
            for (std::size_t r = 0; r < strings; ++r) out[i * size() + order_[first + r]] = static_cast<T>(values[r]);
        });
}

template <class T>
void StringEvaluator::rows(const std::int64_t* index, std::size_t count, T* out, const Run& run) const {
    sweep(
        count, [&](std::size_t i) { return right()[place_[static_cast<std::size_t>(index[i])]]; },
        [](std::size_t) { return std::size_t{0}; }, run,
        [&](std::size_t i, std::size_t first, std::size_t strings, const double* values) {
            for (std::size_t r = 0; r < strings; ++r) out[i * size() + order_[first + r]] = static_cast<T>(values[r]);
        });
}

template <class T>
void StringEvaluator::gram(T* out, const Run& run) const {
    const std::size_t n = size();
    sweep(
        n, [&](std::size_t i) { return right()[i]; }, [&](std::size_t i) { return i / kernel_->group(); }, run,
        [&](std::size_t i, std::size_t first, std::size_t strings, const double* values) {
            for (std::size_t r = i > first ? i - first : 0; r < strings; ++r) {
                const std::size_t row = order_[i], column = order_[first + r];
                out[row * n + column] = out[column * n + row] = static_cast<T>(values[r]);
            }
        });
}

void StringEvaluator::diagonal(double* out, const Run& run) const {
    double work = 0.0;
    for (std::size_t g = 0; g < groups(); ++g) {
        work += kernel_->work(g) * static_cast<double>(right().length(g * kernel_->group()));
    }
    Watch watch(run.monitor, std::max(work, 1.0));
    const auto make_worker = [&] {
        return
            [&, comparer = kernel_->comparer(), values = std::vector<double>(kernel_->group())](std::size_t g) mutable {
                if (watch.stopped()) return;
                const std::size_t first = g * kernel_->group();
                comparer->compare_each_with_itself(g, values.data(), watch);
                for (std::size_t r = 0; r < std::min(kernel_->group(), size() - first); ++r)
                    out[order_[first + r]] = values[r];
                watch.poll();
            };
    };
    parallel_tasks(groups(), threads_for(run, work), make_worker, [&] { watch.poll(); });
    watch.conclude();
}

template void StringEvaluator::block(const SequencesView&, float*, const Run&) const;
template void StringEvaluator::block(const SequencesView&, double*, const Run&) const;
template void StringEvaluator::rows(const std::int64_t*, std::size_t, float*, const Run&) const;
template void StringEvaluator::rows(const std::int64_t*, std::size_t, double*, const Run&) const;
template void StringEvaluator::gram(float*, const Run&) const;
template void StringEvaluator::gram(double*, const Run&) const;

}  // namespace drupe
