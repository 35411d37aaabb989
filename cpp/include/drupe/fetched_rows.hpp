/// K fetched from outside the core, row by row, the latest rows kept within a budget.
#pragma once

#include <algorithm>
#include <optional>

#include "drupe/kernel_rows.hpp"
#include "drupe/row_cache.hpp"
#include "drupe/row_source.hpp"
#include "drupe/row_sums.hpp"

namespace drupe {

template <class T>
class FetchedRows final : public KernelRows<T> {
public:
    FetchedRows(const Fetched<T>& from, std::size_t budget)
        : from_(from), kept_(std::make_shared<Kept>(from.count, budget)) {}
    FetchedRows(const FetchedRows& whole, std::vector<std::int64_t> columns)
        : from_(whole.from_), kept_(whole.kept_), columns_(std::move(columns)) {}

    [[nodiscard]] std::size_t size() const override { return from_.count; }
    [[nodiscard]] std::size_t columns() const override { return columns_ ? columns_->size() : from_.count; }
    void diagonal(double* out) const override { std::copy_n(from_.diagonal, from_.count, out); }

    void square(const std::int64_t* index, std::size_t count, T* out, std::size_t ld, const Run&) const override {
        const std::vector<std::int64_t> chosen(index, index + count);
        std::vector<std::int64_t> missing;
        std::vector<std::size_t> places;
        for (std::size_t i = 0; i < count; ++i) {
            const T* row = kept_->cache.find(static_cast<std::size_t>(index[i]));
            if (row == nullptr) {
                missing.push_back(index[i]);
                places.push_back(i);
                continue;
            }
            for (std::size_t j = 0; j < count; ++j) out[i * ld + j] = row[index[j]];
        }
        if (missing.empty()) return;
        std::vector<T> block(missing.size() * count);
        from_.fetcher->block(missing, chosen, block.data());
        for (std::size_t i = 0; i < missing.size(); ++i)
            std::copy_n(block.data() + i * count, count, out + places[i] * ld);
    }

    void accumulate(const std::int64_t* index, const double* weights, std::size_t count, double* out,
                    const Run& run) const override {
        for (std::size_t first = 0; first < count; first += batch) {
            const std::size_t here = std::min(batch, count - first);
            const auto slots = hold(index + first, here);
            add_row_sums(kept_->cache.data(), from_.count, slots.data(), weights + first, here,
                         columns_ ? &*columns_ : nullptr, out, run);
        }
    }

    [[nodiscard]] RowCount counted() const override { return {kept_->found, kept_->cache.made()}; }

    [[nodiscard]] std::unique_ptr<KernelRows<T>> part(const std::vector<std::int64_t>& columns) const override {
        return std::make_unique<FetchedRows>(*this, columns);
    }

private:
    /// Rows that are fetched and added up at a time.
    static constexpr std::size_t batch = 128;

    /// What the whole and its parts share.
    struct Kept {
        Kept(std::size_t size, std::size_t budget) : cache(size, budget, batch) {}
        RowCache<T> cache;
        std::int64_t found = 0;
    };

    /// The slot of each of these rows, once all of them are there.
    std::vector<std::int64_t> hold(const std::int64_t* index, std::size_t count) const {
        RowCache<T>& cache = kept_->cache;
        cache.next_round();
        std::vector<std::int64_t> missing;
        for (std::size_t i = 0; i < count; ++i) {
            if (cache.slot(static_cast<std::size_t>(index[i])) != cache.none) {
                ++kept_->found;
            } else if (std::find(missing.begin(), missing.end(), index[i]) == missing.end()) {
                missing.push_back(index[i]);
            }
        }
        cache.bring(missing, [&](const std::vector<T*>& places) { fetch_rows(from_, missing, places); });
        std::vector<std::int64_t> slots(count);
        for (std::size_t i = 0; i < count; ++i)
            slots[i] = static_cast<std::int64_t>(cache.slot(static_cast<std::size_t>(index[i])));
        return slots;
    }

    Fetched<T> from_;
    std::shared_ptr<Kept> kept_;
    std::optional<std::vector<std::int64_t>> columns_;
};

}  // namespace drupe
