#include "drupe/evaluator.hpp"

#include <algorithm>
#include <stdexcept>

#include "drupe/parallel.hpp"

namespace drupe {

namespace {

/// Rows on which the program runs at a time: a strip of a tile that stays in the nearest cache.
constexpr std::size_t strip_rows = 8;

/// Independent partial sums of a symmetric product. Fixed, so that the sum does not depend on the threads.
constexpr std::size_t lanes = 16;

/// Weights up to which they are best taken one by one.
constexpr std::size_t few_weights = 3;

/// Tiles, one beside the other, that a thread takes together.
constexpr std::size_t tiles_at_once = 4;

/// Widths up to which the symmetric product is worth its partial sums.
constexpr std::size_t narrow = 8;

int threads_for(const Run& run, double work) { return work < 1e6 ? 1 : run.threads; }  // waking threads costs more

/// Rows of `count` numbers, each followed by zeros up to `padded`.
template <class T>
Array<T> with_padding(const T* rows, std::size_t width, std::size_t count, std::size_t padded) {
    Array<T> out(width * padded, T(0));
    for (std::size_t w = 0; w < width; ++w)
        std::copy(rows + w * count, rows + (w + 1) * count, out.data() + w * padded);
    return out;
}

/// A tile into its place in a matrix of `n` columns.
template <class T>
void write(const T* tile, std::size_t ld, std::size_t rows, std::size_t columns, T* to, std::size_t n) {
    for (std::size_t r = 0; r < rows; ++r) std::copy(tile + r * ld, tile + r * ld + columns, to + r * n);
}

}  // namespace

/// A block of left-hand rows, packed for every base.
template <class T>
struct Evaluator<T>::Rows {
    Rows(const std::vector<Columns<T>>& columns, const TileLoops<T>& loops, std::size_t function_count)
        : functions(function_count, Array<T>(block_rows)) {
        for (const auto& base : columns) blocks.emplace_back(base, loops);
    }

    std::size_t count = 0;
    std::vector<RowBlock<T>> blocks;  // per base
    std::vector<Array<T>> functions;
    std::vector<std::int64_t> identity;
};

/// What one thread needs to make a tile.
template <class T>
struct Evaluator<T>::Scratch {
    Scratch(std::size_t bases, std::size_t height, std::size_t rows = block_rows)
        : values(bases), stack(height), result(rows * tile_columns) {
        for (auto& buffer : values) buffer.resize(rows * tile_columns);
        for (auto& slot : stack) slot.resize(strip_rows * tile_columns);
    }

    /// Where base b's values go: straight into the result if the program only takes them from there.
    T* values_of(std::size_t b, bool in_place) { return in_place ? result.data() : values[b].data(); }

    std::vector<Array<T>> values;  // per base: its tile
    std::vector<Array<T>> stack;
    Array<T> result;
};

template <class T>
struct Evaluator<T>::Tile {
    const T* values;
    std::size_t ld;
};

template <class T>
Evaluator<T>::Evaluator(Program program, const Examples<T>& right, int threads)
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
}

/// Whether the program starts with this base and never asks for it again.
template <class T>
bool Evaluator<T>::in_place(std::size_t base) const {
    const auto& start = program_.code.front();
    return start.op == Op::base && start.operand == base && uses_[base] == 1;
}

template <class T>
void Evaluator<T>::take(Rows& rows, const Examples<T>& left, const Selection& chosen) const {
    rows.count = chosen.count;
    for (std::size_t b = 0; b < columns_.size(); ++b) rows.blocks[b].take(left.vectors[b], chosen);
    for (std::size_t f = 0; f < functions_.size(); ++f) {
        for (std::size_t r = 0; r < chosen.count; ++r)
            rows.functions[f][r] = static_cast<T>(left.functions[f][chosen.row(r)]);
    }
    rows.identity.resize(chosen.count);
    for (std::size_t r = 0; r < chosen.count; ++r) rows.identity[r] = left.identity[chosen.row(r)];
}

template <class T>
void Evaluator<T>::compare_identity(const Rows& rows, std::size_t first, std::size_t last, T* out,
                                    std::size_t ld) const {
    for (std::size_t r = 0; r < rows.count; ++r) {
        std::fill(out + r * ld, out + (r + 1) * ld, T(0));
        for (std::size_t c = first; c < last; ++c)
            out[r * ld + c - first] = rows.identity[r] == identity_[c] ? T(1) : T(0);
    }
}

template <class T>
typename Evaluator<T>::Tile Evaluator<T>::tile(const Rows& rows, Scratch& scratch, std::size_t first,
                                               std::size_t last) const {
    const std::size_t step = loops_.column_step;
    const std::size_t panels = rounded_up(last - first, step) / step;
    const std::size_t ld = panels * step;
    for (std::size_t b = 0; b < columns_.size(); ++b) {
        T* to = scratch.values_of(b, in_place(b));
        if (columns_[b].packing() == Packing::none) {
            compare_identity(rows, first, last, to, ld);
        } else {
            rows.blocks[b].compare(first / step, panels, to, ld);
        }
    }
    for (std::size_t r = 0; r < rows.count; r += strip_rows) {
        const std::size_t count = std::min(strip_rows, rows.count - r);
        for (std::size_t b = 0; b < columns_.size(); ++b) {
            rows.blocks[b].finish(r, count, first, scratch.values_of(b, in_place(b)) + r * ld, ld);
        }
        interpret(rows, scratch, {nullptr, r, count}, first, ld);
    }
    // Padding holds comparisons with vectors that do not exist; whatever they are, they must not count.
    for (std::size_t r = 0; r < rows.count && last - first < ld; ++r) {
        std::fill(scratch.result.data() + r * ld + (last - first), scratch.result.data() + (r + 1) * ld, T(0));
    }
    return {scratch.result.data(), ld};
}

/// Runs the program on a strip of a tile's rows; the lowest stack slot is the result itself.
template <class T>
void Evaluator<T>::interpret(const Rows& rows, Scratch& scratch, const Selection& strip, std::size_t first,
                             std::size_t ld) const {
    const std::size_t count = strip.count * ld;
    std::size_t height = 0;
    const auto slot = [&](std::size_t h) {
        return h == 0 ? scratch.result.data() + strip.first * ld : scratch.stack[h].data();
    };
    for (const auto& instruction : program_.code) {
        const std::uint32_t operand = instruction.operand;
        switch (instruction.op) {
            case Op::base: {
                const T* from = scratch.values_of(operand, in_place(operand)) + strip.first * ld;
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

/// All tiles of the selected rows against all columns; consume(first row, rows, first column, columns, tile).
template <class T>
template <class Consume>
void Evaluator<T>::sweep(const Examples<T>& left, const Selection& rows, const Run& run, Consume consume) const {
    const std::size_t blocks = rounded_up(rows.count, block_rows) / block_rows;
    const double pairs = static_cast<double>(rows.count) * static_cast<double>(right_.count);
    Watch watch(run.monitor, pairs);
    const auto make_worker = [&] {
        return [&, packed = Rows(columns_, loops_, functions_.size()),
                scratch = Scratch(columns_.size(), height_)](std::size_t b) mutable {
            const std::size_t first_row = b * block_rows;
            if (!watch.stopped())
                take(packed, left, {rows.index, rows.first + first_row, std::min(block_rows, rows.count - first_row)});
            for (std::size_t first = 0; first < right_.count && !watch.stopped(); first += tile_columns) {
                const std::size_t last = std::min(first + tile_columns, right_.count);
                consume(first_row, packed.count, first, last - first, tile(packed, scratch, first, last));
                watch.finished(static_cast<double>(packed.count * (last - first)));
                watch.poll();
            }
        };
    };
    parallel_tasks(blocks, threads_for(run, pairs), make_worker, [&] { watch.poll(); });
    watch.conclude();
}

/// The tiles on and above the diagonal, row block b in lane b mod `lane_count`; each lane is one thread's task.
template <class T>
template <class Consume>
void Evaluator<T>::sweep_half(std::size_t lane_count, const Run& run, Consume consume) const {
    const std::size_t n = right_.count;
    const std::size_t blocks = rounded_up(n, block_rows) / block_rows;
    const double pairs = 0.5 * static_cast<double>(n) * static_cast<double>(n + block_rows);
    Watch watch(run.monitor, pairs);
    const auto make_worker = [&] {
        return [&, packed = Rows(columns_, loops_, functions_.size()),
                scratch = Scratch(columns_.size(), height_)](std::size_t lane) mutable {
            for (std::size_t b = lane; b < blocks && !watch.stopped(); b += lane_count) {
                const std::size_t first_row = b * block_rows;
                take(packed, right_, {nullptr, first_row, std::min(block_rows, n - first_row)});
                for (std::size_t first = first_row; first < n && !watch.stopped();) {
                    const std::size_t last = std::min((first / tile_columns + 1) * tile_columns, n);
                    consume(lane, first_row, packed.count, first, last - first, tile(packed, scratch, first, last));
                    watch.finished(static_cast<double>(packed.count * (last - first)));
                    watch.poll();
                    first = last;
                }
            }
        };
    };
    parallel_tasks(std::min(lane_count, blocks), threads_for(run, 2.0 * pairs), make_worker, [&] { watch.poll(); });
    watch.conclude();
}

template <class T>
void Evaluator<T>::block(const Examples<T>& left, T* out, const Run& run) const {
    const std::size_t n = right_.count;
    sweep(left, {nullptr, 0, left.count}, run,
          [=](std::size_t row, std::size_t rows, std::size_t column, std::size_t columns, const Tile& t) {
              write(t.values, t.ld, rows, columns, out + row * n + column, n);
          });
}

template <class T>
void Evaluator<T>::rows(const std::int64_t* index, std::size_t count, T* out, const Run& run) const {
    const std::size_t n = right_.count;
    sweep(right_, {index, 0, count}, run,
          [=](std::size_t row, std::size_t rows, std::size_t column, std::size_t columns, const Tile& t) {
              write(t.values, t.ld, rows, columns, out + row * n + column, n);
          });
}

template <class T>
void Evaluator<T>::gram(T* out, const Run& run, std::size_t n) const {
    const std::size_t every_block_its_own = rounded_up(right_.count, block_rows) / block_rows;
    sweep_half(every_block_its_own, run,
               [=, this](std::size_t, std::size_t row, std::size_t rows, std::size_t column, std::size_t columns,
                         const Tile& t) {
                   write(t.values, t.ld, rows, columns, out + row * n + column, n);
                   // Columns of the block's own square are not mirrored: both halves of it were computed, alike.
                   const std::size_t beyond = std::max(row + rows, column);
                   if (beyond < column + columns) {
                       loops_.transpose(t.values + (beyond - column), rows, column + columns - beyond, t.ld,
                                        out + beyond * n + row, n);
                   }
               });
}

template <class T>
void Evaluator<T>::product(const Examples<T>& left, const T* weights, std::size_t width, double* out,
                           const Run& run) const {
    std::fill(out, out + left.count * width, 0.0);
    if (width <= few_weights) {
        const std::size_t padded = rounded_up(right_.count, tile_columns);
        const Array<T> padded_weights = with_padding(weights, width, right_.count, padded);
        return sweep(left, {nullptr, 0, left.count}, run,
                     [&](std::size_t row, std::size_t rows, std::size_t column, std::size_t, const Tile& t) {
                         for (std::size_t w = 0; w < width; ++w) {
                             loops_.times_columns(t.values, rows, t.ld, t.ld,
                                                  padded_weights.data() + w * padded + column, out + row * width + w,
                                                  width);
                         }
                     });
    }
    const std::size_t ld = rounded_up(width, loops_.column_step);
    Array<T> by_column(right_.count * ld, T(0));
    for (std::size_t w = 0; w < width; ++w) {
        for (std::size_t c = 0; c < right_.count; ++c) by_column[c * ld + w] = weights[w * right_.count + c];
    }
    sweep(left, {nullptr, 0, left.count}, run,
          [&](std::size_t row, std::size_t rows, std::size_t column, std::size_t columns, const Tile& t) {
              loops_.times_weights(t.values, rows, columns, t.ld, by_column.data() + column * ld, ld, out + row * width,
                                   width);
          });
}

template <class T>
void Evaluator<T>::gram_product(const T* weights, std::size_t width, double* out, const Run& run) const {
    if (width > narrow) return product(right_, weights, width, out, run);
    const std::size_t n = right_.count;
    const std::size_t padded = rounded_up(n, tile_columns);
    const Array<T> padded_weights = with_padding(weights, width, n, padded);
    std::vector<Array<double>> sums(lanes, Array<double>(width * padded, 0.0));
    sweep_half(lanes, run,
               [&](std::size_t lane, std::size_t row, std::size_t rows, std::size_t column, std::size_t columns,
                   const Tile& t) {
                   const std::size_t beyond = std::max(row + rows, column);
                   for (std::size_t w = 0; w < width; ++w) {
                       const T* mine = padded_weights.data() + w * padded;
                       double* sum = sums[lane].data() + w * padded;
                       loops_.times_columns(t.values, rows, t.ld, t.ld, mine + column, sum + row, 1);
                       if (beyond >= column + columns) continue;
                       const std::size_t skipped = beyond - column;
                       loops_.times_rows(t.values + skipped, rows, t.ld - skipped, t.ld, mine + row, sum + beyond);
                   }
               });
    std::fill(out, out + n * width, 0.0);
    for (const auto& lane : sums) {
        for (std::size_t w = 0; w < width; ++w) {
            for (std::size_t i = 0; i < n; ++i) out[i * width + w] += lane[w * padded + i];
        }
    }
}

/// All tiles of the selected rows, one thread for all rows of a tile; consume(first row, rows, first column,
/// columns, tile) in the order of the rows, so that what they add up to does not depend on the threads.
template <class T>
template <class Consume>
void Evaluator<T>::sweep_tiles(const Examples<T>& left, const Selection& rows, const Run& run, Consume consume) const {
    const std::size_t blocks = rounded_up(rows.count, block_rows) / block_rows;
    const std::size_t tiles = rounded_up(right_.count, tile_columns) / tile_columns;
    const std::size_t groups = rounded_up(tiles, tiles_at_once) / tiles_at_once;
    const double pairs = static_cast<double>(rows.count) * static_cast<double>(right_.count);
    std::vector<Rows> packed(blocks, Rows(columns_, loops_, functions_.size()));
    Awaited packing(blocks);
    Watch watch(run.monitor, static_cast<double>(tiles));
    const auto pack = [&](std::size_t b) {
        take(packed[b], left,
             {rows.index, rows.first + b * block_rows, std::min(block_rows, rows.count - b * block_rows)});
    };
    const auto make_worker = [&] {
        return [&, scratch = Scratch(columns_.size(), height_)](std::size_t task) mutable {
            if (task < blocks) return packing.make([&] { pack(task); });
            packing.wait();  // rows come first in the order of the tasks: somebody is at each of them
            const std::size_t group = task - blocks;
            for (std::size_t t = group * tiles_at_once; t < std::min(tiles, (group + 1) * tiles_at_once); ++t) {
                const std::size_t first = t * tile_columns;
                const std::size_t last = std::min(first + tile_columns, right_.count);
                for (std::size_t b = 0; b < blocks && !watch.stopped(); ++b) {
                    consume(b * block_rows, packed[b].count, first, last - first,
                            tile(packed[b], scratch, first, last));
                }
                watch.finished(1.0);
                watch.poll();
            }
        };
    };
    parallel_tasks(blocks + groups, threads_for(run, pairs), make_worker, [&] { watch.poll(); });
    watch.conclude();
}

template <class T>
void Evaluator<T>::columns(const std::int64_t* index, std::size_t count, T* const* out, const Run& run) const {
    sweep_tiles(right_, {index, 0, count}, run,
                [=](std::size_t row, std::size_t rows, std::size_t column, std::size_t columns, const Tile& t) {
                    for (std::size_t r = 0; r < rows; ++r)
                        std::copy(t.values + r * t.ld, t.values + r * t.ld + columns, out[row + r] + column);
                });
}

template <class T>
void Evaluator<T>::accumulate(const Examples<T>& left, const std::int64_t* index, const double* weights,
                              std::size_t count, double* out, const Run& run) const {
    Array<T> in_tile_precision(rounded_up(count, block_rows), T(0));
    std::transform(weights, weights + count, in_tile_precision.begin(), [](double w) { return static_cast<T>(w); });
    sweep_tiles(left, {index, 0, count}, run,
                [&](std::size_t row, std::size_t rows, std::size_t column, std::size_t columns, const Tile& t) {
                    alignas(64) double sums[tile_columns] = {};
                    loops_.times_rows(t.values, rows, t.ld, t.ld, in_tile_precision.data() + row, sums);
                    for (std::size_t c = 0; c < columns; ++c) out[column + c] += sums[c];
                });
}

/// Enough for the register tile that single rows need where they are not met by their non-zeros.
constexpr std::size_t worker_rows = 16;

template <class T>
Evaluator<T>::RowWorker::RowWorker(const Evaluator& evaluator)
    : evaluator_(evaluator),
      rows_(std::make_unique<Rows>(evaluator.columns_, evaluator.loops_, evaluator.functions_.size())),
      scratch_(std::make_unique<Scratch>(evaluator.columns_.size(), evaluator.height_, worker_rows)) {}

template <class T>
Evaluator<T>::RowWorker::~RowWorker() = default;
template <class T>
Evaluator<T>::RowWorker::RowWorker(RowWorker&&) noexcept = default;

template <class T>
void Evaluator<T>::RowWorker::row(const Examples<T>& left, std::size_t i, T* out) {
    evaluator_.take(*rows_, left, {nullptr, i, 1});
    for (std::size_t first = 0; first < evaluator_.size(); first += tile_columns) {
        const std::size_t last = std::min(first + tile_columns, evaluator_.size());
        const Tile made = evaluator_.tile(*rows_, *scratch_, first, last);
        std::copy(made.values, made.values + (last - first), out + first);
    }
}

template class Evaluator<float>;
template class Evaluator<double>;

}  // namespace drupe
