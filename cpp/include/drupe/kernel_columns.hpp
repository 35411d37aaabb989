/// K as a learner sees it that asks for whole columns: in memory anyway, or computed in batches and kept for a while.
#pragma once

#include <algorithm>
#include <atomic>
#include <limits>
#include <memory>
#include <numeric>

#include "drupe/evaluator.hpp"

namespace drupe {

/// K is symmetric: a column is a row.
template <class T>
class KernelColumns {
public:
    virtual ~KernelColumns() = default;

    [[nodiscard]] virtual std::size_t size() const = 0;

    /// Column e if it is in memory anyway, else null.
    [[nodiscard]] virtual const T* held(std::size_t) const { return nullptr; }

    /// out[i][j] = K[index[i], j]; asked by the calling thread, for as many columns at a time as there is use for.
    virtual void compute(const std::vector<std::int64_t>& index, const std::vector<T*>& out, const Run& run) = 0;
};

/// For kernels that the core evaluates.
template <class T>
class ComputedColumns final : public KernelColumns<T> {
public:
    ComputedColumns(const Program& program, const Examples<T>& sample, int threads) : evaluator_(program, sample, threads) {}

    [[nodiscard]] std::size_t size() const override { return evaluator_.size(); }
    void compute(const std::vector<std::int64_t>& index, const std::vector<T*>& out, const Run& run) override {
        evaluator_.columns(index.data(), index.size(), out.data(), run);
    }

private:
    Evaluator<T> evaluator_;
};

/// Of a square matrix.
template <class T>
class StoredColumns final : public KernelColumns<T> {
public:
    StoredColumns(const T* matrix, std::size_t size) : matrix_(matrix), size_(size) {}

    [[nodiscard]] std::size_t size() const override { return size_; }
    [[nodiscard]] const T* held(std::size_t e) const override { return matrix_ + e * size_; }
    void compute(const std::vector<std::int64_t>&, const std::vector<T*>&, const Run&) override {}

private:
    const T* matrix_;
    std::size_t size_;
};

/// Columns under a byte budget; those that were not used for the longest time make room. Time is counted in rounds, so
/// that what is kept does not depend on which thread came first.
template <class T>
class ColumnCache {
public:
    ColumnCache(KernelColumns<T>& source, std::size_t budget)
        : source_(source), slot_of_(source.size(), none),
          capacity_(std::clamp<std::size_t>(budget / sizeof(T) / std::max<std::size_t>(1, source.size()), fewest,
                                            std::max(fewest, source.size()))) {}

    /// Columns that can be there at once.
    [[nodiscard]] std::size_t capacity() const { return capacity_; }
    [[nodiscard]] std::int64_t computed() const { return computed_; }

    /// Column e if it is there; any thread may ask between two calls of `bring`.
    const T* find(std::size_t e) {
        if (const T* held = source_.held(e)) return held;
        const std::size_t slot = slot_of_[e];
        if (slot == none) return nullptr;
        std::atomic_ref<std::uint64_t>(used_[slot]).store(round_, std::memory_order_relaxed);
        return slots_[slot].get();
    }

    /// Computes columns that are not there, at most `capacity` of them.
    void bring(const std::vector<std::int64_t>& index, const Run& run) {
        ++round_;
        std::vector<T*> out;
        const std::vector<std::size_t> chosen = free_slots(index.size());
        for (std::size_t i = 0; i < index.size(); ++i) {
            if (owner_[chosen[i]] != none) slot_of_[owner_[chosen[i]]] = none;
            owner_[chosen[i]] = none;  // nobody's while it is being filled: an interruption leaves nothing half done
            out.push_back(slots_[chosen[i]].get());
        }
        source_.compute(index, out, run);
        for (std::size_t i = 0; i < index.size(); ++i) {
            owner_[chosen[i]] = static_cast<std::size_t>(index[i]);
            slot_of_[owner_[chosen[i]]] = chosen[i];
            used_[chosen[i]] = round_;
        }
        computed_ += static_cast<std::int64_t>(index.size());
    }

private:
    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
    static constexpr std::size_t fewest = 4;

    std::vector<std::size_t> free_slots(std::size_t count) {
        std::vector<std::size_t> chosen;
        while (chosen.size() < count && slots_.size() < capacity_) {
            chosen.push_back(slots_.size());
            slots_.emplace_back(new T[source_.size()]);  // not cleared: it will be written before it is read
            used_.push_back(round_);
            owner_.push_back(none);
        }
        std::vector<std::size_t> oldest(slots_.size() - chosen.size());
        std::iota(oldest.begin(), oldest.end(), std::size_t{0});
        const std::size_t more = count - chosen.size();
        std::partial_sort(oldest.begin(), oldest.begin() + static_cast<std::ptrdiff_t>(more), oldest.end(),
                          [this](std::size_t a, std::size_t b) { return used_[a] < used_[b] || (used_[a] == used_[b] && a < b); });
        chosen.insert(chosen.end(), oldest.begin(), oldest.begin() + static_cast<std::ptrdiff_t>(more));
        return chosen;
    }

    KernelColumns<T>& source_;
    std::vector<std::size_t> slot_of_;
    std::size_t capacity_;
    std::vector<std::unique_ptr<T[]>> slots_;
    std::vector<std::uint64_t> used_;
    std::vector<std::size_t> owner_;
    std::uint64_t round_ = 0;
    std::int64_t computed_ = 0;
};

}  // namespace drupe
