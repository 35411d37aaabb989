/// Columns of a matrix X that were fetched, each with its image under Xᵀ, each in a slot.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "drupe/lasso_path.hpp"
#include "drupe/target.hpp"

namespace drupe {

class ColumnStore {
public:
    ColumnStore(std::size_t rows, std::size_t columns, ColumnSource& source)
        : rows_(rows), count_(columns), source_(source), slots_(columns, nowhere) {}

    [[nodiscard]] bool has(std::size_t j) const { return slots_[j] != nowhere; }
    [[nodiscard]] std::int64_t slot(std::size_t j) const { return slots_[j]; }
    [[nodiscard]] const double* column(std::size_t j) const { return columns_.data() + at(j) * rows_; }
    [[nodiscard]] const double* image(std::size_t j) const { return images_.data() + at(j) * count_; }
    [[nodiscard]] std::int64_t made() const { return made_; }
    [[nodiscard]] std::size_t held() const { return held_.size(); }

    void fetch(const std::vector<std::int64_t>& index) {
        const std::size_t before = held_.size();
        columns_.resize((before + index.size()) * rows_);
        images_.resize((before + index.size()) * count_);
        source_.fetch(index, columns_.data() + before * rows_, images_.data() + before * count_);
        for (const std::int64_t j : index) {
            slots_[static_cast<std::size_t>(j)] = static_cast<std::int64_t>(held_.size());
            held_.push_back(j);
        }
        made_ += static_cast<std::int64_t>(index.size());
    }

    /// Forgets all but these.
    void keep_only(const std::vector<std::int64_t>& index) {
        std::vector<double> columns, images;
        for (const std::int64_t j : index) {
            const auto place = static_cast<std::size_t>(j);
            columns.insert(columns.end(), column(place), column(place) + rows_);
            images.insert(images.end(), image(place), image(place) + count_);
        }
        for (const std::int64_t j : held_) slots_[static_cast<std::size_t>(j)] = nowhere;
        for (std::size_t i = 0; i < index.size(); ++i)
            slots_[static_cast<std::size_t>(index[i])] = static_cast<std::int64_t>(i);
        held_ = index;
        columns_ = std::move(columns);
        images_ = std::move(images);
    }

    /// out += Σ weights x_j, and the same of images.
    void add_columns(const std::vector<std::int64_t>& slots, const std::vector<double>& weights, double* out) const {
        loops_.add_rows(columns_.data(), rows_, slots.data(), weights.data(), slots.size(), rows_, out);
    }
    void add_images(const std::vector<std::int64_t>& slots, const std::vector<double>& weights, double* out) const {
        loops_.add_rows(images_.data(), count_, slots.data(), weights.data(), slots.size(), count_, out);
    }

private:
    static constexpr std::int64_t nowhere = -1;

    [[nodiscard]] std::size_t at(std::size_t j) const { return static_cast<std::size_t>(slots_[j]); }

    std::size_t rows_, count_;
    ColumnSource& source_;
    std::vector<std::int64_t> slots_, held_;
    std::vector<double> columns_, images_;
    std::int64_t made_ = 0;
    const TileLoops<double>& loops_ = target().loops<double>();
};

}  // namespace drupe
