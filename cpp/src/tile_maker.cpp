#include "drupe/tile_maker.hpp"

#include <algorithm>
#include <functional>
#include <stdexcept>

namespace drupe {

namespace {

/// Rows on which the program runs at a time: a strip of a tile that stays in the nearest cache.
constexpr std::size_t strip_rows = 8;

constexpr double log2_of_e = 0x1.71547652b82fep0;

}  // namespace

template <class T>
TileMaker<T>::Rows::Rows(const TileMaker& maker) : functions(maker.functions_.size(), Array<T>(block_rows)) {
    for (const auto& base : maker.columns_) blocks.emplace_back(base, maker.loops_);
}

template <class T>
TileMaker<T>::Scratch::Scratch(const TileMaker& maker, std::size_t rows)
    : values(maker.columns_.size()), ahead(maker.columns_.size()), stack(maker.height_), result(rows * tile_columns) {
    for (auto& buffer : values) buffer.resize(rows * tile_columns);
    for (auto& slot : stack) slot.resize(strip_rows * tile_columns);
}

template <class T>
TileMaker<T>::TileMaker(Program program, const Examples<T>& right, int threads)
    : program_(std::move(program)), height_(program_.validate()), loops_(target().loops<T>()),
      uses_(program_.bases.size(), 0), right_(right) {
    if (right.vectors.size() != program_.bases.size() || right.functions.size() != program_.functions) {
        throw std::invalid_argument("the examples do not fit the program");
    }
    for (const auto& instruction : program_.code) {
        if (instruction.op == Op::base) ++uses_[instruction.operand];
    }
    for (std::size_t b = 0; b < program_.bases.size(); ++b) {
        columns_.emplace_back(program_.bases[b], right.vectors[b], loops_, threads);
    }
    const std::size_t padded = rounded_up(right.count, tile_columns);
    for (const double* function : right.functions) {
        auto& values = functions_.emplace_back(padded, T(0));
        std::transform(function, function + right.count, values.begin(), [](double f) { return static_cast<T>(f); });
    }
    if (right.identity != nullptr) identity_.assign(right.identity, right.identity + right.count);
    if (columns_.size() == 1) counts_ = CountTable<T>::of(program_, columns_[0], loops_);
    if (counts_) find_count_factors();
}

template <class T>
void TileMaker<T>::find_count_factors() {
    count_factors_.assign(rounded_up(right_.count, tile_columns), T(0));
    for (std::size_t i = 0; i < right_.count; ++i) {
        count_factors_[i] = counts_->factor(columns_[0].bytes().entries(i));
        for (const std::uint32_t f : counts_->functions()) count_factors_[i] *= functions_[f][i];
    }
}

/// Whether the program starts with this base and never asks for it again.
template <class T>
bool TileMaker<T>::in_place(std::size_t base) const {
    const auto& start = program_.code.front();
    return start.op == Op::base && start.operand == base && uses_[base] == 1;
}

template <class T>
void TileMaker<T>::take(Rows& rows, const Examples<T>& left, const Selection& chosen) const {
    rows.count = chosen.count;
    for (std::size_t b = 0; b < columns_.size(); ++b) rows.blocks[b].take(left.vectors[b], chosen);
    for (std::size_t f = 0; f < functions_.size(); ++f) {
        for (std::size_t r = 0; r < chosen.count; ++r)
            rows.functions[f][r] = static_cast<T>(left.functions[f][chosen.row(r)]);
    }
    rows.identity.resize(chosen.count);
    for (std::size_t r = 0; r < chosen.count; ++r) rows.identity[r] = left.identity[chosen.row(r)];
    if (counts_) find_factors(rows);
}

template <class T>
void TileMaker<T>::find_factors(Rows& rows) const {
    const RowBlock<T>& block = rows.blocks[0];
    rows.factors.assign(rows.count, T(0));
    rows.counted.clear();
    for (std::size_t r = 0; r < rows.count; ++r) {
        if (!block.counts(r, counts_->most())) continue;
        rows.counted.push_back(r);
        rows.factors[r] = counts_->factor(block.starts()[r + 1] - block.starts()[r]);
        for (const std::uint32_t f : counts_->functions()) rows.factors[r] *= rows.functions[f][r];
    }
}

/// `count` rows from `row` on that the table of counts has, for the tile of the columns from `first` on.
template <class T>
CountedRows<T> TileMaker<T>::counted(const Rows& rows, std::size_t row, std::size_t count, std::size_t first,
                                     const T* factors) const {
    return {.indices = rows.blocks[0].indices().data(),
            .starts = rows.blocks[0].starts().data() + row,
            .rows = count,
            .tile = columns_[0].bytes().tile(first / tile_columns),
            .table = counts_->table(),
            .row_factors = factors + row,
            .column_factors = count_factors_.data() + first / tile_columns * tile_columns};
}

/// Whether the kernel is the exponential of its one base, and vectors are short enough to stay in the nearest cache.
template <class T>
bool TileMaker<T>::gaussian() const {
    constexpr std::size_t longest = 128;
    return columns_.size() == 1 && columns_[0].depth() <= longest && program_.code.size() == 2 &&
           program_.code[0].op == Op::base && program_.code[1].op == Op::exp;
}

template <class T>
void TileMaker<T>::add_weighted(const Rows& rows, Scratch& scratch, std::size_t first, std::size_t last,
                                const T* weights, double* sums) const {
    if (counts_ && rows.counted.size() == rows.count && first % tile_columns == 0) {
        T factors[block_rows];
        std::transform(weights, weights + rows.count, rows.factors.begin(), factors, std::multiplies());
        return loops_.sum_counts(counted(rows, 0, rows.count, first, factors), last - first, sums);
    }
    if (gaussian() && rows.blocks[0].dense_distances()) {
        const RowBlock<T>& block = rows.blocks[0];
        const Columns<T>& columns = columns_[0];
        return loops_.sum_gaussians(
            {.rows = block.panels(),
             .row_panels = rounded_up(rows.count, loops_.row_step) / loops_.row_step,
             .columns = columns.panel(first / loops_.column_step),
             .column_panels = rounded_up(last - first, loops_.column_step) / loops_.column_step,
             .column_stride = columns.panel_stride(),
             .depth = columns.depth(),
             .row_norms = block.norms(),
             .column_norms = block.norms() == nullptr ? nullptr : columns.norms().data() + first,
             .weights = weights,
             .rate = static_cast<T>(program_.code[1].a * log2_of_e)},
            sums);
    }
    const Tile t = tile(rows, scratch, first, last);
    loops_.times_rows(t.values, rows.count, t.ld, t.ld, weights, sums);
}

template <class T>
void TileMaker<T>::compare_identity(const Rows& rows, std::size_t first, std::size_t last, T* out,
                                    std::size_t ld) const {
    for (std::size_t r = 0; r < rows.count; ++r) {
        std::fill(out + r * ld, out + (r + 1) * ld, T(0));
        for (std::size_t c = first; c < last; ++c)
            out[r * ld + c - first] = rows.identity[r] == identity_[c] ? T(1) : T(0);
    }
}

template <class T>
bool TileMaker<T>::looks_ahead() const {
    return std::any_of(columns_.begin(), columns_.end(), [](const auto& c) { return c.packing() == Packing::lists; });
}

template <class T>
std::size_t TileMaker<T>::look_ahead(const Rows& rows, Scratch& scratch, std::size_t first, std::size_t last) const {
    last = std::min(last, (first / stretch_columns + 1) * stretch_columns);
    scratch.first_ahead = first;
    scratch.last_ahead = last;
    for (std::size_t b = 0; b < columns_.size(); ++b) {
        if (columns_[b].packing() != Packing::lists) continue;
        scratch.ahead[b].resize(rows.count * stretch_columns);
        rows.blocks[b].compare_lists(first, last, scratch.ahead[b].data(), stretch_columns);
    }
    return last;
}

/// Padding holds comparisons with vectors that do not exist; whatever they are, they must not count.
template <class T>
void TileMaker<T>::clear_padding(std::size_t rows, std::size_t columns, Tile tile) {
    for (std::size_t r = 0; r < rows && columns < tile.ld; ++r)
        std::fill(tile.values + r * tile.ld + columns, tile.values + (r + 1) * tile.ld, T(0));
}

template <class T>
typename TileMaker<T>::Tile TileMaker<T>::tile(const Rows& rows, Scratch& scratch, std::size_t first, std::size_t last,
                                               T* result) const {
    const std::size_t step = loops_.column_step;
    const std::size_t panels = rounded_up(last - first, step) / step;
    const std::size_t ld = panels * step;
    if (counts_ && rows.counted.size() == rows.count) {
        loops_.map_counts(counted(rows, 0, rows.count, first, rows.factors.data()), first % tile_columns, ld, result,
                          ld);
        clear_padding(rows.count, last - first, {result, ld});
        return {result, ld};
    }
    for (std::size_t b = 0; b < columns_.size(); ++b) {
        T* to = values_of(b, scratch, result);
        if (columns_[b].packing() == Packing::none) {
            compare_identity(rows, first, last, to, ld);
        } else if (columns_[b].packing() == Packing::lists && scratch.first_ahead <= first &&
                   last <= scratch.last_ahead) {
            const T* from = scratch.ahead[b].data() + (first - scratch.first_ahead);
            for (std::size_t r = 0; r < rows.count; ++r) {
                std::copy_n(from + r * stretch_columns, last - first, to + r * ld);
                std::fill(to + r * ld + (last - first), to + (r + 1) * ld, T(0));
            }
        } else {
            rows.blocks[b].compare(first / step, panels, to, ld);
        }
    }
    for (std::size_t r = 0; r < rows.count; r += strip_rows) {
        const std::size_t count = std::min(strip_rows, rows.count - r);
        for (std::size_t b = 0; b < columns_.size(); ++b) {
            rows.blocks[b].finish(r, count, first, values_of(b, scratch, result) + r * ld, ld);
        }
        interpret(rows, scratch, {nullptr, r, count}, first, {result, ld});
    }
    // Among rows that the table does not have, the others still get the values that they get elsewhere.
    for (std::size_t k = 0; counts_ && k < rows.counted.size(); ++k) {
        const std::size_t r = rows.counted[k];
        loops_.map_counts(counted(rows, r, 1, first, rows.factors.data()), first % tile_columns, ld, result + r * ld,
                          ld);
    }
    clear_padding(rows.count, last - first, {result, ld});
    return {result, ld};
}

/// Runs the program on a strip of a tile's rows; the lowest stack slot is the result itself.
template <class T>
void TileMaker<T>::interpret(const Rows& rows, Scratch& scratch, const Selection& strip, std::size_t first,
                             Tile tile) const {
    const std::size_t ld = tile.ld;
    const std::size_t count = strip.count * ld;
    std::size_t height = 0;
    const auto slot = [&](std::size_t h) { return h == 0 ? tile.values + strip.first * ld : scratch.stack[h].data(); };
    for (const auto& instruction : program_.code) {
        const std::uint32_t operand = instruction.operand;
        switch (instruction.op) {
            case Op::base: {
                const T* from = values_of(operand, scratch, tile.values) + strip.first * ld;
                T* to = slot(height++);
                if (from != to) std::copy(from, from + count, to);
                break;
            }
            case Op::constant: {
                T* to = slot(height++);
                std::fill(to, to + count, static_cast<T>(instruction.a));
                break;
            }
            case Op::add:
                --height;
                loops_.add(slot(height - 1), slot(height), count);
                break;
            case Op::multiply:
                --height;
                loops_.multiply(slot(height - 1), slot(height), count);
                break;
            case Op::times_outer_product:
                loops_.times_outer_product(slot(height - 1), strip.count, ld, ld,
                                           rows.functions[operand].data() + strip.first,
                                           functions_[operand].data() + first);
                break;
            case Op::plus_outer_sum:
                loops_.plus_outer_sum(slot(height - 1), strip.count, ld, ld,
                                      rows.functions[operand].data() + strip.first, functions_[operand].data() + first);
                break;
            default: loops_.map(instruction, slot(height - 1), count);
        }
    }
}

template class TileMaker<float>;
template class TileMaker<double>;

}  // namespace drupe
