#include "drupe/evaluator.hpp"

#include <algorithm>

#include "drupe/narrowed.hpp"
#include "drupe/packed_weights.hpp"
#include "drupe/parallel.hpp"

namespace drupe {

namespace {

/// Independent partial sums of a symmetric product. Fixed, so that the sum does not depend on the threads.
constexpr std::size_t lanes = 16;

/// Tiles, one beside the other, that a thread takes together where vectors are held in lists.
constexpr std::size_t tiles_at_once = 4;

/// Widths up to which the symmetric product is worth its partial sums.
constexpr std::size_t narrow = 8;

int threads_for(const Run& run, double work) { return work < 1e6 ? 1 : run.threads; }  // waking threads costs more

/// A tile into its place in a matrix of `n` columns.
template <class T>
void write(const T* tile, std::size_t ld, std::size_t rows, std::size_t columns, T* to, std::size_t n) {
    for (std::size_t r = 0; r < rows; ++r) std::copy(tile + r * ld, tile + r * ld + columns, to + r * n);
}

}  // namespace

/// All tiles of the selected rows against all columns; consume(first row, rows, first column, columns, tile), of which each
/// thread has a copy of its own. Rows in another precision are rounded first; of these there is no index.
template <class T>
template <class Left, class Consume>
void Evaluator<T>::sweep(const Examples<Left>& left, const Selection& rows, const Run& run, Consume consume) const {
    const std::size_t blocks = rounded_up(rows.count, block_rows) / block_rows;
    const double pairs = static_cast<double>(rows.count) * static_cast<double>(size());
    const std::size_t tallest = std::min(block_rows, rounded_up(rows.count, maker_.loops().row_step));
    const bool lists = maker_.looks_ahead();
    Watch watch(run.monitor, pairs);
    const auto make_worker = [&] {
        return [&, packed = Rows(maker_), scratch = Scratch(maker_, tallest), narrowed = Narrowed<T, Left>(),
                consume](std::size_t b) mutable {
            const std::size_t first_row = b * block_rows;
            const std::size_t count = std::min(block_rows, rows.count - first_row);
            if constexpr (std::is_same_v<Left, T>) {
                if (!watch.stopped()) maker_.take(packed, left, {rows.index, rows.first + first_row, count});
            } else if (!watch.stopped()) {
                maker_.take(packed, narrowed.block(left, rows.first + first_row, count), {nullptr, 0, count});
            }
            for (std::size_t first = 0, ahead = 0; first < size() && !watch.stopped(); first += tile_columns) {
                const std::size_t last = std::min(first + tile_columns, size());
                if (first >= ahead) ahead = lists ? maker_.look_ahead(packed, scratch, first, size()) : size();
                consume(first_row, packed.count, first, last - first, maker_.tile(packed, scratch, first, last));
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
    const std::size_t n = size();
    const std::size_t blocks = rounded_up(n, block_rows) / block_rows;
    const double pairs = 0.5 * static_cast<double>(n) * static_cast<double>(n + block_rows);
    const bool lists = maker_.looks_ahead();
    Watch watch(run.monitor, pairs);
    const auto make_worker = [&] {
        return [&, packed = Rows(maker_), scratch = Scratch(maker_)](std::size_t lane) mutable {
            for (std::size_t b = lane; b < blocks && !watch.stopped(); b += lane_count) {
                const std::size_t first_row = b * block_rows;
                maker_.take(packed, right(), {nullptr, first_row, std::min(block_rows, n - first_row)});
                for (std::size_t first = first_row, ahead = 0; first < n && !watch.stopped();) {
                    const std::size_t last = std::min((first / tile_columns + 1) * tile_columns, n);
                    if (first >= ahead) ahead = lists ? maker_.look_ahead(packed, scratch, first, n) : n;
                    consume(lane, first_row, packed.count, first, last - first,
                            maker_.tile(packed, scratch, first, last));
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
    const std::size_t n = size();
    sweep(left, {nullptr, 0, left.count}, run,
          [=](std::size_t row, std::size_t rows, std::size_t column, std::size_t columns, const Tile& t) {
              write(t.values, t.ld, rows, columns, out + row * n + column, n);
          });
}

template <class T>
void Evaluator<T>::rows(const std::int64_t* index, std::size_t count, T* out, const Run& run) const {
    const std::size_t n = size();
    sweep(right(), {index, 0, count}, run,
          [=](std::size_t row, std::size_t rows, std::size_t column, std::size_t columns, const Tile& t) {
              write(t.values, t.ld, rows, columns, out + row * n + column, n);
          });
}

template <class T>
void Evaluator<T>::gram(T* out, const Run& run, std::size_t n) const {
    const std::size_t every_block_its_own = rounded_up(size(), block_rows) / block_rows;
    sweep_half(every_block_its_own, run,
               [=, this](std::size_t, std::size_t row, std::size_t rows, std::size_t column, std::size_t columns,
                         const Tile& t) {
                   write(t.values, t.ld, rows, columns, out + row * n + column, n);
                   // Columns of the block's own square are not mirrored: both halves of it were computed, alike.
                   const std::size_t beyond = std::max(row + rows, column);
                   if (beyond < column + columns) {
                       maker_.loops().transpose(t.values + (beyond - column), rows, column + columns - beyond, t.ld,
                                                out + beyond * n + row, n);
                   }
               });
}

template <class T>
void Evaluator<T>::product(const Examples<T>& left, const T* weights, std::size_t width, double* out,
                           const Run& run) const {
    std::fill(out, out + left.count * width, 0.0);
    const PackedWeights<T> packed(weights, width, size(), maker_.loops());
    sweep(left, {nullptr, 0, left.count}, run,
          [&](std::size_t row, std::size_t rows, std::size_t column, std::size_t columns, const Tile& t) {
              packed.multiply(t.values, rows, column, columns, t.ld, {out + row * width, width});
          });
}

/// finish(row, sums of that row) for every row, once all columns are in its sums.
template <class T>
template <class Left, class Finish>
void Evaluator<T>::sweep_pairs(const Examples<Left>& left, const PairFunctions<T>& pairs, const Run& run,
                               Finish finish) const {
    sweep(left, {nullptr, 0, left.count}, run,
          [&, finish, sums = Array<double>()](std::size_t row, std::size_t rows, std::size_t column,
                                              std::size_t columns, const Tile& t) mutable {
              if (column == 0) sums.assign(rows * pairs.sums(), 0.0);
              pairs.add(t.values, rows, column, columns, t.ld, sums.data());
              if (column + columns < size()) return;
              for (std::size_t r = 0; r < rows; ++r) finish(row + r, sums.data() + r * pairs.sums());
          });
}

template <class T>
template <class Left>
void Evaluator<T>::pair_outputs(const Examples<Left>& left, const PairFunctions<T>& pairs, double* out,
                                const Run& run) const {
    sweep_pairs(left, pairs, run,
                [&pairs, out](std::size_t row, const double* sums) { pairs.outputs(sums, out + row * pairs.pairs()); });
}

template <class T>
template <class Left>
void Evaluator<T>::pair_winners(const Examples<Left>& left, const PairFunctions<T>& pairs, const Votes& out,
                                const Run& run) const {
    sweep_pairs(left, pairs, run,
                [&pairs, out, outputs = std::vector<double>(pairs.pairs()), votes = std::vector<std::int64_t>()](
                    std::size_t row, const double* sums) mutable {
                    pairs.outputs(sums, outputs.data());
                    const Winner winner = pairs.winner(outputs.data(), out.doubts, votes);
                    out.codes[row] = winner.code;
                    out.certain[row] = winner.certain;
                });
}

template <class T>
void Evaluator<T>::gram_product(const T* weights, std::size_t width, double* out, const Run& run) const {
    if (width > narrow) return product(right(), weights, width, out, run);
    const std::size_t n = size();
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
                       maker_.loops().times_columns(t.values, rows, t.ld, t.ld, mine + column, sum + row, 1);
                       if (beyond >= column + columns) continue;
                       const std::size_t skipped = beyond - column;
                       maker_.loops().times_rows(t.values + skipped, rows, t.ld - skipped, t.ld, mine + row,
                                                 sum + beyond);
                   }
               });
    std::fill(out, out + n * width, 0.0);
    for (const auto& lane : sums) {
        for (std::size_t w = 0; w < width; ++w) {
            for (std::size_t i = 0; i < n; ++i) out[i * width + w] += lane[w * padded + i];
        }
    }
}

/// All tiles of the selected rows, one thread for all rows of a tile; meet(first row, packed rows, first column, last
/// column, scratch) in the order of the rows, so that what they add up to does not depend on the threads.
template <class T>
template <class Meet>
void Evaluator<T>::sweep_tiles(const Examples<T>& left, const Selection& rows, const Run& run, Meet meet_tile) const {
    const std::size_t blocks = rounded_up(rows.count, block_rows) / block_rows;
    const std::size_t tiles = rounded_up(size(), tile_columns) / tile_columns;
    const double pairs = static_cast<double>(rows.count) * static_cast<double>(size());
    const bool lists = maker_.looks_ahead();
    const std::size_t together = lists ? tiles_at_once : 1;
    const std::size_t groups = rounded_up(tiles, together) / together;
    std::vector<Rows> packed(blocks, Rows(maker_));
    Awaited packing(blocks);
    Watch watch(run.monitor, static_cast<double>(tiles));
    const auto pack = [&](std::size_t b) {
        maker_.take(packed[b], left,
                    {rows.index, rows.first + b * block_rows, std::min(block_rows, rows.count - b * block_rows)});
    };
    const auto make_worker = [&] {
        return [&, scratch = Scratch(maker_)](std::size_t task) mutable {
            if (task < blocks) return packing.make([&] { pack(task); });
            packing.wait();  // rows come first in the order of the tasks: somebody is at each of them
            const std::size_t begin = (task - blocks) * together * tile_columns;
            const std::size_t end = std::min(begin + together * tile_columns, size());
            const auto meet = [&](std::size_t b, std::size_t first) {
                meet_tile(b * block_rows, packed[b], first, std::min(first + tile_columns, end), scratch);
            };
            const auto count = [&] {
                watch.finished(1.0);
                watch.poll();
            };
            if (lists) {  // all tiles for one block of rows after the other
                for (std::size_t b = 0; b < blocks && !watch.stopped(); ++b) {
                    maker_.look_ahead(packed[b], scratch, begin, end);
                    for (std::size_t first = begin; first < end; first += tile_columns) meet(b, first);
                    watch.poll();
                }
                for (std::size_t first = begin; first < end; first += tile_columns) count();
                return;
            }
            for (std::size_t first = begin; first < end; first += tile_columns) {
                for (std::size_t b = 0; b < blocks && !watch.stopped(); ++b) meet(b, first);
                count();
            }
        };
    };
    parallel_tasks(blocks + groups, threads_for(run, pairs), make_worker, [&] { watch.poll(); });
    watch.conclude();
}

template <class T>
void Evaluator<T>::columns(const std::int64_t* index, std::size_t count, T* const* out, const Run& run) const {
    sweep_tiles(right(), {index, 0, count}, run,
                [=, this](std::size_t row, const Rows& packed, std::size_t first, std::size_t last, Scratch& scratch) {
                    const Tile t = maker_.tile(packed, scratch, first, last);
                    for (std::size_t r = 0; r < packed.count; ++r)
                        std::copy_n(t.values + r * t.ld, last - first, out[row + r] + first);
                });
}

template <class T>
void Evaluator<T>::accumulate(const Examples<T>& left, const std::int64_t* index, const double* weights,
                              std::size_t count, double* out, const Run& run) const {
    Array<T> in_tile_precision(rounded_up(count, block_rows), T(0));
    std::transform(weights, weights + count, in_tile_precision.begin(), [](double w) { return static_cast<T>(w); });
    sweep_tiles(left, {index, 0, count}, run,
                [&](std::size_t row, const Rows& packed, std::size_t first, std::size_t last, Scratch& scratch) {
                    alignas(64) double sums[tile_columns] = {};
                    maker_.add_weighted(packed, scratch, first, last, in_tile_precision.data() + row, sums);
                    for (std::size_t c = first; c < last; ++c) out[c] += sums[c - first];
                });
}

template <class T>
void Evaluator<T>::RowWorker::row(const Examples<T>& left, std::size_t i, T* out) {
    maker_.take(rows_, left, {nullptr, i, 1});
    const std::size_t size = maker_.right().count;
    const bool lists = maker_.looks_ahead();
    for (std::size_t first = 0, ahead = 0; first < size; first += tile_columns) {
        const std::size_t last = std::min(first + tile_columns, size);
        if (first >= ahead) ahead = lists ? maker_.look_ahead(rows_, scratch_, first, size) : size;
        std::copy_n(maker_.tile(rows_, scratch_, first, last).values, last - first, out + first);
    }
}

template class Evaluator<float>;
template class Evaluator<double>;
template void Evaluator<float>::pair_outputs(const Examples<float>&, const PairFunctions<float>&, double*,
                                             const Run&) const;
template void Evaluator<float>::pair_outputs(const Examples<double>&, const PairFunctions<float>&, double*,
                                             const Run&) const;
template void Evaluator<double>::pair_outputs(const Examples<double>&, const PairFunctions<double>&, double*,
                                              const Run&) const;
template void Evaluator<float>::pair_winners(const Examples<float>&, const PairFunctions<float>&, const Votes&,
                                             const Run&) const;
template void Evaluator<float>::pair_winners(const Examples<double>&, const PairFunctions<float>&, const Votes&,
                                             const Run&) const;
template void Evaluator<double>::pair_winners(const Examples<double>&, const PairFunctions<double>&, const Votes&,
                                              const Run&) const;

}  // namespace drupe
