/// K fetched from outside the core, row by row, the latest rows kept within a budget.
#pragma once

#include <algorithm>
#include <numeric>

#include "drupe/kernel_rows.hpp"
#include "drupe/row_sums.hpp"

namespace drupe {

/// Where rows come from. Called from the thread that called the core; throws `Interrupted` if they cannot be had.
template <class T>
class RowSource {
public:
    virtual ~RowSource() = default;
    /// out[i, j] = K[rows[i], columns[j]].
    virtual void block(const std::vector<std::int64_t>& rows, const std::vector<std::int64_t>& columns, T* out) = 0;
    /// out[i, j] = K[rows[i], j] for all columns.
    virtual void rows(const std::vector<std::int64_t>& rows, T* out) = 0;
};

/// Whole rows in slots; when all are taken, the row that was wanted longest ago makes room.
template <class T>
class RowStore {
public:
    RowStore(RowSource<T>& source, std::size_t size, std::size_t budget)
        : source_(source), size_(size), slots_(std::clamp<std::size_t>(budget / sizeof(T) / std::max<std::size_t>(1, size), batch, std::max(batch, size))),
          slot_of_(size, none) {}

    /// The most rows that `hold` can be asked for at once.
    static constexpr std::size_t batch = 128;

    /// The slot of each of these rows, which stay where they are until the next call.
    std::vector<std::int64_t> hold(const std::int64_t* index, std::size_t count) {
        ++now_;
        std::vector<std::int64_t> missing;
        for (std::size_t i = 0; i < count; ++i) {
            std::int64_t& slot = slot_of_[static_cast<std::size_t>(index[i])];
            if (slot == none) {
                missing.push_back(index[i]);
                slot = coming;  // so that an example that is named twice is fetched once
            } else if (slot != coming) {
                wanted_[static_cast<std::size_t>(slot)] = now_;
                ++count_.found;
            }
        }
        fetch(missing);
        std::vector<std::int64_t> slots(count);
        for (std::size_t i = 0; i < count; ++i) slots[i] = slot_of_[static_cast<std::size_t>(index[i])];
        return slots;
    }

    /// The row, if it is at hand.
    [[nodiscard]] const T* find(std::int64_t e) const {
        const std::int64_t slot = slot_of_[static_cast<std::size_t>(e)];
        return slot == none ? nullptr : rows_.data() + static_cast<std::size_t>(slot) * size_;
    }

    [[nodiscard]] const T* data() const { return rows_.data(); }
    [[nodiscard]] RowCount counted() const { return count_; }
    RowSource<T>& source() { return source_; }

private:
    static constexpr std::int64_t none = -1;
    static constexpr std::int64_t coming = -2;

    void fetch(const std::vector<std::int64_t>& missing) {
        if (missing.empty()) return;
        std::vector<T> fetched(missing.size() * size_);
        source_.rows(missing, fetched.data());
        count_.made += static_cast<std::int64_t>(missing.size());
        make_room(missing.size());
        for (std::size_t i = 0; i < missing.size(); ++i) {
            const std::int64_t slot = free_.back();
            free_.pop_back();
            owner_[static_cast<std::size_t>(slot)] = missing[i];
            wanted_[static_cast<std::size_t>(slot)] = now_;
            slot_of_[static_cast<std::size_t>(missing[i])] = slot;
            std::copy_n(fetched.data() + i * size_, size_, rows_.data() + static_cast<std::size_t>(slot) * size_);
        }
    }

    void make_room(std::size_t count) {
        while (free_.size() < count && owner_.size() < slots_) {
            free_.push_back(static_cast<std::int64_t>(owner_.size()));
            owner_.push_back(none);
            wanted_.push_back(0);
        }
        rows_.resize(owner_.size() * size_);
        if (free_.size() >= count) return;
        std::vector<std::int64_t> taken(owner_.size());
        std::iota(taken.begin(), taken.end(), std::int64_t{0});
        const std::size_t leaving = count - free_.size();
        const auto older = [&](std::int64_t a, std::int64_t b) {
            const auto left = wanted_[static_cast<std::size_t>(a)], right = wanted_[static_cast<std::size_t>(b)];
            return left < right || (left == right && a < b);
        };
        std::erase_if(taken, [&](std::int64_t slot) { return owner_[static_cast<std::size_t>(slot)] == none; });
        std::nth_element(taken.begin(), taken.begin() + static_cast<std::ptrdiff_t>(leaving) - 1, taken.end(), older);
        for (std::size_t i = 0; i < leaving; ++i) {
            auto& owner = owner_[static_cast<std::size_t>(taken[i])];
            slot_of_[static_cast<std::size_t>(owner)] = none;
            owner = none;
            free_.push_back(taken[i]);
        }
    }

    RowSource<T>& source_;
    std::size_t size_;
    std::size_t slots_;
    std::vector<std::int64_t> slot_of_, owner_, free_;
    std::vector<std::int64_t> wanted_;  // when last, counted in calls of `hold`
    std::int64_t now_ = 0;
    std::vector<T> rows_;
    RowCount count_;
};

template <class T>
class FetchedRows final : public KernelRows<T> {
public:
    FetchedRows(RowSource<T>& source, const double* diagonal, std::size_t size, std::size_t budget)
        : diagonal_(diagonal), size_(size), store_(std::make_shared<RowStore<T>>(source, size, budget)) {}
    FetchedRows(const FetchedRows& whole, std::vector<std::int64_t> columns)
        : diagonal_(whole.diagonal_), size_(whole.size_), store_(whole.store_), columns_(std::move(columns)), part_(true) {}

    [[nodiscard]] std::size_t size() const override { return size_; }
    [[nodiscard]] std::size_t columns() const override { return part_ ? columns_.size() : size_; }
    void diagonal(double* out) const override { std::copy(diagonal_, diagonal_ + size_, out); }

    void square(const std::int64_t* index, std::size_t count, T* out, std::size_t ld, const Run&) const override {
        const std::vector<std::int64_t> chosen(index, index + count);
        std::vector<std::int64_t> missing;
        std::vector<std::size_t> places;
        for (std::size_t i = 0; i < count; ++i) {
            const T* row = store_->find(index[i]);
            if (row == nullptr) {
                missing.push_back(index[i]);
                places.push_back(i);
                continue;
            }
            for (std::size_t j = 0; j < count; ++j) out[i * ld + j] = row[index[j]];
        }
        if (missing.empty()) return;
        std::vector<T> block(missing.size() * count);
        store_->source().block(missing, chosen, block.data());
        for (std::size_t i = 0; i < missing.size(); ++i) std::copy_n(block.data() + i * count, count, out + places[i] * ld);
    }

    void accumulate(const std::int64_t* index, const double* weights, std::size_t count, double* out, const Run& run) const override {
        for (std::size_t first = 0; first < count; first += RowStore<T>::batch) {
            const std::size_t here = std::min(RowStore<T>::batch, count - first);
            const auto slots = store_->hold(index + first, here);
            add_row_sums(store_->data(), size_, slots.data(), weights + first, here, size_, part_ ? &columns_ : nullptr, out, run);
        }
    }

    [[nodiscard]] RowCount counted() const override { return store_->counted(); }

    [[nodiscard]] std::unique_ptr<KernelRows<T>> part(const std::vector<std::int64_t>& columns) const override {
        return std::make_unique<FetchedRows>(*this, columns);
    }

private:
    const double* diagonal_;
    std::size_t size_;
    std::shared_ptr<RowStore<T>> store_;
    std::vector<std::int64_t> columns_;
    bool part_ = false;
};

}  // namespace drupe
