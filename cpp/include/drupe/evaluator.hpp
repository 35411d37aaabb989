/// A kernel with its right-hand examples in place: blocks, Gram matrices and products, tile by tile.
#pragma once

#include <utility>

#include "drupe/output_rows.hpp"
#include "drupe/pair_functions.hpp"
#include "drupe/run.hpp"
#include "drupe/tile_maker.hpp"

namespace drupe {

template <class T>
class Evaluator {
public:
    /// Packs the right-hand examples on so many threads (0: what OpenMP says); views that the packing keeps must stay alive.
    Evaluator(Program program, const Examples<T>& right, int threads = 1)
        : maker_(std::move(program), right, threads) {}

    [[nodiscard]] std::size_t size() const { return right().count; }

    /// out[i, j] = k(xᵢ, zⱼ).
    void block(const Examples<T>& left, T* out, const Run& run) const;

    /// out[i, j] = k(z_index[i], zⱼ).
    void rows(const std::int64_t* index, std::size_t count, T* out, const Run& run) const;

    /// The same, each row to a place of its own: out[i][j]. The threads share the columns, so that few rows keep all busy.
    void columns(const std::int64_t* index, std::size_t count, T* const* out, const Run& run) const;

    /// out[i, j] = k(zᵢ, zⱼ); each pair is computed once. Rows of `out` lie `ld` numbers apart.
    void gram(T* out, const Run& run, std::size_t ld) const;
    void gram(T* out, const Run& run) const { gram(out, run, size()); }

    /// out[i, w] = Σⱼ k(xᵢ, zⱼ) weights[w, j]: weights are given as `width` rows of size() numbers.
    void product(const Examples<T>& left, const T* weights, std::size_t width, double* out, const Run& run) const;

    /// out[i, w] = Σⱼ k(zᵢ, zⱼ) weights[w, j]; each pair is computed once where `width` is small.
    void gram_product(const T* weights, std::size_t width, double* out, const Run& run) const;

    /// out[i, p] = f_p(xᵢ) of all pairs of classes; examples may come in another precision, to be rounded block by block.
    template <class Left>
    void pair_outputs(const Examples<Left>& left, const PairFunctions<T>& pairs, double* out, const Run& run) const;

    /// The classes that win most pairs: codes[i], and whether it is certain; `doubts` has a number for each pair.
    struct Votes {
        const double* doubts;
        std::int64_t* codes;
        bool* certain;
    };
    template <class Left>
    void pair_winners(const Examples<Left>& left, const PairFunctions<T>& pairs, const Votes& out,
                      const Run& run) const;

    /// out[j] += Σᵢ weights[i] k(x_index[i], zⱼ).
    void accumulate(const Examples<T>& left, const std::int64_t* index, const double* weights, std::size_t count,
                    double* out, const Run& run) const;

    /// A pass over rows: outputs f = Σⱼ k(·, zⱼ) coefficients[c, j] + offset, what the rows make of them, and what they add to
    /// the slopes, slopes[j, c] = Σᵢ k(xᵢ, zⱼ) weightᵢ φᵢ, to the sums of the weighted φᵢ, and to the tallies of each group.
    /// Coefficients are given as `outputs()` rows of size() numbers. Kernel values are computed once, a block at a time.
    struct Pass {
        OutputGroups groups;
        const T* coefficients;
        RowLoss loss;
    };
    struct Swept {
        double* slopes;    // one row for each of size(), one column for each output
        double* pulls;     // one for each output
        Tallies* tallies;  // one for each group
    };
    void two_sided(const Examples<T>& left, const KnownRows& known, const Pass& pass, const Swept& out,
                   const Run& run) const;

    /// One thread's workplace for single rows.
    class RowWorker;

private:
    using Rows = typename TileMaker<T>::Rows;
    using Scratch = typename TileMaker<T>::Scratch;
    using Tile = typename TileMaker<T>::Tile;

    [[nodiscard]] const Examples<T>& right() const { return maker_.right(); }

    template <class Left, class Consume>
    void sweep(const Examples<Left>& left, const Selection& rows, const Run& run, Consume consume) const;
    template <class Left, class Finish>
    void sweep_pairs(const Examples<Left>& left, const PairFunctions<T>& pairs, const Run& run, Finish finish) const;
    template <class Meet>
    void sweep_tiles(const Examples<T>& left, const Selection& rows, const Run& run, Meet meet_tile) const;
    template <class Consume>
    void sweep_half(std::size_t lanes, const Run& run, Consume consume) const;

    class PassWorker;

    TileMaker<T> maker_;
};

/// Computes one row at a time with storage that is made once; the evaluator must outlive it.
template <class T>
class Evaluator<T>::RowWorker {
public:
    explicit RowWorker(const Evaluator& evaluator)
        : maker_(evaluator.maker_), rows_(maker_), scratch_(maker_, tile_rows) {}

    /// out[j] = k(xᵢ, zⱼ).
    void row(const Examples<T>& left, std::size_t i, T* out);

private:
    /// Enough for the register tile that single rows need where they are not compared by their non-zeros.
    static constexpr std::size_t tile_rows = 16;

    const TileMaker<T>& maker_;
    Rows rows_;
    Scratch scratch_;
};

}  // namespace drupe
